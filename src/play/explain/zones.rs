//! What is said of players, rows and zones.

use crate::model::{
    ArgValue, Domain, Family, InheritedType, ListId, Member, MemberSet, MemoryType, Node, Num,
    ScriptType, TagId, ZoneRef,
};
use crate::play::explain::Problem;
use crate::play::explain::describe::Explainer;
use crate::play::explain::sets::Problems;
use crate::play::notation::NO_HEAP;
use crate::play::wording::reasons;
use crate::vm::Fault;

impl Explainer<'_> {
    /// Returns the name of a value that is no point.
    pub(crate) fn value(&self, value: ArgValue) -> String {
        match value {
            ArgValue::Seat(seat) => self.player(Some(seat)),
            ArgValue::Row(list, row) => self.plain.model.row(list, row).to_owned(),
            ArgValue::Num(number) => number.to_string(),
            ArgValue::Point(point) => self.point(point),
            ArgValue::Line(..) | ArgValue::Heap(..) => String::new(),
        }
    }

    /// Returns a member of a family by its name.
    pub(crate) fn item(&self, node: &Node<Member>, other: &Node<Member>) -> Result<String, Fault> {
        let family = self.family(&node.kind).or_else(|| self.family(&other.kind));
        let at = self.plain.item(node)?;
        let name = at.map(|at| {
            let family = family.unwrap_or(Family::Players);
            self.plain.model.member(family, at).to_owned()
        });
        Ok(name.unwrap_or_else(|| match family {
            Some(Family::Rows(_)) => "none".to_owned(),
            _ => "nobody".to_owned(),
        }))
    }

    /// Returns the family of a member, where it can be told.
    fn family(&self, item: &Member) -> Option<Family> {
        match item {
            Member::Me | Member::Next(_) | Member::Owner(_) => Some(Family::Players),
            Member::RowAt(list, ..) => Some(Family::Rows(*list)),
            Member::Field(family, ..) => Some(*family),
            Member::At(_)
            | Member::Over(_)
            | Member::None
            | Member::Fixed(_)
            | Member::First(_) => None,
            Member::Script(script, _) => match self.plain.model.scripts[script.index()].result? {
                ScriptType::Player => Some(Family::Players),
                ScriptType::Row(list) => Some(Family::Rows(list)),
                _ => None,
            },
            Member::If(_, then, otherwise) => self
                .family(&then.kind)
                .or_else(|| self.family(&otherwise.kind)),
            Member::Memory(memory) => match self.plain.model.memories[memory.memory.index()].ty {
                MemoryType::Seat => Some(Family::Players),
                MemoryType::Row(list) => Some(Family::Rows(list)),
                MemoryType::Num | MemoryType::Truth | MemoryType::Points => None,
            },
            Member::Arg(arg) => match &self.argument(*arg)?.domain {
                Domain::Members(family, _) | Domain::Inherited(InheritedType::Member(family)) => {
                    Some(*family)
                }
                Domain::Zone(zone) => Some(Family::Rows(self.plain.model.zone(zone.zone).list)),
                _ => None,
            },
        }
    }

    /// Returns a zone in words: `hand of anna`.
    pub(crate) fn zone_name(&self, zone: &ZoneRef) -> Result<String, Fault> {
        let name = &self.plain.model.zone(zone.zone).name;
        Ok(match &zone.of {
            Some(of) => format!("{name} of {}", self.player(self.plain.seat(of)?)),
            None => name.clone(),
        })
    }

    /// Returns all that keeps a player or a row out of a set.
    pub(crate) fn member(&self, items: &Node<MemberSet>, at: u8, value: ArgValue) -> Problems {
        let Some(truth) = items.kind.0.get(usize::from(at)) else {
            return Ok(Vec::new());
        };
        if self.plain.truth(truth)? {
            return Ok(Vec::new());
        }
        let problem = Problem::state(reasons::not_this_player(&self.value(value)));
        Ok(vec![problem.within(&items.tags)])
    }

    /// Returns all that keeps a heap from being drawn.
    pub(crate) fn heap(
        &self,
        (number, zone): (&Node<Num>, &ZoneRef),
        (list, word): (ListId, u64),
        tags: &[TagId],
    ) -> Problems {
        let model = self.plain.model;
        if word == NO_HEAP {
            return Ok(vec![
                Problem::state(reasons::more_than_exist()).within(tags),
            ]);
        }
        let Some(packing) = model.packing(list) else {
            return Ok(Vec::new());
        };
        let (there, wanted) = (self.plain.contents(zone)?, self.plain.num(number)?);
        let drawn: Vec<u64> = packing.counts(word).collect();
        let named: u64 = drawn.iter().sum();
        let mut found = Vec::new();
        let rows = model.list(list).rows.iter().zip(drawn.iter().zip(&there));
        for (row, (drawn, there)) in rows.filter(|(_, (drawn, there))| drawn > there) {
            let zone = self.zone_name(zone)?;
            let why = reasons::too_few_in_zone(&row.name, &zone, (*drawn, *there));
            found.push(Problem::state(why).within(tags));
        }
        if found.is_empty() && i64::try_from(named) != Ok(wanted) {
            found.push(Problem::state(reasons::wrong_number(named, wanted)).within(tags));
        }
        Ok(found)
    }
}
