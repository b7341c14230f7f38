//! What may be chosen: domains of arguments, and all legal choices by nested loops.

use crate::model::{
    Arg, ArgId, ArgValue, AskItem, Domain, Family, Head, MoveId, MoveRule, RowId, SeatId,
};
use crate::reference::{Evaluator, Fault, points_of};

/// A move with its arguments bound, by `ArgId`.
pub type BoundMove = (MoveId, Vec<Option<ArgValue>>);

/// No domain of numbers may hold more than this.
const MOST_NUMBERS: i64 = 1_000_000;

impl Evaluator<'_> {
    /// Returns what an argument may be bound to, its filter not yet asked.
    ///
    /// # Errors
    /// If an earlier argument is missing, a script fails, or there are more than a million numbers.
    pub fn domain(&self, arg: &Arg) -> Result<Vec<ArgValue>, Fault> {
        Ok(match &arg.domain {
            Domain::Points(set) => points_of(&self.set(set)?).map(ArgValue::Point).collect(),
            Domain::Line(line) => {
                let lines = self.lines(*line)?.into_iter();
                lines.map(|(rear, dir)| ArgValue::Line(rear, dir)).collect()
            }
            Domain::Numbers(least, most) => {
                let (least, most) = (self.num(least)?, self.num(most)?);
                if most.saturating_sub(least) > MOST_NUMBERS {
                    return Err(Fault::statement(format!(
                        "`{}` may be one of too many numbers",
                        arg.name
                    )));
                }
                (least..=most).map(ArgValue::Num).collect()
            }
            Domain::Members(family, items) => {
                let items = self.items(items)?.into_iter();
                items.map(|at| member(*family, at)).collect()
            }
            Domain::Zone(zone) => {
                let list = Family::Rows(self.model.zone(zone.zone).list);
                let contents = self.contents(zone)?;
                let some = (0u8..).zip(contents).filter(|(_, copies)| *copies > 0);
                some.map(|(at, _)| member(list, at)).collect()
            }
            Domain::Heap(number, zone) => self.mixtures(self.num(number)?, zone)?,
            Domain::Inherited(_) => Vec::new(),
        })
    }

    /// Returns every legal choice among the moves offered: by item, then by arguments in the order of the head.
    ///
    /// The evaluator's own arguments are those of the surrounding body; only the items' conditions see them.
    ///
    /// # Errors
    /// If a script fails.
    pub fn legal(&self, items: &[AskItem]) -> Result<Vec<BoundMove>, Fault> {
        let mut found = Vec::new();
        for item in items {
            let offered = item
                .cond
                .as_ref()
                .map_or(Ok(true), |cond| self.truth(cond))?;
            if offered {
                let mv = self.model.mv(item.mv);
                let mut args = vec![None; mv.args.len()];
                let given = args.iter_mut().zip(self.args).take(mv.given);
                given.for_each(|(arg, value)| *arg = *value);
                self.bind(mv, &mv.heads, &mut args, &mut |args| {
                    found.push((item.mv, args.to_vec()));
                })?;
            }
        }
        Ok(found)
    }

    fn bind(
        &self,
        mv: &MoveRule,
        heads: &[Head],
        args: &mut Vec<Option<ArgValue>>,
        found: &mut dyn FnMut(&[Option<ArgValue>]),
    ) -> Result<(), Fault> {
        match heads.split_first() {
            None => found(args),
            Some((Head::When(cond), rest)) => {
                if self.with(args).truth(cond)? {
                    self.bind(mv, rest, args, found)?;
                }
            }
            Some((Head::Arg(ArgId(index)), rest)) => {
                let index = usize::from(*index);
                let Some(arg) = mv.args.get(index) else {
                    return Ok(());
                };
                for value in self.with(args).domain(arg)? {
                    args[index] = Some(value);
                    if self.with(args).passes(arg)? {
                        self.bind(mv, rest, args, found)?;
                    }
                }
                args[index] = None;
            }
        }
        Ok(())
    }

    /// Tells whether an argument, bound, passes its filter.
    fn passes(&self, arg: &Arg) -> Result<bool, Fault> {
        arg.filter
            .as_ref()
            .map_or(Ok(true), |filter| self.truth(filter))
    }
}

/// Returns a member of a family as an argument's value.
fn member(family: Family, at: u8) -> ArgValue {
    match family {
        Family::Players => ArgValue::Seat(SeatId(at)),
        Family::Rows(list) => ArgValue::Row(list, RowId(at)),
    }
}
