//! Statements that ask nobody, carried out on a table.

use super::{Fault, Plain, Table, points_of};
use crate::base::Span;
use crate::engine::Piece;
use crate::model::{
    DrawingId, KindId, MemoryRef, Model, Node, Place, Point, PointSet, SeatId, Stmt, StmtKind,
};

/// How many statements may be carried out, those that are repeated counted each time.
const MOST_STATEMENTS: usize = 100_000;

/// Carries statements out on a table, one after the other; what was done before a fault stays.
///
/// # Errors
/// If a statement cannot be done, or is one that asks somebody, calls a script or ends something; or if there are more
/// than a hundred thousand of them.
pub fn carry_out(model: &Model, table: &mut Table, body: &[Stmt]) -> Result<(), Fault> {
    let left = MOST_STATEMENTS;
    let mut hand = Hand { model, table, left };
    hand.block(body)
}

struct Hand<'a> {
    model: &'a Model,
    table: &'a mut Table,
    /// How many statements may still be carried out.
    left: usize,
}

impl Hand<'_> {
    fn plain(&self) -> Plain<'_> {
        Plain::new(self.model, self.table)
    }

    fn block(&mut self, body: &[Stmt]) -> Result<(), Fault> {
        body.iter().try_for_each(|stmt| {
            let placed = |fault| match fault {
                Fault::Statement(what, span) if span == Span::default() => {
                    Fault::Statement(what, stmt.span)
                }
                other => other,
            };
            self.stmt(stmt).map_err(placed)
        })
    }

    fn stmt(&mut self, stmt: &Stmt) -> Result<(), Fault> {
        let endless = || Fault::statement("this is repeated too often");
        self.left = self.left.checked_sub(1).ok_or_else(endless)?;
        match &stmt.kind {
            StmtKind::Move(from, to) => self.relocate(from, to),
            StmtKind::Take(set) => {
                let set = self.plain().set(set)?;
                points_of(&set).for_each(|point| self.table.pieces[point.index()] = None);
                Ok(())
            }
            StmtKind::Put(kind, owner, set) => {
                let owner = self.plain().seat(owner)?;
                let set = self.plain().set(set)?;
                self.put(*kind, owner, &set)
            }
            StmtKind::Lay(drawing) => self.lay(*drawing),
            StmtKind::Transfer(cargo, from, to) => {
                let before = self.table.clone();
                let plain = Plain::new(self.model, &before);
                super::transfer(plain, self.table, (cargo, from, to))
            }
            StmtKind::Remember(memory, value) => {
                let value = self.plain().value(value)?;
                self.remember(memory, &value)
            }
            StmtKind::Forget(memory) => {
                let start = &self.model.memories[memory.memory.index()].start;
                self.remember(memory, start)
            }
            StmtKind::If(cond, then, otherwise) => {
                let holds = self.plain().truth(cond)?;
                self.block(if holds { then } else { otherwise })
            }
            StmtKind::Repeat(Some(times), body) => {
                let times = self.plain().num(times)?;
                let rounds = if body.is_empty() { 0 } else { times };
                (0..rounds).try_for_each(|_| self.block(body))
            }
            StmtKind::Script(..)
            | StmtKind::Repeat(None, _)
            | StmtKind::Each { .. }
            | StmtKind::Ask(_)
            | StmtKind::Phase(..)
            | StmtKind::Leave(_)
            | StmtKind::End(_) => Err(Fault::statement(
                "only pieces and remembered values are laid out here; this belongs into the rules",
            )),
        }
    }

    fn relocate(&mut self, from: &Node<Place>, to: &Node<Place>) -> Result<(), Fault> {
        let off = || Fault::statement("the place is off the board");
        let from = self.plain().place(from.kind)?.ok_or_else(off)?;
        let to = self.plain().place(to.kind)?.ok_or_else(off)?;
        let piece = self.table.pieces[from.index()].take();
        let name = self.name(from);
        let piece = piece.ok_or_else(|| Fault::statement(format!("nothing stands on {name}")))?;
        self.come(piece, to)
    }

    fn put(&mut self, kind: KindId, owner: Option<SeatId>, set: &PointSet) -> Result<(), Fault> {
        let owner = owner.ok_or_else(|| Fault::statement("the piece is nobody's"))?;
        points_of(set).try_for_each(|point| self.come(Piece { kind, owner }, point))
    }

    fn lay(&mut self, drawing: DrawingId) -> Result<(), Fault> {
        let pieces = &self.model.drawings[drawing.index()].pieces;
        let mut pieces = pieces.iter();
        pieces.try_for_each(|&(point, kind, owner)| self.come(Piece { kind, owner }, point))
    }

    fn come(&mut self, piece: Piece, to: Point) -> Result<(), Fault> {
        if self.table.at(to).is_some() {
            let name = self.name(to);
            return Err(Fault::statement(format!(
                "{name} is occupied, so nothing more can come there"
            )));
        }
        self.table.pieces[to.index()] = Some(piece);
        Ok(())
    }

    fn name(&self, point: Point) -> String {
        let board = self.model.board.as_ref();
        board.map_or_else(String::new, |board| board.name(point))
    }

    /// Sets a remembered value: that of one player, or all of them.
    fn remember(&mut self, memory: &MemoryRef, value: &crate::model::Value) -> Result<(), Fault> {
        let of = memory
            .of
            .as_deref()
            .map(|of| self.plain().item(of))
            .transpose()?;
        let values = &mut self.table.memories[memory.memory.index()];
        match of {
            None => values.fill(value.clone()),
            Some(at) => {
                let at = at.map(usize::from).and_then(|at| values.get_mut(at));
                let nobody = || Fault::statement("nothing is remembered of nobody");
                *at.ok_or_else(nobody)? = value.clone();
            }
        }
        Ok(())
    }
}
