//! Two games in which a player has seen the same look the same to him, whatever another has chosen out of his sight.
//!
//! Both are played side by side: who looks, and chance, do the same in both, the other player does not.

use crate::program_tests::secrets::{ShownTo, answers, begin, below, order, shown};
use linstock_model::SeatId;
use linstock_play::Rules;
use linstock_play::{Actor, Session, Viewer};
use linstock_testing::games::{KRIEGSPIEL, share};
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use std::sync::Arc;

/// The number of pairs of games; a pair ends where the outcomes of chance differ.
const PAIRS: usize = 60;
/// A pair that has not ended by then is left.
const MOST_PLIES: usize = 80;

/// How often two worlds were compared, and how often more than what the player sees differed in them.
#[derive(Default)]
struct ComparedWorlds {
    all: usize,
    apart: usize,
}

#[test]
fn men_that_nobody_else_sees_leave_no_trace() {
    let rules = Rules::load(&KRIEGSPIEL.sources(), &KRIEGSPIEL.choices()).expect("the rules load");
    let rules = Arc::new(rules);
    let mut compared = ComparedWorlds::default();
    for pair in 0..share(PAIRS) as u64 {
        side_by_side(&rules, pair, &mut compared);
    }
    assert!(compared.all >= share(PAIRS) * 4, "{}", compared.all);
    assert!(compared.apart >= share(PAIRS) * 2, "{}", compared.apart);
}

/// Plays a pair of games, and compares what one player sees of each while the player's knowledge is the same.
fn side_by_side(rules: &Arc<Rules>, pair: u64, compared: &mut ComparedWorlds) {
    let mut random = Pcg64Mcg::seed_from_u64(pair);
    let seat = SeatId((pair % 2) as u8);
    let mut worlds = [begin(rules), begin(rules)];
    for _ in 0..MOST_PLIES {
        let [one, other] = worlds.each_ref().map(choices);
        let Some(actor) = worlds[0].decider() else {
            return;
        };
        let is_hidden = matches!(actor, Actor::Player(player) if player != seat);
        let pick = |from: &[String], random: &mut Pcg64Mcg| from[below(random, from.len())].clone();
        let texts = if is_hidden {
            [pick(&one, &mut random), pick(&other, &mut random)]
        } else {
            let both: Vec<String> = one.into_iter().filter(|m| other.contains(m)).collect();
            if both.is_empty() {
                return;
            }
            let text = pick(&both, &mut random);
            [text.clone(), text]
        };
        for (world, text) in worlds.iter_mut().zip(&texts) {
            world.play(&[order(actor, text)]).expect("it is legal");
        }
        // The outcomes of chance differ, and everybody sees them at once.
        if worlds[0].decider() != worlds[1].decider() {
            return;
        }
        let is_of_chance = worlds[0].decider() == Some(Actor::Chance);
        if is_of_chance && choices(&worlds[0]) != choices(&worlds[1]) {
            continue;
        }
        compare(&worlds, seat, compared);
    }
}

/// Compares what a player is shown of two games, and answered when he asks for moves of either.
fn compare(worlds: &[Session; 2], seat: SeatId, compared: &mut ComparedWorlds) {
    let texts = worlds.each_ref().map(choices).concat();
    let told: [ShownTo; 2] = [shown, answers];
    for told in told {
        let [one, other] = worlds.each_ref().map(|world| told(world, seat, &texts));
        assert_eq!(one, other);
    }
    let [one, other] = worlds.each_ref().map(|world| world.hash(Viewer::Table));
    compared.all += 1;
    compared.apart += usize::from(one != other);
}

/// Returns the texts of what can be chosen.
fn choices(session: &Session) -> Vec<String> {
    let Some(actor) = session.decider() else {
        return Vec::new();
    };
    let choices = session.choices(actor).expect("they can be listed");
    choices.into_iter().map(|choice| choice.text).collect()
}
