//! The steps of flood fills to neighbours, prepared once.

use super::field::{AT_ONCE, FewLanes};
use linstock_engine::ir::CompiledRules;
use linstock_engine::ir::program::Shift;

/// The steps to neighbours: for each word of a mask, the shifts that bring bits into it.
#[derive(Debug, Default)]
pub(super) struct FloodSteps {
    pub(super) words: Vec<StepsToWord>,
}

/// The shifts that bring bits into one word in a step.
#[derive(Debug, Default)]
pub(super) struct StepsToWord {
    /// From the word itself.
    pub(super) inner: Vec<BitShift>,
    /// From other words, with their indices.
    pub(super) outer: Vec<(usize, BitShift)>,
}

/// A shift of a word's bits, into the same word or another.
#[derive(Clone, Copy, Debug)]
pub(super) struct BitShift {
    /// Whether the shift is to the left, to higher points.
    is_left: bool,
    bits: u32,
    /// The bits of the target that the shift may set.
    pub(super) keep: u64,
}

impl FloodSteps {
    /// Splits the steps to neighbours into shifts of words.
    pub(super) fn of(rules: &CompiledRules) -> Self {
        let width = rules.layout.width;
        let mut words = Vec::with_capacity(width);
        for word in 0..width {
            let mut steps = StepsToWord::default();
            rules.next.iter().for_each(|shift| {
                let keep = rules.constants[usize::from(shift.keep) * width + word];
                steps.add(*shift, (word, width), keep);
            });
            words.push(steps);
        }
        Self { words }
    }

    /// Returns the number of blocks of working memory for a flood fill.
    pub(super) fn room(&self) -> usize {
        let inner = self.words.iter().map(|word| word.inner.len());
        inner.max().unwrap_or(0)
    }
}

impl StepsToWord {
    /// Adds the shifts of the two source words, except those that bring no bits.
    fn add(&mut self, shift: Shift, (word, width): (usize, usize), keep: u64) {
        let from = (word + width - usize::from(shift.words)) % width;
        let before = (from + width - 1) % width;
        let lowest = (1 << shift.bits) - 1;
        let higher = BitShift {
            is_left: true,
            bits: shift.bits.into(),
            keep: keep & !lowest,
        };
        let lower = BitShift {
            is_left: false,
            bits: 64 - u32::from(shift.bits),
            keep: keep & lowest,
        };
        for (from, part) in [(from, higher), (before, lower)] {
            match part.keep {
                0 => {}
                _ if from == word => self.inner.push(part),
                _ => self.outer.push((from, part)),
            }
        }
    }
}

impl BitShift {
    /// Shifts the words of a group of lanes. The result is not masked with `keep`.
    #[inline(always)]
    pub(super) fn moved(self, from: FewLanes) -> FewLanes {
        let mut moved = [0; AT_ONCE];
        // Tells the compiler that the shift is by less than 64.
        let bits = self.bits & 63;
        if self.is_left {
            for lane in 0..AT_ONCE {
                moved[lane] = from[lane] << bits;
            }
        } else {
            for lane in 0..AT_ONCE {
                moved[lane] = from[lane] >> bits;
            }
        }
        moved
    }
}
