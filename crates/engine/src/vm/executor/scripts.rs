//! Carries out the changes that a script returns.

use super::Executor;
use crate::ir::ScriptChange;
use crate::ir::instructions::{PlaceCode, SetOperand};
use crate::vm::position::Fault;
use crate::vm::script_calls::changes;
use linstock_model::SeatId;

impl Executor<'_> {
    /// Runs a script that changes the position, then carries out its changes in order.
    pub(super) fn script(&mut self, program: u32, pc: u32) -> Result<(), Fault> {
        let changes =
            changes(self.rules, program, self.env()).map_err(|failure| self.failed(failure, pc))?;
        changes
            .into_iter()
            .try_for_each(|change| self.apply_change(change, pc))
    }

    /// Carries out one change of a script.
    fn apply_change(&mut self, change: ScriptChange, pc: u32) -> Result<(), Fault> {
        let rules = self.rules;
        match change {
            ScriptChange::Take(points) => {
                let mut words = vec![0; rules.layout.width];
                points.ones().for_each(|p| words[p / 64] |= 1 << (p % 64));
                self.clear(&words);
            }
            ScriptChange::Put(kind, seat, point) => {
                let word = rules.layout.mask(kind, seat);
                self.put(word, SetOperand::Place(PlaceCode::Fixed(point.0)), pc)?;
            }
            ScriptChange::Move(from, to) => {
                self.relocate((Some(usize::from(from.0)), Some(usize::from(to.0))), pc)?;
            }
            ScriptChange::Transfer(row, number, places) => {
                let [from, to] = places
                    .map(|(zone, owner)| rules.layout.rows(zone, owner.map_or(0, SeatId::index)));
                self.transfer_row((row.index(), number), (from, to), pc)?;
            }
            ScriptChange::Remember(memory, of, value) => {
                let of_piece = rules.model().memories[memory.index()].of_piece;
                let has_left = of_piece && of.is_some_and(|point| !self.is_occupied(point));
                if let Some((first, size)) = rules.layout.memory(memory).filter(|_| !has_left) {
                    let word = first + of.unwrap_or(0) * size;
                    let words = crate::ir::words_of(&value, size);
                    self.write(word, &words);
                }
            }
        }
        Ok(())
    }
}
