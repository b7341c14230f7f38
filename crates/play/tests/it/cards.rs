//! Cards, dice and coins: nothing is lost or made, and chance is as likely as the rules say.

use linstock_engine::ir::SpelledPosition;
use linstock_engine::vm::Turn;
use linstock_model::{FiniteDomain, ListId, Model};
use linstock_play::Rules;
use linstock_play::{Actor, ChanceMode, Event, Order, Session, Setup};
use linstock_testing::games::{CARDS, share};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::BTreeMap;
use std::sync::Arc;

fn rules(at: usize) -> Arc<Rules> {
    CARDS[at].rules()
}

/// How many of each list there are in all zones.
fn stocks(model: &Model, table: &SpelledPosition) -> Vec<Vec<u64>> {
    let lists = (0u8..).map(ListId).take(model.lists.len());
    let stock = |list: ListId| {
        let mut all = vec![0; model.members(FiniteDomain::Rows(list))];
        for (zone, owners) in model.zones.iter().zip(&table.zones) {
            for counts in owners.iter().filter(|_| zone.list == list) {
                all.iter_mut().zip(counts).for_each(|(a, n)| *a += n);
            }
        }
        all
    };
    lists.map(stock).collect()
}

#[test]
fn nothing_is_lost_or_made() {
    for at in 0..5 {
        let rules = rules(at);
        let model = rules.model();
        let sums = |table: &SpelledPosition| -> Vec<u64> {
            let stocks = stocks(model, table);
            stocks.iter().map(|rows| rows.iter().sum()).collect()
        };
        // A token is with one player or on the board, so what is remembered of each pirate is all there is to count.
        let holder = model.memories.iter().find(|m| m.name == "holder");
        let pirates = holder.map(|m| (0..200).filter(|at| m.among.has(*at)).count());
        assert_eq!(pirates, Some(8));
        let mut random = Pcg64Mcg::seed_from_u64(at as u64);
        for _ in 0..share(600) {
            let mut state = rules.start().expect("no fault");
            let start = stocks(model, &rules.spell_out(&state));
            // Cards, chests, coins.
            assert_eq!(sums(&rules.spell_out(&state)), [46, 9, 10]);
            loop {
                let moves = match rules.turn(&state) {
                    Turn::Players(seats) => {
                        rules.moves(&state, seats[0]).expect("they can be listed")
                    }
                    Turn::Chance => rules
                        .outcomes(&state)
                        .expect("they can be listed")
                        .into_iter()
                        .map(|(mv, _)| mv)
                        .collect(),
                    Turn::Over => break,
                };
                let pick = (random.next_u64() % moves.len() as u64) as usize;
                rules.apply(&mut state, moves[pick]).expect("a legal move");
                let table = rules.spell_out(&state);
                assert_eq!(stocks(model, &table), start);
            }
        }
    }
}

/// The 99.9 % points of the chi-square distribution, by degrees of freedom.
const CHI_SQUARE: [(usize, f64); 5] = [(1, 10.83), (2, 13.82), (3, 16.27), (7, 24.32), (10, 29.59)];

/// Tells whether counts are what these weights would bring, with a confidence of 99.9 %.
pub(crate) fn fits(counts: &BTreeMap<String, u64>, weights: &[(&str, u64)]) -> Result<f64, String> {
    let (total, all): (u64, u64) = (counts.values().sum(), weights.iter().map(|w| w.1).sum());
    let mut sum = 0.0;
    for (name, weight) in weights {
        let expected = total as f64 * *weight as f64 / all as f64;
        let found = counts.get(*name).copied().unwrap_or(0) as f64;
        sum += (found - expected).powi(2) / expected;
    }
    let freedom = weights.len() - 1;
    let limit = CHI_SQUARE
        .iter()
        .find(|(n, _)| *n == freedom)
        .expect("a known size")
        .1;
    if sum < limit && counts.len() <= weights.len() {
        Ok(sum)
    } else {
        Err(format!("chi-square {sum:.2}, at most {limit}: {counts:?}"))
    }
}

const CARDS_IN_DECK: [(&str, u64); 11] = [
    ("treasure-hunter", 1),
    ("gold-thief", 2),
    ("cannon-thief", 3),
    ("arms-dealer", 4),
    ("destroyer", 5),
    ("merchant", 6),
    ("trader", 7),
    ("captain", 8),
    ("normal-cannon", 4),
    ("power-cannon", 3),
    ("antique-cannon", 3),
];

fn begun(rules: &Arc<Rules>, seed: u64) -> Session {
    let setup = Setup {
        chance: ChanceMode::Auto,
        seed,
        ..Setup::default()
    };
    Session::begin(Arc::clone(rules), setup).expect("the session begins")
}

#[test]
fn the_first_card_and_the_first_player_are_as_likely_as_the_deck_and_the_table_say() {
    let rules = rules(2);
    let (mut firsts, mut cards) = (BTreeMap::new(), BTreeMap::new());
    for seed in 0..3_000 {
        let session = begun(&rules, seed);
        let played = session.history();
        *firsts.entry(played[0].text.clone()).or_default() += 1;
        let card = played[1].text.split(' ').next_back().unwrap_or_default();
        *cards.entry(card.to_owned()).or_default() += 1;
    }
    fits(&cards, &CARDS_IN_DECK).unwrap();
    let players = ["first a", "first b", "first c", "first d"].map(|first| (first, 1));
    fits(&firsts, &players).unwrap();
    // The test can fail: a deck in which all cards are alike is another one.
    let alike = CARDS_IN_DECK.map(|(card, _)| (card, 1));
    fits(&cards, &alike).unwrap_err();
}

#[test]
fn all_faces_of_the_die_are_alike() {
    let rules = rules(0);
    let mut faces: BTreeMap<String, u64> = BTreeMap::new();
    for seed in 0..150 {
        let mut session = begun(&rules, seed);
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        while let Some(Actor::Player(seat)) = session.decider() {
            let choices = session
                .choices(Actor::Player(seat))
                .expect("they can be listed");
            let pick = (random.next_u64() % choices.len() as u64) as usize;
            let order = Order {
                actor: Some(Actor::Player(seat)),
                text: choices[pick].text.clone(),
            };
            for event in session.play(&[order]).expect("a legal move") {
                if let Event::Chance(text) = event
                    && text.starts_with("roll ")
                {
                    *faces.entry(text).or_default() += 1;
                }
            }
        }
    }
    let rolls: Vec<String> = (1..=8).map(|face| format!("roll {face}")).collect();
    let alike: Vec<(&str, u64)> = rolls.iter().map(|roll| (roll.as_str(), 1)).collect();
    assert!(faces.values().sum::<u64>() > 2_000, "{faces:?}");
    fits(&faces, &alike).unwrap();
}
