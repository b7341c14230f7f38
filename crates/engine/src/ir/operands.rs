//! The op that writes each register of a program, and the ops that read it.

use crate::ir::op::OpRead;
use crate::ir::program::{InProgram, Op, Program, Reg};

/// The op that writes each register of a program.
#[derive(Debug)]
pub struct RegisterWriters {
    /// The op that writes each mask register.
    pub masks: Vec<usize>,
    /// The op that writes each number register.
    pub numbers: Vec<usize>,
    /// The register that each op writes.
    pub targets: Vec<u16>,
}

impl RegisterWriters {
    /// Finds the writers of a program.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        let (masks, numbers): (Vec<_>, Vec<_>) =
            (0..program.ops.len()).partition(|at| program.ops[*at] != Op::Number);
        let mut targets = vec![0; program.ops.len()];
        for ops in [&masks, &numbers] {
            for (register, op) in (0..=u16::MAX).zip(ops) {
                targets[*op] = register;
            }
        }
        Self {
            masks,
            numbers,
            targets,
        }
    }

    /// Returns the op that computes a result.
    #[must_use]
    pub fn of_result(&self, result: Reg) -> usize {
        match result {
            Reg::Mask(register) => self.masks[usize::from(register)],
            Reg::Number(register) => self.numbers[usize::from(register)],
        }
    }

    /// Calls a function with each op whose result an op reads, except the arguments of a script call.
    pub fn each_read(&self, program: &Program, at: usize, read: &mut dyn FnMut(usize)) {
        let mut found = |found: OpRead<InProgram>| match found {
            OpRead::Mask(reg) => read(self.masks[usize::from(reg)]),
            OpRead::Number(reg) => read(self.numbers[usize::from(reg)]),
            OpRead::Words(..) | OpRead::Other => {}
        };
        match program.ops[at] {
            Op::Number => {
                let number = program.numbers[usize::from(self.targets[at])];
                number.each_read(program, &mut found);
            }
            op => op.each_read(program, &mut found),
        }
    }
}
