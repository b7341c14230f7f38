//! What each statement does.

use super::{Met, Over, PlainGame, Round};
use linstock::engine::plain::{Plain, carry, points_of, transfer};
use linstock::engine::{Fault, Piece};
use linstock::model::{
    DrawingId, Ending, Item, KindId, MemoryRef, Node, PhaseId, Place, Point, PointSet, SeatId,
    Stmt, StmtKind, Truth, Value, ValueExpr,
};
use linstock::rules::{Answer, Change};

impl<'m> PlainGame<'m> {
    /// Executes one statement; blocks inside it are only begun.
    pub(super) fn execute(&mut self, stmt: &'m Stmt) -> Result<(), Fault> {
        self.count(stmt);
        match &stmt.kind {
            StmtKind::Move(from, to) => self.shift(from, to),
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
                let mut after = self.table.clone();
                transfer(self.plain(), &mut after, (cargo, from, to))?;
                self.table = after;
                Ok(())
            }
            StmtKind::Remember(memory, value) => self.remember(memory, value),
            StmtKind::Forget(memory) => self.forget(memory),
            StmtKind::Script(script, args) => match self.plain().script(*script, args)? {
                Answer::Value(_) => Ok(()),
                Answer::Changes(changes) => changes
                    .into_iter()
                    .try_for_each(|change| self.change(change)),
            },
            StmtKind::If(cond, yes, no) => {
                let block = if self.plain().truth(cond)? { yes } else { no };
                self.enter(block, Round::Once);
                Ok(())
            }
            StmtKind::Repeat(None, body) => {
                self.enter(body, Round::Forever);
                Ok(())
            }
            StmtKind::Repeat(Some(times), body) => {
                let times = self.plain().num(times)?;
                if times > 0 {
                    self.enter(body, Round::Times(times));
                }
                Ok(())
            }
            StmtKind::Each { from, filter, body } => {
                let from = self.plain().seat(from)?;
                self.each(from, filter.as_ref(), body)
            }
            StmtKind::Ask(ask) => self.ask(ask),
            StmtKind::Phase(phase, body) => {
                self.enter(body, Round::Phase(*phase));
                Ok(())
            }
            StmtKind::Leave(phase) => {
                self.leave(*phase);
                Ok(())
            }
            StmtKind::End(ending) => self.end(ending),
        }
    }

    /// Does one change that a script wants.
    fn change(&mut self, change: Change) -> Result<(), Fault> {
        match change {
            Change::Take(set) => {
                points_of(&set).for_each(|point| self.table.pieces[point.index()] = None)
            }
            Change::Put(kind, owner, point) => self.place_piece(Piece { kind, owner }, point)?,
            Change::Move(from, to) => self.shift_piece(from, to)?,
            Change::Transfer(row, number, places) => {
                let [from, to] =
                    places.map(|(zone, owner)| (zone, owner.map_or(0, |seat| seat.index())));
                let rows = self.table.zones[from.0.index()][from.1].len();
                let mut counts = vec![0; rows];
                counts[row.index()] = number;
                carry(&mut self.table, &counts, (from, to))?;
            }
            Change::Remember(memory, of, value) => {
                let slot = usize::from(of.unwrap_or(0));
                self.table.memories[memory.index()][slot] = value;
            }
        }
        Ok(())
    }

    fn shift(&mut self, from: &Node<Place>, to: &Node<Place>) -> Result<(), Fault> {
        let at = |plain: Plain<'_>, place: &Node<Place>| {
            let point = plain.place(place.kind)?;
            point.ok_or_else(|| Fault::statement("the place is off the board"))
        };
        let (from, to) = (at(self.plain(), from)?, at(self.plain(), to)?);
        self.shift_piece(from, to)
    }

    fn shift_piece(&mut self, from: Point, to: Point) -> Result<(), Fault> {
        let piece = self.table.pieces[from.index()].take();
        let piece = piece.ok_or_else(|| Fault::statement("nothing stands there"))?;
        self.place_piece(piece, to)
    }

    fn put(&mut self, kind: KindId, owner: Option<SeatId>, set: &PointSet) -> Result<(), Fault> {
        let owner = owner.ok_or_else(|| Fault::statement("the piece is nobody's"))?;
        points_of(set).try_for_each(|point| self.place_piece(Piece { kind, owner }, point))
    }

    fn lay(&mut self, drawing: DrawingId) -> Result<(), Fault> {
        let pieces = &self.model.drawings[drawing.index()].pieces;
        let mut pieces = pieces.iter();
        pieces.try_for_each(|&(point, kind, owner)| self.place_piece(Piece { kind, owner }, point))
    }

    fn place_piece(&mut self, piece: Piece, to: Point) -> Result<(), Fault> {
        let there = &mut self.table.pieces[to.index()];
        if there.is_some() {
            return Err(Fault::statement("the point is occupied"));
        }
        *there = Some(piece);
        Ok(())
    }

    fn remember(&mut self, memory: &MemoryRef, value: &ValueExpr) -> Result<(), Fault> {
        let value = self.plain().value(value)?;
        for slot in self.slots(memory)? {
            self.table.memories[memory.memory.index()][slot] = value.clone();
        }
        Ok(())
    }

    fn forget(&mut self, memory: &MemoryRef) -> Result<(), Fault> {
        let start: &Value = &self.model.memories[memory.memory.index()].start;
        for slot in self.slots(memory)? {
            self.table.memories[memory.memory.index()][slot] = start.clone();
        }
        Ok(())
    }

    /// Returns which entries of a memory are meant: that of one player, none of nobody, or all of them.
    fn slots(&self, memory: &MemoryRef) -> Result<Vec<usize>, Fault> {
        let of: Option<&Node<Item>> = memory.of.as_deref();
        let Some(of) = of else {
            return Ok((0..self.table.memories[memory.memory.index()].len()).collect());
        };
        let of = self.plain().item(of)?;
        Ok(of.map(usize::from).into_iter().collect())
    }

    fn each(
        &mut self,
        from: Option<SeatId>,
        filter: Option<&'m Node<Truth>>,
        body: &'m [Stmt],
    ) -> Result<(), Fault> {
        let from = from.ok_or_else(|| Fault::statement("nobody begins"))?;
        let before = self.table.me;
        let (earlier, mut rest): (Vec<_>, Vec<_>) =
            self.model.seat_ids().partition(|&seat| seat < from);
        rest.extend(earlier);
        if self.next_seat(&mut rest, filter, before)? {
            self.enter(
                body,
                Round::Each {
                    rest,
                    filter,
                    before,
                },
            );
        }
        Ok(())
    }

    fn leave(&mut self, phase: PhaseId) {
        while let Some(frame) = self.control.pop() {
            match frame.round {
                Round::Each { before, .. } => self.table.me = before,
                Round::Phase(this) if this == phase => return,
                _ => {}
            }
        }
    }

    fn end(&mut self, ending: &Ending) -> Result<(), Fault> {
        let winners = ending
            .winners
            .as_ref()
            .map(|w| self.plain().seats(w))
            .transpose()?;
        self.control.clear();
        self.over = Some(Over {
            winners: winners.unwrap_or_default(),
            reason: ending.reason.clone(),
        });
        Ok(())
    }

    /// Counts the position if the statement asks how often it was met there.
    fn count(&mut self, stmt: &'m Stmt) {
        let asks = match &stmt.kind {
            StmtKind::If(cond, ..) => asks_for_the_past(cond),
            StmtKind::Remember(_, ValueExpr::Truth(value)) => asks_for_the_past(value),
            _ => false,
        };
        if !asks {
            return;
        }
        let statement = std::ptr::from_ref(stmt);
        let same = |met: &&mut Met| {
            let (now, then) = (&self.table, &met.table);
            met.statement == statement
                && (&now.pieces, &now.zones, &now.memories, now.me)
                    == (&then.pieces, &then.zones, &then.memories, then.me)
        };
        if let Some(met) = self.past.iter_mut().find(same) {
            met.times += 1;
            self.seen = met.times;
        } else {
            self.seen = 1;
            self.past.push(Met {
                statement,
                table: self.table.clone(),
                times: 1,
            });
        }
    }
}

fn asks_for_the_past(truth: &Node<Truth>) -> bool {
    match &truth.kind {
        Truth::Seen(_) => true,
        Truth::Not(part) => asks_for_the_past(part),
        Truth::And(parts) | Truth::Or(parts) => parts.iter().any(asks_for_the_past),
        _ => false,
    }
}
