//! The loop over ops, and the ops that nearly every program has.

use super::field::LaneBits;
use super::flood::LaneFlood;
use super::rare::RareOp;
use super::slides;
use super::{Block, LANES, NumberBlock};
use crate::ir::Rules;
use crate::ir::program::{MaskReg, Op, Program, Shift};

/// The registers of a program that runs in all lanes.
#[derive(Debug, Default)]
pub(super) struct LaneRegisters {
    /// The mask registers: so many blocks for each as a mask has words.
    pub(super) masks: Vec<Block>,
    pub(super) numbers: Vec<NumberBlock>,
}

impl LaneRegisters {
    /// Makes room for a program.
    pub(super) fn fit(&mut self, program: &Program, width: usize) {
        let masks = usize::from(program.masks) * width + slides::room(width);
        if self.masks.len() < masks {
            self.masks.resize(masks, [0; LANES]);
        }
        if self.numbers.len() < program.numbers.len() {
            self.numbers.resize(program.numbers.len(), [0; LANES]);
        }
    }
}

/// What the ops of a run read besides registers.
#[derive(Clone, Copy)]
pub(super) struct LaneMachine<'r> {
    pub(super) rules: &'r Rules,
    pub(super) program: &'r Program,
    /// The words of the positions.
    pub(super) words: &'r [Block],
    /// The width of a mask in words.
    pub(super) width: usize,
    /// What chooses the instructions for functions that are not inlined.
    pub(super) arch: pulp::Arch,
}

impl<'r> LaneMachine<'r> {
    pub(super) fn new(rules: &'r Rules, program: &'r Program, words: &'r [Block]) -> Self {
        Self {
            rules,
            program,
            words,
            width: rules.layout.width,
            arch: pulp::Arch::new(),
        }
    }

    /// Runs all ops; returns the lanes in which a number overflowed.
    ///
    /// All that is called here must be inlined: only then it is compiled for the instructions that `pulp` chose.
    #[inline(always)]
    pub(super) fn run(&self, registers: &mut LaneRegisters) -> LaneBits {
        let LaneRegisters { masks, numbers } = registers;
        let width = self.width;
        let (mut next, mut next_number, mut alone) = (0, 0, 0);
        for op in &self.program.ops {
            let (regs, rest) = masks.split_at_mut(next);
            if matches!(op, Op::Number) {
                alone |= self.number(regs, numbers, next_number);
                next_number += 1;
                continue;
            }
            self.mask(*op, (regs, numbers), rest.split_at_mut(width));
            next += width;
        }
        alone
    }

    /// Computes one mask; what lies behind it ends with room for slides.
    #[inline(always)]
    fn mask(
        &self,
        op: Op,
        (regs, numbers): (&[Block], &[NumberBlock]),
        (to, rest): (&mut [Block], &mut [Block]),
    ) {
        let at = |reg: MaskReg| &regs[usize::from(reg) * self.width..][..self.width];
        match op {
            Op::Const(constant) => {
                let words = self.constant(constant);
                for word in 0..to.len() {
                    to[word] = [words[word]; LANES];
                }
            }
            Op::Load(word) => self.load(word as usize, to),
            Op::And(a, b) => zip(to, at(a), at(b), |a, b| a & b),
            Op::Or(a, b) => zip(to, at(a), at(b), |a, b| a | b),
            Op::AndNot(a, b) => zip(to, at(a), at(b), |a, b| a & !b),
            Op::Shift(a, shift) => {
                let moved = self.shift(at(a), shift);
                moved.join(to, None, |_, moved| moved);
            }
            Op::AndShift(a, b, shift) => {
                let moved = self.shift(at(b), shift);
                moved.join(to, Some(at(a)), |a, moved| a & moved);
            }
            Op::OrShift(a, b, shift) => {
                let moved = self.shift(at(b), shift);
                moved.join(to, Some(at(a)), |a, moved| a | moved);
            }
            Op::AnyShift(from, end) => {
                let parts = &self.program.shifted[usize::from(from)..usize::from(end)];
                to.fill([0; LANES]);
                for &(mask, shift) in parts {
                    self.shift(at(mask), shift).add_to(to);
                }
            }
            Op::Slide(slide) => self.slide(usize::from(slide), regs, (to, rest)),
            Op::Reach(fill) => {
                let fill = &self.program.reaches[usize::from(fill)];
                let flood = LaneFlood {
                    from: at(fill.from),
                    over: at(fill.over),
                    within: fill.within.map(|reg| &numbers[usize::from(reg)]),
                };
                self.flood(flood, to);
            }
            rare => self.arch.dispatch(RareOp {
                machine: self,
                op: rare,
                regs,
                numbers,
                to,
            }),
        }
    }

    /// Loads a mask of the position of each lane.
    #[inline(always)]
    fn load(&self, word: usize, to: &mut [Block]) {
        to.copy_from_slice(&self.words[word..][..to.len()]);
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
    /// Writes what another mask and the shifted one make together; without another, it is empty.
    #[inline(always)]
    pub(super) fn join(
        &self,
        to: &mut [Block],
        other: Option<&[Block]>,
        op: impl Fn(u64, u64) -> u64 + Copy,
    ) {
        for (at, to) in to.iter_mut().enumerate() {
            match other {
                Some(other) => {
                    let other = &other[at];
                    self.each_lane(at, to, |_, lane, moved| op(other[lane], moved));
                }
                None => self.each_lane(at, to, |_, _, moved| op(0, moved)),
            }
        }
    }

    /// Adds the points of the shifted mask.
    #[inline(always)]
    fn add_to(&self, to: &mut [Block]) {
        for (at, to) in to.iter_mut().enumerate() {
            self.add_word_to(to, at);
        }
    }

    /// Adds the points of one word of the shifted mask.
    #[inline(always)]
    pub(super) fn add_word_to(&self, to: &mut Block, at: usize) {
        self.each_lane(at, to, |before, _, moved| before | moved);
    }

    /// Changes a word of every lane by one word of the shifted mask: `op` gets what was there, the lane, and the shifted word.
    ///
    /// Bits come to a word from two words, or from the same one twice. But where all that one brings would be cut off, the
    /// other alone is shifted.
    #[inline(always)]
    fn each_lane(&self, at: usize, to: &mut Block, op: impl Fn(u64, usize, u64) -> u64) {
        let (keep, bits) = (self.keep[at], u32::from(self.shift.bits));
        let (from, before) = self.sources(at);
        let lowest = (1 << bits) - 1;
        if keep & lowest == 0 {
            for lane in 0..LANES {
                to[lane] = op(to[lane], lane, from[lane] << bits & keep);
            }
        } else if keep & !lowest == 0 {
            // Some bits are the lowest, so there are some.
            for lane in 0..LANES {
                to[lane] = op(to[lane], lane, before[lane] >> (64 - bits) & keep);
            }
        } else {
            for lane in 0..LANES {
                let moved = from[lane] << bits | before[lane] >> (64 - bits);
                to[lane] = op(to[lane], lane, moved & keep);
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

/// Combines two masks of every lane.
#[inline(always)]
fn zip(to: &mut [Block], a: &[Block], b: &[Block], op: impl Fn(u64, u64) -> u64) {
    for word in 0..to.len() {
        let (to, a, b) = (&mut to[word], &a[word], &b[word]);
        for lane in 0..LANES {
            to[lane] = op(a[lane], b[lane]);
        }
    }
}
