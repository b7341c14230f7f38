//! What must hold of every ruleset: random games through a session, looked at from all sides.

use linstock_engine::vm::{Move, MoveList, Position, Turn};
use linstock_play::Rules;
use linstock_play::{
    Actor, Canvas, ChanceMode, Observation, Order, Save, Session, Setup, Viewer, notation,
};
use linstock_testing::games::{
    BALL, BROAD, CARDS, COLONY, KRIEGSPIEL, ODD, PARTS, SETTINGS, Setting, found, share, thorough,
};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::sync::Arc;

/// The number of random games with each ruleset; tests that are not thorough play a share of them.
const GAMES: usize = 200;
/// A game that is not over by then is left.
const MOST_PLIES: usize = 600;
/// In tests that are not thorough, a game stops after this many listed choices.
const FEW_CHOICES: usize = 1_000;
/// The number of plies between two round trips (undo, save, view).
const STRIDE: usize = 10;

fn battery(setting: Setting, games: usize) {
    let most_choices = if thorough() { usize::MAX } else { FEW_CHOICES };
    battery_within(setting, games, most_choices);
}

/// Like `battery`; a game stops after `choices` listed choices.
fn battery_within(setting: Setting, games: usize, most_choices: usize) {
    let rules = setting.rules();
    for seed in 0..share(games) as u64 {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut session = begin(&rules, seed);
        let mut listed_choices = 0;
        for ply in 0..MOST_PLIES {
            let choices = listed(&session);
            if choices.is_empty() {
                assert_eq!(session.turn(), Turn::Over, "{setting:?}");
                break;
            }
            if ply % STRIDE == 0 {
                nothing_else_is_legal(&session, &choices);
                texts_are_read_back(&session, &choices);
                undo_and_redo_are_exact(&mut session);
                seen_by_everybody(&session);
            }
            let at = random.next_u64() as usize % choices.len();
            play(&mut session, &choices[at]);
            listed_choices += choices.len();
            if listed_choices > most_choices {
                break;
            }
        }
        replays(&session, &rules);
        saves(&session, &rules);
    }
}

fn begin(rules: &Arc<Rules>, seed: u64) -> Session {
    let setup = Setup {
        chance: ChanceMode::Manual,
        seed,
        ..Setup::default()
    };
    Session::begin(Arc::clone(rules), setup).expect("the session begins")
}

fn play(session: &mut Session, text: &str) {
    let order = Order {
        actor: None,
        text: text.to_owned(),
    };
    session
        .play(&[order])
        .unwrap_or_else(|e| panic!("{text}: {e}"));
}

/// Returns the texts of what can be chosen: sorted, each once.
fn listed(session: &Session) -> Vec<String> {
    let Some(actor) = session.decider() else {
        return Vec::new();
    };
    let texts: Vec<String> = session
        .choices(actor)
        .expect("they can be listed")
        .into_iter()
        .map(|c| c.text)
        .collect();
    assert!(texts.is_sorted(), "{texts:?}");
    let mut unique = texts.clone();
    unique.dedup();
    assert_eq!(unique, texts);
    texts
}

/// The engine's own list is as long, holds each move once, and applies none that it does not hold.
fn nothing_else_is_legal(session: &Session, choices: &[String]) {
    let (rules, state) = (session.rules(), session.state());
    let mut moves = MoveList::default();
    rules
        .moves_into(state, &mut moves)
        .expect("they can be listed");
    let all: Vec<_> = moves.iter().collect();
    for (at, mv) in all.iter().enumerate() {
        assert_eq!(moves.get(at), Some(*mv));
        assert!(moves.contains(*mv));
        let next = rules.play(state, *mv).expect("a listed move can be played");
        advances_alike(session, *mv, &next);
    }
    if session.decider() != Some(Actor::Chance) {
        assert_eq!(all.len(), choices.len());
    }
    // What was legal before the last move and is no more must be refused.
    let before = session.state_at(session.ply().saturating_sub(1));
    let mut earlier = MoveList::default();
    rules
        .moves_into(&before, &mut earlier)
        .expect("they can be listed");
    let mut legal = all;
    if let Turn::Players(seats) = rules.turn(state) {
        legal.extend(
            seats
                .iter()
                .flat_map(|&seat| rules.moves(state, seat).expect("they can be listed")),
        );
    }
    for mv in earlier.iter().filter(|mv| !legal.contains(mv)) {
        assert!(rules.play(state, mv).is_err());
    }
}

/// A move that is played and listed after in one go leads where it leads by its instructions.
fn advances_alike(session: &Session, mv: Move, next: &Position) {
    let rules = session.rules();
    let (mut state, mut moves) = (session.state().clone(), MoveList::default());
    rules
        .advance(&mut state, mv, &mut moves)
        .expect("a listed move can be played");
    assert_eq!(&state, next);
    let mut listed = MoveList::default();
    rules
        .moves_into(next, &mut listed)
        .expect("they can be listed");
    assert!(moves.iter().eq(listed.iter()), "{mv:?}");
}

fn texts_are_read_back(session: &Session, choices: &[String]) {
    // Where very many can be chosen, some of them are tried.
    for text in choices.iter().step_by(1 + choices.len() / 100) {
        let loose = loosely(text);
        for written in [text, &loose] {
            let readings = notation::read(session.model(), written);
            let readings = readings.unwrap_or_else(|e| panic!("{written}: {e}"));
            assert!(
                readings.iter().any(|r| r.text == *text),
                "{written} is not read as {text}"
            );
        }
    }
}

/// Writes a text with more blanks, and in capitals; the sign of a number stays with it.
fn loosely(text: &str) -> String {
    let loose = text.to_uppercase().replace(" -", " \0");
    let loose = loose.replace('-', " - ").replace('\0', "-");
    format!("  {}  ", loose.replace(' ', "  "))
}

fn undo_and_redo_are_exact(session: &mut Session) {
    if session.ply() == 0 {
        return;
    }
    let (state, hash, ply) = (
        session.state().clone(),
        session.hash(Viewer::Table),
        session.ply(),
    );
    session.undo(1).expect("something can be undone");
    let before = session.hash(Viewer::Table);
    assert_eq!(session.state_at(ply - 1), *session.state());
    session.redo(1).expect("what was undone can be redone");
    assert_eq!(
        (session.state(), session.hash(Viewer::Table), session.ply()),
        (&state, hash, ply)
    );
    session.undo(1).expect("something can be undone again");
    assert_eq!(session.hash(Viewer::Table), before);
    session
        .redo(1)
        .expect("what was undone can be redone again");
}

fn seen_by_everybody(session: &Session) {
    let seats = session.model().seat_ids().map(Viewer::Seat);
    for viewer in seats.chain([Viewer::Table]) {
        let view = Observation::new(session, viewer);
        assert!(view.json().is_object());
        assert!(!view.text(Canvas::default()).is_empty());
    }
}

/// The same moves in a new session, and on a copied state, come to the same.
fn replays(session: &Session, rules: &Arc<Rules>) {
    let mut again = begin(rules, 0);
    for ply in session.history() {
        play(&mut again, &ply.text);
    }
    assert_eq!(again.state(), session.state());
    assert_eq!(again.hash(Viewer::Table), session.hash(Viewer::Table));
    assert_eq!(again.state().clone(), *session.state());
    assert_eq!(rules.outcome(again.state()), rules.outcome(session.state()));
}

fn saves(session: &Session, rules: &Arc<Rules>) {
    let save = Save::of(session);
    let read = Save::read(&save.text()).expect("a save can be read");
    let resumed = read
        .resume(Arc::clone(rules), None)
        .expect("a save can be resumed");
    assert_eq!(resumed.state(), session.state());
    assert_eq!(resumed.hash(Viewer::Table), session.hash(Viewer::Table));
    assert_eq!(resumed.history().len(), session.history().len());
}

/// Writes a test for each setting, so that they run side by side.
macro_rules! batteries {
    ($($name:ident: $settings:ident $at:expr,)*) => {$(
        #[test]
        fn $name() {
            battery($settings[$at], GAMES);
        }
    )*};
}

batteries! {
    cannon: SETTINGS 0,
    cannon_without_shots_over: SETTINGS 1,
    cannon_with_one_shift: SETTINGS 2,
    cannon_for_tournaments: SETTINGS 3,
    cannon_de: SETTINGS 5,
    breakthrough: SETTINGS 7,
    tic_tac_toe: SETTINGS 8,
    cannon_buster_for_two: CARDS 0,
    cannon_buster_for_three: CARDS 1,
    cannon_buster_for_four: CARDS 2,
    liars_dice: CARDS 5,
    cannonball_colony_for_two: COLONY 0,
    cannonball_colony_for_three: COLONY 1,
    cannonball_colony_for_four: COLONY 2,
}

/// Writes a test for each part of the rulesets that are found by their folders, so that the parts run side by side.
macro_rules! parts {
    ($($name:ident $part:literal,)*) => {
        const PARTS_OF_FOUND: usize = [$($part),*].len();
        $(#[test]
        fn $name() {
            for setting in found().into_iter().skip($part).step_by(PARTS_OF_FOUND) {
                battery_within(setting, 10, share(20_000));
            }
        })*
    };
}

parts! {
    rulesets_by_their_folders 0,
    rulesets_by_their_folders_second_part 1,
    rulesets_by_their_folders_third_part 2,
    rulesets_by_their_folders_fourth_part 3,
}

#[test]
fn cannon_ball() {
    battery(BALL[0], 100);
}

#[test]
fn cannon_ball_under_other_options() {
    for setting in &BALL[1..] {
        battery(*setting, 10);
    }
}

#[test]
fn cannonball_colony_under_other_options() {
    for setting in &COLONY[3..] {
        battery(*setting, 20);
    }
}

#[test]
fn odd_games_of_layers_and_parts() {
    for setting in PARTS {
        battery(setting, 8);
    }
}

#[test]
fn a_broad_board() {
    battery(BROAD, 1);
}

#[test]
fn odd_games() {
    for setting in ODD.into_iter().chain([CARDS[3], CARDS[4], KRIEGSPIEL]) {
        battery(setting, 20);
    }
}
