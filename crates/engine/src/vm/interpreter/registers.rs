//! The registers of a running program: masks and numbers.
//!
//! A program that needs at most [`FIXED_REGISTERS`] of each runs on arrays of that length. An index is reduced modulo
//! this length, so that the compiler drops the bounds checks. Larger programs run on slices.

use super::{Env, Machine, by_width};
use crate::ir::CompiledRules;
use crate::ir::program::{FIXED_REGISTERS, Program};
use crate::vm::fuel;
use crate::vm::program_failure::ProgramFailure;
use std::cell::Cell;

/// An array of registers, or of constants.
pub(super) trait RegisterArray<T> {
    fn at(&self, reg: u16) -> &T;
    fn put(&mut self, reg: u16, value: T);
}

impl<T> RegisterArray<T> for [T; FIXED_REGISTERS] {
    #[inline(always)]
    fn at(&self, reg: u16) -> &T {
        &self[usize::from(reg) % FIXED_REGISTERS]
    }

    #[inline(always)]
    fn put(&mut self, reg: u16, value: T) {
        self[usize::from(reg) % FIXED_REGISTERS] = value;
    }
}

impl<T> RegisterArray<T> for [T] {
    #[inline(always)]
    fn at(&self, reg: u16) -> &T {
        &self[usize::from(reg)]
    }

    #[inline(always)]
    fn put(&mut self, reg: u16, value: T) {
        self[usize::from(reg)] = value;
    }
}

/// The registers of a running program, reused from run to run, so that nothing is allocated.
#[derive(Clone, Debug, Default)]
pub(crate) struct Registers {
    masks: Vec<u64>,
    pub(super) numbers: Vec<i64>,
    /// The number of runs of the program that are done.
    done: usize,
    /// The number of mask registers in use: the registers of the program, then the copies.
    used: usize,
}

impl Registers {
    /// Prepares for a program: resizes the registers and returns to the first run.
    #[inline]
    pub(crate) fn begin(&mut self, program: &Program, width: usize) {
        let masks = usize::from(program.masks).max(FIXED_REGISTERS) * width;
        if self.masks.len() < masks {
            self.masks.resize(masks, 0);
        }
        let numbers = program.numbers.len().max(FIXED_REGISTERS);
        if self.numbers.len() < numbers {
            self.numbers.resize(numbers, 0);
        }
        self.done = 0;
        self.used = usize::from(program.masks);
    }

    /// Copies a mask to a new register, and returns that register.
    #[inline]
    pub(crate) fn copied(&mut self, reg: usize, width: usize) -> usize {
        let (from, to) = (reg * width, self.used * width);
        if self.masks.len() < to + width {
            self.masks.resize(to + width, 0);
        }
        self.masks.copy_within(from..from + width, to);
        self.used += 1;
        self.used - 1
    }

    /// Returns a computed mask as mutable.
    #[inline]
    pub(crate) fn mask_mut(&mut self, reg: usize, width: usize) -> &mut [u64] {
        let at = reg * width;
        &mut self.masks[at..at + width]
    }

    /// Returns a computed mask.
    #[inline]
    pub(crate) fn mask(&self, reg: usize, width: usize) -> &[u64] {
        let at = reg * width;
        &self.masks[at..at + width]
    }

    /// Returns all masks, each of `W` words.
    #[inline]
    pub(crate) fn masks<const W: usize>(&self) -> &[[u64; W]] {
        self.masks.as_chunks().0
    }

    /// Returns the words of all masks, and the numbers.
    #[inline]
    pub(crate) fn files(&self) -> (&[u64], &[i64]) {
        (&self.masks, &self.numbers)
    }

    /// Continues a program until `to` of its runs are done; does nothing if they are.
    pub(crate) fn run(
        &mut self,
        rules: &CompiledRules,
        program: &Program,
        to: usize,
        env: Env<'_>,
    ) -> Result<(), ProgramFailure> {
        by_width!(rules.layout.width, W => self.run_wide::<W>(rules, program, to, env))
    }

    /// Runs a whole program.
    pub(crate) fn run_all(
        &mut self,
        rules: &CompiledRules,
        program: &Program,
        env: Env<'_>,
    ) -> Result<(), ProgramFailure> {
        by_width!(rules.layout.width, W => self.run_all_wide::<W>(rules, program, env))
    }

    /// Runs a whole program with masks of `W` words.
    #[inline(always)]
    pub(crate) fn run_all_wide<const W: usize>(
        &mut self,
        rules: &CompiledRules,
        program: &Program,
        env: Env<'_>,
    ) -> Result<(), ProgramFailure> {
        self.begin(program, W);
        self.run_wide::<W>(rules, program, program.schedule.runs.len(), env)
    }

    /// As `run`, with masks of `W` words.
    fn run_wide<const W: usize>(
        &mut self,
        rules: &CompiledRules,
        program: &Program,
        to: usize,
        env: Env<'_>,
    ) -> Result<(), ProgramFailure> {
        let (masks, _) = self.masks.as_chunks_mut::<W>();
        let constants = rules.constants.as_chunks::<W>().0;
        if to <= self.done {
            return Ok(());
        }
        let runs = &program.schedule.runs[self.done..to];
        // Spend the fuel first: a program that fails costs as much.
        let ops = if runs.len() == program.schedule.runs.len() {
            program.ops.len()
        } else {
            runs.iter().map(|run| run.steps.len()).sum()
        };
        env.fuel.spend(fuel::PROGRAM + ops * W);
        let needed = usize::from(program.masks)
            .max(program.numbers.len())
            .max(constants.len());
        let fixed = (
            masks.first_chunk_mut::<FIXED_REGISTERS>(),
            self.numbers.first_chunk_mut::<FIXED_REGISTERS>(),
            constants.first_chunk::<FIXED_REGISTERS>(),
        );
        match fixed {
            (Some(masks), Some(numbers), Some(constants)) if needed <= FIXED_REGISTERS => {
                Machine::new(rules, program, constants, &env).run(runs, (masks, numbers))?;
            }
            _ => {
                let numbers = self.numbers.as_mut_slice();
                Machine::new(rules, program, constants, &env).run(runs, (masks, numbers))?;
            }
        }
        self.done = to;
        Ok(())
    }
}

thread_local! {
    /// The registers for the next run; they stay allocated between runs.
    static SPARE: Cell<Option<Box<Registers>>> = const { Cell::new(None) };
}

/// Calls a function with registers. A nested call (a script that evaluates a rule) gets registers of its own.
pub(crate) fn with_registers<T>(body: impl FnOnce(&mut Registers) -> T) -> T {
    let mut registers = SPARE.take().unwrap_or_default();
    let result = body(&mut registers);
    SPARE.set(Some(registers));
    result
}
