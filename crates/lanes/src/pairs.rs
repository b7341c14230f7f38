//! Pairs: one step shifts two neighbouring words of a mask, and reads their common sources once.

use super::steps::{BlockAt, LaneStep, LaneStepKind as Kind, MoreBits};

/// The kinds of step for one way to combine a shift with `others` registers: for one word shifted to the left, to the right, or
/// both, and for two words shifted to the left and to the right.
struct JoinedShift {
    others: usize,
    left: Kind,
    right: Kind,
    both: Kind,
    up: Kind,
    down: Kind,
}

const JOINED_SHIFTS: [JoinedShift; 5] = [
    JoinedShift {
        others: 0,
        left: Kind::Left,
        right: Kind::Right,
        both: Kind::Both,
        up: Kind::Up,
        down: Kind::Down,
    },
    JoinedShift {
        others: 1,
        left: Kind::AndLeft,
        right: Kind::AndRight,
        both: Kind::AndBoth,
        up: Kind::AndUp,
        down: Kind::AndDown,
    },
    JoinedShift {
        others: 1,
        left: Kind::OrLeft,
        right: Kind::OrRight,
        both: Kind::OrBoth,
        up: Kind::OrUp,
        down: Kind::OrDown,
    },
    JoinedShift {
        others: 2,
        left: Kind::AndAndLeft,
        right: Kind::AndAndRight,
        both: Kind::AndAndBoth,
        up: Kind::AndAndUp,
        down: Kind::AndAndDown,
    },
    JoinedShift {
        others: 2,
        left: Kind::AndNotLeft,
        right: Kind::AndNotRight,
        both: Kind::AndNotBoth,
        up: Kind::AndNotUp,
        down: Kind::AndNotDown,
    },
];

/// Returns steps with the same effect, with pairs among them. `width` is the number of words of a mask. Appends the pairs'
/// further data to `more`.
pub(super) fn paired(steps: &[LaneStep], width: usize, more: &mut Vec<MoreBits>) -> Vec<LaneStep> {
    let mut found = Vec::with_capacity(steps.len());
    let mut left = steps;
    while let [step, rest @ ..] = left {
        let pair = rest
            .first()
            .and_then(|next| pair((*step, *next), width, more));
        left = if pair.is_some() { &rest[1..] } else { rest };
        found.push(pair.unwrap_or(*step));
    }
    found
}

/// Returns one step for two that write neighbouring words of one register.
fn pair(
    (first, next): (LaneStep, LaneStep),
    width: usize,
    more: &mut Vec<MoreBits>,
) -> Option<LaneStep> {
    let writes = first.writes() && next.writes();
    if !writes || !are_neighbours(first.to, next.to, width) || next.read().contains(&first.to) {
        return None;
    }
    let shift = |shift| pair_of_shifts(shift, (first, next), width);
    let step = JOINED_SHIFTS.iter().find_map(shift)?;
    more.push(MoreBits {
        second: next.word,
        ..MoreBits::default()
    });
    Some(LaneStep {
        more: (more.len() - 1) as u32,
        ..step
    })
}

/// Returns the step that shifts two words, if both steps combine a shift in this way.
fn pair_of_shifts(
    shift: &JoinedShift,
    (first, next): (LaneStep, LaneStep),
    width: usize,
) -> Option<LaneStep> {
    let (a, b) = (shift.word(first)?, shift.word(next)?);
    let (others, next_others) = (&first.from[..shift.others], &next.from[..shift.others]);
    if a.bits != b.bits || a.bits == 0 || !are_all_neighbours(others, next_others, width) {
        return None;
    }
    // A pair also reads words that the single steps do not; `keep` masks their bits out.
    let brings = |from: Option<BlockAt>, word: BlockAt| from.is_none_or(|from| from == word);
    let (kind, source) = match (a, b) {
        (
            ShiftOfWord { higher, lower, .. },
            ShiftOfWord {
                higher: None,
                lower: Some(last),
                ..
            },
        ) if usize::from(last) % width > 0 && brings(higher, last) && brings(lower, last - 1) => {
            (shift.down, last - 1)
        }
        (
            ShiftOfWord {
                higher: Some(source),
                lower: None,
                ..
            },
            ShiftOfWord { higher, lower, .. },
        ) if are_neighbours(source, source + 1, width)
            && brings(higher, source + 1)
            && brings(lower, source) =>
        {
            (shift.up, source)
        }
        _ => return None,
    };
    let mut from = first.from;
    from[shift.others] = source;
    Some(LaneStep {
        kind,
        bits: a.bits,
        from,
        ..first
    })
}

/// The sources of a shifted word.
#[derive(Clone, Copy)]
struct ShiftOfWord {
    /// The shift to the left in bits; the shift to the right is by the rest of 64.
    bits: u8,
    /// The block that is shifted to the left.
    higher: Option<BlockAt>,
    /// The block that is shifted to the right.
    lower: Option<BlockAt>,
}

impl JoinedShift {
    /// Returns the sources of a step for one word, if it combines them in this way.
    fn word(&self, step: LaneStep) -> Option<ShiftOfWord> {
        let source = step.from[self.others];
        let (bits, higher, lower) = match step.kind {
            kind if kind == self.left => (step.bits, Some(source), None),
            kind if kind == self.right => (64 - step.bits, None, Some(source)),
            kind if kind == self.both => {
                (step.bits, Some(source), Some(step.from[self.others + 1]))
            }
            _ => return None,
        };
        Some(ShiftOfWord {
            bits,
            higher,
            lower,
        })
    }
}

/// Returns whether a block is the next word of the same register.
fn are_neighbours(first: BlockAt, next: BlockAt, width: usize) -> bool {
    next == first + 1 && usize::from(next) % width > 0
}

/// Like `are_neighbours`, for several blocks each.
fn are_all_neighbours(first: &[BlockAt], next: &[BlockAt], width: usize) -> bool {
    let mut both = first.iter().zip(next);
    first.len() == next.len() && both.all(|(first, next)| are_neighbours(*first, *next, width))
}

#[cfg(test)]
pub(super) mod tests {
    use super::{JOINED_SHIFTS, Kind, LaneStep, MoreBits, paired};
    use crate::fusing::tests::run;
    use rand_core::{Rng, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    /// The number of words of a mask.
    const WIDTH: usize = 3;

    /// The kinds of step without a shift.
    const PLAIN: [Kind; 15] = [
        Kind::Const,
        Kind::And,
        Kind::Or,
        Kind::AndNot,
        Kind::Among,
        Kind::With,
        Kind::Missing,
        Kind::AndAnd,
        Kind::AndAndNot,
        Kind::AndNotNot,
        Kind::OrOr,
        Kind::OrAnd,
        Kind::OrAndNot,
        Kind::AndOr,
        Kind::AndNotOr,
    ];

    /// Splits a pair into its two steps.
    fn singles(step: LaneStep, more: &[MoreBits]) -> Vec<LaneStep> {
        let mut shifts = JOINED_SHIFTS.iter();
        if !shifts.any(|shift| [shift.up, shift.down].contains(&step.kind)) {
            return vec![step];
        }
        let mut words = [step; 2];
        words[1].to += 1;
        words[1].word = more[step.more as usize].second;
        words[1].from.iter_mut().for_each(|block| *block += 1);
        for shift in &JOINED_SHIFTS {
            let slot = shift.others;
            let (lower, higher) = (step.from[slot], step.from[slot] + 1);
            if step.kind == shift.up {
                (words[0].kind, words[1].kind) = (shift.left, shift.both);
                words[1].from[slot + 1] = lower;
            } else if step.kind == shift.down {
                (words[0].kind, words[1].kind) = (shift.both, shift.right);
                (words[0].from[slot], words[0].from[slot + 1]) = (higher, lower);
                words[1].bits = 64 - step.bits;
            }
        }
        words.to_vec()
    }

    /// Like `run`, for steps with pairs.
    pub(crate) fn run_pairs(steps: &[LaneStep], more: &[MoreBits], blocks: usize) -> Vec<u64> {
        let split = steps.iter().flat_map(|step| singles(*step, more));
        let split: Vec<_> = split.collect();
        run(&split, blocks)
    }

    /// Makes random steps for one register: all kinds of sequence that the coder makes, and some that it does not.
    struct RandomSteps {
        random: Pcg64Mcg,
        steps: Vec<LaneStep>,
    }

    impl RandomSteps {
        fn below(&mut self, count: usize) -> usize {
            (self.random.next_u64() >> 33) as usize % count
        }

        fn register(&mut self, reg: usize) {
            let kind = if reg < 4 {
                0
            } else {
                self.below(5 + PLAIN.len())
            };
            let read = [0; 3].map(|_: usize| self.below(reg.max(1)) * WIDTH);
            let (bits, turn) = (1 + self.below(63) as u8, self.below(WIDTH));
            for word in 0..WIDTH {
                let to = (reg * WIDTH + word) as u16;
                let mut from = [0; 4];
                for (from, read) in from.iter_mut().zip(read) {
                    // Sometimes reads another word.
                    let other = usize::from(self.below(12) == 0);
                    *from = (read + (word + other) % WIDTH) as u16;
                }
                let word_bits = self.random.next_u64();
                let mut step = LaneStep {
                    bits,
                    from,
                    ..LaneStep::constant(to, word_bits)
                };
                if let Some(shift) = JOINED_SHIFTS.get(kind.wrapping_sub(PLAIN.len())) {
                    self.shift(
                        &mut step,
                        shift,
                        (read[shift.others], (word + turn) % WIDTH),
                    );
                } else {
                    step.kind = PLAIN[kind];
                }
                self.steps.push(step);
            }
        }

        fn shift(
            &mut self,
            step: &mut LaneStep,
            shift: &super::JoinedShift,
            (source, word): (usize, usize),
        ) {
            let (slot, lowest) = (shift.others, (1 << step.bits) - 1);
            let (from, before) = (source + word, source + (word + WIDTH - 1) % WIDTH);
            step.from[slot] = from as u16;
            match self.below(3) {
                0 => (step.kind, step.word) = (shift.left, step.word & !lowest),
                1 => {
                    (step.kind, step.word) = (shift.right, step.word & lowest);
                    (step.bits, step.from[slot]) = (64 - step.bits, before as u16);
                }
                _ => (step.kind, step.from[slot + 1]) = (shift.both, before as u16),
            }
        }
    }

    #[test]
    fn pairs_write_the_same_as_single_steps() {
        let mut kinds = Vec::new();
        for seed in 0..3_000 {
            let (random, registers) = (Pcg64Mcg::seed_from_u64(seed), 24);
            let mut made = RandomSteps {
                random,
                steps: Vec::new(),
            };
            (0..registers).for_each(|reg| made.register(reg));
            let mut more = Vec::new();
            let pairs = paired(&made.steps, WIDTH, &mut more);
            kinds.extend(pairs.iter().map(|step| step.kind));
            let blocks = registers * WIDTH + 1;
            assert_eq!(
                run_pairs(&pairs, &more, blocks),
                run(&made.steps, blocks),
                "{pairs:#?}"
            );
        }
        let shifts = JOINED_SHIFTS
            .iter()
            .flat_map(|shift| [shift.up, shift.down]);
        for kind in shifts {
            assert!(kinds.contains(&kind), "{kind:?} was never made");
        }
    }
}
