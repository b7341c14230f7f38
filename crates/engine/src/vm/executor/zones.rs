//! Transfers between zones. A zone has one word per row: the number of copies of the row.

use super::Executor;
use crate::ir::instructions::{CargoCode, TransferCode, ZoneCode};
use crate::vm::multisets::contents;
use crate::vm::position::Fault;
use linstock_model::ZoneId;
use std::ops::Range;

impl Executor<'_> {
    /// Transfers copies of rows from one zone to another; raises a fault if the first zone has too few.
    pub(super) fn transfer(&mut self, at: u32, pc: u32) -> Result<(), Fault> {
        let TransferCode { cargo, from, to } = self.rules.transfers[at as usize];
        let (here, there) = (self.zone(&from, pc)?, self.zone(&to, pc)?);
        match cargo {
            CargoCode::All => {
                for row in 0..here.len() {
                    let number = self.words[here.start + row];
                    if number == 0 {
                        continue;
                    }
                    self.transfer_row((row, number), (here.clone(), there.clone()), pc)?;
                }
            }
            CargoCode::Copies(row, number) => {
                let (row, number) = (self.number(row, pc)?, self.number(number, pc)?);
                let Ok(row) = usize::try_from(row) else {
                    return Err(self.fault("nothing is named that should be moved".into(), pc));
                };
                let number = u64::try_from(number).unwrap_or(0);
                self.transfer_row((row, number), (here, there), pc)?;
            }
            CargoCode::Multiset(word) => {
                let packed = self.words[word as usize];
                let list = self.rules.model().zone(from.zone).list;
                let rules = self.rules;
                let packing = rules.packings[list.index()].iter();
                for (row, number) in packing.flat_map(|p| p.counts(packed)).enumerate() {
                    self.transfer_row((row, number), (here.clone(), there.clone()), pc)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the words of a zone; raises a fault if it has no owner.
    pub(crate) fn zone(&self, zone: &ZoneCode, pc: u32) -> Result<Range<usize>, Fault> {
        let words =
            contents(self.rules, zone, self.env()).map_err(|failure| self.failed(failure, pc))?;
        words.ok_or_else(|| {
            let name = &self.rules.model().zone(zone.zone).name;
            self.fault(format!("nobody is named whose `{name}` is meant"), pc)
        })
    }

    /// Transfers copies of one row.
    pub(super) fn transfer_row(
        &mut self,
        (row, number): (usize, u64),
        (from, to): (Range<usize>, Range<usize>),
        pc: u32,
    ) -> Result<(), Fault> {
        self.withdraw((row, number), from, pc)?;
        self.words[to.start + row] += number;
        Ok(())
    }

    /// Removes copies of a row from a zone.
    pub(crate) fn withdraw(
        &mut self,
        (row, number): (usize, u64),
        from: Range<usize>,
        pc: u32,
    ) -> Result<(), Fault> {
        let there = self.words[from.start + row];
        let Some(left) = there.checked_sub(number) else {
            let (name, zone) = self.row_and_zone(from.start, row);
            let message = format!("{number} `{name}` should leave `{zone}`, which has {there}");
            return Err(self.fault(message, pc));
        };
        self.words[from.start + row] = left;
        Ok(())
    }

    /// Returns the names of a row and of the zone whose words begin at `word`, for messages.
    fn row_and_zone(&self, word: usize, row: usize) -> (&str, &str) {
        let model = self.rules.model();
        let zones = (0u8..).map(ZoneId).zip(&model.zones);
        let last = zones
            .filter(|(id, _)| self.rules.layout.zone(*id).0 <= word)
            .last();
        last.map_or(("", ""), |(_, zone)| {
            let row = model.list(zone.list).rows.get(row);
            (row.map_or("", |r| r.name.as_str()), zone.name.as_str())
        })
    }
}
