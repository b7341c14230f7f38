//! Patches jumps whose targets become known later.

use crate::ir::instructions::Instr;

/// A target that is not known yet.
pub(super) const OPEN: u32 = u32::MAX;

/// Sets the target of a jump.
pub(super) fn patch(code: &mut [Instr], at: usize, target: u32) {
    match &mut code[at] {
        Instr::Jump(to)
        | Instr::Done(_, _, to)
        | Instr::Unless(_, to)
        | Instr::NextInRound(_, to)
        | Instr::PreviousInRound(_, to)
        | Instr::CountDown(_, to) => *to = target,
        _ => {}
    }
}
