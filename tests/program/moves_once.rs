//! A line is parsed once, its move is looked for in one list, and a refusal is explained once.

use crate::protocol::{Connection, Server};
use crate::reading_scope::ReadingScope;
use crate::repl::ScriptedRepl;
use linstock_play::move_counts::{MoveCounts, take};
use linstock_play::scenario::ScenarioRunner;
use linstock_play::{Actor, Session, Setup};
use linstock_testing::games::{Setting, odd};
use serde_json::{Value, json};

const CANNON: Setting = odd(&["rulesets/cannon/cannon.game"]);

/// The Towns are placed, and light is to move.
fn cannon() -> Session {
    let mut session = Session::begin(CANNON.rules(), Setup::default()).expect("it begins");
    session
        .play(&["b10".into(), "c1".into()])
        .expect("both are legal");
    session
}

/// A legal move.
const LEGAL: &str = "b7-b6";
/// A move that is not legal.
const ILLEGAL: &str = "b7-b3";
/// A text that is no move: it names a point that is not there.
const MISNAMED: &str = "b7-z3";
/// A text that is no move: it is written like none, so legal moves are shown as examples.
const UNLIKE: &str = "b7+b6";

/// Makes counts from three numbers.
fn counts(parses: usize, listings: usize, explanations: usize) -> MoveCounts {
    MoveCounts {
        parses,
        listings,
        explanations,
    }
}

/// Counts what is done for a line at a keyboard.
fn of_keyboard(line: &str) -> MoveCounts {
    let keyboard = ScriptedRepl::begin("rulesets/cannon", 1, false).expect("it begins");
    let session = cannon();
    let _ = take();
    let Some(Actor::Player(seat)) = session.decider() else {
        panic!("a player is asked");
    };
    keyboard.said(session, seat, line).expect("an answer");
    take()
}

/// Counts what is done for a request of the protocol.
fn of_request(request: &Value) -> MoveCounts {
    let connection = Connection::new(None, ReadingScope::Anywhere).expect("the table");
    let mut server = Server::with(cannon(), connection);
    let _ = take();
    server.answer(request.to_string().as_bytes());
    take()
}

/// Counts what is done for a line of a scenario, without the lines before it.
fn of_scenario(line: &str) -> MoveCounts {
    let before = "for cannon\n\nscenario \"once\"\nplay b10\nplay c1\n";
    let count = |text: &str| {
        let mut runner = ScenarioRunner::new(CANNON.sources()).expect("no mistakes");
        let _ = take();
        assert!(runner.run("once.scn", text).passed(), "{text}");
        take()
    };
    let (alone, with) = (count(before), count(&format!("{before}{line}\n")));
    MoveCounts {
        parses: with.parses - alone.parses,
        listings: with.listings - alone.listings,
        explanations: with.explanations - alone.explanations,
    }
}

/// What a legal line at a keyboard costs: its own move is listed, and afterwards the moves of the next position, so that a
/// turn with one legal move can say so.
const AT_KEYBOARD: MoveCounts = MoveCounts {
    parses: 1,
    listings: 2,
    explanations: 0,
};

#[test]
fn a_legal_line_at_the_keyboard_costs_one_parse_and_one_listing_of_each_position() {
    assert_eq!(of_keyboard(LEGAL), AT_KEYBOARD);
    assert_eq!(of_keyboard(&format!("play {LEGAL}")), AT_KEYBOARD);
    assert_eq!(of_keyboard(&format!("try {LEGAL}")), AT_KEYBOARD);
    // The last of two moves brings the position that is listed.
    assert_eq!(of_keyboard(&format!("{LEGAL}; c4-c5")), counts(2, 3, 0));
}

#[test]
fn a_refused_line_at_the_keyboard_is_explained_once() {
    // What else the text may mean, the nearest legal move and a way around are looked for, too.
    for (line, expected) in [
        (ILLEGAL, counts(2, 2, 1)),
        (UNLIKE, counts(2, 3, 0)),
        (MISNAMED, counts(11, 2, 0)),
    ] {
        assert_eq!(of_keyboard(line), expected, "{line}");
    }
}

#[test]
fn why_costs_one_parse_one_explanation_and_the_list_of_a_legal_move() {
    let at_keyboard = |line: &str| of_keyboard(&format!("why {line}"));
    let request = |line: &str| of_request(&json!({ "cmd": "why", "move": line }));
    assert_eq!(request(LEGAL), counts(1, 1, 1));
    assert_eq!(request(ILLEGAL), counts(1, 0, 1));
    assert_eq!(request(MISNAMED), counts(1, 0, 0));
    assert_eq!(request(UNLIKE), counts(1, 1, 0));
    assert_eq!(at_keyboard(LEGAL), counts(1, 1, 1));
    assert_eq!(at_keyboard(ILLEGAL).explanations, 1);
}

#[test]
fn a_request_to_play_costs_one_parse_one_listing_and_one_explanation() {
    let of = |line: &str| of_request(&json!({ "cmd": "play", "move": line }));
    assert_eq!(of(LEGAL), counts(1, 1, 0));
    assert_eq!(of(ILLEGAL), counts(1, 1, 1));
    assert_eq!(of(MISNAMED), counts(1, 0, 0));
    assert_eq!(of(UNLIKE), counts(1, 1, 0));
}

#[test]
fn a_line_of_a_scenario_costs_one_parse_one_listing_and_one_explanation() {
    let played = |line: &str| of_scenario(&format!("play {line}"));
    assert_eq!(played(LEGAL), counts(1, 1, 1));
    let refused = |line: &str| of_scenario(&format!("refuse {line}"));
    assert_eq!(refused(ILLEGAL), counts(1, 0, 1));
    let without_warning = |line: &str| of_scenario(&format!("no warning of {line}"));
    assert_eq!(without_warning(LEGAL), counts(1, 1, 1));
}
