//! Skippable parts of programs: ops whose result does not matter, because *and* joins it to a condition that fails in every
//! lane, or *or* joins it to one that holds in every lane.

use super::NumberBlock;
use super::field::LaneBits;
use linstock_engine::ir::operands::RegisterWriters;
use linstock_engine::ir::program::{MaskReg, NumReg, NumberOp, Op, Program};
use linstock_model::NumOp;

/// Skipping fewer ops does not pay for the test.
const FEWEST_OPS: usize = 6;
/// The maximum depth of nested parts.
pub(super) const MOST_DEPTH: usize = 8;

/// A part of a program that is skipped if no lane needs it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SkippableOps {
    /// The first op, and the op after the last, which joins the two conditions.
    pub(super) ops: (usize, usize),
    /// The condition that is known before the part.
    pub(super) guard: NumReg,
    /// The condition that the part computes; 0 if it is skipped.
    pub(super) result: NumReg,
    /// Whether *or* joins them: the part is then needed where the guard fails; otherwise where it holds.
    pub(super) joined_by_or: bool,
    /// The depth: the number of parts around it, plus one.
    pub(super) depth: usize,
    /// The step after the last one.
    pub(super) end: usize,
}

impl SkippableOps {
    /// Returns whether any lane needs the part, among those that need the part around it. Records these lanes in `needed`.
    #[inline(always)]
    pub(super) fn mark_needed(
        &self,
        numbers: &[NumberBlock],
        needed: &mut [LaneBits; MOST_DEPTH + 1],
    ) -> bool {
        let mut holds = 0;
        for (lane, guard) in numbers[usize::from(self.guard)].iter().enumerate() {
            holds |= u64::from(*guard != 0) << lane;
        }
        let needing = if self.joined_by_or { !holds } else { holds };
        needed[self.depth] = needed[self.depth - 1] & needing;
        needed[self.depth] != 0
    }
}

/// The writer and the last reader of each register.
struct RegisterUse {
    writers: RegisterWriters,
    /// The last op that reads the result of each op; the number of ops for results of the program.
    last_reads: Vec<usize>,
}

/// Finds the skippable parts of a program, outer parts first.
pub(super) fn skippable_ops(program: &Program) -> Vec<SkippableOps> {
    let registers = RegisterUse::of(program);
    let mut found: Vec<SkippableOps> = Vec::new();
    for at in (0..program.ops.len()).rev() {
        let Some(number) = registers.number(program, at) else {
            continue;
        };
        let NumberOp::Join(op @ (NumOp::Min | NumOp::Max), guard, result) =
            program.numbers[usize::from(number)]
        else {
            continue;
        };
        if !is_truth(program, guard) || !is_truth(program, result) {
            continue;
        }
        let mut first = registers.first_needed_by(program, at, guard);
        let mut depth = 1;
        // The parts found so far end after this op, so they are around it or begin after it.
        for around in found.iter().filter(|other| other.ops.0 < at) {
            first = first.max(around.ops.0);
            depth = depth.max(1 + around.depth);
        }
        let computes = (first..at).contains(&registers.writers.numbers[usize::from(result)]);
        if at - first >= FEWEST_OPS && computes && depth < MOST_DEPTH {
            found.push(SkippableOps {
                ops: (first, at),
                guard,
                result,
                joined_by_or: op == NumOp::Max,
                depth,
                end: 0,
            });
        }
    }
    found.sort_by_key(|part| (part.ops.0, part.depth));
    found
}

/// Returns whether a number is always 0 or 1.
fn is_truth(program: &Program, number: NumReg) -> bool {
    match program.numbers[usize::from(number)] {
        NumberOp::Join(NumOp::Min | NumOp::Max, a, b) => {
            is_truth(program, a) && is_truth(program, b)
        }
        op => op.is_truth(),
    }
}

impl RegisterUse {
    fn of(program: &Program) -> Self {
        let (writers, ops) = (RegisterWriters::of(program), program.ops.len());
        let mut last_reads = vec![0; ops];
        for at in 0..ops {
            writers.each_read(program, at, &mut |read| last_reads[read] = at);
        }
        for (result, _) in &program.results {
            last_reads[writers.of_result(*result)] = ops;
        }
        Self {
            writers,
            last_reads,
        }
    }

    /// Returns the number register that an op writes, if it writes one.
    fn number(&self, program: &Program, op: usize) -> Option<NumReg> {
        (program.ops[op] == Op::Number).then(|| self.writers.targets[op])
    }

    /// Returns the first of the ops that only a join needs. They are directly before it, and after the op of its guard.
    fn first_needed_by(&self, program: &Program, join: usize, guard: NumReg) -> usize {
        let mut first = join;
        while first > 0 {
            let op = first - 1;
            let is_guard = self.number(program, op) == Some(guard);
            if is_guard || self.last_reads[op] > join || self.may_fail(program, op) {
                break;
            }
            first = op;
        }
        first
    }

    /// Returns whether an op can fail. Such an op must not be skipped.
    fn may_fail(&self, program: &Program, op: usize) -> bool {
        let number = self.number(program, op);
        let number = number.map(|number| program.numbers[usize::from(number)]);
        match number {
            Some(NumberOp::Join(how, ..)) => !matches!(how, NumOp::Min | NumOp::Max),
            Some(NumberOp::Script(_)) => true,
            _ => matches!(program.ops[op], Op::Script(_)),
        }
    }
}

/// Calls a function with each mask register that a range of ops reads.
pub(super) fn each_mask_read_in(
    program: &Program,
    (first, end): (usize, usize),
    read: &mut dyn FnMut(MaskReg),
) {
    let numbers = |op: &&Op| matches!(op, Op::Number);
    let mut number = program.ops[..first].iter().filter(numbers).count();
    for op in &program.ops[first..end] {
        if let Op::Number = op {
            program.numbers[number].each_mask_read(program, read);
            number += 1;
        } else {
            op.each_mask_read(program, read);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{SkippableOps, skippable_ops};
    use linstock_engine::ir::program::{NumberOp, Op, Program, Reg};
    use linstock_model::NumOp;

    /// Returns the program `some a how some (b and c …)`. The second part takes eight ops.
    fn joined(how: NumOp) -> Program {
        let chain = (3..8).map(|reg| Op::And(reg - 1, reg - 2));
        let ops = [Op::Load(1), Op::Number, Op::Load(2), Op::Load(3)];
        let all = ops.into_iter().chain(chain);
        Program {
            ops: all.chain([Op::Number, Op::Number]).collect(),
            masks: 8,
            numbers: vec![
                NumberOp::Any(0),
                NumberOp::Any(7),
                NumberOp::Join(how, 0, 1),
            ],
            results: vec![(Reg::Number(2), 11)],
            ..Program::default()
        }
    }

    fn part(joined_by_or: bool) -> SkippableOps {
        SkippableOps {
            ops: (2, 10),
            guard: 0,
            result: 1,
            joined_by_or,
            depth: 1,
            end: 0,
        }
    }

    #[test]
    fn what_is_joined_to_a_condition_may_be_passed_over() {
        assert_eq!(skippable_ops(&joined(NumOp::Min)), [part(false)]);
        assert_eq!(skippable_ops(&joined(NumOp::Max)), [part(true)]);
    }

    #[test]
    fn sums_are_needed_always() {
        assert_eq!(skippable_ops(&joined(NumOp::Add)), []);
    }

    #[test]
    fn what_others_read_is_not_passed_over() {
        let mut program = joined(NumOp::Min);
        program.results.push((Reg::Mask(4), 11));
        assert_eq!(skippable_ops(&program), []);
    }

    #[test]
    fn faults_are_not_passed_over() {
        let mut program = joined(NumOp::Min);
        program.ops.insert(9, Op::Number);
        let sum = NumberOp::Join(NumOp::Add, 0, 0);
        program.numbers = vec![
            NumberOp::Any(0),
            sum,
            NumberOp::Compare(linstock_model::Comparison::Less, 1, 1),
            NumberOp::Join(NumOp::Min, 0, 2),
        ];
        program.results = vec![(Reg::Number(3), 12)];
        assert_eq!(skippable_ops(&program), []);
    }

    #[test]
    fn skippable_ops_lie_in_others() {
        let mut program = joined(NumOp::Min);
        // Adds `(some a) or …` around it; `a` is known first.
        program.ops.push(Op::Number);
        program.numbers.push(NumberOp::Join(NumOp::Max, 0, 2));
        program.results = vec![(Reg::Number(3), 12)];
        let outer = SkippableOps {
            ops: (2, 11),
            result: 2,
            joined_by_or: true,
            ..part(true)
        };
        let inner = SkippableOps {
            depth: 2,
            ..part(false)
        };
        assert_eq!(skippable_ops(&program), [outer, inner]);
    }
}
