//! Evaluates numbers, with a proof if one is wanted: both sides of a sum, the points of a count.

use crate::reference::proof::{Evaluated, Evidence, NumParts, ValueOnly};
use crate::reference::{Evaluator, Fault, VALUE, as_number, misfit};
use linstock_model::{ArgId, ArgValue, ListId, Node, Num, PointSet};

impl<'a> Evaluator<'a> {
    /// Evaluates a number.
    ///
    /// # Errors
    /// If an argument is missing or a script fails.
    pub fn num(&self, node: &Node<Num>) -> Result<i64, Fault> {
        Ok(self.walk_num::<ValueOnly>(node)?.value)
    }

    pub(super) fn walk_num<E: Evidence>(
        &self,
        node: &'a Node<Num>,
    ) -> Result<Evaluated<'a, Num, E>, Fault> {
        self.spend_on::<E>(VALUE, node.span)?;
        let (value, parts) = match &node.kind {
            Num::Fixed(number) => (*number, NumParts::Fixed),
            Num::Count(set) => {
                let set = self.walk_set(set)?;
                let count = size(set.value.count_ones(..));
                (count, NumParts::Count(set))
            }
            Num::First(set) => {
                let set = self.walk_set(set)?;
                (first(&set.value), NumParts::First(set))
            }
            Num::CountLines(line) => {
                let lines = self.walk_formations(*line)?;
                let count = size(lines.found.len());
                (count, NumParts::CountLines(lines))
            }
            Num::Memory(memory) => {
                let memory = self.walk_memory(memory)?;
                let number = as_number(&memory.value)?;
                (number, NumParts::Memory(memory))
            }
            Num::Arg(arg) => match self.arg(*arg)? {
                ArgValue::Num(number) => (number, NumParts::Arg(*arg)),
                _ => return Err(misfit("a number")),
            },
            Num::Drawn(arg, list, item) => {
                let item = self.walk_member(item)?;
                let copies = self.drawn(*arg, *list, item.value)?;
                (copies, NumParts::Drawn(item))
            }
            Num::Copies(item, zone) => {
                let (zone, item) = (self.walk_zone(zone)?, self.walk_member(item)?);
                let row = item.value.map(usize::from);
                let copies = row.and_then(|row| zone.contents.get(row)).copied();
                let copies = i64::try_from(copies.unwrap_or(0)).unwrap_or(i64::MAX);
                (copies, NumParts::Copies(item, zone))
            }
            Num::Size(zone) => {
                let zone = self.walk_zone(zone)?;
                let size: u64 = zone.contents.iter().sum();
                let size = i64::try_from(size).unwrap_or(i64::MAX);
                (size, NumParts::Size(zone))
            }
            Num::Field(values, item) => {
                let item = self.walk_member(item)?;
                let at = item.value.map(usize::from);
                let number = at.and_then(|at| values.get(at)).copied().unwrap_or(0);
                (number, NumParts::Field(item))
            }
            Num::Element(values, number) => {
                let number = self.walk_num(number)?;
                let at = usize::try_from(number.value).ok();
                let at = at.and_then(|n| n.checked_sub(1));
                let element = at.and_then(|at| values.get(at)).copied().unwrap_or(0);
                (element, NumParts::Element(number))
            }
            Num::Sum(op, left, right) => {
                let (left, right) = (self.walk_num(left)?, self.walk_num(right)?);
                let sum = op.apply(left.value, right.value).ok_or_else(|| {
                    Fault::Statement(op.overflow(left.value, right.value), node.span)
                })?;
                (sum, NumParts::Sum(*op, left, right))
            }
            Num::If(cond, yes, no) => {
                let cond = self.walk_truth(cond)?;
                let chosen = self.walk_num(if cond.value { yes } else { no })?;
                (chosen.value, NumParts::If(cond, chosen))
            }
            Num::Script(script, args) => {
                let call = self.walk_script(*script, args)?;
                let number = as_number(&call.value("a number")?)?;
                (number, NumParts::Script(call))
            }
        };
        Ok(Evaluated::of(node, value, parts))
    }
}

impl Evaluator<'_> {
    /// Returns how many copies of a row an argument draws.
    fn drawn(&self, arg: ArgId, list: ListId, row: Option<u8>) -> Result<i64, Fault> {
        let ArgValue::Multiset(_, word) = self.arg(arg)? else {
            return Err(misfit("several things that were drawn"));
        };
        let packing = self.model.packing(list);
        let row = row.map(usize::from);
        let copies = packing
            .zip(row)
            .and_then(|(p, row)| p.counts(word).nth(row));
        Ok(i64::try_from(copies.unwrap_or(0)).unwrap_or(i64::MAX))
    }
}

/// Returns the index of the first point; -1 if there is none.
fn first(set: &PointSet) -> i64 {
    let first = set.ones().next().and_then(|at| i64::try_from(at).ok());
    first.unwrap_or(-1)
}

fn size(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
