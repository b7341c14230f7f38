//! The texts of pictures can be read: in all shipped games, on light and on dark pages.

use linstock_model::SeatId;
use linstock_play::{
    Actor, ChanceMode, Chooser, Observation, Order, Purpose, Session, Setup, Viewer,
};
use linstock_testing::contrast::{PageColours, faint_texts};
use linstock_testing::games::{BALL, CARDS, COLONY, SETTINGS, Setting, found};
use std::collections::BTreeSet;

/// The random moves before a picture.
const PLIES: [u64; 2] = [0, 24];
/// The page of pictures with a ground of their own.
const WHITE: PageColours = PageColours {
    ground: "#fff",
    ink: "#222",
};
/// The pages around pictures without one.
const PAGES: [PageColours; 2] = [
    PageColours {
        ground: "#f6f3ee",
        ink: "#222",
    },
    PageColours {
        ground: "#1b1a18",
        ink: "#eee",
    },
];

/// Plays random moves.
fn position(setting: Setting, plies: u64) -> Session {
    let setup = Setup {
        chance: ChanceMode::Manual,
        ..Setup::default()
    };
    let mut session = Session::begin(setting.rules(), setup).expect("it starts");
    for at in 0..plies {
        let Some(actor) = session.decider() else {
            break;
        };
        let mut choices = session.choices(actor).expect("choices");
        let weights = choices.iter().map(|choice| choice.weight);
        let Some(picked) = Chooser::new(7, Purpose::Move, at).pick(weights) else {
            break;
        };
        let order = Order {
            actor: Some(actor),
            text: choices.swap_remove(picked).text,
        };
        session.play(&[order]).expect("a legal move");
    }
    session
}

/// Lists the texts of a position that are hard to read.
fn faint(session: &Session) -> BTreeSet<String> {
    let viewer = match session.decider() {
        Some(Actor::Player(seat)) => seat,
        _ => SeatId(0),
    };
    let picture = Observation::new(session, Viewer::Seat(viewer)).picture();
    let mut faint = BTreeSet::new();
    faint.extend(
        picture
            .board
            .iter()
            .flat_map(|board| faint_texts(&board.svg(""), WHITE)),
    );
    for values in &picture.values {
        faint.extend(
            PAGES
                .iter()
                .flat_map(|page| faint_texts(&values.svg(), *page)),
        );
    }
    let items = picture.zones.iter().flat_map(|zone| &zone.items);
    faint.extend(items.flat_map(|(item, _)| faint_texts(&item.svg(), WHITE)));
    faint
}

#[test]
fn texts_of_pictures_can_be_read() {
    let mut settings = found();
    settings.extend(SETTINGS);
    settings.extend([CARDS[0], BALL[0], COLONY[2]]);
    let mut found = Vec::new();
    for setting in settings {
        for plies in PLIES {
            let texts = faint(&position(setting, plies));
            let name = setting.files[0];
            found.extend(
                texts
                    .iter()
                    .map(|text| format!("{name} after {plies}: {text}")),
            );
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
