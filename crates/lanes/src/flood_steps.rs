//! The steps of flood fills to neighbours, worked out once.

use super::field::{AT_ONCE, FewLanes};
use linstock_engine::ir::CompiledRules;
use linstock_engine::ir::program::Shift;

/// The steps to neighbours, for each word of a mask: how bits come to it.
#[derive(Debug, Default)]
pub(super) struct FloodSteps {
    pub(super) words: Vec<StepsToWord>,
}

/// How bits come to one word in a step.
#[derive(Debug, Default)]
pub(super) struct StepsToWord {
    /// From the word itself.
    pub(super) inner: Vec<BitShift>,
    /// From others, by their numbers.
    pub(super) outer: Vec<(usize, BitShift)>,
}

/// Bits of a word that go to others of the same word, or of another one.
#[derive(Clone, Copy, Debug)]
pub(super) struct BitShift {
    /// To higher points, else to lower ones.
    is_left: bool,
    bits: u32,
    /// The points to which they may go.
    pub(super) keep: u64,
}

impl FloodSteps {
    /// Splits the steps to neighbours up.
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

    /// Returns how many blocks a flood fill needs to work with.
    pub(super) fn room(&self) -> usize {
        let inner = self.words.iter().map(|word| word.inner.len());
        inner.max().unwrap_or(0)
    }
}

impl StepsToWord {
    /// Adds the two words from which bits come to this one in a shift, but for those that bring nothing.
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
    /// Moves the bits of some lanes; those that may not go there, too.
    #[inline(always)]
    pub(super) fn moved(self, from: FewLanes) -> FewLanes {
        let mut moved = [0; AT_ONCE];
        // The compiler is told that no more than all bits are shifted out.
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
