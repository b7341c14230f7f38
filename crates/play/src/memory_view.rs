//! Remembered values as a viewer sees them.

use crate::Viewer;
use crate::reference::points_of;
use linstock_base::SheetPhrasing;
use linstock_engine::vm::SpelledPosition;
use linstock_model::{FiniteDomain, Memory, Model, Point, RowId, SecondDomain, Value};
use serde_json::{Value as Json, json};

/// A remembered value.
#[derive(Clone, Debug)]
pub(super) struct MemoryView<'a> {
    pub(super) name: &'a str,
    /// The subject of the memory.
    whose: Option<WhoseMemory>,
    value: Value,
}

/// The subject of a memory.
#[derive(Clone, Copy, Debug)]
enum WhoseMemory {
    /// A player or a row.
    Member(FiniteDomain, u8),
    /// A pair of members of two finite domains.
    Pair((FiniteDomain, u8), (FiniteDomain, u8)),
    /// The piece on a point.
    Piece(Point),
}

impl<'a> MemoryView<'a> {
    /// Makes the view of a value, from its index in its memory.
    fn new((memory, at): (&'a Memory, usize), value: &Value) -> Self {
        Self {
            name: &memory.name,
            whose: whose(memory, at),
            value: value.clone(),
        }
    }

    /// Returns whether it belongs to the piece on a point.
    pub(super) fn is_at(&self, point: Point) -> bool {
        matches!(self.whose, Some(WhoseMemory::Piece(there)) if there == point)
    }

    /// Returns whether it belongs to a member of a finite domain, alone or in a pair.
    pub(super) fn is_of(&self, finite_domain: FiniteDomain, at: usize) -> bool {
        let this = |(domain, member): (FiniteDomain, u8)| {
            domain == finite_domain && usize::from(member) == at
        };
        match self.whose {
            Some(WhoseMemory::Member(domain, member)) => this((domain, member)),
            Some(WhoseMemory::Pair(first, second)) => this(first) || this(second),
            _ => false,
        }
    }

    /// Writes it as a line of text.
    pub(super) fn text(&self, model: &Model) -> String {
        format!(
            "{}: {}\n",
            self.label(model),
            value_text(model, &self.value)
        )
    }

    /// Returns the label with its subject.
    fn label(&self, model: &Model) -> String {
        let called = |name: &str| model.title(name).to_owned();
        let of = |what: &str, whose: &str| {
            let say = SheetPhrasing(model.sheet.language);
            say.of_player(what, whose)
        };
        let member = |(finite_domain, at)| called(model.member(finite_domain, at));
        let name = called(self.name);
        match self.whose {
            None => name,
            Some(WhoseMemory::Member(finite_domain, at)) => of(&name, &member((finite_domain, at))),
            Some(WhoseMemory::Pair(first, second)) => {
                of(&name, &of(&member(first), &member(second)))
            }
            Some(WhoseMemory::Piece(point)) => of(&name, &point_name(model, point)),
        }
    }

    /// Returns it as JSON.
    pub(super) fn json(&self, model: &Model) -> Json {
        let (name, value) = (self.name, value_json(model, &self.value));
        let member = |(finite_domain, at)| model.member(finite_domain, at);
        match self.whose {
            Some(WhoseMemory::Pair(first, second)) => {
                json!({ "name": name, "of": [member(first), member(second)], "value": value })
            }
            Some(WhoseMemory::Member(finite_domain @ FiniteDomain::Rows(_), at)) => {
                json!({ "name": name, "of": member((finite_domain, at)), "value": value })
            }
            Some(WhoseMemory::Piece(point)) => {
                json!({ "name": name, "of": point_name(model, point), "value": value })
            }
            Some(WhoseMemory::Member(finite_domain, at)) => {
                json!({ "name": name, "player": member((finite_domain, at)), "value": value })
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
    let memories = model.memories.iter().zip(&position.memories);
    let views = memories.flat_map(|(memory, values)| {
        let values = values.iter().enumerate();
        let shown = values.filter(move |(at, value)| {
            **value != memory.start && is_seen((memory, *at), position, viewer)
        });
        shown.map(move |(at, value)| MemoryView::new((memory, at), value))
    });
    views.collect()
}

/// Returns whether a viewer sees a value, by its index in its memory.
fn is_seen((memory, at): (&Memory, usize), position: &SpelledPosition, viewer: Viewer) -> bool {
    let owner = || position.on_top(at).and_then(|piece| piece.owner);
    let eyes = viewer.eyes();
    !memory.passing && memory.has(at) && eyes.is_none_or(|seat| memory.is_seen(at, owner, seat))
}

/// A changed memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemoryChange {
    /// The name of the memory, with its subject.
    pub label: String,
    pub was: String,
    pub is: String,
}

/// Lists the shown values that differ between two positions, if the viewer sees them in both. The memory of a piece is
/// compared only if the same piece is on the point in both.
pub(super) fn changes(
    model: &Model,
    (before, after): (&SpelledPosition, &SpelledPosition),
    viewer: Viewer,
) -> Vec<MemoryChange> {
    let unshown: Vec<_> = model.unshown.memories.iter().map(|id| id.index()).collect();
    let memories = model.memories.iter().enumerate();
    let shown = memories.filter(|(id, _)| !unshown.contains(id));
    let changes = shown.flat_map(|(id, memory)| {
        let both = before.memories[id].iter().zip(&after.memories[id]);
        let changed = both.enumerate().filter(move |(at, (was, is))| {
            let is_seen = |position| is_seen((memory, *at), position, viewer);
            let stays = !memory.of_piece || before.on_top(*at) == after.on_top(*at);
            was != is && stays && is_seen(before) && is_seen(after)
        });
        changed.map(move |(at, (was, is))| MemoryChange {
            label: MemoryView::new((memory, at), is).label(model),
            was: value_text(model, was),
            is: value_text(model, is),
        })
    });
    changes.collect()
}

/// Returns the subject of a value, by its index in its memory.
fn whose(memory: &Memory, at: usize) -> Option<WhoseMemory> {
    if memory.of_piece {
        return Point::nth(at).map(WhoseMemory::Piece);
    }
    let (first, second) = memory.parts(at);
    let first = (memory.per?, RowId::nth(first)?.0);
    let Some(second) = memory.second.as_ref().zip(second) else {
        return Some(WhoseMemory::Member(first.0, first.1));
    };
    let (SecondDomain { finite_domain, .. }, at) = second;
    Some(WhoseMemory::Pair(
        first,
        (*finite_domain, RowId::nth(at)?.0),
    ))
}
