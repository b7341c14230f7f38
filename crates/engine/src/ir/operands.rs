//! The registers that each op reads and writes. A new op does not compile until it is listed here.

use crate::ir::program::{MaskReg, NumReg, NumberOp, Op, Program, Reg};

impl NumberOp {
    /// Returns the mask register that the op reads, if there is one.
    #[must_use]
    pub fn mask_read(self) -> Option<MaskReg> {
        match self {
            Self::Count(mask) | Self::First(mask) | Self::Any(mask) | Self::Has(mask, _) => {
                Some(mask)
            }
            Self::Fixed(_)
            | Self::Load(_)
            | Self::LoadSeat(_)
            | Self::LoadOf(..)
            | Self::LoadSeatOf(..)
            | Self::Join(..)
            | Self::Compare(..)
            | Self::Not(_)
            | Self::Select(..)
            | Self::NextSeat(_)
            | Self::OnLine(..)
            | Self::Seen(_)
            | Self::Lookup(..)
            | Self::Script(_) => None,
        }
    }

    /// Calls a function with each number register that the op reads, except the arguments of a script call.
    pub(crate) fn each_number_read(self, read: &mut dyn FnMut(NumReg)) {
        match self {
            Self::LoadOf(_, a)
            | Self::LoadSeatOf(_, a)
            | Self::Has(_, a)
            | Self::Not(a)
            | Self::NextSeat(a)
            | Self::Lookup(_, a) => read(a),
            Self::Join(_, a, b) | Self::Compare(_, a, b) => [a, b].into_iter().for_each(read),
            Self::Select(a, b, c) => [a, b, c].into_iter().for_each(read),
            Self::Fixed(_)
            | Self::Load(_)
            | Self::LoadSeat(_)
            | Self::Count(_)
            | Self::First(_)
            | Self::Any(_)
            | Self::OnLine(..)
            | Self::Seen(_)
            | Self::Script(_) => {}
        }
    }
}

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
        let op = program.ops[at];
        if op == Op::Number {
            let number = program.numbers[usize::from(self.targets[at])];
            let mask = number.mask_read();
            mask.into_iter()
                .for_each(|reg| read(self.masks[usize::from(reg)]));
            number.each_number_read(&mut |reg| read(self.numbers[usize::from(reg)]));
        } else {
            program.each_mask_read(op, &mut |reg| read(self.masks[usize::from(reg)]));
            program.each_number_read(op, &mut |reg| read(self.numbers[usize::from(reg)]));
        }
    }
}

impl Program {
    /// Calls a function with each mask register that a mask op reads, except the arguments of a script call.
    pub fn each_mask_read(&self, op: Op, read: &mut dyn FnMut(MaskReg)) {
        match op {
            Op::And(a, b)
            | Op::Or(a, b)
            | Op::AndNot(a, b)
            | Op::AndShift(a, b, _)
            | Op::OrShift(a, b, _) => [a, b].into_iter().for_each(read),
            Op::Shift(a, _) | Op::First(a) => read(a),
            Op::AnyShift(from, end) => {
                let parts = &self.shifted[usize::from(from)..usize::from(end)];
                parts.iter().for_each(|(mask, _)| read(*mask));
            }
            Op::Slide(slide) => {
                let slide = self.slides[usize::from(slide)];
                read(slide.from);
                slide.through.into_iter().for_each(read);
            }
            Op::Reach(fill) => {
                let fill = &self.reaches[usize::from(fill)];
                [fill.from, fill.over].into_iter().for_each(&mut *read);
                fill.free.into_iter().for_each(read);
            }
            Op::FilterByValue(filter) => read(self.value_filters[usize::from(filter)].among),
            Op::Number
            | Op::Const(_)
            | Op::Load(_)
            | Op::LoadOf(..)
            | Op::Bit(_)
            | Op::Gate(_)
            | Op::Pick(..)
            | Op::Script(_) => {}
        }
    }

    /// Calls a function with each number register that a mask op reads, except the arguments of a script call.
    pub(crate) fn each_number_read(&self, op: Op, read: &mut dyn FnMut(NumReg)) {
        match op {
            Op::LoadOf(_, _, number) | Op::Bit(number) | Op::Gate(number) | Op::Pick(_, number) => {
                read(number);
            }
            Op::FilterByValue(filter) => read(self.value_filters[usize::from(filter)].number),
            Op::Reach(fill) => {
                let fill = &self.reaches[usize::from(fill)];
                fill.within.into_iter().for_each(&mut *read);
                fill.links.iter().for_each(|link| read(link.open));
            }
            Op::Number
            | Op::Const(_)
            | Op::Load(_)
            | Op::And(..)
            | Op::Or(..)
            | Op::AndNot(..)
            | Op::Shift(..)
            | Op::AndShift(..)
            | Op::OrShift(..)
            | Op::AnyShift(..)
            | Op::Slide(_)
            | Op::First(_)
            | Op::Script(_) => {}
        }
    }
}
