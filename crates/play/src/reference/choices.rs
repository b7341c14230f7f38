//! Domains of arguments, and all legal choices by nested loops.

use crate::reference::proof::{Evidence, SeenDomain, ValueOnly, WithParts};
use crate::reference::{Evaluator, Fault, ROW, points_of};
use linstock_model::{
    Arg, ArgId, ArgValue, AskItem, Domain, FiniteDomain, Head, MoveId, MoveRule, RowId, SeatId,
};

/// A move with its arguments bound, by `ArgId`.
pub type BoundMove = (MoveId, Vec<Option<ArgValue>>);

/// The largest domain of numbers.
const MOST_NUMBERS: i64 = 1_000_000;

impl<'a> Evaluator<'a> {
    /// Returns the domain of an argument, before its filter.
    ///
    /// # Errors
    /// If an earlier argument is missing, a script fails, or there are more than a million numbers.
    pub fn domain(&self, arg: &Arg) -> Result<Vec<ArgValue>, Fault> {
        self.values(arg, &self.walk_domain::<ValueOnly>(&arg.domain)?)
    }

    /// Proves the domain of an argument.
    ///
    /// # Errors
    /// If an earlier argument is missing, or a script fails.
    pub fn prove_domain(&self, domain: &'a Domain) -> Result<SeenDomain<'a, WithParts>, Fault> {
        self.walk_domain(domain)
    }

    fn walk_domain<E: Evidence>(&self, domain: &'a Domain) -> Result<SeenDomain<'a, E>, Fault> {
        Ok(match domain {
            Domain::Points(set) => SeenDomain::Points(self.walk_set(set)?),
            Domain::Line(line) => SeenDomain::Line(self.walk_formations(*line)?),
            Domain::Numbers(least, most) => {
                SeenDomain::Numbers(self.walk_num(least)?, self.walk_num(most)?)
            }
            Domain::Members(finite_domain, items) => {
                SeenDomain::Members(*finite_domain, self.walk_members(items)?)
            }
            Domain::Zone(zone) => SeenDomain::Zone(self.walk_zone(zone)?),
            Domain::Multiset(number, zone) => {
                SeenDomain::Multiset(self.walk_num(number)?, self.walk_zone(zone)?)
            }
            Domain::Inherited(_) => SeenDomain::Inherited,
        })
    }

    /// Returns the values of an argument, from its evaluated domain.
    ///
    /// # Errors
    /// If there are too many values.
    pub fn values<E: Evidence>(
        &self,
        arg: &Arg,
        domain: &SeenDomain<'_, E>,
    ) -> Result<Vec<ArgValue>, Fault> {
        Ok(match domain {
            SeenDomain::Points(set) => points_of(&set.value).map(ArgValue::Point).collect(),
            SeenDomain::Line(lines) => {
                let lines = lines.found.iter();
                lines
                    .map(|&(rear, dir)| ArgValue::Line(rear, dir))
                    .collect()
            }
            SeenDomain::Numbers(least, most) => {
                let (least, most) = (least.value, most.value);
                if most.saturating_sub(least) > MOST_NUMBERS {
                    return Err(Fault::statement(format!(
                        "`{}` may be one of too many numbers",
                        arg.name
                    )));
                }
                let numbers = usize::try_from(most.saturating_sub(least)).unwrap_or(0);
                self.spend(ROW * numbers, arg.span)?;
                (least..=most).map(ArgValue::Num).collect()
            }
            SeenDomain::Members(finite_domain, items) => {
                let items = items.value.iter();
                items.map(|at| member(*finite_domain, *at)).collect()
            }
            SeenDomain::Zone(zone) => {
                let list = FiniteDomain::Rows(self.model.zone(zone.zone.zone).list);
                let some = (0u8..)
                    .zip(&zone.contents)
                    .filter(|(_, copies)| **copies > 0);
                some.map(|(at, _)| member(list, at)).collect()
            }
            SeenDomain::Multiset(number, zone) => self.multisets(number.value, zone)?,
            SeenDomain::Inherited => Vec::new(),
        })
    }

    /// Returns every legal choice among the offered moves: by item, then by arguments in the order of the head.
    ///
    /// The evaluator's own arguments are those of the surrounding body. Only the conditions of the items use them.
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

    /// Returns whether a bound argument passes its filter.
    fn passes(&self, arg: &Arg) -> Result<bool, Fault> {
        arg.filter
            .as_ref()
            .map_or(Ok(true), |filter| self.truth(filter))
    }
}

/// Returns a member of a finite domain as an argument's value.
fn member(finite_domain: FiniteDomain, at: u8) -> ArgValue {
    match finite_domain {
        FiniteDomain::Players => ArgValue::Seat(SeatId(at)),
        FiniteDomain::Rows(list) => ArgValue::Row(list, RowId(at)),
    }
}
