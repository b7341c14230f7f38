//! The start position of a game in a save: all in names, so that it stays valid when the layout of positions changes.

use crate::StartPosition;
use linstock_engine::vm::{Piece, SpelledPosition};
use linstock_model::{
    Board, KindId, Memory, MemoryType, Model, Point, PointSet, RowId, Value, Zone,
};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// A position in names.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct GivenSave {
    phase: String,
    to_move: String,
    /// Point, owner and kind of each piece.
    pieces: Vec<[String; 3]>,
    /// The copies in each zone by owner and row, unless they are the start minus the pieces on the board.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    zones: BTreeMap<String, Vec<Vec<u64>>>,
    /// The remembered values that differ from the start.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    memories: BTreeMap<String, Vec<Json>>,
    /// The `given` with this position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

impl GivenSave {
    /// Converts a position to names.
    pub(super) fn of(model: &Model, given: &StartPosition) -> Self {
        let points = (0u16..).map(Point).take(given.table.points);
        let piece = |point: Point, piece: Piece| {
            let board = model.board.as_ref();
            let at = board.map_or_else(String::new, |board| board.name(point));
            let owner = piece.owner.map(|seat| model.players[seat.index()].clone());
            let kind = model.kinds[piece.kind.index()].name.clone();
            [at, owner.unwrap_or_default(), kind]
        };
        let pieces = points.flat_map(|point| {
            let stack = given.table.stack(point);
            stack.map(move |p| piece(point, p))
        });
        let mut usual = SpelledPosition::empty(model);
        usual.pieces.clone_from(&given.table.pieces);
        crate::start_position::take_out_of_zones(model, &mut usual);
        Self {
            phase: given.phase.clone(),
            to_move: model.players[usize::from(given.to_move.0)].clone(),
            pieces: pieces.collect(),
            zones: other_zones(model, (&usual, &given.table)),
            memories: other_memories(model, (&usual, &given.table)),
            text: given.text.clone(),
        }
    }

    /// Reads the position. Otherwise returns what is wrong with it.
    pub(super) fn read(&self, model: &Model) -> Result<StartPosition, String> {
        let mut table = SpelledPosition::empty(model);
        for piece in &self.pieces {
            let (spot, piece) = read_piece(model, &table, piece)?;
            table.pieces[spot] = Some(piece);
        }
        crate::start_position::take_out_of_zones(model, &mut table);
        for (name, copies) in &self.zones {
            let found = model.zones.iter().zip(&mut table.zones);
            let mut found = found.filter(|(zone, _)| zone.name == *name);
            let fits = found.next().is_some_and(|(zone, here)| {
                let shape = copies.iter().map(Vec::len).eq(here.iter().map(Vec::len));
                let stock = model.stock(zone.list);
                let few = |owner: &Vec<u64>| owner.iter().zip(&stock).all(|(n, all)| n <= all);
                let fits = shape && copies.iter().all(few);
                if fits {
                    here.clone_from(copies);
                }
                fits
            });
            if !fits {
                return Err(format!("what it has in {name} cannot lie there"));
            }
        }
        for (name, values) in &self.memories {
            let found = model.memories.iter().zip(&mut table.memories);
            let mut found = found.filter(|(memory, _)| memory.name == *name);
            let fits = found.next().is_some_and(|(memory, here)| {
                let read = values.iter().map(|value| value_of(model, memory.ty, value));
                let read: Option<Vec<Value>> = read.collect();
                let read = read.filter(|read| read.len() == here.len());
                read.map(|read| *here = read).is_some()
            });
            if !fits {
                return Err(format!("what it remembers as {name} cannot be"));
            }
        }
        Ok(StartPosition {
            phase: self.phase.clone(),
            to_move: model
                .seat(&self.to_move)
                .ok_or_else(|| format!("there is no player `{}`", self.to_move))?,
            table,
            text: self.text.clone(),
        })
    }
}

fn read_piece(
    model: &Model,
    table: &SpelledPosition,
    [at, owner, kind]: &[String; 3],
) -> Result<(usize, Piece), String> {
    let unknown = || format!("it has {owner} {kind} on {at}, which cannot be");
    let board = model.board.as_ref();
    let point = board.and_then(|b| b.find(at)).ok_or_else(unknown)?;
    let known = model.kinds.iter().position(|k| k.name == *kind);
    let kind = known.and_then(|kind| u8::try_from(kind).ok());
    let kind = kind.map(KindId).ok_or_else(unknown)?;
    let owner = match owner.as_str() {
        "" => None,
        name => Some(model.seat(name).ok_or_else(unknown)?),
    };
    if owner.is_none() != model.kinds[kind.index()].neutral {
        return Err(unknown());
    }
    let spot = table.spot(model.layer_of(kind), point);
    Ok((spot, Piece { kind, owner }))
}

type Tables<'t> = (&'t SpelledPosition, &'t SpelledPosition);

fn other_zones(model: &Model, (usual, given): Tables<'_>) -> BTreeMap<String, Vec<Vec<u64>>> {
    let zones = model.zones.iter().zip(&usual.zones).zip(&given.zones);
    let other = zones.filter(|((_, usual), given)| usual != given);
    let named =
        |((zone, _), given): ((&Zone, _), &Vec<Vec<u64>>)| (zone.name.clone(), given.clone());
    other.map(named).collect()
}

fn other_memories(model: &Model, (usual, given): Tables<'_>) -> BTreeMap<String, Vec<Json>> {
    let memories = model.memories.iter().zip(&usual.memories);
    let other = memories.zip(&given.memories);
    let other = other.filter(|((_, usual), given)| usual != given);
    let named = |((memory, _), given): ((&Memory, _), &Vec<Value>)| {
        let values = given.iter().map(|value| json_of(model, value));
        (memory.name.clone(), values.collect())
    };
    other.map(named).collect()
}

/// Writes a remembered value: a number, a yes or no, a name, or the names of points.
fn json_of(model: &Model, value: &Value) -> Json {
    let point = |at: usize| {
        let board = model.board.as_ref().zip(Point::nth(at));
        Json::from(board.map(|(board, at)| board.name(at)))
    };
    match value {
        Value::Num(number) => Json::from(*number),
        Value::Truth(truth) => Json::from(*truth),
        Value::Seat(seat) => Json::from(seat.map(|seat| model.players[seat.index()].clone())),
        Value::Row(list, row) => Json::from(row.map(|row| model.row(*list, row).to_owned())),
        Value::Points(points) => points.ones().map(point).collect(),
        // No memory has such a value.
        Value::Point(_) | Value::Kind(_) => Json::Null,
    }
}

/// Reads a remembered value.
fn value_of(model: &Model, ty: MemoryType, value: &Json) -> Option<Value> {
    let name = |value: &Json| value.as_str().map(str::to_owned);
    Some(match ty {
        MemoryType::Num => Value::Num(value.as_i64()?),
        MemoryType::Truth => Value::Truth(value.as_bool()?),
        MemoryType::Seat if value.is_null() => Value::Seat(None),
        MemoryType::Seat => Value::Seat(Some(model.seat(&name(value)?)?)),
        MemoryType::Row(list) if value.is_null() => Value::Row(list, None),
        MemoryType::Row(list) => {
            let wanted = name(value)?;
            let row = RowId::find(&model.list(list).rows, |row| row.name == wanted)?;
            Value::Row(list, Some(row))
        }
        MemoryType::Points => {
            let board = model.board.as_ref()?;
            Value::Points(points(board, value.as_array()?)?)
        }
    })
}

fn points(board: &Board, names: &[Json]) -> Option<PointSet> {
    let mut set = PointSet::with_capacity(board.points());
    for name in names {
        set.insert(board.find(name.as_str()?)?.index());
    }
    Some(set)
}
