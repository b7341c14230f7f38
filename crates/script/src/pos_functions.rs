//! The functions that scripts call on a position, such as `pos.at("e4")`: each with its name, its values and its documentation.

use super::api_entry::{On, ScriptApiEntry, entry};
use super::convert;
use super::points::Points;
use super::pos::{Pos, no_line};
use super::world::Native;
use linstock_engine::ir::{Piece, value_of};
use linstock_model::{Board, LineLabel, ListId, Point, PointSet, SeatId};
use rhai::{Array, Dynamic, Engine, ImmutableString};
use std::collections::VecDeque;

/// The functions on a position.
pub(super) const ENTRIES: [ScriptApiEntry; 30] = [
    entry!(On::Pos, "me()", "the player who acts", |pos: &mut Pos| pos
        .world()
        .player_name(pos.me())),
    entry!(
        On::Pos,
        "players()",
        "a list of the players in seat order",
        players
    ),
    entry!(
        On::Pos,
        "next(player)",
        "the player who sits after the given one",
        next
    ),
    entry!(
        On::Pos,
        "at(point)",
        "the kind of the uppermost piece on a point, or `()`",
        at
    ),
    entry!(
        On::Pos,
        "owner(point)",
        "the owner of the uppermost piece on a point that has one, or `()`",
        owner
    ),
    entry!(
        On::Pos,
        "count(kind, player)",
        "the number of such pieces of a player on the board",
        |pos: &mut Pos, kind: &str, player: &str| -> Native<i64> {
            let piece = pos.world().piece(kind, player)?;
            let words = pos.masks(|p| p == piece).flatten();
            Ok(words.map(|word| i64::from(word.count_ones())).sum())
        }
    ),
    entry!(
        On::Pos,
        "pieces(kind, player)",
        "the points with such a piece of the player",
        pieces
    ),
    entry!(
        On::Pos,
        "pieces(kind)",
        "the points with such a piece of any player or of nobody",
        |pos: &mut Pos, kind: &str| -> Native<Points> {
            let kind = pos.world().kind(kind)?;
            Ok(pos.where_piece(|p| p.kind == kind))
        }
    ),
    entry!(
        On::Pos,
        "own(kind)",
        "the points with such a piece of the player who acts",
        own
    ),
    entry!(
        On::Pos,
        "enemy(kind)",
        "the points with such a piece of any other player",
        enemy
    ),
    entry!(
        On::Pos,
        "occupied()",
        "the points with a piece on the last layer",
        |pos: &mut Pos| pos.occupied()
    ),
    entry!(
        On::Pos,
        "empty()",
        "the points without a piece on the last layer",
        empty
    ),
    entry!(
        On::Pos,
        "all()",
        "every point of the board",
        |pos: &mut Pos| pos.set(|_| true)
    ),
    entry!(On::Pos, "none()", "no point", |pos: &mut Pos| pos
        .set(|_| false)),
    entry!(
        On::Pos,
        "row(number)",
        "the points of a row, from 1 at the bottom",
        row
    ),
    entry!(
        On::Pos,
        "column(letter)",
        "the points of a column, from \"a\" at the left",
        column
    ),
    entry!(
        On::Pos,
        "next_to(points)",
        "the points next to a point, or next to any point of a set",
        next_to
    ),
    entry!(
        On::Pos,
        "step(point, direction)",
        "the next point in a direction, or `()` outside the board; north, northeast, … and forward, backward of the player who acts",
        step
    ),
    entry!(
        On::Pos,
        "distance(point, point)",
        "the least number of steps between two points, ignoring the pieces in between; `()` if there is no way",
        distance
    ),
    entry!(
        On::Pos,
        "option(name)",
        "the value of an option: `true` for yes, `false` for no, a number, or a text",
        |pos: &mut Pos, name: &str| pos.world().option(name)
    ),
    entry!(
        On::Pos,
        "remembered(name)",
        "the remembered value of this name",
        |pos: &mut Pos, name: &str| remembered(pos, name, None)
    ),
    entry!(
        On::Pos,
        "remembered(name, of)",
        "the remembered value of this name of a player, of a row of a list, of a pair of them or of the piece on a point",
        |pos: &mut Pos, name: &str, player: &str| remembered(pos, name, Some(player))
    ),
    entry!(
        On::Pos,
        "copies(row, zone)",
        "the number of copies of a row in a zone of the table",
        |pos: &mut Pos, row: &str, zone: &str| copies(pos, row, (zone, None))
    ),
    entry!(
        On::Pos,
        "copies(row, zone, player)",
        "the number of copies of a row in a zone of a player",
        |pos: &mut Pos, row: &str, zone: &str, player: &str| copies(pos, row, (zone, Some(player)))
    ),
    entry!(
        On::Pos,
        "size(zone)",
        "the number of things in a zone of the table",
        |pos: &mut Pos, zone: &str| size(pos, (zone, None))
    ),
    entry!(
        On::Pos,
        "size(zone, player)",
        "the number of things in a zone of a player",
        |pos: &mut Pos, zone: &str, player: &str| size(pos, (zone, Some(player)))
    ),
    entry!(
        On::Pos,
        "rows(list)",
        "a list of the names of the rows of a list",
        rows
    ),
    entry!(
        On::Pos,
        "value(field, list, row)",
        "the value of a field in a row of a list: a number, points or a name",
        value
    ),
    entry!(
        On::Pos,
        "row_of(point)",
        "the number of the row of a point",
        |pos: &mut Pos, point: &str| -> Native<i64> {
            match pos.line_of("row", point)? {
                LineLabel::Number(number) => Ok(number),
                LineLabel::Letters(letters) => Err(no_line("row", &letters)),
            }
        }
    ),
    entry!(
        On::Pos,
        "column_of(point)",
        "the letter of the column of a point",
        |pos: &mut Pos, point: &str| -> Native<String> {
            Ok(match pos.line_of("column", point)? {
                LineLabel::Number(number) => number.to_string(),
                LineLabel::Letters(letters) => letters,
            })
        }
    ),
];

/// Registers functions that are not in the list of entries.
pub(super) fn add_to(engine: &mut Engine) {
    engine.register_type_with_name::<Pos>("pos").register_fn(
        "next_to",
        |pos: &mut Pos, point: &str| -> Native<Points> {
            let Point(at) = pos.world().point(point)?;
            let points = pos.set(|p| p == usize::from(at));
            next_to(pos, points)
        },
    );
}

fn players(pos: &mut Pos) -> Array {
    pos.world()
        .players
        .iter()
        .cloned()
        .map(Dynamic::from)
        .collect()
}

fn next(pos: &mut Pos, player: &str) -> Native<ImmutableString> {
    let SeatId(seat) = pos.world().seat(player)?;
    let players = &pos.world().players;
    Ok(players[(usize::from(seat) + 1) % players.len()].clone())
}

fn at(pos: &mut Pos, point: &str) -> Native<Dynamic> {
    let piece = pos.stack(point)?.next_back();
    Ok(piece.map_or(Dynamic::UNIT, |p| pos.world().kind_name(p.kind).into()))
}

fn owner(pos: &mut Pos, point: &str) -> Native<Dynamic> {
    let owner = pos.stack(point)?.rev().find_map(|p| p.owner);
    Ok(owner.map_or(Dynamic::UNIT, |p| pos.world().player_name(p).into()))
}

fn pieces(pos: &mut Pos, kind: &str, player: &str) -> Native<Points> {
    let piece = pos.world().piece(kind, player)?;
    Ok(pos.where_piece(|p| p == piece))
}

fn own(pos: &mut Pos, kind: &str) -> Native<Points> {
    let (kind, owner) = (pos.world().kind(kind)?, Some(pos.me()));
    Ok(pos.where_piece(|p| p == Piece { kind, owner }))
}

fn enemy(pos: &mut Pos, kind: &str) -> Native<Points> {
    let (kind, me) = (pos.world().kind(kind)?, pos.me());
    Ok(pos.where_piece(|p| p.kind == kind && p.owner.is_some_and(|owner| owner != me)))
}

fn empty(pos: &mut Pos) -> Points {
    let mut points = pos.occupied();
    points.set.toggle_range(..);
    points
}

fn row(pos: &mut Pos, number: i64) -> Native<Points> {
    let topology = &pos.world().board()?.topology;
    let points = topology.line("row", &LineLabel::Number(number));
    Ok(Points::new(
        points.unwrap_or_else(|| topology.none()),
        pos.world(),
    ))
}

fn column(pos: &mut Pos, letter: &str) -> Native<Points> {
    let topology = &pos.world().board()?.topology;
    let points = topology.line("column", &LineLabel::Letters(letter.to_owned()));
    let points = points.ok_or_else(|| no_line("column", letter))?;
    Ok(Points::new(points, pos.world()))
}

fn next_to(pos: &mut Pos, points: Points) -> Native<Points> {
    let board = pos.world().board()?;
    let mut found = pos.world().nothing();
    for from in points.set.ones().filter_map(|p| u16::try_from(p).ok()) {
        neighbours(board, Point(from)).for_each(|p| found.insert(p.index()));
    }
    Ok(Points::new(found, pos.world()))
}

fn neighbours(board: &Board, from: Point) -> impl Iterator<Item = Point> + '_ {
    board
        .next
        .iter()
        .filter_map(move |dir| board.step(from, dir))
}

fn step(pos: &mut Pos, point: &str, direction: &str) -> Native<Dynamic> {
    let world = pos.world();
    let (from, dir) = (world.point(point)?, world.direction(direction, pos.me())?);
    let to = world.board()?.along(from, dir, 1);
    Ok(to.map_or(Dynamic::UNIT, |p| world.point_name(p).into()))
}

fn distance(pos: &mut Pos, from: &str, to: &str) -> Native<Dynamic> {
    let world = pos.world();
    let (from, to, board) = (world.point(from)?, world.point(to)?, world.board()?);
    let formula = board.topology.distance(from, to, board.next);
    let formula = formula.filter(|_| board.walls.is_empty());
    let steps = formula.or_else(|| walked(board, from, to));
    Ok(steps.map_or(Dynamic::UNIT, Dynamic::from))
}

/// Returns the length of the shortest path over neighbouring points (breadth-first search).
fn walked(board: &Board, from: Point, to: Point) -> Option<i64> {
    let mut seen: PointSet = board.none();
    seen.insert(from.index());
    let mut open = VecDeque::from([(from, 0)]);
    while let Some((point, steps)) = open.pop_front() {
        if point == to {
            return Some(steps);
        }
        for next in neighbours(board, point) {
            if !seen.put(next.index()) {
                open.push_back((next, steps + 1));
            }
        }
    }
    None
}

fn remembered(pos: &mut Pos, name: &str, player: Option<&str>) -> Native<Dynamic> {
    let (id, memory) = pos.world().memory(name)?;
    pos.may_read(name, |(memories, _)| memories.contains(&id))?;
    let of = convert::whose(pos.world(), memory, player)?;
    let world = pos.world();
    // A memory that no rule reads has no words, so it keeps its start value.
    let value = match world.layout.memory(id) {
        Some((first, size)) => {
            let at = first + of.unwrap_or(0) * size;
            &value_of(memory.ty, pos.read(at..at + size), world.layout.points)
        }
        None => &memory.start,
    };
    Ok(convert::to_script(world, value))
}

fn contents<'p>(pos: &'p Pos, (zone, owner): (&str, Option<&str>)) -> Native<(ListId, &'p [u64])> {
    let name = zone;
    let (id, owner) = pos.world().zone(zone, owner)?;
    pos.may_read(name, |(_, zones)| zones.contains(&id))?;
    let list = pos.world().model.zone(id).list;
    let owner = owner.map_or(0, SeatId::index);
    let rows = pos.world().layout.rows(id, owner);
    Ok((list, pos.read(rows)))
}

fn copies(pos: &mut Pos, row: &str, zone: (&str, Option<&str>)) -> Native<i64> {
    let (list, counts) = contents(pos, zone)?;
    let row = pos.world().row(list, row)?;
    let copies = counts.get(row.index()).copied().unwrap_or(0);
    Ok(i64::try_from(copies).unwrap_or(i64::MAX))
}

fn size(pos: &mut Pos, zone: (&str, Option<&str>)) -> Native<i64> {
    let (_, counts) = contents(pos, zone)?;
    Ok(i64::try_from(counts.iter().sum::<u64>()).unwrap_or(i64::MAX))
}

fn rows(pos: &mut Pos, list: &str) -> Native<Array> {
    let list = pos.world().list(list)?;
    let rows = pos.world().rows[list.index()].iter();
    Ok(rows.cloned().map(Dynamic::from).collect())
}

fn value(pos: &mut Pos, field: &str, list: &str, row: &str) -> Native<Dynamic> {
    let world = pos.world();
    let id = world.list(list)?;
    let (at, row) = (world.field(id, field)?, world.row(id, row)?);
    let values = &world.model.list(id).rows[row.index()].values;
    Ok(values
        .get(at)
        .map_or(Dynamic::UNIT, |value| convert::to_script(world, value)))
}
