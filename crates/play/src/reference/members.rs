//! Evaluates members of a finite domain: players, rows, nobody; and the values remembered for them.

use crate::reference::proof::{
    Evaluated, Evidence, MemberParts, SeenMemory, SeenPlace, ValueOnly, Whose,
};
use crate::reference::truths::members_of;
use crate::reference::{Evaluator, Fault, VALUE, misfit};
use linstock_model::{
    ArgValue, Member, MemoryId, MemoryRef, MemoryType, Node, Place, Point, SeatId, Value,
};
use std::borrow::Cow;

/// The expected type, for errors about a value that should be a member of a finite domain.
const WANTED: &str = "a player or a row";

impl<'a> Evaluator<'a> {
    /// Evaluates a member of a finite domain to its index. `None` is nobody.
    ///
    /// # Errors
    /// If an argument is missing or a script fails.
    pub fn item(&self, node: &Node<Member>) -> Result<Option<u8>, Fault> {
        Ok(self.walk_member::<ValueOnly>(node)?.value)
    }

    pub(super) fn walk_member<E: Evidence>(
        &self,
        node: &'a Node<Member>,
    ) -> Result<Evaluated<'a, Member, E>, Fault> {
        self.spend_on::<E>(VALUE, node.span)?;
        let (value, parts) = match &node.kind {
            Member::Me => (Some(self.table.me.0), MemberParts::Me),
            Member::None => (None, MemberParts::None),
            Member::Fixed(at) => (Some(*at), MemberParts::Fixed),
            Member::Arg(arg) => {
                let member = named(self.arg(*arg)?)?;
                (Some(member), MemberParts::Arg(*arg))
            }
            Member::Memory(memory) => {
                let memory = self.walk_memory(memory)?;
                let member = as_member(&memory.value)?;
                (member, MemberParts::Memory(memory))
            }
            Member::At(_) | Member::Over(_) | Member::Pair(_) => return Err(misfit(WANTED)),
            Member::RowAt(list, rows, place) => {
                let place = self.seen_place(*place)?;
                let row = place.point.and_then(|at| rows.get(at.index()));
                let row = row.copied().flatten();
                (row, MemberParts::RowAt(*list, place))
            }
            Member::Field(finite_domain, values, of) => {
                let of = self.walk_member(of)?;
                let at = of.value.map(usize::from);
                let member = at.and_then(|at| values.get(at).copied().flatten());
                (member, MemberParts::Field(*finite_domain, of))
            }
            Member::Owner(place) => {
                let place = self.seen_place(*place)?;
                let stack = place.point.into_iter();
                let mut owners = stack.flat_map(|p| self.table.stack(p).rev());
                let owner = owners.find_map(|piece| piece.owner);
                let owner = owner.map(|seat| seat.0);
                (owner, MemberParts::Owner(place))
            }
            Member::Next(of) => {
                let of = self.walk_member(of)?;
                let next = of.value.map(|seat| self.after(seat));
                (next, MemberParts::Next(of))
            }
            Member::First(truths) => {
                let truths = self.walk_each(truths)?;
                let first = members_of(&truths).first().copied();
                (first, MemberParts::First(truths))
            }
            Member::Script(script, args) => {
                let call = self.walk_script(*script, args)?;
                let member = as_member(&call.value(WANTED)?)?;
                (member, MemberParts::Script(call))
            }
            Member::If(cond, then, otherwise) => {
                let cond = self.walk_truth(cond)?;
                let chosen = self.walk_member(if cond.value { then } else { otherwise })?;
                (chosen.value, MemberParts::If(cond, chosen))
            }
        };
        Ok(Evaluated::of(node, value, parts))
    }

    /// Evaluates a player. `None` is nobody.
    ///
    /// # Errors
    /// If an argument is missing or a script fails.
    pub fn seat(&self, node: &Node<Member>) -> Result<Option<SeatId>, Fault> {
        Ok(self.item(node)?.map(SeatId))
    }

    /// Evaluates a set of members of a finite domain to their indexes, in order.
    ///
    /// # Errors
    /// If an argument is missing or a script fails.
    pub fn items(&self, node: &Node<linstock_model::MemberSet>) -> Result<Vec<u8>, Fault> {
        Ok(self.walk_members::<ValueOnly>(node)?.value)
    }

    /// Evaluates a set of players, in seat order.
    ///
    /// # Errors
    /// If an argument is missing or a script fails.
    pub fn seats(&self, node: &Node<linstock_model::MemberSet>) -> Result<Vec<SeatId>, Fault> {
        Ok(self.items(node)?.into_iter().map(SeatId).collect())
    }

    /// Evaluates a memory. For nobody it is 0, no, nobody or nothing.
    pub(super) fn walk_memory<E: Evidence>(
        &self,
        memory: &'a MemoryRef,
    ) -> Result<SeenMemory<'a, E>, Fault> {
        let of = memory.of.as_deref().map(|of| self.whose(of)).transpose()?;
        let id = memory.memory;
        let value = match of.as_ref().map(Whose::index) {
            Some(None) => Cow::Owned(self.of_nobody(id)),
            Some(Some(at)) => Cow::Borrowed(self.table.memory(id, at)),
            None => Cow::Borrowed(self.table.memory(id, self.table.me.index())),
        };
        Ok(SeenMemory { memory, of, value })
    }

    /// Evaluates the owner of a memory.
    fn whose<E: Evidence>(&self, of: &'a Node<Member>) -> Result<Whose<'a, E>, Fault> {
        if let Member::At(place) = of.kind {
            return Ok(Whose::Piece(self.seen_place(place)?));
        }
        if let Member::Over(points) = &of.kind {
            let point = self.set(points)?.ones().next().and_then(Point::nth);
            let place = point.map_or(Place::It, Place::Fixed);
            return Ok(Whose::Piece(SeenPlace { place, point }));
        }
        if let Member::Pair(pair) = &of.kind {
            let first = self.walk_member(&pair.first)?;
            let second = self.walk_member(&pair.second)?;
            return Ok(Whose::Pair(first, second, pair.members));
        }
        Ok(Whose::Member(self.walk_member(of)?))
    }

    /// Returns the indexes of the values that a reference to a memory covers: all without an owner, none if the owner is
    /// nobody.
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
                let at = self.whose::<ValueOnly>(of)?.index();
                at.into_iter().filter(|at| all.contains(at)).collect()
            }
        })
    }

    /// Returns whether there is a piece on the last layer of a point.
    fn stands(&self, at: usize) -> bool {
        let piece = Point::nth(at).and_then(|at| self.table.on(self.model.top(), at));
        piece.is_some()
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

    fn after(&self, seat: u8) -> u8 {
        let next = seat.saturating_add(1);
        if usize::from(next) < self.model.seats() {
            next
        } else {
            0
        }
    }
}

/// Returns the member of a finite domain to which an argument is bound.
fn named(value: ArgValue) -> Result<u8, Fault> {
    match value {
        ArgValue::Seat(seat) => Ok(seat.0),
        ArgValue::Row(_, row) => Ok(row.0),
        _ => Err(misfit(WANTED)),
    }
}

fn as_member(value: &Value) -> Result<Option<u8>, Fault> {
    match value {
        Value::Seat(seat) => Ok(seat.map(|seat| seat.0)),
        Value::Row(_, row) => Ok(row.map(|row| row.0)),
        Value::Num(_) | Value::Truth(_) | Value::Point(_) | Value::Points(_) | Value::Kind(_) => {
            Err(misfit(WANTED))
        }
    }
}
