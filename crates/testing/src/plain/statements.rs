//! The execution of each statement.

use super::{CountedAt, MetPosition, Over, PlainGame, Round};
use linstock_base::Span;
use linstock_engine::ir::{ScriptAnswer, ScriptChange, SpelledPosition};
use linstock_engine::vm::{Fault, Piece};
use linstock_model::visit::{Visitor, Walk};
use linstock_model::{
    Asked, Ending, FiniteDomain, MemoryRef, Node, PhaseId, PiecesTaken, Stmt, StmtKind, TextPart,
    Truth, Value, ValueExpr,
};
use linstock_play::reference::{carry, moved, put, relocate, take};

impl<'m> PlainGame<'m> {
    /// Executes one statement; only begins the blocks inside it.
    pub fn execute(&mut self, stmt: &'m Stmt) -> Result<(), Fault> {
        self.count(stmt);
        if let Some(table) = moved(self.plain(), &stmt.kind)? {
            self.table = table;
            return Ok(());
        }
        match &stmt.kind {
            StmtKind::Remember(memory, value) => self.remember(memory, value),
            StmtKind::Forget(memory) => self.forget(memory),
            StmtKind::Script(script, args) => match self.plain().script(*script, args)? {
                ScriptAnswer::Value(_) | ScriptAnswer::No(_) => Ok(()),
                ScriptAnswer::Changes(changes) => changes
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
            StmtKind::Each { .. } => self.each(&stmt.kind),
            StmtKind::Ask(ask) => self.ask(ask),
            StmtKind::Phase(phase, body) => {
                self.enter(body, Round::Phase(*phase));
                Ok(())
            }
            StmtKind::Leave(phase) => {
                self.leave(*phase);
                Ok(())
            }
            StmtKind::Must(cond, why) => match self.plain().truth(cond)? {
                true => Ok(()),
                false => Err(Fault::statement(why.clone())),
            },
            StmtKind::End(ending) => self.end(ending),
            StmtKind::Move(..)
            | StmtKind::Take(..)
            | StmtKind::Put(..)
            | StmtKind::Lay(_)
            | StmtKind::Transfer(..) => Ok(()),
        }
    }

    /// Applies one change that a script requests.
    fn change(&mut self, change: ScriptChange) -> Result<(), Fault> {
        match change {
            ScriptChange::Take(set) => {
                let top = PiecesTaken::Layer(self.model.top());
                take(self.model, &mut self.table, (top, &set));
            }
            ScriptChange::Put(kind, owner, point) => {
                put(self.model, &mut self.table, (Piece { kind, owner }, point))?;
            }
            ScriptChange::Move(from, to) => relocate(self.model, &mut self.table, (from, to))?,
            ScriptChange::Transfer(row, number, places) => {
                let [from, to] =
                    places.map(|(zone, owner)| (zone, owner.map_or(0, |seat| seat.index())));
                let rows = self.table.zones[from.0.index()][from.1].len();
                let mut counts = vec![0; rows];
                counts[row.index()] = number;
                carry(&mut self.table, &counts, (from, to))?;
            }
            ScriptChange::Remember(memory, of, value) => {
                let slot = of.unwrap_or(0);
                self.table.memories[memory.index()][slot] = value;
            }
        }
        Ok(())
    }

    fn remember(&mut self, memory: &MemoryRef, value: &ValueExpr) -> Result<(), Fault> {
        let value = self.plain().value(value)?;
        for slot in self.plain().targets(memory)? {
            self.table.memories[memory.memory.index()][slot] = value.clone();
        }
        Ok(())
    }

    fn forget(&mut self, memory: &MemoryRef) -> Result<(), Fault> {
        let start: &Value = &self.model.memories[memory.memory.index()].start;
        for slot in self.plain().targets(memory)? {
            self.table.memories[memory.memory.index()][slot] = start.clone();
        }
        Ok(())
    }

    fn each(&mut self, each: &'m StmtKind) -> Result<(), Fault> {
        let StmtKind::Each {
            endless,
            from,
            backwards,
            filter,
            body,
        } = each
        else {
            return Ok(());
        };
        let from = self.plain().seat(from)?;
        let from = from.ok_or_else(|| Fault::statement("nobody begins"))?;
        let before = self.table.me;
        let (earlier, mut round): (Vec<_>, Vec<_>) =
            self.model.seat_ids().partition(|&seat| seat < from);
        round.extend(earlier);
        if *backwards {
            round.reverse();
        }
        let again = if *endless { round.clone() } else { Vec::new() };
        let mut rest = round;
        let filter = filter.as_ref();
        if self.next_seat((&mut rest, &again), filter, before)? {
            self.enter(
                body,
                Round::Each {
                    rest,
                    again,
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
        // This code is independent of the program's code for the end of a compiled game.
        let reason: Vec<String> = ending
            .said
            .iter()
            .map(|part| self.said(part))
            .collect::<Result<_, _>>()?;
        self.control.clear();
        self.over = Some(Over {
            winners: winners.unwrap_or_default(),
            reason: reason.concat(),
        });
        Ok(())
    }

    /// Returns the text for a part of an ending's reason.
    fn said(&self, part: &TextPart) -> Result<String, Fault> {
        let plain = self.plain();
        Ok(match part {
            TextPart::Literal(words) => words.clone(),
            TextPart::Num(number) => plain
                .num(&Node::plain(Span::default(), number.clone()))?
                .to_string(),
            TextPart::Place(place) => {
                let at = plain.place(*place)?.expect("a point of the board");
                self.model.board.as_ref().expect("a board").name(at)
            }
            TextPart::Member(finite_domain, item) => {
                let at = plain.item(&Node::plain(Span::default(), item.clone()))?;
                let none = match finite_domain {
                    FiniteDomain::Players => "nobody",
                    FiniteDomain::Rows(_) => "none",
                };
                at.map_or(none, |at| self.model.member(*finite_domain, at))
                    .to_owned()
            }
            TextPart::Multiset(..) => String::new(),
        })
    }

    /// Counts the position if the statement asks how often the position was met there.
    fn count(&mut self, stmt: &'m Stmt) {
        let mut past = AsksForThePast::default();
        match &stmt.kind {
            StmtKind::Ask(ask) => match &ask.who {
                Asked::One(who) => who.walk(&mut past),
                Asked::Together(seats) => seats.walk(&mut past),
                Asked::Me | Asked::Chance => {}
            },
            StmtKind::Each { from, .. } => from.walk(&mut past),
            _ => std::slice::from_ref(stmt).walk(&mut past),
        }
        if past.found {
            self.seen = self.meet(CountedAt::Statement(stmt));
        }
    }

    /// Counts the position if this count decides whether a round skips a player.
    pub fn count_in_round(&mut self, filter: &Node<Truth>) {
        let mut past = AsksForThePast::default();
        filter.walk(&mut past);
        if past.found {
            self.seen = self.meet(CountedAt::Round(filter));
        }
    }

    /// Returns the last meeting with the current position at a place, if any.
    pub(super) fn met(&self, place: CountedAt) -> Option<&MetPosition> {
        self.past.iter().rev().find(|met| {
            let (now, then) = (&self.table, &met.table);
            met.place == place
                && (&now.pieces, &now.zones, now.me) == (&then.pieces, &then.zones, then.me)
                && self.counted_values(now).eq(self.counted_values(then))
        })
    }

    /// Returns the values of the memories that count for `seen`.
    fn counted_values<'t>(
        &'t self,
        table: &'t SpelledPosition,
    ) -> impl Iterator<Item = &'t Vec<Value>> {
        let memories = self.model.memories.iter().zip(&table.memories);
        memories
            .filter(|(memory, _)| !memory.uncounted)
            .map(|(_, values)| values)
    }

    /// Records a meeting with the current position at a place; returns the number of meetings.
    pub(super) fn meet(&mut self, place: CountedAt) -> u32 {
        let times = self.met(place).map_or(1, |met| met.times + 1);
        self.past.push(MetPosition {
            place,
            table: self.table.clone(),
            times,
        });
        times
    }
}

/// Finds out whether a statement uses `seen`, not counting the blocks inside it.
#[derive(Default)]
struct AsksForThePast {
    found: bool,
    inside: bool,
}

impl Visitor for AsksForThePast {
    fn truth(&mut self, truth: &Node<Truth>) {
        self.found |= matches!(truth.kind, Truth::Seen(_));
    }

    fn enters(&mut self, _: &Stmt) -> bool {
        !std::mem::replace(&mut self.inside, true)
    }
}
