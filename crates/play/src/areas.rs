//! Areas: rows of lists that have points of the board. Players use them to name places, for example `hex 7`.

use crate::Session;
use crate::memory_view::value_text;
use linstock_engine::vm::SpelledPosition;
use linstock_model::{
    Board, FiniteDomain, KindId, List, ListId, Memory, Model, Point, PointSet, Row, RowId, SeatId,
    Sight, Value,
};

/// Returns the words for areas, each with the names of its areas. A word is a list whose rows have points, or a fact about
/// such rows.
#[must_use]
pub fn named_areas(model: &Model) -> Vec<(&str, Vec<&str>)> {
    let names = |list: ListId, rows: &[RowId]| -> Vec<&str> {
        rows.iter().map(|&row| model.row(list, row)).collect()
    };
    let lists = lists(model).map(|(id, list)| {
        let rows: Vec<RowId> = RowId::all(list.rows.len()).collect();
        (list.name.as_str(), names(id, &rows))
    });
    let groups = model.groups.iter();
    let groups = groups.filter(|group| has_points(model.list(group.list)));
    let groups = groups.map(|group| (group.name.as_str(), names(group.list, &group.rows)));
    lists.chain(groups).collect()
}

fn lists(model: &Model) -> impl Iterator<Item = (ListId, &List)> {
    let lists = (0u8..).map(ListId).zip(&model.lists);
    lists.filter(|(_, list)| has_points(list))
}

fn has_points(list: &List) -> bool {
    let mut rows = list.rows.iter();
    rows.any(|row| row.values.iter().any(|value| points(value).is_some()))
}

/// Returns the points of a value.
fn points(value: &Value) -> Option<Vec<Point>> {
    match value {
        Value::Points(set) => Some(set.ones().filter_map(Point::nth).collect()),
        Value::Point(Some(point)) => Some(vec![*point]),
        _ => None,
    }
}

/// Lists the areas by their signs on the map, or by their points if areas share signs. Lines have at most `width` columns.
#[must_use]
pub fn legend(model: &Model, width: usize) -> String {
    let Some(board) = &model.board else {
        return String::new();
    };
    let mut text = String::new();
    for (_, list) in lists(model) {
        text.push_str(&format!("{}\n", list.name));
        let rows = list.rows.iter();
        let items = rows.map(|row| format!("{} {}", row.name, place_of_row(board, row)));
        let mut line = String::new();
        for item in items {
            if !line.is_empty() && line.chars().count() + item.chars().count() + 5 > width {
                text.push_str(&format!("  {line},\n"));
                line.clear();
            }
            let comma = if line.is_empty() { "" } else { ", " };
            line.push_str(&format!("{comma}{item}"));
        }
        text.push_str(&format!("  {line}\n"));
    }
    text
}

/// Writes the place of a row: the map signs that only this row has, or its points, field by field.
fn place_of_row(board: &Board, row: &Row) -> String {
    let fields: Vec<Vec<Point>> = row.values.iter().filter_map(points).collect();
    if let [only] = fields.as_slice()
        && let Some(signs) = own_signs(board, only)
    {
        return signs;
    }
    let names = fields.iter().flatten().map(|&point| board.name(point));
    names.collect::<Vec<_>>().join(" ")
}

/// Returns the map signs of these points, if no other point has them.
pub(super) fn own_signs(board: &Board, points: &[Point]) -> Option<String> {
    let map = board.picture.map.as_ref()?;
    let mut signs: Vec<char> = points.iter().map(|p| map[p.index()]).collect();
    signs.sort_unstable();
    signs.dedup();
    let there = map.iter().filter(|sign| signs.contains(sign)).count();
    (there == points.len()).then(|| signs.into_iter().collect())
}

/// Returns the areas that a point lies in, each with its word: `section s-f`.
pub(crate) fn around(model: &Model, point: Point) -> Vec<String> {
    let lists = lists(model).flat_map(|(_, list)| {
        let rows = list.rows.iter().filter(move |row| {
            let mut values = row.values.iter().filter_map(points);
            values.any(|points| points.contains(&point))
        });
        rows.map(move |row| format!("{} {}", list.name, row.name))
    });
    lists.collect()
}

/// Lists the pieces on the points of a row, by owner and kind; empty if the row has no points.
pub(crate) fn pieces_of_row(model: &Model, position: &SpelledPosition, row: &Row) -> Vec<String> {
    let Some(board) = &model.board else {
        return Vec::new();
    };
    let mut all = board.none();
    all.extend(
        row.values
            .iter()
            .filter_map(points)
            .flatten()
            .map(Point::index),
    );
    if all.is_clear() {
        return Vec::new();
    }
    let text = pieces_on((model, position), board, &all);
    text.lines().map(|line| line.trim().to_owned()).collect()
}

/// Describes an area by its word and name: its pieces, and the memories of its row. Returns `None` if there is no such
/// area.
#[must_use]
pub fn described(session: &Session, word: &str, name: &str) -> Option<String> {
    let model = session.model();
    let board = model.board.as_ref()?;
    let (_, names) = named_areas(model).into_iter().find(|(w, _)| *w == word)?;
    names.iter().find(|n| **n == name)?;
    let found = lists(model).find_map(|(id, list)| {
        let of_word =
            list.name == word || model.groups.iter().any(|g| g.name == word && g.list == id);
        let at = list.rows.iter().position(|row| row.name == name);
        at.filter(|_| of_word).map(|at| (id, list, at))
    });
    let (id, list, at) = found?;
    let mut text = format!("{name}:");
    let mut all = board.none();
    for (field, value) in list.fields.iter().zip(&list.rows[at].values) {
        text.push_str(&format!(" {field} {},", value_text(model, value)));
        all.extend(points(value).into_iter().flatten().map(Point::index));
    }
    text.pop();
    text.push('\n');
    let position = session.rules().spell_out(session.state());
    text.push_str(&pieces_on((model, &position), board, &all));
    text.push_str(&remembered(session, FiniteDomain::Rows(id), at));
    Some(text)
}

/// Lists the pieces on some points, by owner and kind.
fn pieces_on(
    (model, position): (&Model, &SpelledPosition),
    board: &Board,
    points: &PointSet,
) -> String {
    let mut text = String::new();
    let owners = model.seat_ids().map(Some).chain([None]);
    for owner in owners {
        let mut parts = Vec::new();
        for (kind, declared) in (0u8..).map(KindId).zip(&model.kinds) {
            let here = |point: &Point| {
                let mut stack = position.stack(*point);
                stack.any(|piece| piece.kind == kind && piece.owner == owner)
            };
            let places = points.ones().filter_map(Point::nth).filter(here);
            let places: Vec<String> = places.map(|point| board.name(point)).collect();
            if !places.is_empty() {
                parts.push(format!("{} {}", declared.name, places.join(" ")));
            }
        }
        if !parts.is_empty() {
            let whose = owner.map_or("board", |SeatId(at)| &model.players[usize::from(at)]);
            text.push_str(&format!("  {whose}: {}\n", parts.join(", ")));
        }
    }
    if text.is_empty() {
        text.push_str("  nothing stands there\n");
    }
    text
}

/// Lists the memories of a row that differ from their start values.
fn remembered(session: &Session, finite_domain: FiniteDomain, at: usize) -> String {
    let model = session.model();
    let position = session.rules().spell_out(session.state());
    let memories = model.memories.iter().zip(&position.memories);
    // Anybody at the keyboard may ask, so values that not everybody sees are left out.
    let open = memories.filter(|(memory, _)| memory.sight == Sight::Open && !memory.passing);
    let of_row = open.flat_map(|(memory, values)| {
        let changed = values.iter().enumerate();
        let changed = changed.filter(|(_, value)| **value != memory.start);
        changed.filter_map(move |(number, value)| {
            let beside = beside(model, memory, (finite_domain, at), number)?;
            let value = value_text(model, value);
            Some(format!("  {}{beside}: {value}\n", memory.name))
        })
    });
    of_row.collect()
}

/// Returns the suffix for a value of a row's memory: empty, or the other member of a pair. Returns `None` if the value
/// does not belong to the row.
fn beside(
    model: &Model,
    memory: &Memory,
    (finite_domain, at): (FiniteDomain, usize),
    number: usize,
) -> Option<String> {
    let (first, second) = memory.parts(number);
    let name = |finite_domain, at| {
        Some(format!(
            " of {}",
            model.member(finite_domain, RowId::nth(at)?.0)
        ))
    };
    let per = memory.per?;
    match memory.second.as_ref().zip(second) {
        None => (per == finite_domain && first == at).then(String::new),
        Some((other, second)) if per == finite_domain && first == at => {
            name(other.finite_domain, second)
        }
        Some((other, second)) if other.finite_domain == finite_domain && second == at => {
            name(per, first)
        }
        Some(_) => None,
    }
}
