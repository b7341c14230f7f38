//! `repeat each player where C`: who takes part, and that the round ends once it is for nobody.

use linstock_base::Sources;
use linstock_check::Choices;
use linstock_engine::vm::Turn;
use linstock_play::Rules;
use linstock_play::{ChanceMode, Order, Session, Setup};
use std::sync::Arc;

/// Begins a game of three players, each of whom may go out.
fn begun(play: &str) -> Session {
    let text = format!(
        "game out \"Out\"\nplayers ann, ben, cem\nremember {{ out of player = no; left = 4 }}\n\
         move stay \"stay {{me}}\" {{ left = left - 1 }}\nmove go \"go {{me}}\" {{ out of me = yes }}\nmove end \"end {{me}}\" {{ }}\n\
         play {{\n {play}\n}}"
    );
    let sources = Sources::from([("out.game", text)]);
    let rules = Rules::load(&sources, &Choices::default());
    let rules = rules.unwrap_or_else(|found| panic!("{found:?}"));
    let setup = Setup {
        chance: ChanceMode::Manual,
        ..Setup::default()
    };
    Session::begin(Arc::new(rules), setup).expect("it begins")
}

/// Plays moves, and returns how the game ended, if it did.
fn played(play: &str, texts: &[&str]) -> Option<String> {
    let mut session = begun(play);
    for text in texts {
        let order = Order {
            actor: session.decider(),
            text: (*text).to_owned(),
        };
        let done = session.play(&[order]);
        done.unwrap_or_else(|refused| panic!("{text}: {refused:?}"));
    }
    let over = session.turn() == Turn::Over;
    over.then(|| {
        let outcome = session.rules().outcome(session.state());
        outcome.expect("it is over").reason
    })
}

const ROUND: &str = "repeat each player where not out of me { ask me: stay, go }";

#[test]
fn a_round_ends_once_it_is_for_nobody() {
    let play = format!("{ROUND}\n draw \"all are out\"");
    let texts = ["go ann", "stay ben", "go cem", "stay ben"];
    assert_eq!(played(&play, &texts), None);
    let all = [&texts[..], &["go ben"]].concat();
    assert_eq!(played(&play, &all).as_deref(), Some("all are out"));
}

#[test]
fn nothing_is_left_to_play_behind_it() {
    let reason = played(ROUND, &["go ann", "go ben", "go cem"]);
    assert_eq!(reason.as_deref(), Some("there is nothing more to play"));
}

#[test]
fn who_acted_before_it_acts_again() {
    let play = "each player from ben where me is ben {\n repeat each player from cem backwards where not out of me { ask me: go }\n ask me: end\n }";
    // The one before whom it begins comes last where it goes backwards.
    let texts = ["go ben", "go ann", "go cem"];
    assert_eq!(played(play, &texts), None);
    let all = [&texts[..], &["end ben"]].concat();
    assert!(played(play, &all).is_some());
}

#[test]
fn a_round_that_is_for_nobody_is_passed_over() {
    let play = "repeat each player where left is 0 { ask me: stay }\n ask ann: end";
    assert!(played(play, &["end ann"]).is_some());
}

#[test]
fn the_others_go_on_while_one_takes_part() {
    let play = format!("phase all {{ {ROUND} }}\n draw \"over\"");
    let one = ["go ann", "go ben"];
    let stays = ["stay cem"; 20];
    assert_eq!(played(&play, &[&one[..], &stays].concat()), None);
}
