//! Programs as lanes run them: each op is split into steps, one for each word of a mask, worked out once.
//!
//! A step names the blocks that it reads and writes, and how a word of a shifted mask comes about. Steps whose result is read once
//! are done with what reads it. Registers that are no longer read give their place to others, so that what is worked on stays near.

use super::coder::LaneCoder;
use super::flood::FloodSteps;
use super::fusing;
use super::skippable_ops::{SkippableOps, skippable_ops};
use crate::ir::Rules;
use crate::ir::program::{MaskReg, Program, Reg};

/// The number of a block among the registers.
pub(super) type BlockAt = u16;

/// Something that is done to one word of all lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct LaneStep {
    pub(super) kind: LaneStepKind,
    /// By how many bits a word is shifted.
    pub(super) bits: u8,
    /// The block that is written.
    pub(super) to: BlockAt,
    /// The blocks that are read, the first of them.
    pub(super) from: [BlockAt; 4],
    /// A constant: of shifts, the bits that are kept.
    pub(super) word: u64,
}

/// What a step does. `a`, `b`, `c` and `d` are the blocks that it reads, `w` is its constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LaneStepKind {
    /// Computes the next number, with the register `w`.
    Number,
    /// Begins the part `w` that may be passed over: if no lane needs it, goes on behind it.
    Enter,
    /// Ends the part `w`; only until all steps are made.
    Leave,
    /// Does an op that is not split, with the number `w`; what it writes begins with the block that is named.
    Whole,
    /// `w`
    Const,
    /// The word `w` of the position.
    Load,
    /// `a & b`
    And,
    /// `a | b`
    Or,
    /// `a & !b`
    AndNot,
    /// `a & w`
    Among,
    /// `a | w`
    With,
    /// `w & !a`
    Missing,
    /// `a` to the left, and `w`
    Left,
    /// `a` to the right, and `w`
    Right,
    /// `a` to the left and `b` to the right by the rest of 64 bits, and `w`
    Both,
    /// `a &` `b` to the left …
    AndLeft,
    AndRight,
    AndBoth,
    /// `a |` `b` to the left …
    OrLeft,
    OrRight,
    OrBoth,
    /// `a & b & c`
    AndAnd,
    /// `a & b & !c`
    AndAndNot,
    /// `a & !b & !c`
    AndNotNot,
    /// `a | b | c`
    OrOr,
    /// `(a | b) & c`
    OrAnd,
    /// `(a | b) & !c`
    OrAndNot,
    /// `a & b | c`
    AndOr,
    /// `a & !b | c`
    AndNotOr,
    /// `a & b &` `c` to the left …
    AndAndLeft,
    AndAndRight,
    AndAndBoth,
    /// `a & !b &` `c` to the left …
    AndNotLeft,
    AndNotRight,
    AndNotBoth,
}

/// What a step reads.
enum StepReads {
    /// So many blocks, one word each: the first ones of `from`.
    Blocks(usize),
    /// Mask registers as a whole: the operand of the number `w`.
    NumberOperand,
    /// Mask registers as a whole: the operands of the op `w`.
    OpOperands,
}

impl LaneStepKind {
    /// Returns what steps of this kind read.
    fn reads(self) -> StepReads {
        match self {
            Self::Number => StepReads::NumberOperand,
            Self::Whole => StepReads::OpOperands,
            Self::Enter | Self::Leave | Self::Const | Self::Load => StepReads::Blocks(0),
            Self::Among | Self::With | Self::Missing | Self::Left | Self::Right => {
                StepReads::Blocks(1)
            }
            Self::And
            | Self::Or
            | Self::AndNot
            | Self::Both
            | Self::AndLeft
            | Self::AndRight
            | Self::OrLeft
            | Self::OrRight => StepReads::Blocks(2),
            Self::AndBoth
            | Self::OrBoth
            | Self::AndAnd
            | Self::AndAndNot
            | Self::AndNotNot
            | Self::OrOr
            | Self::OrAnd
            | Self::OrAndNot
            | Self::AndOr
            | Self::AndNotOr
            | Self::AndAndLeft
            | Self::AndAndRight
            | Self::AndNotLeft
            | Self::AndNotRight => StepReads::Blocks(3),
            Self::AndAndBoth | Self::AndNotBoth => StepReads::Blocks(4),
        }
    }
}

impl LaneStep {
    /// Returns the blocks that are read, besides what ops read that are not split.
    pub(super) fn read(&self) -> &[BlockAt] {
        match self.kind.reads() {
            StepReads::Blocks(count) => &self.from[..count],
            StepReads::NumberOperand | StepReads::OpOperands => &[],
        }
    }

    /// Tells whether a mask is written.
    pub(super) fn writes(&self) -> bool {
        !matches!(
            self.kind,
            LaneStepKind::Number | LaneStepKind::Enter | LaneStepKind::Leave
        )
    }

    /// Calls a function with each mask register that a step reads as a whole.
    pub(super) fn each_whole_read(self, program: &Program, read: &mut dyn FnMut(MaskReg)) {
        let at = self.word as usize;
        match self.kind.reads() {
            StepReads::NumberOperand => {
                program.numbers[at].mask_read().into_iter().for_each(read);
            }
            StepReads::OpOperands => program.each_mask_read(program.ops[at], read),
            StepReads::Blocks(_) => {}
        }
    }
}

/// A program, prepared for lanes.
#[derive(Debug, Default)]
pub(super) struct LaneCode {
    pub(super) steps: Vec<LaneStep>,
    /// The first block of each mask register.
    places: Vec<BlockAt>,
    /// How many numbers there are.
    pub(super) numbers: usize,
    /// The steps of flood fills, if there are any.
    pub(super) flood: FloodSteps,
    /// What is passed over where no lane needs it.
    pub(super) skippable: Vec<SkippableOps>,
}

impl LaneCode {
    /// Prepares a program.
    pub(super) fn of(rules: &Rules, program: &Program) -> Self {
        let width = rules.layout.width;
        let skippable = skippable_ops(program);
        let steps = LaneCoder::new(rules, program).steps(&skippable);
        let mut code = Self {
            steps: fusing::fused(steps, (program, width)),
            places: vec![0; usize::from(program.masks)],
            numbers: program.numbers.len(),
            flood: FloodSteps::default(),
            skippable,
        };
        if !program.reaches.is_empty() {
            code.flood = FloodSteps::of(rules);
        }
        code.place_registers(program, width);
        code.end_skippable();
        code
    }

    /// Notes where parts that may be passed over end.
    fn end_skippable(&mut self) {
        let (skippable, mut left) = (&mut self.skippable, 0);
        self.steps.retain(|step| {
            let ends = step.kind == LaneStepKind::Leave;
            if ends {
                skippable[step.word as usize].end = left;
            } else {
                left += 1;
            }
            !ends
        });
    }

    /// Tells whether a program is small enough for numbers of blocks.
    pub(super) fn fits(program: &Program, width: usize) -> bool {
        usize::from(program.masks) * width < usize::from(BlockAt::MAX)
    }

    /// Returns the first block of a mask register, at least until the last step that reads it.
    #[inline(always)]
    pub(super) fn place(&self, reg: MaskReg) -> usize {
        usize::from(self.places[usize::from(reg)])
    }

    /// Gives each register that is written a place, which it leaves to others when nobody reads it any more.
    fn place_registers(&mut self, program: &Program, width: usize) {
        let last_reads = self.last_reads(program, width);
        let (mut free, mut placed) = (Vec::new(), vec![false; self.places.len()]);
        let mut blocks = 0;
        for at in 0..self.steps.len() {
            let step = self.steps[at];
            let written = usize::from(step.to) / width;
            let writes = step.writes();
            if writes && !placed[written] {
                placed[written] = true;
                self.places[written] = free.pop().unwrap_or_else(|| {
                    blocks += width;
                    (blocks - width) as BlockAt
                });
            }
            let place = |block: BlockAt| {
                let (reg, word) = (usize::from(block) / width, usize::from(block) % width);
                self.places[reg] + word as BlockAt
            };
            if writes {
                self.steps[at].to = place(step.to);
            }
            let count = step.read().len();
            for block in &mut self.steps[at].from[..count] {
                *block = place(*block);
            }
            let mut leave = |reg: usize| {
                if placed[reg] && last_reads[reg] == Some(at) {
                    placed[reg] = false;
                    free.push(self.places[reg]);
                }
            };
            let read = step.read().iter();
            read.for_each(|block| leave(usize::from(*block) / width));
            step.each_whole_read(program, &mut |reg| leave(usize::from(reg)));
        }
    }

    /// Returns the last step that reads each mask register; none for results, which stay.
    fn last_reads(&self, program: &Program, width: usize) -> Vec<Option<usize>> {
        let mut last = vec![None; self.places.len()];
        for (at, step) in self.steps.iter().enumerate() {
            for block in step.read() {
                last[usize::from(*block) / width] = Some(at);
            }
            step.each_whole_read(program, &mut |reg| last[usize::from(reg)] = Some(at));
        }
        for reg in results(program) {
            last[usize::from(reg)] = None;
        }
        last
    }
}

/// Returns the mask registers that are results.
pub(super) fn results(program: &Program) -> impl Iterator<Item = MaskReg> {
    program.results.iter().filter_map(|(reg, _)| match reg {
        Reg::Mask(reg) => Some(*reg),
        Reg::Number(_) => None,
    })
}
