//! Which statements a game goes through: for coverage, apart from the fast path.

use crate::ir::Rules;
use crate::vm::executor::Executor;
use crate::vm::{Fault, Move, Position};

impl Rules {
    /// Returns the tagged statements that are carried out before the first choice, by their numbers in
    /// [`Rules::tagged`].
    ///
    /// # Errors
    /// As [`Rules::start`].
    pub fn trace_start(&self) -> Result<Vec<u32>, Fault> {
        let mut ran: Vec<u32> = Vec::new();
        Executor::new(self, &mut self.bare(), None).go(0, &mut ran)?;
        Ok(self.statements(&ran))
    }

    /// Returns the tagged statements that are carried out when a legal move is played, up to the next choice.
    ///
    /// # Errors
    /// As [`Rules::apply`].
    pub fn trace(&self, state: &Position, mv: Move) -> Result<Vec<u32>, Fault> {
        let mut ran: Vec<u32> = Vec::new();
        self.apply_watched(&mut state.clone(), mv, &mut ran)?;
        Ok(self.statements(&ran))
    }

    /// Returns the tagged statements that some instructions belong to.
    fn statements(&self, ran: &[u32]) -> Vec<u32> {
        let of = |pc: &u32| {
            self.belongs
                .get(*pc as usize)
                .map_or(&[][..], Vec::as_slice)
        };
        let mut found: Vec<u32> = ran.iter().flat_map(of).copied().collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}
