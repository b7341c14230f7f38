//! Finds whether there is a legal move, without a list where none is needed.

use super::MoveList;
use crate::ir::CompiledRules;
use crate::ir::program::{Program, Reg};
use crate::vm::interpreter::{Env, with_registers};
use crate::vm::program_failure::ProgramFailure;
use linstock_base::Span;
use std::cell::Cell;

/// Returns whether a player has a legal move at a decision point. Stops at the first template that has a move, in the
/// order in which the masks are computed, or, if moves must be tried out, at the first legal move. A condition of another
/// template that cannot be evaluated may already raise a fault here, as it does when the moves are listed.
pub(crate) fn any(
    rules: &CompiledRules,
    env: Env<'_>,
    decision: u32,
) -> Result<bool, ProgramFailure> {
    let choices = &rules.decision_points[decision as usize].choices[env.me];
    if choices.has_postcondition {
        let mut moves = SPARE.take().unwrap_or_default();
        let found = any_tried_out(rules, env, decision, &mut moves);
        SPARE.set(Some(moves));
        return found;
    }
    let program: &Program = &rules.programs[choices.program as usize];
    let width = rules.layout.width;
    with_registers(|registers| {
        registers.begin(program, width);
        for (reg, known) in &program.results {
            // A script must fail when the decision point is reached, not later when its moves are listed.
            let to = if choices.scripted {
                program.schedule.runs.len()
            } else {
                *known
            };
            registers.run(rules, program, to, env)?;
            env.fuel.check(Span::default)?;
            if let Reg::Mask(reg) = *reg
                && registers
                    .mask(usize::from(reg), width)
                    .iter()
                    .any(|w| *w != 0)
            {
                return Ok(true);
            }
        }
        Ok(false)
    })
}

thread_local! {
    /// The list for the next call of `any`; it stays allocated. A nested call gets another list.
    static SPARE: Cell<Option<Box<MoveList>>> = const { Cell::new(None) };
}

/// As [`any`], for moves that must be tried out.
fn any_tried_out(
    rules: &CompiledRules,
    env: Env<'_>,
    decision: u32,
    moves: &mut MoveList,
) -> Result<bool, ProgramFailure> {
    // A script must fail when the decision point is reached, not later when its moves are listed.
    if rules.scripts.is_some() {
        moves.fill(rules, env, decision)?;
        return Ok(!moves.is_empty());
    }
    moves.fill_with_candidates(rules, env, decision)?;
    for mv in moves.iter() {
        if rules.leaves_what_it_must(env, mv)? {
            return Ok(true);
        }
    }
    Ok(false)
}
