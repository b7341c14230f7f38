//! The inputs of a running program: the rules, the words of the positions, masks and their shifts.

use super::arch::LaneArch;
use super::code::LaneCode;
use super::field::LaneBits;
use super::{Block, LANES};
use linstock_engine::ir::CompiledRules;
use linstock_engine::ir::program::{MaskReg, Program, Shift};

/// The inputs of steps in addition to registers.
#[derive(Clone, Copy)]
pub(super) struct LaneMachine<'r> {
    pub(super) rules: &'r CompiledRules,
    pub(super) program: &'r Program,
    pub(super) code: &'r LaneCode,
    /// The words of the positions.
    pub(super) words: &'r [Block],
    /// The width of a mask in words.
    pub(super) width: usize,
    /// The lanes whose results matter; the results of others are unspecified.
    pub(super) lanes: LaneBits,
    /// Chooses the instructions for functions that are not inlined.
    pub(super) arch: LaneArch,
}

impl<'r> LaneMachine<'r> {
    pub(super) fn new(
        rules: &'r CompiledRules,
        (program, code): (&'r Program, &'r LaneCode),
        words: &'r [Block],
    ) -> Self {
        Self {
            rules,
            program,
            code,
            words,
            width: rules.layout.width,
            lanes: LaneBits::MAX,
            arch: LaneArch::detect(),
        }
    }

    /// Returns the machine with other lanes whose results matter.
    pub(super) fn for_lanes(self, lanes: LaneBits) -> Self {
        Self { lanes, ..self }
    }

    /// Returns a mask register.
    #[inline(always)]
    pub(super) fn mask<'m>(&self, masks: &'m [Block], reg: MaskReg) -> &'m [Block] {
        &masks[self.code.place(reg)..][..self.width]
    }

    /// Returns the words of a constant mask.
    #[inline(always)]
    pub(super) fn constant(&self, at: u16) -> &[u64] {
        &self.rules.constants[usize::from(at) * self.width..][..self.width]
    }

    #[inline(always)]
    pub(super) fn shift<'m>(&'m self, mask: &'m [Block], shift: Shift) -> ShiftedMask<'m> {
        ShiftedMask {
            mask,
            keep: self.constant(shift.keep),
            shift,
        }
    }
}

/// A mask of every lane, and a shift for it.
pub(super) struct ShiftedMask<'m> {
    mask: &'m [Block],
    keep: &'m [u64],
    shift: Shift,
}

impl ShiftedMask<'_> {
    /// Writes the shifted mask.
    #[inline(always)]
    pub(super) fn write(&self, to: &mut [Block]) {
        for (at, to) in to.iter_mut().enumerate() {
            self.each_lane(at, to, |_, moved| moved);
        }
    }

    /// Adds one word of the shifted mask to a block.
    #[inline(always)]
    pub(super) fn add_word_to(&self, to: &mut Block, at: usize) {
        self.each_lane(at, to, |before, moved| before | moved);
    }

    /// Updates a word of every lane with one word of the shifted mask: `op` gets the old word and the shifted word.
    ///
    /// The bits of a word come from two words, or from the same one twice. If `keep` removes all bits from one of them, only the
    /// other is shifted.
    #[inline(always)]
    fn each_lane(&self, at: usize, to: &mut Block, op: impl Fn(u64, u64) -> u64) {
        let (keep, bits) = (self.keep[at], u32::from(self.shift.bits));
        let (from, before) = self.sources(at);
        let lowest = (1 << bits) - 1;
        if keep & lowest == 0 {
            for lane in 0..LANES {
                to[lane] = op(to[lane], from[lane] << bits & keep);
            }
        } else if keep & !lowest == 0 {
            // `keep` has bits here, so `lowest` has some, and `bits` is not 0.
            for lane in 0..LANES {
                to[lane] = op(to[lane], before[lane] >> (64 - bits) & keep);
            }
        } else {
            for lane in 0..LANES {
                let moved = from[lane] << bits | before[lane] >> (64 - bits);
                to[lane] = op(to[lane], moved & keep);
            }
        }
    }

    /// Returns the two source words of a shifted word: the one with most of its bits, and the one before that.
    #[inline(always)]
    fn sources(&self, at: usize) -> (&Block, &Block) {
        let (width, words) = (self.mask.len(), usize::from(self.shift.words));
        let from = if at >= words {
            at - words
        } else {
            at + width - words
        };
        let before = if from > 0 { from - 1 } else { width - 1 };
        (&self.mask[from], &self.mask[before])
    }
}
