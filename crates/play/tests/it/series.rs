//! `as often as possible`: only moves with which the longest series begins.

use linstock_base::Sources;
use linstock_check::Choices;
use linstock_play::Rules;
use linstock_play::{ChanceMode, Order, Session, Setup};
use std::sync::Arc;

fn game(body: &str, play: &str) -> Sources {
    let text = format!(
        "game row \"Row\"\nplayers a, b\nboard 6 x 1\npiece man \"o\"\nremember {{ at = nothing }}\n\
         move hop \"{{here}}-{{there}}\" {{\n here in at if some at else own\n {body}\n at = there\n}}\n\
         move stay \"stay\" {{ }}\nplay {{\n man: box -> {{b1, f1}}\n {play}\n}}"
    );
    Sources::from([("row.game", text)])
}

fn begun(sources: &Sources) -> Session {
    let rules = Rules::load(sources, &Choices::default());
    let rules = rules.unwrap_or_else(|found| panic!("{found:?}"));
    let setup = Setup {
        chance: ChanceMode::Manual,
        ..Setup::default()
    };
    Session::begin(Arc::new(rules), setup).expect("it begins")
}

fn texts(session: &Session) -> Vec<String> {
    let actor = session.decider().expect("somebody chooses");
    let choices = session.choices(actor).expect("they can be listed");
    choices.into_iter().map(|choice| choice.text).collect()
}

const STEP: &str = "there in east of here and empty\n here -> there";

#[test]
fn the_longest_series_is_kept_to_its_end() {
    let play = "repeat each player { phase turn { repeat { ask me: hop as often as possible otherwise leave turn } }\n forget at\n ask me: stay }";
    let mut session = begun(&game(
        "there in 1.. east of here through empty and empty\n here -> there",
        play,
    ));
    // One step at a time leads farther than a leap.
    for text in ["b1-c1", "c1-d1", "d1-e1", "stay"] {
        assert_eq!(texts(&session), [text]);
        let order = Order {
            actor: session.decider(),
            text: text.to_owned(),
        };
        session.play(&[order]).expect("it is legal");
    }
}

#[test]
fn a_series_ends_with_the_choice_of_another_player() {
    let play = "repeat each player { ask me: hop as often as possible }";
    let play = play.replace("each player", "each player where me is a");
    let alone = begun(&game(STEP, &play));
    assert_eq!(texts(&alone), ["b1-c1"]);
}

/// The threads of `linstock sim` have little of it.
#[test]
fn a_long_series_needs_no_deep_stack() {
    let text = "game climb \"Climb\"\nplayers a, b\nremember { c = 0 }\n\
         move up \"up\" { when c < 200\n c = c + 1 }\n\
         play { repeat each player { repeat { ask me: up as often as possible otherwise draw } } }";
    let sources = Sources::from([("climb.game", text)]);
    let small = std::thread::Builder::new().stack_size(1 << 20);
    let play = move || {
        let mut state = begun(&sources);
        for _ in 0..3 {
            assert_eq!(texts(&state), ["up"]);
            let order = Order {
                actor: state.decider(),
                text: "up".to_owned(),
            };
            state.play(&[order]).expect("it is legal");
        }
    };
    let played = small.spawn(play).expect("begun").join();
    played.expect("it has room");
}

#[test]
fn a_series_without_an_end_is_told_so() {
    let play = "repeat { ask me: hop as often as possible }";
    let sources = game(
        "there in (east or west) of here and empty\n here -> there",
        play,
    );
    let session = begun(&sources);
    let actor = session.decider().expect("somebody chooses");
    let told = session.choices(actor).expect_err("there is no end");
    assert!(
        told.to_string().contains("`as often as possible`"),
        "{told}"
    );
}
