//! What a page shows of a game, in the form in which it is sent. `assets/messages.d.ts` says what the short names mean.

use crate::page_words::TableWords;
use linstock_draw::{ItemLook, Pit, Scene, ScenePoint, Suit, ValueBoard};
use linstock_model::Model;
use linstock_play::{Observation, ShownCards, card_named};
use serde::Serialize;

/// What a viewer sees of a game.
#[derive(Serialize)]
pub(super) struct ShownGame<'a> {
    pub(super) board: Option<ShownBoard>,
    pub(super) zones: Vec<ZoneOnPage<'a>>,
    pub(super) values: Vec<ValuesOnPage>,
    pub(super) notes: Vec<String>,
    pub(super) status: String,
    pub(super) history: Vec<PlyOnPage<'a>>,
    /// The cards that the last plies name.
    pub(super) played: Vec<PlayedOnPage>,
}

/// A position of the past.
#[derive(Serialize)]
pub(super) struct ShownPast<'a> {
    pub(super) ply: usize,
    pub(super) shown: usize,
    pub(super) board: Option<ShownBoard>,
    pub(super) zones: Vec<ZoneOnPage<'a>>,
    pub(super) values: Vec<ValuesOnPage>,
    pub(super) notes: Vec<String>,
    pub(super) status: String,
}

/// The drawing of a board, and its points.
#[derive(Serialize)]
pub(super) struct ShownBoard {
    svg: String,
    #[serde(rename = "box")]
    frame: [i32; 4],
    side: i32,
    points: Vec<PointOnPage>,
}

#[derive(Serialize)]
struct PointOnPage {
    n: String,
    x: i32,
    y: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    r: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    c: Option<usize>,
    #[serde(skip_serializing_if = "String::is_empty")]
    p: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    s: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    m: bool,
}

/// The drawing of remembered numbers, and its pits.
#[derive(Serialize)]
pub(super) struct ValuesOnPage {
    svg: String,
    size: (i32, i32),
    side: (i32, i32),
    pits: Vec<PitOnPage>,
}

#[derive(Serialize)]
struct PitOnPage {
    n: String,
    t: String,
    v: i64,
    at: (i32, i32),
}

#[derive(Serialize)]
pub(super) struct ZoneOnPage<'a> {
    pub(super) label: String,
    pub(super) owner: Option<&'a str>,
    pub(super) size: u64,
    pub(super) cards: Option<Vec<CardOnPage>>,
    pub(super) open: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) svg: Option<String>,
}

#[derive(Serialize)]
pub(super) struct CardOnPage {
    n: String,
    t: String,
    v: Option<i64>,
    c: u64,
    svg: String,
}

/// A card that a ply names, with the number of the ply.
#[derive(Serialize)]
pub(super) struct PlayedOnPage {
    pub(super) ply: usize,
    pub(super) card: CardOnPage,
}

#[derive(Serialize)]
pub(super) struct PlyOnPage<'a> {
    pub(super) n: usize,
    pub(super) who: Option<&'a str>,
    pub(super) by: String,
    pub(super) t: &'a str,
    pub(super) c: Option<&'a [String]>,
    /// It was chosen while others chose, too. Only the last plies say so.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) w: bool,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub(super) put: &'a str,
}

impl CardOnPage {
    pub(super) fn of(cards: ShownCards, words: TableWords) -> Self {
        Self {
            t: called(&cards, words),
            svg: cards.look.svg(),
            n: cards.name,
            v: cards.number,
            c: cards.count,
        }
    }
}

/// Returns what people call a part of a move, such as a card, by its name.
pub(super) fn title_of(model: &Model, name: &str, words: TableWords) -> String {
    match card_named(model, name) {
        Some(cards) => called(&cards, words),
        None => model.title(name).to_owned(),
    }
}

/// Returns what people call a card. A playing card without a title is called by its rank and its suit: `queen of spades`, not `sq`.
fn called(cards: &ShownCards, words: TableWords) -> String {
    let (ItemLook::Card(look), true) = (&cards.look, cards.title == cards.name) else {
        return cards.title.clone();
    };
    let Some(suit) = look.suit else {
        return cards.title.clone();
    };
    let suit = words.say(match suit {
        Suit::Clubs => "clubs",
        Suit::Diamonds => "diamonds",
        Suit::Hearts => "hearts",
        Suit::Spades => "spades",
    });
    let rank = match look.rank.as_str() {
        "A" => words.say("ace"),
        "J" | "B" => words.say("jack"),
        "Q" | "D" => words.say("queen"),
        "K" => words.say("king"),
        number => number.to_owned(),
    };
    words.with("card", &[("rank", &rank), ("suit", &suit)])
}

impl ValuesOnPage {
    pub(super) fn of(board: &ValueBoard) -> Self {
        let place = |(pit, at): (&Pit, _)| PitOnPage {
            n: pit.name.clone(),
            t: pit.title.clone(),
            v: pit.seeds,
            at,
        };
        Self {
            svg: board.svg(),
            size: board.size(),
            side: board.place(),
            pits: board.pits().map(place).collect(),
        }
    }
}

impl ShownBoard {
    /// Returns the board of a view, also from its other side; `None` if the game has none.
    pub(super) fn of(view: &Observation<'_>, is_turned: bool) -> Option<Self> {
        let mut scene = view.drawing()?;
        if is_turned {
            scene.turn();
        }
        let point = |point: &ScenePoint<'_>| {
            let pieces = view.pieces_on(point.point).join(", ");
            let sign = point.content.sign.map(|sign| {
                let meaning = view.meaning_of(sign);
                meaning.unwrap_or_else(|| format!("`{sign}`"))
            });
            PointOnPage {
                n: point.name.to_owned(),
                x: point.at.0,
                y: point.at.1,
                r: point.cell.map(|(row, _)| row),
                c: point.cell.map(|(_, column)| column),
                // The name of a piece may say it already.
                s: sign.filter(|sign| !pieces.contains(sign)),
                p: pieces,
                m: point.is_marked,
            }
        };
        let ((left, top), (width, height)) = scene.paper();
        Some(Self {
            svg: scene.svg(""),
            frame: [left, top, width, height],
            side: Scene::POINT_SIDE,
            points: scene.points().iter().map(point).collect(),
        })
    }
}
