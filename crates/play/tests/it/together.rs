//! Choices that several players make at once: hidden until the last is made, in whatever order they come.

use linstock_check::Choices;
use linstock_model::SeatId;
use linstock_play::Rules;
use linstock_play::{Actor, Canvas, Event, Observation, Order, Refusal, Session, Setup, Viewer};
use linstock_testing::games::{Setting, odd};
use std::sync::Arc;

const FINGERS: Setting = odd(&["tests/it/games/fingers.game"]);
const ANN: SeatId = SeatId(0);
const BOB: SeatId = SeatId(1);
const CEM: SeatId = SeatId(2);

fn begin() -> Session {
    let rules = Arc::new(Rules::from(
        linstock_engine::compile::compile(FINGERS.model(), None, &std::rc::Rc::default())
            .expect("compiles"),
    ));
    Session::begin(rules, Setup::default()).expect("begins")
}

fn order(seat: SeatId, text: &str) -> Order {
    Order {
        actor: Some(Actor::Player(seat)),
        text: text.to_owned(),
    }
}

fn after(orders: &[(SeatId, &str)]) -> Session {
    let mut session = begin();
    for (seat, text) in orders {
        session.play(&[order(*seat, text)]).expect("legal");
    }
    session
}

/// Everything that a viewer is shown.
fn told(session: &Session, viewer: Viewer) -> String {
    let view = Observation::new(session, viewer);
    let seen: Vec<_> = session.seen(viewer).collect();
    format!(
        "{}\n{}\n{seen:?}\n{:?}\n{:016x}",
        view.text(Canvas::default()),
        view.json(),
        session.events(0, viewer),
        session.hash(viewer)
    )
}

#[test]
fn a_choice_is_hidden_from_others_until_the_last_has_chosen() {
    let (one, two) = (after(&[(ANN, "show 1")]), after(&[(ANN, "show 2")]));
    for viewer in [BOB, CEM].map(Viewer::Seat) {
        assert_eq!(told(&one, viewer), told(&two, viewer));
        assert_eq!(one.events(0, viewer), [Event::Move(ANN, "show".into())]);
    }
    for viewer in [Viewer::Table, Viewer::Seat(ANN)] {
        assert_ne!(told(&one, viewer), told(&two, viewer));
        assert_eq!(one.events(0, viewer), [Event::Move(ANN, "show 1".into())]);
    }
    let open = after(&[(ANN, "show 1"), (BOB, "show 0"), (CEM, "show 3")]);
    let first = Event::Move(ANN, "show 1".into());
    assert_eq!(open.events(0, Viewer::Seat(BOB)).first(), Some(&first));
}

#[test]
fn a_text_without_a_verb_is_hidden_whole() {
    let game = "
        game nook \"Nook\"
        players ann, bob
        board 2 x 2 { }
        piece stone \"s\"
        move put \"{there}\" { there in empty }
        move step \"{here}-{there}\" { here in everything; there in next to here }
        play { repeat { ask players: put, step } }
    ";
    let sources = linstock_base::Sources::from([("nook.game", game)]);
    let rules = Rules::load(&sources, &Choices::default()).expect("loads");
    let mut session = Session::begin(Arc::new(rules), Setup::default()).expect("begins");
    for (text, verb) in [("b2", "put"), ("a1-b1", "step")] {
        session.play(&[order(ANN, text)]).expect("legal");
        let told_bob = session.events(0, Viewer::Seat(BOB));
        assert_eq!(told_bob, [Event::Move(ANN, verb.into())]);
        session.undo(1).expect("it can be taken back");
    }
}

#[test]
fn the_order_in_which_choices_are_made_does_not_count() {
    let orders = [(ANN, "show 1"), (BOB, "show 0"), (CEM, "show 3")];
    let there = after(&orders);
    for order in [[2, 1, 0], [1, 2, 0], [0, 2, 1], [1, 0, 2]] {
        let other = after(&order.map(|at| orders[at]));
        assert_eq!(there.state(), other.state());
    }
    let (some, same) = (
        after(&[orders[0], orders[2]]),
        after(&[orders[2], orders[0]]),
    );
    assert_eq!(some.state(), same.state());
    assert_ne!(some.state(), after(&orders[..1]).state());
}

#[test]
fn a_choice_that_is_made_stands() {
    let mut session = after(&[(BOB, "show 2")]);
    assert_eq!(session.decider(), Some(Actor::Player(ANN)));
    assert!(
        session
            .choices(Actor::Player(BOB))
            .expect("they can be listed")
            .is_empty()
    );
    let again = session.play(&[order(BOB, "show 1")]);
    assert!(
        matches!(again, Err(Refusal::IllegalMove { .. })),
        "{again:?}"
    );
    session.undo(1).expect("it can be taken back");
    session.play(&[order(BOB, "show 1")]).expect("legal again");
}
