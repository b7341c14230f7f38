//! Truths, numbers, players and remembered values.

use super::{Fault, Plain, has, misfit};
use crate::model::{
    ArgValue, MemoryId, MemoryRef, MemoryType, Node, Num, Point, ScriptId, Seat, SeatId, SeatSet,
    Set, Truth, Value, ValueExpr,
};
use crate::rules::Answer;

impl Plain<'_> {
    /// Works out a yes or no.
    ///
    /// # Errors
    /// If an argument is missing or a script fails.
    pub fn truth(&self, node: &Node<Truth>) -> Result<bool, Fault> {
        match &node.kind {
            Truth::Fixed(truth) => Ok(*truth),
            Truth::And(parts) => Ok(!self.any_is(parts, false)?),
            Truth::Or(parts) => self.any_is(parts, true),
            Truth::Not(part) => Ok(!self.truth(part)?),
            Truth::Some(set) => Ok(!self.set(set)?.is_clear()),
            Truth::SomeLine(line) => Ok(!self.lines(*line)?.is_empty()),
            Truth::In(place, set) => {
                let set = self.set(set)?;
                Ok(self.place(*place)?.is_some_and(|point| has(&set, point)))
            }
            Truth::LineIn(line, set) => {
                let set = self.set(set)?;
                Ok(self
                    .line_points(*line)?
                    .into_iter()
                    .all(|point| has(&set, point)))
            }
            Truth::SameSet(left, right) => Ok(self.set(left)? == self.set(right)?),
            Truth::Compare(how, left, right) => Ok(how.holds(self.num(left)?, self.num(right)?)),
            Truth::SameSeat(left, right) => Ok(self.seat(left)? == self.seat(right)?),
            Truth::LastIs(moves) => Ok(self.table.last.is_some_and(|last| moves.contains(&last))),
            Truth::Seen(times) => Ok(self.seen >= *times),
            Truth::Script(script, args) => match self.script(*script, args)? {
                Answer::Value(Value::Truth(truth)) => Ok(truth),
                _ => Err(misfit("a yes or no")),
            },
        }
    }

    /// Works out a number.
    ///
    /// # Errors
    /// If an argument is missing or a script fails.
    pub fn num(&self, node: &Node<Num>) -> Result<i64, Fault> {
        match &node.kind {
            Num::Fixed(number) => Ok(*number),
            Num::Count(set) => Ok(size(self.set(set)?.count_ones(..))),
            Num::CountLines(line) => Ok(size(self.lines(*line)?.len())),
            Num::Memory(memory) => as_number(&self.memory(memory)?),
            Num::Arg(arg) => match self.arg(*arg)? {
                ArgValue::Num(number) => Ok(number),
                _ => Err(misfit("a number")),
            },
            Num::Sum(op, left, right) => Ok(op.apply(self.num(left)?, self.num(right)?)),
            Num::If(cond, yes, no) => {
                if self.truth(cond)? {
                    self.num(yes)
                } else {
                    self.num(no)
                }
            }
            Num::Script(script, args) => match self.script(*script, args)? {
                Answer::Value(value) => as_number(&value),
                Answer::Changes(_) => Err(misfit("a number")),
            },
        }
    }

    /// Works out a player; `None` is nobody.
    ///
    /// # Errors
    /// If an argument is missing.
    pub fn seat(&self, node: &Node<Seat>) -> Result<Option<SeatId>, Fault> {
        match &node.kind {
            Seat::Me => Ok(Some(self.table.me)),
            Seat::None => Ok(None),
            Seat::Fixed(seat) => Ok(Some(*seat)),
            Seat::Arg(arg) => match self.arg(*arg)? {
                ArgValue::Seat(seat) => Ok(Some(seat)),
                _ => Err(misfit("a player")),
            },
            Seat::Memory(memory) => match self.memory(memory)? {
                Value::Seat(seat) => Ok(seat),
                _ => Err(misfit("a player")),
            },
            Seat::Next(of) => Ok(self.seat(of)?.map(|seat| self.after(seat))),
        }
    }

    /// Works out a set of players, in seat order.
    ///
    /// # Errors
    /// If an argument is missing.
    pub fn seats(&self, node: &Node<SeatSet>) -> Result<Vec<SeatId>, Fault> {
        let all = self.model.seat_ids();
        match &node.kind {
            SeatSet::All => Ok(all.collect()),
            SeatSet::Others => Ok(all.filter(|&seat| seat != self.table.me).collect()),
            SeatSet::One(seat) => Ok(self.seat(seat)?.into_iter().collect()),
        }
    }

    /// Works out a value of any type.
    ///
    /// # Errors
    /// If an argument is missing or a script fails.
    pub fn value(&self, value: &ValueExpr) -> Result<Value, Fault> {
        Ok(match value {
            ValueExpr::Num(node) => Value::Num(self.num(node)?),
            ValueExpr::Truth(node) => Value::Truth(self.truth(node)?),
            ValueExpr::Seat(node) => Value::Seat(self.seat(node)?),
            ValueExpr::Place(node) => Value::Point(self.place(node.kind)?),
            ValueExpr::Set(node) => Value::Points(self.set(node)?),
            ValueExpr::Kind(kind) => Value::Kind(*kind),
        })
    }

    /// Calls a script with arguments worked out.
    ///
    /// # Errors
    /// If an argument is missing or the script fails.
    pub fn script(&self, script: ScriptId, args: &[ValueExpr]) -> Result<Answer, Fault> {
        let args: Result<Vec<_>, _> = args.iter().map(|arg| self.value(arg)).collect();
        let host = self
            .scripts
            .ok_or_else(|| Fault::script("no script can be run here"))?;
        host.call(script, &args?, self.table).map_err(Fault::script)
    }

    /// Returns a remembered value; of nobody it is 0, no, nobody or nothing.
    ///
    /// # Errors
    /// If an argument is missing.
    pub fn memory(&self, memory: &MemoryRef) -> Result<Value, Fault> {
        let of = memory.of.as_deref().map(|of| self.seat(of)).transpose()?;
        let id = memory.memory;
        Ok(match of {
            Some(None) => self.of_nobody(id),
            Some(Some(seat)) => self.table.memory(id, seat).clone(),
            None => self.table.memory(id, self.table.me).clone(),
        })
    }

    fn of_nobody(&self, id: MemoryId) -> Value {
        match self.model.memories[id.index()].ty {
            MemoryType::Num => Value::Num(0),
            MemoryType::Truth => Value::Truth(false),
            MemoryType::Seat => Value::Seat(None),
            MemoryType::Points => Value::Points(self.nothing()),
        }
    }

    fn any_is(&self, parts: &[Node<Truth>], wanted: bool) -> Result<bool, Fault> {
        for part in parts {
            if self.truth(part)? == wanted {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn after(&self, seat: SeatId) -> SeatId {
        let next = SeatId(seat.0.saturating_add(1));
        if next.index() < self.model.seats() {
            next
        } else {
            SeatId(0)
        }
    }

    /// Tells whether a point is in a set.
    ///
    /// # Errors
    /// If an argument is missing or a script fails.
    pub fn is_in(&self, point: Point, set: &Node<Set>) -> Result<bool, Fault> {
        Ok(has(&self.set(set)?, point))
    }
}

/// Returns a number; a remembered yes counts as 1, a no as 0.
fn as_number(value: &Value) -> Result<i64, Fault> {
    match value {
        Value::Num(number) => Ok(*number),
        Value::Truth(truth) => Ok(i64::from(*truth)),
        _ => Err(misfit("a number")),
    }
}

fn size(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
