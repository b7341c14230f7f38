//! What a viewer sees of remembered values.

use crate::base::{Language, Phrase};
use crate::model::{Family, Memory, Model, Point, RowId, SecondFamily, Value};
use crate::play::Viewer;
use crate::reference::points_of;
use crate::vm::SpelledPosition;
use serde_json::{Value as Json, json};

/// A remembered value.
#[derive(Clone, Debug)]
pub(super) struct MemoryView<'a> {
    pub(super) name: &'a str,
    /// Of what it is remembered.
    whose: Option<WhoseMemory>,
    value: Value,
}

/// The subject of a memory.
#[derive(Clone, Copy, Debug)]
enum WhoseMemory {
    /// A player or a row.
    Member(Family, u8),
    /// One of each of two families.
    Pair((Family, u8), (Family, u8)),
    /// The piece on a point.
    Piece(Point),
}

impl MemoryView<'_> {
    /// Writes it. In an English game names can be read as they are; titles, which are written for sentences, stand where
    /// people read another language.
    pub(super) fn text(&self, model: &Model) -> String {
        let called = |name: &str| match model.sheet.language {
            Language::English => name.to_owned(),
            Language::German => model.title(name).to_owned(),
        };
        let of = |what: &str, whose: &str| {
            let language = model.sheet.language;
            language.say(Phrase::OfPlayer, &[what, whose])
        };
        let member = |(family, at)| called(model.member(family, at));
        let name = called(self.name);
        let name = match self.whose {
            None => name,
            Some(WhoseMemory::Member(family, at)) => of(&name, &member((family, at))),
            Some(WhoseMemory::Pair(first, second)) => {
                of(&name, &of(&member(first), &member(second)))
            }
            Some(WhoseMemory::Piece(point)) => of(&name, &point_name(model, point)),
        };
        format!("{name}: {}\n", value_text(model, &self.value))
    }

    /// Returns it as JSON.
    pub(super) fn json(&self, model: &Model) -> Json {
        let (name, value) = (self.name, value_json(model, &self.value));
        let member = |(family, at)| model.member(family, at);
        match self.whose {
            Some(WhoseMemory::Pair(first, second)) => {
                json!({ "name": name, "of": [member(first), member(second)], "value": value })
            }
            Some(WhoseMemory::Member(family @ Family::Rows(_), at)) => {
                json!({ "name": name, "of": member((family, at)), "value": value })
            }
            Some(WhoseMemory::Piece(point)) => {
                json!({ "name": name, "of": point_name(model, point), "value": value })
            }
            Some(WhoseMemory::Member(family, at)) => {
                json!({ "name": name, "player": member((family, at)), "value": value })
            }
            None => json!({ "name": name, "player": Json::Null, "value": value }),
        }
    }
}

fn point_name(model: &Model, point: Point) -> String {
    let board = model.board.as_ref();
    board.map_or_else(String::new, |board| board.name(point))
}

/// Returns a value as JSON.
fn value_json(model: &Model, value: &Value) -> Json {
    match value {
        Value::Num(number) => json!(number),
        Value::Truth(truth) => json!(truth),
        Value::Seat(None) | Value::Row(_, None) | Value::Point(None) => Json::Null,
        Value::Points(points) => {
            let board = model.board.as_ref();
            json!(
                points_of(points)
                    .filter_map(|p| board.map(|b| b.name(p)))
                    .collect::<Vec<_>>()
            )
        }
        other => json!(value_text(model, other)),
    }
}

/// Writes a value as in the rules.
pub(super) fn value_text(model: &Model, value: &Value) -> String {
    let point_name = |p| model.board.as_ref().map(|b| b.name(p)).unwrap_or_default();
    match value {
        Value::Num(number) => number.to_string(),
        Value::Truth(truth) => if *truth { "yes" } else { "no" }.to_owned(),
        Value::Seat(None) | Value::Row(_, None) | Value::Point(None) => "none".to_owned(),
        Value::Row(list, Some(row)) => model.row(*list, *row).to_owned(),
        Value::Seat(Some(seat)) => model.players[usize::from(seat.0)].clone(),
        Value::Point(Some(point)) => point_name(*point),
        Value::Points(points) => match points_of(points).map(point_name).collect::<Vec<_>>() {
            none if none.is_empty() => "nothing".to_owned(),
            names => names.join(" "),
        },
        Value::Kind(kind) => model.kinds[usize::from(kind.0)].name.clone(),
    }
}

/// Lists the memories that a viewer sees and that differ from their start values.
pub(super) fn visible_memories<'a>(
    model: &'a Model,
    position: &SpelledPosition,
    viewer: Viewer,
) -> Vec<MemoryView<'a>> {
    let mut all = Vec::new();
    let memories = model.memories.iter().zip(&position.memories);
    for (memory, values) in memories.filter(|(memory, _)| !memory.passing) {
        let is_seen = |of: usize| {
            let eyes = viewer.eyes();
            eyes.is_none_or(|seat| memory.is_seen(of, || position.owner_on_top(of), seat))
        };
        for (at, value) in values.iter().enumerate() {
            if *value != memory.start && memory.has(at) && is_seen(at) {
                all.push(MemoryView {
                    name: memory.name.as_str(),
                    whose: whose(memory, at),
                    value: value.clone(),
                });
            }
        }
    }
    all
}

/// Returns of whom or what something is remembered under the number of a value.
fn whose(memory: &Memory, at: usize) -> Option<WhoseMemory> {
    if memory.of_piece {
        return Point::nth(at).map(WhoseMemory::Piece);
    }
    let (first, second) = memory.parts(at);
    let first = (memory.per?, RowId::nth(first)?.0);
    let Some(second) = memory.second.as_ref().zip(second) else {
        return Some(WhoseMemory::Member(first.0, first.1));
    };
    let (SecondFamily { family, .. }, at) = second;
    Some(WhoseMemory::Pair(first, (*family, RowId::nth(at)?.0)))
}
