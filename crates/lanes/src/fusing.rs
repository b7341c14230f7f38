//! Fewer steps: a step whose result is read once is fused with its reader, and a step whose result nothing reads is dropped.

use super::steps::{BlockAt, LaneStep, LaneStepKind, results};
use linstock_engine::ir::program::{MaskReg, Program};

/// Returns fewer steps with the same effect. In `steps`, each block must be written before it is read.
pub(super) fn fused(mut steps: Vec<LaneStep>, of: (&Program, usize)) -> Vec<LaneStep> {
    let mut blocks = BlockUse::of(&steps, of);
    let mut is_left = vec![true; steps.len()];
    for at in (0..steps.len()).rev() {
        let step = steps[at];
        if !is_left[at] {
            continue;
        }
        if blocks.is_needless(step) {
            is_left[at] = false;
            step.read()
                .iter()
                .for_each(|block| blocks.reads[usize::from(*block)] -= 1);
            continue;
        }
        for (slot, block) in step.read().iter().enumerate() {
            let Some(before) = blocks.only_writer(*block) else {
                continue;
            };
            if let Some(both) = joined(step, slot, steps[before]) {
                steps[at] = both;
                is_left[before] = false;
                break;
            }
        }
    }
    let left = steps.into_iter().zip(is_left);
    left.filter_map(|(step, is_left)| is_left.then_some(step))
        .collect()
}

/// The steps that write and read each block.
struct BlockUse {
    /// The number of reads. Reads by ops that are not split, and results, count more than once, which prevents fusion.
    reads: Vec<u32>,
    /// The first step that writes it, and the number of writers.
    writers: Vec<(usize, u32)>,
}

impl BlockUse {
    fn of(steps: &[LaneStep], (program, width): (&Program, usize)) -> Self {
        let blocks = usize::from(program.masks) * width;
        let (mut reads, mut writers) = (vec![0; blocks], vec![(0, 0); blocks]);
        let whole = |reads: &mut Vec<u32>, reg: MaskReg| {
            let words = &mut reads[usize::from(reg) * width..][..width];
            words.iter_mut().for_each(|reads| *reads += 2);
        };
        for (at, step) in steps.iter().enumerate() {
            step.read()
                .iter()
                .for_each(|block| reads[usize::from(*block)] += 1);
            step.each_whole_read(program, &mut |reg| whole(&mut reads, reg));
            if !step.writes() || step.kind == LaneStepKind::Whole {
                continue;
            }
            let (first, count): &mut (usize, u32) = &mut writers[usize::from(step.to)];
            if *count == 0 {
                *first = at;
            }
            *count += 1;
        }
        results(program).for_each(|reg| whole(&mut reads, reg));
        Self { reads, writers }
    }

    /// Returns whether nothing reads the result of a step.
    fn is_needless(&self, step: LaneStep) -> bool {
        let is_split = step.writes() && step.kind != LaneStepKind::Whole;
        is_split && self.reads[usize::from(step.to)] == 0
    }

    /// Returns the step that writes a block, if there is only one, and only one step reads the block.
    fn only_writer(&self, block: BlockAt) -> Option<usize> {
        let (at, count) = self.writers[usize::from(block)];
        (count == 1 && self.reads[usize::from(block)] == 1).then_some(at)
    }
}

/// Returns one step for two, where `before` writes the block that `step` reads in a slot. `None` if there is no such kind of
/// step.
fn joined(step: LaneStep, slot: usize, before: LaneStep) -> Option<LaneStep> {
    use LaneStepKind as Kind;
    let (own, [a, b, c, _]) = (step.from, before.from);
    let other = own[1 - slot.min(1)];
    let (kind, from) = match (step.kind, slot, before.kind) {
        (Kind::And, _, Kind::And) => (Kind::AndAnd, [a, b, other, 0]),
        (Kind::And, _, Kind::AndNot) => (Kind::AndAndNot, [other, a, b, 0]),
        (Kind::And, _, Kind::Or) => (Kind::OrAnd, [a, b, other, 0]),
        (Kind::Or, _, Kind::Or) => (Kind::OrOr, [a, b, other, 0]),
        (Kind::Or, _, Kind::And) => (Kind::AndOr, [a, b, other, 0]),
        (Kind::Or, _, Kind::AndNot) => (Kind::AndNotOr, [a, b, other, 0]),
        (Kind::AndNot, 0, Kind::And) => (Kind::AndAndNot, [a, b, other, 0]),
        (Kind::AndNot, 0, Kind::AndNot) => (Kind::AndNotNot, [a, b, other, 0]),
        (Kind::AndNot, 0, Kind::Or) => (Kind::OrAndNot, [a, b, other, 0]),
        (Kind::AndNot, 1, Kind::Or) => (Kind::AndNotNot, [other, a, b, 0]),
        (Kind::And, _, Kind::AndLeft) => (Kind::AndAndLeft, [other, a, b, 0]),
        (Kind::And, _, Kind::AndRight) => (Kind::AndAndRight, [other, a, b, 0]),
        (Kind::And, _, Kind::AndBoth) => (Kind::AndAndBoth, [other, a, b, c]),
        (Kind::AndNot, 0, Kind::AndLeft) => (Kind::AndNotLeft, [a, other, b, 0]),
        (Kind::AndNot, 0, Kind::AndRight) => (Kind::AndNotRight, [a, other, b, 0]),
        (Kind::AndNot, 0, Kind::AndBoth) => (Kind::AndNotBoth, [a, other, b, c]),
        (Kind::And, _, Kind::Gate) => (Kind::AndGate, [other, a, 0, 0]),
        (Kind::And, _, Kind::Left) => (Kind::AndLeft, [other, a, 0, 0]),
        (Kind::And, _, Kind::Right) => (Kind::AndRight, [other, a, 0, 0]),
        (Kind::And, _, Kind::Both) => (Kind::AndBoth, [other, a, b, 0]),
        (Kind::Or, _, Kind::Left) => (Kind::OrLeft, [other, a, 0, 0]),
        (Kind::Or, _, Kind::Right) => (Kind::OrRight, [other, a, 0, 0]),
        (Kind::Or, _, Kind::Both) => (Kind::OrBoth, [other, a, b, 0]),
        // In these, the shift is the step's own.
        (kind, 0, Kind::And | Kind::AndNot) => {
            let keeps = before.kind == Kind::And;
            let kind = match kind {
                Kind::AndLeft if keeps => Kind::AndAndLeft,
                Kind::AndRight if keeps => Kind::AndAndRight,
                Kind::AndBoth if keeps => Kind::AndAndBoth,
                Kind::AndLeft => Kind::AndNotLeft,
                Kind::AndRight => Kind::AndNotRight,
                Kind::AndBoth => Kind::AndNotBoth,
                _ => return None,
            };
            let from = [a, b, own[1], own[2]];
            return Some(LaneStep { kind, from, ..step });
        }
        _ => return None,
    };
    Some(LaneStep {
        kind,
        from,
        to: step.to,
        ..before
    })
}

#[cfg(test)]
pub(super) mod tests {
    use super::{BlockAt, LaneStep, LaneStepKind, fused};
    use linstock_engine::ir::program::{Program, Reg};
    use rand_core::{Rng, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    /// The kinds of step that the coder makes.
    const SPLIT: [LaneStepKind; 15] = [
        LaneStepKind::Gate,
        LaneStepKind::And,
        LaneStepKind::And,
        LaneStepKind::Or,
        LaneStepKind::Or,
        LaneStepKind::AndNot,
        LaneStepKind::AndNot,
        LaneStepKind::Left,
        LaneStepKind::Right,
        LaneStepKind::Both,
        LaneStepKind::AndLeft,
        LaneStepKind::AndRight,
        LaneStepKind::AndBoth,
        LaneStepKind::OrLeft,
        LaneStepKind::Missing,
    ];

    /// Returns the result of a step in one lane.
    fn written(step: LaneStep, [a, b, c, d]: [u64; 4]) -> u64 {
        let (w, bits) = (step.word, u32::from(step.bits));
        // In these tests, the numbers in odd registers are not 0.
        let number = |register: BlockAt| 0u64.wrapping_sub(u64::from(register % 2));
        let left = |word: u64| word << bits & w;
        let right = |word: u64| word >> bits & w;
        let both = |word: u64, before: u64| (word << bits | before >> (64 - bits)) & w;
        match step.kind {
            LaneStepKind::Number
            | LaneStepKind::Enter
            | LaneStepKind::Leave
            | LaneStepKind::Whole
            | LaneStepKind::Load
            | LaneStepKind::Up
            | LaneStepKind::Down
            | LaneStepKind::AndUp
            | LaneStepKind::AndDown
            | LaneStepKind::OrUp
            | LaneStepKind::OrDown
            | LaneStepKind::AndAndUp
            | LaneStepKind::AndAndDown
            | LaneStepKind::AndNotUp
            | LaneStepKind::AndNotDown
            | LaneStepKind::OrLefts
            | LaneStepKind::OrRights
            | LaneStepKind::OrLeftRight
            | LaneStepKind::OrUps
            | LaneStepKind::OrDowns
            | LaneStepKind::OrUpDown => 0,
            LaneStepKind::Gate => number(step.from[0]) & w,
            LaneStepKind::AndGate => a & number(step.from[1]) & w,
            LaneStepKind::Const => w,
            LaneStepKind::And => a & b,
            LaneStepKind::Or => a | b,
            LaneStepKind::AndNot => a & !b,
            LaneStepKind::Among => a & w,
            LaneStepKind::With => a | w,
            LaneStepKind::Missing => w & !a,
            LaneStepKind::Left => left(a),
            LaneStepKind::Right => right(a),
            LaneStepKind::Both => both(a, b),
            LaneStepKind::AndLeft => a & left(b),
            LaneStepKind::AndRight => a & right(b),
            LaneStepKind::AndBoth => a & both(b, c),
            LaneStepKind::OrLeft => a | left(b),
            LaneStepKind::OrRight => a | right(b),
            LaneStepKind::OrBoth => a | both(b, c),
            LaneStepKind::AndAnd => a & b & c,
            LaneStepKind::AndAndNot => a & b & !c,
            LaneStepKind::AndNotNot => a & !b & !c,
            LaneStepKind::OrOr => a | b | c,
            LaneStepKind::OrAnd => (a | b) & c,
            LaneStepKind::OrAndNot => (a | b) & !c,
            LaneStepKind::AndOr => a & b | c,
            LaneStepKind::AndNotOr => a & !b | c,
            LaneStepKind::AndAndLeft => a & b & left(c),
            LaneStepKind::AndAndRight => a & b & right(c),
            LaneStepKind::AndAndBoth => a & b & both(c, d),
            LaneStepKind::AndNotLeft => a & !b & left(c),
            LaneStepKind::AndNotRight => a & !b & right(c),
            LaneStepKind::AndNotBoth => a & !b & both(c, d),
        }
    }

    /// Runs steps on `blocks` blocks and returns the final words.
    pub(crate) fn run(steps: &[LaneStep], blocks: usize) -> Vec<u64> {
        let mut words = vec![0; blocks];
        for step in steps {
            let read = step.from.map(|block| words[usize::from(block)]);
            words[usize::from(step.to)] = written(*step, read);
        }
        words
    }

    #[test]
    fn fewer_steps_write_the_same_results() {
        let mut random = Pcg64Mcg::seed_from_u64(3);
        let mut below = |count: usize| (random.next_u64() >> 33) as usize % count;
        let mut kinds = Vec::new();
        for _ in 0..3_000 {
            let count = 6 + below(40);
            let mut steps: Vec<LaneStep> = Vec::new();
            for to in 0..count {
                let kind = match to {
                    0..4 => LaneStepKind::Const,
                    _ => SPLIT[below(15)],
                };
                // Recent blocks, so that many are read only once.
                let from = match to {
                    0 => [0; 4],
                    _ => [0; 4].map(|_: u16| (to - 1 - below(to.min(6))) as u16),
                };
                let word = 0x9e37_79b9_7f4a_7c15u64.wrapping_mul(1 + below(1 << 30) as u64);
                let bits = 1 + below(63) as u8;
                let to = to as u16;
                steps.push(LaneStep {
                    kind,
                    bits,
                    from,
                    ..LaneStep::constant(to, word)
                });
            }
            let last = count as u16 - 1;
            let program = Program {
                masks: count as u16,
                results: vec![(Reg::Mask(last), 0), (Reg::Mask(last - 3), 0)],
                ..Program::default()
            };
            let fewer = fused(steps.clone(), (&program, 1));
            assert!(fewer.len() <= steps.len());
            kinds.extend(fewer.iter().map(|step| step.kind as usize));
            let (all, left) = (run(&steps, count), run(&fewer, count));
            for (reg, _) in program.results {
                let Reg::Mask(reg) = reg else { continue };
                let at = usize::from(reg);
                assert_eq!(left[at], all[at], "{steps:#?} {fewer:#?}");
            }
        }
        kinds.sort_unstable();
        kinds.dedup();
        assert!(kinds.contains(&(LaneStepKind::AndGate as usize)));
        for kind in LaneStepKind::AndAnd as usize..=LaneStepKind::AndNotBoth as usize {
            assert!(kinds.contains(&kind), "{kind} was never made");
        }
    }
}
