//! Orders the ops of a program for one position: see [`Schedule`].
//!
//! This is list scheduling. An op is ready when its operands are computed. Among the sorts with a ready op, the sort with
//! the fewest waiting ops runs next: all its ready ops, and the ops that become ready meanwhile. The order is
//! deterministic.

use crate::ir::operands::RegisterWriters;
use crate::ir::program::{NumberOp, Op, Program};
use crate::ir::schedule::{OpRun, OpSort, RunOp, Schedule, ShiftedBits, ShiftedPart};
use std::collections::{BTreeMap, VecDeque};

/// The key that the ops of a run share.
type RunKey = (OpSort, u8);
/// The key of a queue: that of the run and, for number ops, their sort. Number ops share runs, but equal sorts side by
/// side are faster.
type QueueKey = (RunKey, u8);

/// The ops of one queue that are not scheduled.
#[derive(Default)]
struct Queue {
    ready: VecDeque<usize>,
    /// The number of ops, ready or not.
    left: usize,
}

/// Builds the schedule of a program.
struct Scheduler<'p> {
    program: &'p Program,
    writers: RegisterWriters,
    schedule: Schedule,
    /// For each op, the number of runs after which its result is known.
    known_after: Vec<usize>,
}

/// Sets a program's schedule, and the number of runs that each result needs.
pub(super) fn schedule(program: &mut Program) {
    let mut scheduler = Scheduler::new(program);
    // Scripts must be called in the order of the rules.
    if program.calls.is_empty() {
        scheduler.run_by_sort();
    } else {
        (0..program.ops.len()).for_each(|at| scheduler.put(at));
    }
    let Scheduler {
        writers,
        schedule,
        known_after,
        ..
    } = scheduler;
    for (result, known) in &mut program.results {
        *known = known_after[writers.of_result(*result)];
    }
    program.results.sort_by_key(|(_, known)| *known);
    program.schedule = schedule;
}

impl<'p> Scheduler<'p> {
    fn new(program: &'p Program) -> Self {
        Self {
            program,
            writers: RegisterWriters::of(program),
            known_after: vec![0; program.ops.len()],
            schedule: Schedule::default(),
        }
    }

    /// Schedules all ops, ops of one key side by side where possible.
    fn run_by_sort(&mut self) {
        let reads = self.reads();
        let mut missing = vec![0u32; self.program.ops.len()];
        for (_, reader) in &reads {
            missing[*reader] += 1;
        }
        let ops = 0..self.program.ops.len();
        let keys: Vec<QueueKey> = ops.map(|at| self.queue_key(at)).collect();
        let mut waiting = BTreeMap::<QueueKey, Queue>::new();
        for (at, key) in keys.iter().enumerate() {
            let of_key = waiting.entry(*key).or_default();
            of_key.left += 1;
            if missing[at] == 0 {
                of_key.ready.push_back(at);
            }
        }
        while let Some(key) = next_key(&waiting) {
            while let Some(at) = waiting.get_mut(&key).and_then(Queue::next) {
                self.put(at);
                let first = reads.partition_point(|(read, _)| *read < at);
                let readers = reads[first..].iter().take_while(|(read, _)| *read == at);
                for (_, reader) in readers {
                    missing[*reader] -= 1;
                    if missing[*reader] == 0 {
                        let of_key = waiting.entry(keys[*reader]).or_default();
                        of_key.ready.push_back(*reader);
                    }
                }
            }
        }
    }

    /// Returns the queue of an op.
    fn queue_key(&self, at: usize) -> QueueKey {
        let op = self.program.ops[at];
        let sort = match op {
            Op::Number => self.program.numbers[self.target(at)].sort(),
            _ => 0,
        };
        (key_of(op), sort)
    }

    /// Returns the register that an op writes.
    fn target(&self, at: usize) -> usize {
        self.writers.targets[at].into()
    }

    /// Returns pairs of an op and an op that reads it, sorted.
    fn reads(&self) -> Vec<(usize, usize)> {
        let mut reads = Vec::new();
        for at in 0..self.program.ops.len() {
            let mut note = |read| reads.push((read, at));
            self.writers.each_read(self.program, at, &mut note);
        }
        reads.sort_unstable();
        reads
    }

    /// Appends an op. It joins the last run if the run has the same key.
    fn put(&mut self, at: usize) {
        let (op, (sort, words)) = (self.program.ops[at], key_of(self.program.ops[at]));
        let (step, calls) = (self.step(at, op), self.calls(at));
        let runs = &mut self.schedule.runs;
        match runs.last_mut() {
            Some(last) if !calls && (last.sort, last.words) == (sort, words) => {
                last.steps.push(step);
            }
            _ => runs.push(OpRun {
                sort,
                words,
                steps: vec![step],
            }),
        }
        self.known_after[at] = runs.len();
    }

    /// Returns whether an op calls a script. Such an op begins a run, so that all ops before it can run without it.
    fn calls(&self, at: usize) -> bool {
        match self.program.ops[at] {
            Op::Script(_) => true,
            Op::Number => matches!(self.program.numbers[self.target(at)], NumberOp::Script(_)),
            _ => false,
        }
    }

    fn step(&mut self, at: usize, op: Op) -> RunOp {
        let mut step = RunOp {
            to: self.writers.targets[at],
            a: 0,
            b: 0,
            by: ShiftedBits::default(),
            extra: at,
        };
        match op {
            Op::Const(a) => step.a = a,
            Op::Load(word) => step.extra = word as usize,
            Op::And(a, b) | Op::Or(a, b) | Op::AndNot(a, b) => (step.a, step.b) = (a, b),
            Op::Shift(b, shift) => (step.b, step.by) = (b, shift.shifted_bits()),
            Op::AndShift(a, b, shift) | Op::OrShift(a, b, shift) => {
                (step.a, step.b, step.by) = (a, b, shift.shifted_bits());
            }
            Op::AnyShift(masks) => {
                let shifted = self.program.shifted(masks);
                let parts = &mut self.schedule.parts;
                (step.extra, step.a) = (parts.len(), masks.end - masks.first);
                parts.extend(shifted.iter().map(|(mask, shift)| ShiftedPart {
                    mask: *mask,
                    words: shift.words,
                    by: shift.shifted_bits(),
                }));
                parts[step.extra..].sort_by_key(|part| part.words);
            }
            _ => {}
        }
        step
    }
}

impl Queue {
    fn next(&mut self) -> Option<usize> {
        let next = self.ready.pop_front()?;
        self.left -= 1;
        Some(next)
    }
}

/// Returns the key with a ready op and the fewest waiting ops.
fn next_key(waiting: &BTreeMap<QueueKey, Queue>) -> Option<QueueKey> {
    let ready = waiting.iter().filter(|(_, ops)| !ops.ready.is_empty());
    let next = ready.min_by_key(|(_, ops)| ops.left - ops.ready.len());
    next.map(|(key, _)| *key)
}

fn key_of(op: Op) -> RunKey {
    match op {
        Op::Const(_) => (OpSort::Const, 0),
        Op::Load(_) => (OpSort::Load, 0),
        Op::Number => (OpSort::Number, 0),
        Op::And(..) => (OpSort::And, 0),
        Op::Or(..) => (OpSort::Or, 0),
        Op::AndNot(..) => (OpSort::AndNot, 0),
        Op::Shift(_, shift) => (OpSort::Shift, shift.words),
        Op::AndShift(_, _, shift) => (OpSort::AndShift, shift.words),
        Op::OrShift(_, _, shift) => (OpSort::OrShift, shift.words),
        Op::AnyShift(..) => (OpSort::AnyShift, 0),
        _ => (OpSort::Other, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::schedule;
    use crate::ir::program::{CallCode, NumberOp, Op, Program, Reg, Shift};
    use crate::ir::schedule::OpSort;
    use linstock_model::ScriptId;

    fn program(ops: &[Op], numbers: &[NumberOp], results: &[Reg]) -> Program {
        let masks = ops.iter().filter(|op| **op != Op::Number).count();
        Program {
            ops: ops.to_vec(),
            masks: u16::try_from(masks).expect("a few"),
            numbers: numbers.to_vec(),
            results: results.iter().map(|reg| (*reg, 0)).collect(),
            ..Program::default()
        }
    }

    /// Returns the sort of each run, and the registers that it writes.
    fn runs(program: &Program) -> Vec<(OpSort, Vec<u16>)> {
        let runs = program.schedule.runs.iter();
        runs.map(|run| (run.sort, run.steps.iter().map(|step| step.to).collect()))
            .collect()
    }

    const RIGHT: Shift = Shift {
        words: 0,
        bits: 1,
        keep: 0,
    };

    #[test]
    fn ops_of_one_sort_stand_side_by_side() {
        let ops = [
            Op::Load(1),
            Op::Shift(0, RIGHT),
            Op::Load(2),
            Op::Shift(2, RIGHT),
            Op::And(1, 3),
            Op::And(4, 0),
        ];
        let mut made = program(&ops, &[], &[Reg::Mask(1), Reg::Mask(5)]);
        schedule(&mut made);
        let expected = [
            (OpSort::Load, vec![0, 2]),
            (OpSort::Shift, vec![1, 3]),
            (OpSort::And, vec![4, 5]),
        ];
        assert_eq!(runs(&made), expected);
        assert_eq!(made.results, [(Reg::Mask(1), 2), (Reg::Mask(5), 3)]);
    }

    #[test]
    fn what_is_known_first_is_the_first_result() {
        let ops = [Op::Load(1), Op::Load(2), Op::And(0, 1)];
        let mut made = program(&ops, &[], &[Reg::Mask(2), Reg::Mask(1)]);
        schedule(&mut made);
        assert_eq!(made.results, [(Reg::Mask(1), 1), (Reg::Mask(2), 2)]);
    }

    #[test]
    fn shifts_by_other_words_run_apart() {
        let up = Shift { words: 1, ..RIGHT };
        let ops = [Op::Load(1), Op::Shift(0, RIGHT), Op::Shift(0, up)];
        let mut made = program(&ops, &[], &[]);
        schedule(&mut made);
        assert_eq!(runs(&made).len(), 3);
    }

    #[test]
    fn what_is_read_comes_first() {
        let ops = [
            Op::Load(1),
            Op::Number,
            Op::Number,
            Op::Gate(1),
            Op::And(0, 1),
            Op::Number,
        ];
        let numbers = [NumberOp::Count(0), NumberOp::Not(0), NumberOp::Any(2)];
        let mut made = program(&ops, &numbers, &[Reg::Number(2)]);
        schedule(&mut made);
        let expected = [
            (OpSort::Load, vec![0]),
            (OpSort::Number, vec![0, 1]),
            (OpSort::Other, vec![1]),
            (OpSort::And, vec![2]),
            (OpSort::Number, vec![2]),
        ];
        assert_eq!(runs(&made), expected);
    }

    #[test]
    fn scripts_are_called_in_the_order_of_the_rules() {
        let ops = [Op::Load(1), Op::Script(0), Op::Load(2), Op::Script(1)];
        let mut made = program(&ops, &[], &[]);
        let call = CallCode {
            script: ScriptId(0),
            args: Vec::new(),
            guard: None,
            by: Default::default(),
        };
        made.calls = vec![call.clone(), call];
        schedule(&mut made);
        let written: Vec<u16> = runs(&made).into_iter().flat_map(|(_, to)| to).collect();
        assert_eq!(written, [0, 1, 2, 3]);
    }
}
