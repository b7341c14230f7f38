//! Moves that are not asked for now: what was asked instead, and what led past them in this turn.

use linstock_base::Sources;
use linstock_check::Choices;
use linstock_play::{Actor, ChanceMode, Order, Rules, Session, Setup};
use std::sync::Arc;

const FAIR: &str = r#"
game fair "Fair"
players ann, bob
board 3 x 1
piece man "m"
remember { coins = 0 }
fact lucky(n) = n > 3 else "{n} is no lucky number"
@F-1 move spin "spin" { ask chance: roll }
move roll "roll {n}" {
  n in 1..6
  @F-2 if lucky(n) { @F-3 ask me: take, refuse }
}
@F-4 move take "take" { coins = coins + 1 }
move refuse "refuse" { }
move sleep "sleep" { @F-6 ask me: dream, wake }
move dream "dream" { leave turn }
move wake "wake" { leave turn }
@F-5 move walk "walk {p}" { p in empty else "somebody stands on {p}"; man: box -> p; leave turn }
move rest "rest" { leave turn }
play {
  repeat each player {
    phase turn {
      @F-7 ask me: walk, sleep otherwise { @F-8 ask me: rest }
      repeat { ask me: spin, rest }
    }
  }
}
clauses {
  F-1 "One."; F-2 "Two."; F-3 "Three."; F-4 "Four."; F-5 "Five."; F-6 "Six."; F-7 "Seven."; F-8 "Eight."
}
"#;

/// A row of points that fills up.
const ROW: &str = r#"
game row "Row"
players ann, bob
board 3 x 1
piece man "m"
@F-5 move walk "walk {p}" { p in empty else "somebody stands on {p}"; man: box -> p }
move rest "rest" { }
play { repeat each player { @F-7 ask me: walk otherwise { @F-8 ask me: rest } } }
clauses { F-5 "Five."; F-7 "Seven."; F-8 "Eight." }
"#;

fn session(text: &str) -> Session {
    let sources = Arc::new(Sources::from([("fair.game", text)]));
    let rules = Rules::load(&sources, &Choices::default())
        .unwrap_or_else(|found| panic!("{}", found.render(&sources, linstock_base::Style::Plain)));
    let setup = Setup {
        sources: Some(sources),
        chance: ChanceMode::Manual,
        ..Setup::default()
    };
    Session::begin(Arc::new(rules), setup).expect("it begins")
}

/// Plays moves, and says why another one is refused after them.
fn said(text: &str, moves: &[&str], asked: &str) -> String {
    let mut session = session(text);
    for mv in moves {
        let order: Order = match mv.strip_prefix("roll") {
            Some(_) => Order {
                actor: Some(Actor::Chance),
                text: (*mv).to_owned(),
            },
            None => (*mv).into(),
        };
        session.play(&[order]).expect("it is legal");
    }
    let why = session.why(None, asked).expect("it is a move");
    assert!(!why.legal, "{asked}");
    format!("{} [{}]", why.reason, session.clauses(&why).join(" "))
}

#[test]
fn what_led_past_a_question_is_said() {
    let game = FAIR.replace(
        "@F-7 ask me: walk, sleep otherwise { @F-8 ask me: rest }\n",
        "",
    );
    assert_eq!(
        said(&game, &["spin", "roll 2"], "take"),
        "you cannot play `take` now: after `roll 2`, 2 is no lucky number; you can play `spin` or `rest`, such as `spin` [F-2 F-3]"
    );
    assert_eq!(
        said(&game, &["spin", "roll 5", "take"], "take"),
        "you cannot play `take` now: it would be another `take`; you can play `spin` or `rest`, such as `spin` [F-3 F-1]"
    );
    assert_eq!(
        said(&game, &["spin", "roll 5", "refuse"], "take"),
        "you cannot play `take` now: `take` comes after `spin`; you can play `spin` or `rest`, such as `spin` [F-1 F-3]"
    );
}

#[test]
fn what_was_chosen_instead_is_said() {
    assert_eq!(
        said(FAIR, &["sleep"], "walk b1"),
        "you cannot play `walk b1` now: `sleep` was chosen instead; you can play `dream` or `wake`, such as `dream` [F-5 F-6 F-7]"
    );
}

#[test]
fn a_last_resort_is_told_as_such_and_what_it_replaces_is_explained() {
    let rest = "you cannot play `rest` now: `rest` is possible only if there is no `walk` or `sleep`; you can play `walk` or `sleep`, such as `walk a1` [F-7]";
    assert_eq!(said(FAIR, &[], "rest"), rest);
    let all = ["walk a1", "walk b1", "walk c1"];
    assert_eq!(
        said(ROW, &all, "walk b1"),
        "`walk b1` is not legal: somebody stands on b1 [F-5]"
    );
}
