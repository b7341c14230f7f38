//! Records the statements that a game carries out: for the report of coverage, apart from the fast path.

use crate::ir::CompiledRules;
use crate::ir::instructions::Instr;
use crate::vm::executor::{Executor, Tracer};
use crate::vm::{Fault, Fuel, Move, Position};
use linstock_base::Span;

/// The instructions that a run carried out.
#[derive(Debug, Default)]
pub struct TracedSteps {
    /// The instructions that were carried out.
    pub ran: Vec<u32>,
    /// Each instruction with its successor.
    pub next: Vec<(u32, u32)>,
}

impl Tracer for TracedSteps {
    fn executes(&mut self, pc: u32) {
        self.ran.push(pc);
    }

    fn goes_on(&mut self, from: u32, to: u32) {
        self.next.push((from, to));
    }
}

impl CompiledRules {
    /// Returns the tagged statements that are carried out before the first decision point, by their numbers in
    /// [`CompiledRules::tagged`].
    ///
    /// # Errors
    /// As [`CompiledRules::start`].
    pub fn trace_start(&self) -> Result<Vec<u32>, Fault> {
        Ok(self.statements(&self.steps_to_start()?.ran))
    }

    /// Returns the tagged statements that a legal move carries out, up to the next decision point.
    ///
    /// # Errors
    /// As [`CompiledRules::apply`].
    pub fn trace(&self, state: &Position, mv: Move) -> Result<Vec<u32>, Fault> {
        Ok(self.statements(&self.steps_after(state, mv)?.ran))
    }

    /// Returns every step before the first decision point.
    ///
    /// # Errors
    /// As [`CompiledRules::start`].
    pub fn steps_to_start(&self) -> Result<TracedSteps, Fault> {
        let mut steps = TracedSteps::default();
        let mut state = self.blank_position();
        Executor::new(self, &mut state, None, &Fuel::default()).run_from(0, &mut steps)?;
        Ok(steps)
    }

    /// Returns every step after a legal move, up to the next decision point.
    ///
    /// # Errors
    /// As [`CompiledRules::apply`].
    pub fn steps_after(&self, state: &Position, mv: Move) -> Result<TracedSteps, Fault> {
        let mut steps = TracedSteps::default();
        self.apply_traced(&mut state.clone(), mv, (&Fuel::default(), &mut steps))?;
        Ok(steps)
    }

    /// Returns the place of an instruction's statement in the source.
    pub fn statement_at(&self, pc: u32) -> Span {
        self.spans.get(pc as usize).copied().unwrap_or_default()
    }

    /// Returns whether the condition of a step held; `None` if the step depends on no condition.
    pub fn branch(&self, (from, to): (u32, u32)) -> Option<bool> {
        let instr = self.code.first()?.get(from as usize)?;
        matches!(instr, Instr::Unless(..)).then_some(to == from + 1)
    }

    /// Plays a legal move, as [`CompiledRules::apply`] does, and returns the tagged statements that it carries out.
    ///
    /// # Errors
    /// As [`CompiledRules::apply`].
    pub fn apply_tracing(&self, state: &mut Position, mv: Move) -> Result<Vec<u32>, Fault> {
        let mut steps = TracedSteps::default();
        self.apply_traced(state, mv, (&Fuel::default(), &mut steps))?;
        Ok(self.statements(&steps.ran))
    }

    /// Returns the tagged statements of the instructions `ran`.
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
