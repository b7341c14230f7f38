//! A page gets the same bytes in worlds that its player cannot distinguish. The test plays two games side by side: where others choose,
//! or chance draws, the second game continues differently, in a way that this player cannot see.

use crate::{First, seat, secret, table_of};
use linstock_model::SeatId;
use linstock_play::{Actor, ChanceMode, Order, Rules, Session, Viewer};
use linstock_table::{BegunTable, ClientMessage, Party, ServerMessage, Table};
use linstock_testing::games::{CARDS, Setting, found};
use std::sync::Arc;

/// How often another choice is tried in the second game.
const TRIES: usize = 12;
const MOST_PLIES: usize = 60;

/// A small random generator, so that the test is the same everywhere.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }
}

fn texts(session: &Session) -> Vec<String> {
    let actor = session.decider().expect("somebody");
    let choices = session.choices(actor).expect("listed");
    choices.into_iter().map(|choice| choice.text).collect()
}

fn order(session: &Session, text: &str) -> Order {
    Order {
        actor: session.decider(),
        text: text.to_owned(),
    }
}

/// What a viewer was told, and what they know.
fn known(session: &Session, viewer: Viewer) -> (Vec<(Actor, String)>, u64, Option<Actor>) {
    let seen = session
        .seen(viewer)
        .map(|(actor, text)| (actor, text.to_owned()));
    (seen.collect(), session.hash(viewer), session.decider())
}

fn table(session: &Session) -> Table {
    Table::begin(
        session.clone(),
        BegunTable {
            id: "t".to_owned(),
            host: secret(0),
            seats: (1..=64).map(secret).collect(),
        },
    )
}

/// Returns all that a party can be sent about a game.
fn bytes(session: &Session, party: Party, asked: &[String]) -> String {
    let mut table = table(session);
    let mut all = table.snapshot(party, &|_| false).text();
    for ply in [0, session.ply() / 2, session.ply()] {
        let past = ClientMessage::Past {
            ply,
            turned: ply > 0,
        };
        let handled = table.handle(party, past, (&First, secret(9)));
        all.extend(handled.replies.iter().map(ServerMessage::text));
    }
    for text in asked {
        for message in [
            ClientMessage::Why { text: text.clone() },
            ClientMessage::Look { word: text.clone() },
        ] {
            let handled = table.handle(party, message, (&First, secret(9)));
            all.extend(handled.replies.iter().map(ServerMessage::text));
        }
    }
    all
}

/// Plays a pair of games; returns how often worlds that differ were compared.
fn side_by_side(rules: &Arc<Rules>, party: Party, dice: &mut Dice) -> usize {
    let begun = table_of(rules, ChanceMode::Manual);
    let viewer = match party {
        Party::Seat(seat) => Viewer::Seat(seat),
        _ => Viewer::Onlooker,
    };
    let mut worlds = [begun.session().clone(), begun.session().clone()];
    let mut compared = 0;
    for _ in 0..MOST_PLIES {
        let Some(actor) = worlds[0].decider() else {
            break;
        };
        let all = worlds.each_ref().map(texts);
        let is_own = party
            == Party::Seat(match actor {
                Actor::Player(seat) => seat,
                Actor::Chance => SeatId(u8::MAX),
            });
        let first = all[0][dice.below(all[0].len())].clone();
        let mut next = worlds[0].clone();
        next.play(&[order(&worlds[0], &first)]).expect("legal");
        let told = known(&next, viewer);
        let tries: Vec<String> = match is_own {
            true => vec![first.clone()],
            false => (0..TRIES)
                .map(|_| all[1][dice.below(all[1].len())].clone())
                .chain([first.clone()])
                .collect(),
        };
        let other = tries.into_iter().find_map(|text| {
            let mut other = worlds[1].clone();
            other.play(&[order(&worlds[1], &text)]).ok()?;
            (known(&other, viewer) == told).then_some(other)
        });
        let Some(other) = other else { break };
        worlds = [next, other];
        let [one, other] = worlds.each_ref();
        if one.hash(Viewer::Table) == other.hash(Viewer::Table) {
            continue;
        }
        compared += 1;
        let asked: Vec<String> = match one.decider() {
            Some(_) => texts(one)
                .into_iter()
                .take(2)
                .chain(texts(other).into_iter().take(2))
                .collect(),
            None => Vec::new(),
        };
        assert_eq!(
            bytes(one, party, &asked),
            bytes(other, party, &asked),
            "{} {party:?}",
            rules.name()
        );
    }
    compared
}

fn hidden_games() -> Vec<Setting> {
    let mut all = CARDS.to_vec();
    all.extend(found());
    all.retain(|setting| setting.rules().hides_something());
    all
}

#[test]
fn worlds_that_a_party_cannot_tell_apart_give_the_same_bytes() {
    let mut compared = 0;
    let mut dice = Dice(1);
    let settings = hidden_games();
    assert!(!settings.is_empty());
    for setting in settings
        .iter()
        .step_by(linstock_testing::games::one_of_rulesets(3))
    {
        let rules = setting.rules();
        for party in [seat(0), seat(1), Party::Watcher] {
            compared += side_by_side(&rules, party, &mut dice);
        }
    }
    assert!(compared > 20, "{compared}");
}

/// Where nothing is hidden, the game is drawn once for all parties.
#[test]
fn games_without_secrets_look_the_same_to_everybody() {
    let mut dice = Dice(2);
    let settings = found();
    for setting in settings
        .iter()
        .step_by(linstock_testing::games::one_of_rulesets(3))
    {
        let rules = setting.rules();
        if rules.hides_something() {
            continue;
        }
        let mut session = table_of(&rules, ChanceMode::Auto).session().clone();
        for _ in 0..MOST_PLIES / 2 {
            if session.decider().is_none() {
                break;
            }
            let all = texts(&session);
            let text = all[dice.below(all.len())].clone();
            session.play(&[order(&session, &text)]).expect("legal");
        }
        let table = table(&session);
        let shown = table.view_text(Viewer::Onlooker, false);
        for seat in session.model().seat_ids() {
            assert_eq!(
                table.view_text(Viewer::Seat(seat), false),
                shown,
                "{}",
                rules.name()
            );
        }
    }
}

/// The comparison finds a leak: what the table itself sees differs in such worlds.
#[test]
fn a_planted_leak_is_found() {
    let setting = hidden_games()
        .into_iter()
        .find(|setting| setting.rules().name() == "kuhn-poker");
    let rules = setting.expect("shipped").rules();
    let mut dice = Dice(3);
    let mut worlds = [0, 1].map(|_| table_of(&rules, ChanceMode::Manual).session().clone());
    let viewer = Viewer::Seat(SeatId(0));
    let mut differing = 0;
    for _ in 0..200 {
        for world in &mut worlds {
            *world = table_of(&rules, ChanceMode::Manual).session().clone();
            while world.decider() == Some(Actor::Chance) {
                let all = texts(world);
                let text = all[dice.below(all.len())].clone();
                world.play(&[order(world, &text)]).expect("legal");
            }
        }
        let [one, other] = worlds.each_ref();
        if known(one, viewer) == known(other, viewer)
            && one.hash(Viewer::Table) != other.hash(Viewer::Table)
        {
            let whole = |world| linstock_play::Observation::new(world, Viewer::Table).json_text();
            assert_ne!(whole(one), whole(other));
            assert_eq!(bytes(one, seat(0), &[]), bytes(other, seat(0), &[]));
            differing += 1;
        }
    }
    assert!(differing > 5, "{differing}");
}
