//! How the cards, dice and pieces of zones look: from what the rules say, and otherwise from the names of their lists and rows.

use crate::sheet::picture::{marked_look, piece_look};
use linstock_draw::{CardLook, ItemLook, Suit, ink, rank_of, rank_of_number};
use linstock_engine::vm::Piece;
use linstock_model::{FaceArt, KindId, List, ListArt, Model, PieceShape, Row, SeatId, Value};

/// The names of the faces of a die.
const FACES: [&str; 6] = ["one", "two", "three", "four", "five", "six"];

/// Returns how a row of a zone looks. `owner` is the owner of the zone.
pub(crate) fn item_look(model: &Model, list: &List, row: usize, owner: Option<SeatId>) -> ItemLook {
    match KindId::all(model.kinds.len()).nth(row) {
        Some(kind) if list.of_pieces => {
            let neutral = model.kinds[row].neutral;
            let owner = owner.filter(|_| !neutral);
            ItemLook::Piece(Box::new(piece_look(model, Piece { kind, owner })))
        }
        _ => {
            let row = &list.rows[row];
            let marked = owner.and_then(|owner| marked_look(model, model.title(&row.name), owner));
            let marked = marked.map(|piece| ItemLook::Piece(Box::new(piece)));
            marked.unwrap_or_else(|| ItemLook::Card(card(model, list, row)))
        }
    }
}

fn card(model: &Model, list: &List, row: &Row) -> CardLook {
    let (no_art, no_face) = (ListArt::default(), FaceArt::default());
    let art = model.sheet.art.lists.get(&list.name).unwrap_or(&no_art);
    let face = model.sheet.art.faces.get(&row.name).unwrap_or(&no_face);
    let suits = art.suit.or_else(|| suit_field(model, list));
    let suit = suits.and_then(|field| Suit::find(row_name(model, &row.values[field])?));
    let is_die = !list.rows.is_empty() && list.rows.iter().all(|row| face_of(&row.name).is_some());
    let pips = match art.pips.map(|field| &row.values[field]) {
        Some(Value::Num(pips)) => u8::try_from(*pips).ok(),
        _ => face_of(&row.name).filter(|_| is_die),
    };
    let by_name = [&list.name, &row.name].map(|name| PieceShape::of_name(name));
    let shape = by_name
        .into_iter()
        .flatten()
        .find(|shape| is_of_row(*shape));
    let sign = PieceShape::of_name(&row.name).filter(|shape| !is_of_row(*shape));
    // A queen of a deck is a rank.
    let sign = sign.filter(|_| rank_of(&row.name).is_none());
    let usual = if is_die {
        PieceShape::Die
    } else {
        PieceShape::Card
    };
    CardLook {
        title: model.title(&row.name).to_owned(),
        shape: art.shape.or(shape).unwrap_or(usual),
        suit,
        rank: rank(model, (list, row), art.rank, suits),
        pips,
        label: face.label.clone(),
        sign: sign.filter(|_| suit.is_none()),
        symbol: face
            .symbol
            .as_ref()
            .and_then(|symbol| symbol.elements.clone()),
        own: face.colour.or(art.colour).map(ink),
    }
}

/// Returns what stands in the corner of a card.
fn rank(
    model: &Model,
    (list, row): (&List, &Row),
    chosen: Option<usize>,
    suits: Option<usize>,
) -> String {
    let words = |value: &Value| row_name(model, value).and_then(rank_of);
    let of_field = |field: usize| match &row.values[field] {
        Value::Num(number) if suits.is_some() => Some(rank_of_number(*number)),
        Value::Num(number) => Some(number.to_string()),
        value => words(value).or_else(|| Some(row_name(model, value)?.to_owned())),
    };
    if let Some(field) = chosen {
        return of_field(field).unwrap_or_default();
    }
    if let Some(suits) = suits {
        let others = (0..row.values.len()).filter(|field| *field != suits);
        let mut ranks = others.filter_map(|field| match &row.values[field] {
            Value::Num(1..=14) => of_field(field),
            value => words(value),
        });
        return ranks.next().unwrap_or_default();
    }
    let number = list.shown.map(|field| &row.values[field]);
    match number {
        Some(Value::Num(number)) if *number != 0 => number.to_string(),
        _ => rank_of(&row.name).unwrap_or_default(),
    }
}

/// Returns the first field whose values are all suits.
fn suit_field(model: &Model, list: &List) -> Option<usize> {
    let is_suit =
        |value: &Value| row_name(model, value).is_some_and(|name| Suit::find(name).is_some());
    let all = |field: &usize| list.rows.iter().all(|row| is_suit(&row.values[*field]));
    let fields = 0..list.fields.len();
    fields
        .into_iter()
        .find(|field| !list.rows.is_empty() && all(field))
}

/// Returns the name of the row that a value is.
fn row_name<'m>(model: &'m Model, value: &Value) -> Option<&'m str> {
    let Value::Row(list, Some(row)) = value else {
        return None;
    };
    let row = model.list(*list).rows.get(row.index())?;
    Some(&row.name)
}

/// Returns the number of the face of a die with this name.
fn face_of(name: &str) -> Option<u8> {
    let number = |at: usize| u8::try_from(at + 1).ok();
    FACES.iter().position(|face| *face == name).and_then(number)
}

/// Returns whether a shape is one of things beside the board.
fn is_of_row(shape: PieceShape) -> bool {
    matches!(
        shape,
        PieceShape::Card | PieceShape::Die | PieceShape::Token | PieceShape::Tile
    )
}
