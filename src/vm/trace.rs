//! Which statements a game carries out: for the report of coverage, apart from the fast path.

use crate::ir::Rules;
use crate::vm::executor::Executor;
use crate::vm::{Budget, Fault, Move, Position};

impl Rules {
    /// Returns the tagged statements that are carried out before the first decision point, by their numbers in
    /// [`Rules::tagged`].
    ///
    /// # Errors
    /// As [`Rules::start`].
    pub(crate) fn trace_start(&self) -> Result<Vec<u32>, Fault> {
        let mut ran: Vec<u32> = Vec::new();
        let mut state = self.blank_position();
        Executor::new(self, &mut state, None, &Budget::default()).run_from(0, &mut ran)?;
        Ok(self.statements(&ran))
    }

    /// Returns the tagged statements that a legal move carries out, up to the next decision point.
    ///
    /// # Errors
    /// As [`Rules::apply`].
    pub(crate) fn trace(&self, state: &Position, mv: Move) -> Result<Vec<u32>, Fault> {
        let mut ran: Vec<u32> = Vec::new();
        self.apply_traced(&mut state.clone(), mv, (&Budget::default(), &mut ran))?;
        Ok(self.statements(&ran))
    }

    /// Plays a legal move, as [`Rules::apply`]; returns the tagged statements that it carries out.
    ///
    /// # Errors
    /// As [`Rules::apply`].
    #[cfg(feature = "cli")]
    pub(crate) fn apply_tracing(&self, state: &mut Position, mv: Move) -> Result<Vec<u32>, Fault> {
        let mut ran: Vec<u32> = Vec::new();
        self.apply_traced(state, mv, (&Budget::default(), &mut ran))?;
        Ok(self.statements(&ran))
    }

    /// Returns the tagged statements that the instructions `ran` were compiled from.
    fn statements(&self, ran: &[u32]) -> Vec<u32> {
        let of = |pc: &u32| {
            self.statements_of
                .get(*pc as usize)
                .map_or(&[][..], Vec::as_slice)
        };
        let mut found: Vec<u32> = ran.iter().flat_map(of).copied().collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}
