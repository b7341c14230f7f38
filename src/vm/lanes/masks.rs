//! The loop over the steps of a program.

use super::blocks::Blocks;
use super::code::{BlockAt, LaneCode, LaneStep, LaneStepKind};
use super::field::{AT_ONCE, LaneBits, groups_of, lanes, set_lanes};
use super::rare::WholeOp;
use super::skippable_ops::MOST_DEPTH;
use super::slides;
use super::{Block, LANES, NumberBlock};
use crate::ir::Rules;
use crate::ir::program::{MaskReg, Program, Shift};

/// A block for each number that a step may name: so nobody asks whether there is such a block. Memory is taken only by those that are
/// written.
const BLOCKS: usize = BlockAt::MAX as usize + 1;
type RegisterFile = [Block; BLOCKS];

/// The registers of a program that runs in all lanes.
#[derive(Debug, Default)]
pub(super) struct LaneRegisters {
    /// The mask registers: [`LaneCode::place`] says where each begins.
    pub(super) masks: Blocks,
    pub(super) numbers: Vec<NumberBlock>,
    /// What an op writes that is not split, and behind it what it works with.
    scratch: Blocks,
}

impl LaneRegisters {
    /// Makes room for a program.
    pub(super) fn fit(&mut self, code: &LaneCode, width: usize) {
        self.masks.fit(BLOCKS);
        self.scratch
            .fit(width + slides::room(width).max(code.flood.room()));
        if self.numbers.len() < code.numbers {
            self.numbers.resize(code.numbers, [0; LANES]);
        }
    }
}

/// What the steps of a run read besides registers.
#[derive(Clone, Copy)]
pub(super) struct LaneMachine<'r> {
    pub(super) rules: &'r Rules,
    pub(super) program: &'r Program,
    pub(super) code: &'r LaneCode,
    /// The words of the positions.
    pub(super) words: &'r [Block],
    /// The width of a mask in words.
    pub(super) width: usize,
    /// In the other lanes, results may be anything.
    pub(super) lanes: LaneBits,
    /// What chooses the instructions for functions that are not inlined.
    pub(super) arch: pulp::Arch,
}

impl<'r> LaneMachine<'r> {
    pub(super) fn new(
        rules: &'r Rules,
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
            arch: pulp::Arch::new(),
        }
    }

    /// As it is, but what comes out matters in some lanes only.
    pub(super) fn for_lanes(self, lanes: LaneBits) -> Self {
        Self { lanes, ..self }
    }

    /// Runs all steps; returns the lanes in which a number overflowed.
    #[inline(always)]
    pub(super) fn run(&self, registers: &mut LaneRegisters) -> LaneBits {
        self.arch.dispatch(CodeRun {
            machine: self,
            registers,
        })
    }

    /// Returns a mask among the registers.
    #[inline(always)]
    pub(super) fn mask<'m>(&self, masks: &'m [Block], reg: MaskReg) -> &'m [Block] {
        &masks[self.code.place(reg)..][..self.width]
    }

    /// Does an op that is not split.
    #[inline(never)]
    fn whole(
        &self,
        step: LaneStep,
        (masks, numbers): (&mut [Block], &[NumberBlock]),
        scratch: &mut [Block],
    ) {
        let (written, room) = scratch.split_at_mut(self.width);
        self.arch.dispatch(WholeOp {
            machine: self,
            op: self.program.ops[step.word as usize],
            regs: masks,
            numbers,
            to: written,
            room,
        });
        masks[usize::from(step.to)..][..self.width].copy_from_slice(written);
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

/// A program that runs. It is one function for all who run programs, compiled for the instructions that `pulp` chose: all that is
/// called here must be inlined, or choose for itself.
struct CodeRun<'r> {
    machine: &'r LaneMachine<'r>,
    registers: &'r mut LaneRegisters,
}

impl pulp::NullaryFnOnce for CodeRun<'_> {
    type Output = LaneBits;

    #[inline(always)]
    fn call(self) -> LaneBits {
        let Self { machine, registers } = self;
        let numbers = &mut *registers.numbers;
        // There is room since `fit`.
        let Some(masks) = registers.masks.first_chunk_mut::<BLOCKS>() else {
            return machine.lanes;
        };
        let (groups, mut alone) = (groups_of(machine.lanes), 0);
        let mut needed = [machine.lanes; MOST_DEPTH + 1];
        let mut steps = machine.code.steps.iter();
        while let Some(step) = steps.next() {
            let (w, by) = (step.word, step.bits);
            let run = StepRun { step, groups };
            match step.kind {
                LaneStepKind::Number => {
                    alone |= machine.number(masks, numbers, w as usize);
                }
                LaneStepKind::Enter => {
                    let part = &machine.code.skippable[w as usize];
                    if !part.is_needed(numbers, &mut needed) {
                        numbers[usize::from(part.result)] = [0; LANES];
                        steps = machine.code.steps[part.end..].iter();
                    }
                }
                // None is left.
                LaneStepKind::Leave => {}
                LaneStepKind::Whole => {
                    machine.whole(*step, (masks, numbers), &mut registers.scratch);
                }
                LaneStepKind::Const => run.each(masks, |[]| w),
                LaneStepKind::Load => run.load(masks, &machine.words[w as usize]),
                LaneStepKind::And => run.each(masks, |[a, b]| a & b),
                LaneStepKind::Or => run.each(masks, |[a, b]| a | b),
                LaneStepKind::AndNot => run.each(masks, |[a, b]| a & !b),
                LaneStepKind::Among => run.each(masks, |[a]| a & w),
                LaneStepKind::With => run.each(masks, |[a]| a | w),
                LaneStepKind::Missing => run.each(masks, |[a]| w & !a),
                LaneStepKind::Left => run.each(masks, |[a]| left(a, by) & w),
                LaneStepKind::Right => run.each(masks, |[a]| right(a, by) & w),
                LaneStepKind::Both => run.each(masks, |[a, b]| both(a, b, by) & w),
                LaneStepKind::AndLeft => run.each(masks, |[a, b]| a & left(b, by) & w),
                LaneStepKind::AndRight => run.each(masks, |[a, b]| a & right(b, by) & w),
                LaneStepKind::AndBoth => run.each(masks, |[a, b, c]| a & both(b, c, by) & w),
                LaneStepKind::OrLeft => run.each(masks, |[a, b]| a | left(b, by) & w),
                LaneStepKind::OrRight => run.each(masks, |[a, b]| a | right(b, by) & w),
                LaneStepKind::OrBoth => run.each(masks, |[a, b, c]| a | both(b, c, by) & w),
                LaneStepKind::AndAnd => run.each(masks, |[a, b, c]| a & b & c),
                LaneStepKind::AndAndNot => run.each(masks, |[a, b, c]| a & b & !c),
                LaneStepKind::AndNotNot => run.each(masks, |[a, b, c]| a & !(b | c)),
                LaneStepKind::OrOr => run.each(masks, |[a, b, c]| a | b | c),
                LaneStepKind::OrAnd => run.each(masks, |[a, b, c]| (a | b) & c),
                LaneStepKind::OrAndNot => run.each(masks, |[a, b, c]| (a | b) & !c),
                LaneStepKind::AndOr => run.each(masks, |[a, b, c]| a & b | c),
                LaneStepKind::AndNotOr => run.each(masks, |[a, b, c]| a & !b | c),
                LaneStepKind::AndAndLeft => run.each(masks, |[a, b, c]| a & b & left(c, by) & w),
                LaneStepKind::AndAndRight => {
                    run.each(masks, |[a, b, c]| a & b & right(c, by) & w);
                }
                LaneStepKind::AndAndBoth => {
                    run.each(masks, |[a, b, c, d]| a & b & both(c, d, by) & w);
                }
                LaneStepKind::AndNotLeft => run.each(masks, |[a, b, c]| a & !b & left(c, by) & w),
                LaneStepKind::AndNotRight => {
                    run.each(masks, |[a, b, c]| a & !b & right(c, by) & w);
                }
                LaneStepKind::AndNotBoth => {
                    run.each(masks, |[a, b, c, d]| a & !b & both(c, d, by) & w);
                }
            }
        }
        alone
    }
}

// Shifts are by less than 64 bits, which the masks tell the compiler.

#[inline(always)]
fn left(word: u64, bits: u8) -> u64 {
    word << (bits & 63)
}

#[inline(always)]
fn right(word: u64, bits: u8) -> u64 {
    word >> (bits & 63)
}

/// Joins the bits of a word that go to the left, by at least one, with those of another that go to the right.
#[inline(always)]
fn both(word: u64, before: u64, bits: u8) -> u64 {
    left(word, bits) | right(before, 64 - bits)
}

/// A step that is done in some lanes.
struct StepRun<'s> {
    step: &'s LaneStep,
    /// So many groups of lanes are worked on.
    groups: usize,
}

impl StepRun<'_> {
    /// Copies a word of the position.
    #[inline(always)]
    fn load(&self, masks: &mut RegisterFile, word: &Block) {
        let to = &mut masks[usize::from(self.step.to)];
        for at in 0..self.groups.min(LANES / AT_ONCE) {
            set_lanes(to, at, lanes(word, at));
        }
    }

    /// Works a block out from so many others. What is written may be what was read: some lanes after the other are read before they
    /// are written.
    #[expect(
        clippy::needless_range_loop,
        reason = "loops over arrays are not unrolled in time: steps take twice as long"
    )]
    #[inline(always)]
    fn each<const N: usize>(&self, masks: &mut RegisterFile, op: impl Fn([u64; N]) -> u64) {
        let to = usize::from(self.step.to);
        let mut from = [0; N];
        for slot in 0..N {
            from[slot] = usize::from(self.step.from[slot]);
        }
        for at in 0..self.groups.min(LANES / AT_ONCE) {
            let mut read = [[0; AT_ONCE]; N];
            for slot in 0..N {
                read[slot] = lanes(&masks[from[slot]], at);
            }
            let mut found = [0; AT_ONCE];
            for lane in 0..AT_ONCE {
                let mut words = [0; N];
                for slot in 0..N {
                    words[slot] = read[slot][lane];
                }
                found[lane] = op(words);
            }
            set_lanes(&mut masks[to], at, found);
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
