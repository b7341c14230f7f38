//! Truths, numbers, players and remembered values.

use crate::ir::{ScriptAnswer, WordsView};
use crate::model::{
    ArgValue, Family, Member, MemberSet, MemoryId, MemoryRef, MemoryType, Node, Num, Point, RowId,
    ScriptId, SeatId, Set, Truth, Value, ValueExpr,
};
use crate::reference::{Evaluator, Fault, has, misfit};

impl Evaluator<'_> {
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
            Truth::Joined(set) => self.is_joined(&self.set(set)?),
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
            Truth::SameMember(left, right) => Ok(self.item(left)? == self.item(right)?),
            Truth::LastIs(moves) => Ok(self.table.last.is_some_and(|last| moves.contains(&last))),
            Truth::Seen(times) => Ok(self.seen >= *times),
            Truth::Script(script, args) => match self.script(*script, args)? {
                ScriptAnswer::Value(Value::Truth(truth)) => Ok(truth),
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
            Num::Copies(item, zone) => self.copies(item, zone),
            Num::Size(zone) => {
                let size: u64 = self.contents(zone)?.iter().sum();
                Ok(i64::try_from(size).unwrap_or(i64::MAX))
            }
            Num::Field(values, item) => {
                let at = self.item(item)?.map(usize::from);
                Ok(at.and_then(|at| values.get(at)).copied().unwrap_or(0))
            }
            Num::Element(values, number) => {
                let at = usize::try_from(self.num(number)?).ok();
                let at = at.and_then(|n| n.checked_sub(1));
                Ok(at.and_then(|at| values.get(at)).copied().unwrap_or(0))
            }
            Num::Sum(op, left, right) => Ok(op.apply(self.num(left)?, self.num(right)?)),
            Num::If(cond, yes, no) => {
                if self.truth(cond)? {
                    self.num(yes)
                } else {
                    self.num(no)
                }
            }
            Num::Script(script, args) => match self.script(*script, args)? {
                ScriptAnswer::Value(value) => as_number(&value),
                ScriptAnswer::Changes(_) => Err(misfit("a number")),
            },
        }
    }

    /// Works out a member of a family by its place; `None` is nobody.
    ///
    /// # Errors
    /// If an argument is missing or a script fails.
    pub fn item(&self, node: &Node<Member>) -> Result<Option<u8>, Fault> {
        match &node.kind {
            Member::Me => Ok(Some(self.table.me.0)),
            Member::None => Ok(None),
            Member::Fixed(at) => Ok(Some(*at)),
            Member::Arg(arg) => match self.arg(*arg)? {
                ArgValue::Seat(seat) => Ok(Some(seat.0)),
                ArgValue::Row(_, row) => Ok(Some(row.0)),
                _ => Err(misfit("a player or a row")),
            },
            Member::Memory(memory) => match self.memory(memory)? {
                Value::Seat(seat) => Ok(seat.map(|seat| seat.0)),
                Value::Row(_, row) => Ok(row.map(|row| row.0)),
                _ => Err(misfit("a player or a row")),
            },
            Member::At(_) | Member::Over(_) => Err(misfit("a player or a row")),
            Member::RowAt(_, rows, place) => {
                let place = self.place(*place)?;
                Ok(place.and_then(|point| rows.get(point.index()).copied().flatten()))
            }
            Member::Field(_, values, of) => {
                let of = self.item(of)?.map(usize::from);
                Ok(of.and_then(|at| values.get(at).copied().flatten()))
            }
            Member::Owner(place) => {
                let stack = self.place(*place)?.into_iter();
                let mut owners = stack.flat_map(|p| self.table.stack(p).rev());
                Ok(owners.find_map(|piece| piece.owner).map(|seat| seat.0))
            }
            Member::Next(of) => Ok(self.item(of)?.map(|seat| self.after(seat))),
            Member::First(truths) => Ok(self.holding(truths)?.first().copied()),
            Member::Script(script, args) => match self.script(*script, args)? {
                ScriptAnswer::Value(Value::Seat(seat)) => Ok(seat.map(|seat| seat.0)),
                ScriptAnswer::Value(Value::Row(_, row)) => Ok(row.map(|row| row.0)),
                _ => Err(misfit("a player or a row")),
            },
            Member::If(cond, then, otherwise) => {
                self.item(if self.truth(cond)? { then } else { otherwise })
            }
        }
    }

    /// Works out a player; `None` is nobody.
    ///
    /// # Errors
    /// If an argument is missing or a script fails.
    pub fn seat(&self, node: &Node<Member>) -> Result<Option<SeatId>, Fault> {
        Ok(self.item(node)?.map(SeatId))
    }

    /// Works out a set of members of a family by their places, in order.
    ///
    /// # Errors
    /// If an argument is missing or a script fails.
    pub fn items(&self, node: &Node<MemberSet>) -> Result<Vec<u8>, Fault> {
        self.holding(&node.kind.0)
    }

    /// Works out a set of players, in seat order.
    ///
    /// # Errors
    /// If an argument is missing or a script fails.
    #[cfg(test)]
    pub fn seats(&self, node: &Node<MemberSet>) -> Result<Vec<SeatId>, Fault> {
        Ok(self.items(node)?.into_iter().map(SeatId).collect())
    }

    /// Returns the places at which a truth holds.
    fn holding(&self, truths: &[Node<Truth>]) -> Result<Vec<u8>, Fault> {
        let mut found = Vec::new();
        for (at, truth) in (0u8..).zip(truths) {
            if self.truth(truth)? {
                found.push(at);
            }
        }
        Ok(found)
    }

    /// Works out a value of any type.
    ///
    /// # Errors
    /// If an argument is missing or a script fails.
    pub fn value(&self, value: &ValueExpr) -> Result<Value, Fault> {
        Ok(match value {
            ValueExpr::Num(node) => Value::Num(self.num(node)?),
            ValueExpr::Truth(node) => Value::Truth(self.truth(node)?),
            ValueExpr::Member(Family::Players, node) => Value::Seat(self.seat(node)?),
            ValueExpr::Member(Family::Rows(list), node) => {
                Value::Row(*list, self.item(node)?.map(RowId))
            }
            ValueExpr::Place(node) => Value::Point(self.place(node.kind)?),
            ValueExpr::Set(node) => Value::Points(self.set(node)?),
            ValueExpr::Kind(kind) => Value::Kind(*kind),
        })
    }

    /// Calls a script with arguments worked out.
    ///
    /// # Errors
    /// If an argument is missing or the script fails.
    pub fn script(&self, script: ScriptId, args: &[ValueExpr]) -> Result<ScriptAnswer, Fault> {
        let args: Result<Vec<_>, _> = args.iter().map(|arg| self.value(arg)).collect();
        let host = self
            .scripts
            .ok_or_else(|| Fault::script("no script can be run here"))?;
        let at = WordsView {
            words: &self.table.words(self.model),
            me: self.table.me,
        };
        host.call(script, &args?, at).map_err(Fault::script)
    }

    /// Returns a remembered value; of nobody it is 0, no, nobody or nothing.
    ///
    /// # Errors
    /// If an argument is missing.
    pub fn memory(&self, memory: &MemoryRef) -> Result<Value, Fault> {
        let of = memory.of.as_deref().map(|of| self.index(of)).transpose()?;
        let id = memory.memory;
        Ok(match of {
            Some(None) => self.of_nobody(id),
            Some(Some(at)) => self.table.memory(id, at).clone(),
            None => self.table.memory(id, self.table.me.index()).clone(),
        })
    }

    /// Returns which values of a remembered one are meant: all of them if it is not said whose, none of nobody.
    ///
    /// # Errors
    /// If an argument is missing or a script fails.
    pub fn targets(&self, memory: &MemoryRef) -> Result<Vec<usize>, Fault> {
        let all = 0..self.table.memories[memory.memory.index()].len();
        Ok(match memory.of.as_deref() {
            None => all.collect(),
            Some(Node {
                kind: Member::Over(points),
                ..
            }) => self
                .set(points)?
                .ones()
                .filter(|at| self.stands(*at))
                .collect(),
            Some(Node {
                kind: Member::At(place),
                ..
            }) => {
                let at = self.place(*place)?.map(Point::index);
                at.into_iter().filter(|at| self.stands(*at)).collect()
            }
            Some(of) => {
                let at = self.index(of)?.filter(|at| all.contains(at));
                at.into_iter().collect()
            }
        })
    }

    /// Tells whether a piece stands on the last layer of a point.
    fn stands(&self, at: usize) -> bool {
        let piece = Point::nth(at).and_then(|at| self.table.on(self.model.top(), at));
        piece.is_some()
    }

    /// Returns which of its values is meant, by whom or what something is remembered of.
    ///
    /// # Errors
    /// If an argument is missing or a script fails.
    pub fn index(&self, of: &Node<Member>) -> Result<Option<usize>, Fault> {
        match of.kind {
            Member::At(place) => Ok(self.place(place)?.map(Point::index)),
            _ => Ok(self.item(of)?.map(usize::from)),
        }
    }

    fn of_nobody(&self, id: MemoryId) -> Value {
        match self.model.memories[id.index()].ty {
            MemoryType::Num => Value::Num(0),
            MemoryType::Truth => Value::Truth(false),
            MemoryType::Seat => Value::Seat(None),
            MemoryType::Row(list) => Value::Row(list, None),
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

    fn after(&self, seat: u8) -> u8 {
        let next = seat.saturating_add(1);
        if usize::from(next) < self.model.seats() {
            next
        } else {
            0
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
