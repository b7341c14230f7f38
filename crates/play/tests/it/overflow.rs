//! Numbers that do not fit into 64 bits are faults, with what was worked out and the place; nothing stops at the ends.

use linstock_base::{Sources, Style};
use linstock_check::Choices;
use linstock_play::Rules;
use linstock_play::{Session, Setup};
use std::sync::Arc;

/// Begins a game whose one move does this.
fn session(does: &str, more: &str) -> Session {
    let text = format!(
        "game x \"X\"\nplayers ann, bob\nremember {{ x = 4611686018427387904 }}\n\
         move go \"go\" {{ {does} }}\nplay {{ repeat each player {{ ask me: go; if x < 3 {{ win me }} }} }}\n{more}"
    );
    let sources = Sources::from([("x.game", text.as_str())]);
    let rules = Rules::load(&sources, &Choices::default());
    let rules = rules.unwrap_or_else(|e| panic!("{}", e.render(&sources, Style::Plain)));
    let setup = Setup {
        sources: Some(Arc::new(sources)),
        ..Setup::default()
    };
    Session::begin(Arc::new(rules), setup).expect("it begins")
}

/// Returns what is said when the move is played; the game stays as it was.
fn refused(does: &str, more: &str) -> String {
    let mut session = session(does, more);
    let before = session.state().clone();
    let refusal = session.play(&["go".into()]).expect_err("it does not fit");
    assert_eq!((session.ply(), session.state()), (0, &before));
    refusal.to_string()
}

#[test]
fn a_number_that_does_not_fit_is_a_fault() {
    let told = refused("repeat 3 times { x = x * 3 }", "");
    let what = "4611686018427387904 * 3 is too large to be worked out: \
                numbers go from -9223372036854775808 to 9223372036854775807";
    assert!(told.starts_with(what), "{told}");
    assert!(told.contains("at x.game:4:"), "{told}");
    assert!(refused("x = x + x", "").contains(" + "));
    assert!(refused("x = 0 - x - x - x", "").contains(" - "));
}

#[test]
fn constants_that_do_not_fit_are_found_by_check() {
    let text = "game x \"X\"\nplayers ann, bob\nremember { x = 0 }\n\
                move go \"go\" { x = 9223372036854775807 + 1 }\n\
                play { repeat each player { ask me: go; if x < 0 { win me } } }\n";
    let sources = Sources::from([("x.game", text)]);
    let found = Rules::load(&sources, &Choices::default()).expect_err("it does not fit");
    let told = found.render(&sources, Style::Plain);
    assert!(
        told.contains("error[E0628]: 9223372036854775807 + 1 is too large to be worked out"),
        "{told}"
    );
    assert!(told.contains("x.game:4:"), "{told}");
}

/// The compiled rules work all branches out; one that is not taken does not fail there either.
#[test]
fn what_is_not_asked_for_does_not_fail() {
    for does in [
        "x = x * 3 if x < 3 else 1",
        "x = 1 if x > 3 else x * 3",
        "x = (x * 3 if x > 0 else 2) if x < 3 else 1",
        "if x < 3 and x * 3 > 7 { x = 2 } else { x = 1 }",
        "if x > 3 or x * 3 > 7 { x = 1 }",
        "x = 1 if x > 3 and (x > 5 or x * 5 is 2) else x * 3",
    ] {
        let mut session = session(does, "");
        let played = session.play(&["go".into()]);
        assert!(played.is_ok(), "{does}: {played:?}");
        assert_eq!(
            session
                .rules()
                .outcome(session.state())
                .map(|o| o.winners.len()),
            Some(1),
            "{does}"
        );
    }
    assert!(refused("x = x * 3 if x > 3 else 1", "").contains(" * 3 is too large"));
    assert!(refused("if x > 3 and x * 3 > 7 { x = 2 }", "").contains(" * 3 is too large"));
}

#[test]
fn a_number_divided_by_nothing_is_a_fault_only_where_it_is_asked_for() {
    let told = refused("x = 7 / (x - x)", "");
    assert!(told.starts_with("7 is divided by 0"), "{told}");
    assert!(told.contains("at x.game:4:"), "{told}");
    assert!(refused("x = 7 % (x - x)", "").starts_with("7 is divided by 0"));
    for does in [
        "x = 7 / (x - x) if x < 3 else 1",
        "if x is 0 and 7 / x > 2 { x = 3 } else { x = 1 }",
        "if x > 3 or 7 % (x - x) is 2 { x = 1 }",
    ] {
        let played = session(does, "").play(&["go".into()]);
        assert!(played.is_ok(), "{does}: {played:?}");
    }
}

#[test]
fn what_is_left_is_never_below_zero() {
    let worked_out = |what: &str| {
        let mut session = session(&format!("if {what} {{ x = 1 }}"), "");
        session.play(&["go".into()]).expect("it is worked out");
        session.rules().outcome(session.state()).is_some()
    };
    // `x - x` is 0, and not known beforehand.
    for (a, b, times, left) in [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -3, 1), (-7, -2, 4, 1)] {
        assert!(worked_out(&format!("(x - x + {a}) / {b} is {times}")));
        assert!(worked_out(&format!("{a} % (x - x + {b}) is {left}")));
        assert!(!worked_out(&format!("{a} / {b} is {}", times + 1)));
    }
    assert!(worked_out("-x % -1 is 0"));
}

#[test]
fn a_score_that_does_not_fit_refuses_the_move_that_ends_the_game() {
    let told = refused("x = 2 - x", "score of p = x * 3\n");
    assert!(told.contains(" * 3 is too large"), "{told}");
}

#[test]
fn numbers_at_the_ends_are_numbers() {
    let mut session = session("x = 9223372036854775807 - 1 + 1", "");
    session.play(&["go".into(), "go".into()]).expect("it fits");
}
