//! The contents of zones, and transfers between them.

use crate::reference::proof::{Evidence, SeenZone, ValueOnly};
use crate::reference::{Evaluator, Fault, ROW, SpelledPosition, VALUE, misfit};
use linstock_base::Span;
use linstock_model::{ArgValue, Cargo, KindId, ListId, ZoneId, ZoneRef};

/// The most multisets that are listed.
const MOST_MULTISETS_DRAWN: usize = 1_000_000;

impl<'a> Evaluator<'a> {
    /// Returns a zone and the index of its owner. Returns `None` if the owner is nobody.
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

    /// Returns the number of copies of each row in a zone. If the owner is nobody, all are 0.
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
        let rows = self.model.list(self.list_of(zone)).rows.len();
        self.spend(ROW * rows, Span::default())?;
        let contents = match owner {
            Some(owner) => self.table.zone(zone.zone, usize::from(owner)).to_vec(),
            None => vec![0; rows],
        };
        Ok(SeenZone { zone, of, contents })
    }

    fn list_of(&self, zone: &ZoneRef) -> ListId {
        self.model.zone(zone.zone).list
    }

    /// Returns the number of copies of each row that a statement moves out of a zone.
    ///
    /// # Errors
    /// If an argument is missing, or no item to move is named.
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
                _ => Err(misfit("a heap")),
            },
        }
    }

    /// Returns every multiset of `number` items of a zone, packed, in the order of the list's rows.
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
            let copied = open.first().map_or(0, |(counts, _)| counts.len());
            self.spend(open.len() * (VALUE + ROW * copied), Span::default())?;
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
/// If the zone has too few of them, or its owner is nobody.
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

/// Puts pieces of each kind into a zone.
///
/// # Errors
/// If the owner of the zone is nobody.
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

/// Moves items from one zone to another.
///
/// # Errors
/// If the items are not there, or the owner of a zone is nobody.
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

/// Moves copies of each row from one zone to another. Each zone comes with the index of its owner.
///
/// # Errors
/// If the copies are not there; then nothing is moved.
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
