//! Statements that add, remove and move pieces of a spelled position.

use crate::reference::zones::{draw, store, transfer};
use crate::reference::{Evaluator, Fault, points_of};
use linstock_engine::ir::{Piece, SpelledPosition};
use linstock_model::{
    Model, Node, PictureSpot, PiecesTaken, Place, Placement, Point, PointSet, Set, StmtKind,
    ZoneRef,
};

/// Carries out a statement that moves pieces or the contents of zones, and returns the position after it. Returns `None`
/// for any other statement.
///
/// # Errors
/// If it cannot be done, an argument is missing or a script fails.
pub fn moved(plain: Evaluator<'_>, stmt: &StmtKind) -> Result<Option<SpelledPosition>, Fault> {
    let mut table = plain.table.clone();
    match stmt {
        StmtKind::Move(from, to) => {
            let off = || Fault::statement("the place is off the board");
            let at = |place: &Node<Place>| plain.place(place.kind)?.ok_or_else(off);
            relocate(plain.model, &mut table, (at(from)?, at(to)?))?;
        }
        StmtKind::Take(what, set, to) => {
            let set = plain.set(set)?;
            let counts = take(plain.model, &mut table, (*what, &set));
            if let Some(zone) = to {
                store(plain, &mut table, zone, &counts)?;
            }
        }
        StmtKind::Put(kind, owner, set, from) => {
            let owner = owner.as_ref().map(|o| plain.seat(o)).transpose()?;
            let owner = match owner {
                Some(None) => return Err(Fault::statement("the piece is nobody's")),
                Some(owner) => owner,
                None => None,
            };
            let piece = Piece { kind: *kind, owner };
            bring(plain, &mut table, piece, set, from.as_ref())?;
        }
        StmtKind::Lay(laid) => lay(plain, &mut table, laid)?,
        StmtKind::Transfer(cargo, from, to) => transfer(plain, &mut table, cargo, from, to)?,
        StmtKind::Remember(..)
        | StmtKind::Forget(_)
        | StmtKind::Script(..)
        | StmtKind::If(..)
        | StmtKind::Repeat(..)
        | StmtKind::Each { .. }
        | StmtKind::Ask(_)
        | StmtKind::Phase(..)
        | StmtKind::Leave(_)
        | StmtKind::Must(..)
        | StmtKind::End(_) => return Ok(None),
    }
    Ok(Some(table))
}

/// Moves the piece on the last layer of a point to another point.
///
/// # Errors
/// If there is no piece, or the other point is occupied.
pub fn relocate(
    model: &Model,
    table: &mut SpelledPosition,
    (from, to): (Point, Point),
) -> Result<(), Fault> {
    let spot = table.spot(model.top(), from);
    let piece = table.pieces[spot].take();
    let nothing = || Fault::statement(format!("nothing stands on {}", name(model, from)));
    put(model, table, (piece.ok_or_else(nothing)?, to))?;
    for (memory, values) in model.memories.iter().zip(&mut table.memories) {
        if memory.of_piece {
            values[to.index()] = std::mem::replace(&mut values[from.index()], memory.start.clone());
        }
    }
    Ok(())
}

/// Forgets the memories of the piece on the last layer of a point, since it is gone.
fn forget_piece(model: &Model, table: &mut SpelledPosition, point: Point) {
    for (memory, values) in model.memories.iter().zip(&mut table.memories) {
        if memory.of_piece {
            values[point.index()] = memory.start.clone();
        }
    }
}

/// Takes pieces off the board, and returns the number of each kind.
pub fn take(
    model: &Model,
    table: &mut SpelledPosition,
    (what, set): (PiecesTaken, &PointSet),
) -> Vec<u64> {
    let mut counts = vec![0; model.kinds.len()];
    for point in points_of(set) {
        let layer = match what {
            PiecesTaken::Layer(layer) => layer,
            PiecesTaken::Kind(kind) => model.layer_of(kind),
        };
        let spot = table.spot(layer, point);
        let meant = |piece: &Piece| match what {
            PiecesTaken::Layer(_) => true,
            PiecesTaken::Kind(kind) => piece.kind == kind,
        };
        if let Some(piece) = table.pieces[spot].filter(meant) {
            table.pieces[spot] = None;
            counts[piece.kind.index()] += 1;
            if layer == model.top() {
                forget_piece(model, table, point);
            }
        }
    }
    counts
}

/// Puts a piece on a point.
///
/// # Errors
/// If its layer is occupied there.
pub fn put(
    model: &Model,
    table: &mut SpelledPosition,
    (piece, to): (Piece, Point),
) -> Result<(), Fault> {
    let spot = table.spot(model.layer_of(piece.kind), to);
    if table.pieces[spot].is_some() {
        return Err(Fault::statement(format!(
            "{} is occupied, so nothing more can come there",
            name(model, to)
        )));
    }
    table.pieces[spot] = Some(piece);
    Ok(())
}

/// Puts a piece on each point of a set, from a zone or from outside the game.
fn bring(
    plain: Evaluator<'_>,
    table: &mut SpelledPosition,
    piece: Piece,
    set: &Node<Set>,
    from: Option<&ZoneRef>,
) -> Result<(), Fault> {
    let set = plain.set(set)?;
    if let Some(zone) = from {
        let number = u64::try_from(set.count_ones(..)).unwrap_or(u64::MAX);
        draw(plain, table, zone, (piece.kind, number))?;
    }
    points_of(&set).try_for_each(|point| put(plain.model, table, (piece, point)))
}

fn lay(plain: Evaluator<'_>, table: &mut SpelledPosition, laid: &Placement) -> Result<(), Fault> {
    let model = plain.model;
    let Some(board) = &model.board else {
        return Ok(());
    };
    let topology = &board.topology;
    let (drawing, turned, corner) = match laid {
        Placement::Whole(drawing) => (*drawing, 0, topology.origin()),
        Placement::Part(part) => {
            let which = plain.item(&part.which)?.map(usize::from);
            let drawing = which.and_then(|at| part.drawings.get(at)).copied();
            let none = || Fault::statement("no drawing is named to be laid");
            let corner = topology.bottom_left(points_of(&plain.set(&part.at)?));
            (drawing.ok_or_else(none)?, plain.num(&part.turned)?, corner)
        }
    };
    let no_turn = || Fault::statement(format!("a drawing cannot be turned by {turned} degrees"));
    let turn = topology.turn(turned).ok_or_else(no_turn)?;
    let drawing = &model.drawings[drawing.index()];
    for &PictureSpot { cell, kind, owner } in &drawing.pieces {
        let point = topology.at_cell(corner, drawing.size.turned_cell(cell, turn));
        let off = || Fault::statement("the drawing goes over the edge of the board");
        let piece = Piece { kind, owner };
        put(model, table, (piece, point.ok_or_else(off)?))?;
    }
    Ok(())
}

fn name(model: &Model, point: Point) -> String {
    let board = model.board.as_ref();
    board.map_or_else(String::new, |board| board.name(point))
}
