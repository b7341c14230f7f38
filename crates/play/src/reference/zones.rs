//! What lies in zones, and what goes from one to another: takes an expression or a transfer and works on the counts of a table.

use crate::reference::proof::{Evidence, SeenZone, ValueOnly};
use crate::reference::{Evaluator, Fault, SpelledPosition, misfit};
use linstock_model::{ArgValue, Cargo, KindId, ListId, ZoneId, ZoneRef};

/// So many mixtures are listed at the most.
const MOST_MULTISETS_DRAWN: usize = 1_000_000;

impl<'a> Evaluator<'a> {
    /// Returns a zone and the place of its owner; nothing if it is nobody's.
    ///
    /// # Errors
    /// If an argument is missing.
    pub fn zone(&self, zone: &ZoneRef) -> Result<Option<(ZoneId, usize)>, Fault> {
        let Some(of) = &zone.of else {
            return Ok(Some((zone.zone, 0)));
        };
        let owner = self.item(of)?;
        Ok(owner.map(|owner| (zone.zone, usize::from(owner))))
    }

    /// Returns how many of each row lie in a zone; in nobody's there is nothing.
    ///
    /// # Errors
    /// If an argument is missing.
    pub fn contents(&self, zone: &ZoneRef) -> Result<Vec<u64>, Fault> {
        Ok(self.walk_zone::<ValueOnly>(zone)?.contents)
    }

    pub(super) fn walk_zone<E: Evidence>(
        &self,
        zone: &'a ZoneRef,
    ) -> Result<SeenZone<'a, E>, Fault> {
        let of = zone.of.as_deref().map(|of| self.walk_member(of));
        let of = of.transpose()?;
        let owner = of.as_ref().map_or(Some(0), |of| of.value);
        let contents = match owner {
            Some(owner) => self.table.zone(zone.zone, usize::from(owner)).to_vec(),
            None => vec![0; self.model.list(self.list_of(zone)).rows.len()],
        };
        Ok(SeenZone { zone, of, contents })
    }

    fn list_of(&self, zone: &ZoneRef) -> ListId {
        self.model.zone(zone.zone).list
    }

    /// Returns how many of each row a statement moves out of a zone.
    ///
    /// # Errors
    /// If an argument is missing, or what should be moved is nothing.
    pub(crate) fn cargo(&self, cargo: &Cargo, from: &ZoneRef) -> Result<Vec<u64>, Fault> {
        let list = self.list_of(from);
        match cargo {
            Cargo::All => self.contents(from),
            Cargo::Copies(item, number) => {
                let row = self.item(item)?;
                let row = row.ok_or_else(|| Fault::statement("nothing is named to be moved"))?;
                let mut counts = vec![0; self.model.list(list).rows.len()];
                counts[usize::from(row)] = u64::try_from(self.num(number)?).unwrap_or(0);
                Ok(counts)
            }
            Cargo::Multiset(arg) => match self.arg(*arg)? {
                ArgValue::Multiset(list, word) => {
                    let packing = self.model.packing(list);
                    Ok(packing.map_or_else(Vec::new, |p| p.counts(word).collect()))
                }
                ArgValue::Point(_)
                | ArgValue::Line(..)
                | ArgValue::Num(_)
                | ArgValue::Seat(_)
                | ArgValue::Row(..) => Err(misfit("a heap")),
            },
        }
    }

    /// Returns every mixture of so many of what lies in a zone, packed, in the order of the list's rows.
    pub(super) fn multisets<E: Evidence>(
        &self,
        number: i64,
        zone: &SeenZone<'_, E>,
    ) -> Result<Vec<ArgValue>, Fault> {
        let list = self.list_of(zone.zone);
        let packing = self.model.packing(list);
        let (Ok(number), Some(packing)) = (u64::try_from(number), packing) else {
            return Ok(Vec::new());
        };
        let mut open = vec![(Vec::new(), number)];
        for copies in &zone.contents {
            let longer = open
                .into_iter()
                .flat_map(|(counts, left): (Vec<u64>, u64)| {
                    (0..=left.min(*copies))
                        .map(move |n| ([counts.as_slice(), &[n]].concat(), left - n))
                });
            open = longer.take(MOST_MULTISETS_DRAWN + 1).collect();
            if open.len() > MOST_MULTISETS_DRAWN {
                return Err(Fault::statement("there are too many mixtures to be listed"));
            }
        }
        let whole = open.into_iter().filter(|(_, left)| *left == 0);
        Ok(whole
            .map(|(counts, _)| ArgValue::Multiset(list, packing.pack(&counts)))
            .collect())
    }
}

/// Takes pieces out of a zone.
///
/// # Errors
/// If too few lie there, or the zone is nobody's.
pub(super) fn draw(
    plain: Evaluator<'_>,
    table: &mut SpelledPosition,
    zone: &ZoneRef,
    (kind, number): (KindId, u64),
) -> Result<(), Fault> {
    let (id, owner) = plain.zone(zone)?.ok_or_else(nobody)?;
    let there = &mut table.zones[id.index()][owner][kind.index()];
    let model = plain.model;
    let too_few = || {
        let (what, zone) = (&model.kinds[kind.index()].name, &model.zone(id).name);
        Fault::statement(format!(
            "{number} `{what}` should leave `{zone}`, which has {there}"
        ))
    };
    *there = there.checked_sub(number).ok_or_else(too_few)?;
    Ok(())
}

/// Puts so many pieces of each kind into a zone.
///
/// # Errors
/// If the zone is nobody's.
pub(super) fn store(
    plain: Evaluator<'_>,
    table: &mut SpelledPosition,
    zone: &ZoneRef,
    counts: &[u64],
) -> Result<(), Fault> {
    let (id, owner) = plain.zone(zone)?.ok_or_else(nobody)?;
    let there = table.zones[id.index()][owner].iter_mut();
    there.zip(counts).for_each(|(there, more)| *there += more);
    Ok(())
}

fn nobody() -> Fault {
    Fault::statement("a zone of nobody's is named")
}

/// Moves things from one zone to another on a table.
///
/// # Errors
/// If they do not lie there, or one of the zones is nobody's.
pub(crate) fn transfer(
    plain: Evaluator<'_>,
    table: &mut SpelledPosition,
    cargo: &Cargo,
    from: &ZoneRef,
    to: &ZoneRef,
) -> Result<(), Fault> {
    let counts = plain.cargo(cargo, from)?;
    let from = plain.zone(from)?.ok_or_else(nobody)?;
    let to = plain.zone(to)?.ok_or_else(nobody)?;
    carry(table, &counts, (from, to))
}

/// Moves so many of each row from one zone to another, each with the place of its owner.
///
/// # Errors
/// If they do not lie there; then nothing is moved.
pub fn carry(
    table: &mut SpelledPosition,
    counts: &[u64],
    (from, to): ((ZoneId, usize), (ZoneId, usize)),
) -> Result<(), Fault> {
    let there = table.zones[from.0.index()][from.1].iter();
    if there.zip(counts).any(|(there, wanted)| there < wanted) {
        return Err(Fault::statement("what should be moved does not lie there"));
    }
    for (row, count) in counts.iter().enumerate() {
        table.zones[from.0.index()][from.1][row] -= count;
        table.zones[to.0.index()][to.1][row] += count;
    }
    Ok(())
}
