//! What a program reads while it runs in lanes: the rules, the words of the positions, masks and their shifts.

use super::arch::LaneArch;
use super::code::LaneCode;
use super::field::LaneBits;
use super::{Block, LANES};
use linstock_engine::ir::CompiledRules;
use linstock_engine::ir::program::{MaskReg, Program, Shift};

/// What the steps of a run read besides registers.
#[derive(Clone, Copy)]
pub(super) struct LaneMachine<'r> {
    pub(super) rules: &'r CompiledRules,
    pub(super) program: &'r Program,
    pub(super) code: &'r LaneCode,
    /// The words of the positions.
    pub(super) words: &'r [Block],
    /// The width of a mask in words.
    pub(super) width: usize,
    /// In the other lanes, results may be anything.
    pub(super) lanes: LaneBits,
    /// What chooses the instructions for functions that are not inlined.
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

    /// As it is, but what comes out matters in some lanes only.
    pub(super) fn for_lanes(self, lanes: LaneBits) -> Self {
        Self { lanes, ..self }
    }

    /// Returns a mask among the registers.
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

/// A mask of every lane that is to be shifted.
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

    /// Adds the points of one word of the shifted mask.
    #[inline(always)]
    pub(super) fn add_word_to(&self, to: &mut Block, at: usize) {
        self.each_lane(at, to, |before, moved| before | moved);
    }

    /// Changes a word of every lane by one word of the shifted mask: `op` gets what was there and the shifted word.
    ///
    /// Bits come to a word from two words, or from the same one twice. But where all that one brings would be cut off, the
    /// other alone is shifted.
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
            // Some bits are the lowest, so there are some.
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

    /// Returns the words whose bits come to a word: the one that holds most of them, and the one before that.
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
