//! The steps of a program, and their inputs and outputs.

use linstock_engine::ir::program::{MaskReg, Program, Reg};

/// The number of a block among the registers.
pub(super) type BlockAt = u16;

/// An operation on one word of all lanes, or on two neighbouring words.
#[derive(Clone, Copy, Debug)]
pub(super) struct LaneStep {
    pub(super) kind: LaneStepKind,
    /// The distance of a shift, in bits.
    pub(super) bits: u8,
    /// The first block that the step writes.
    pub(super) to: BlockAt,
    /// The first of the blocks that the step reads; for gates, also a number.
    pub(super) from: [BlockAt; 4],
    /// A constant; for shifts, the bits to keep.
    pub(super) word: u64,
    /// The index of its [`MoreBits`], for steps that write two words or shift twice.
    pub(super) more: u32,
}

/// Data that few steps need. It is stored apart from the steps, so that the steps of a long program stay in the cache.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct MoreBits {
    /// The constant of the second word.
    pub(super) second: u64,
    /// The distance of the second shift in bits, and its constants.
    pub(super) other_bits: u8,
    pub(super) other: [u64; 2],
}

/// The operation of a step. `a`, `b`, `c` and `d` are the blocks that it reads, `w` is its constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LaneStepKind {
    /// Computes the next number, by number op `w`.
    Number,
    /// Begins the skippable part `w`: if no lane needs it, continues after it.
    Enter,
    /// Ends the skippable part `w`. Exists only while steps are made.
    Leave,
    /// Runs op `w`, which is not split. Its result begins at the named block.
    Whole,
    /// `w`
    Const,
    /// The word `w` of the position.
    Load,
    /// `w` if the number `from[0]` is not 0, else an empty word.
    Gate,
    /// `a & w` if the number `from[1]` is not 0, else an empty word.
    AndGate,
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
    /// `a` shifted to the left, `& w`
    Left,
    /// `a` shifted to the right, `& w`
    Right,
    /// `a` shifted to the left, `|` `b` shifted to the right by the rest of 64 bits, `& w`
    Both,
    /// `a &` `b` shifted to the left …
    AndLeft,
    AndRight,
    AndBoth,
    /// `a |` `b` shifted to the left …
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
    /// `a & b &` `c` shifted to the left …
    AndAndLeft,
    AndAndRight,
    AndAndBoth,
    /// `a & !b &` `c` shifted to the left …
    AndNotLeft,
    AndNotRight,
    AndNotBoth,
    /// Like `Left`, for two words: bits also move from the first word to the second. Here and below, `a` is the first word
    Up,
    /// Like `Right`, for two words
    Down,
    AndUp,
    AndDown,
    OrUp,
    OrDown,
    AndAndUp,
    AndAndDown,
    AndNotUp,
    AndNotDown,
    /// `a |` `b` shifted to the left `|` `b` shifted to the left by other bits …
    OrLefts,
    OrRights,
    OrLeftRight,
    OrUps,
    OrDowns,
    OrUpDown,
}

/// The inputs of a step.
enum StepReads {
    /// This many blocks, one word each: the first entries of `from`.
    Blocks(usize),
    /// Whole mask registers: the operand of number op `w`.
    NumberOperand,
    /// Whole mask registers: the operands of op `w`.
    OpOperands,
}

impl LaneStepKind {
    /// Returns whether the step is two shifts of two words each.
    pub(super) fn is_of_two(self) -> bool {
        matches!(self, Self::OrUps | Self::OrDowns | Self::OrUpDown)
    }

    /// Returns the inputs of steps of this kind.
    fn reads(self) -> StepReads {
        match self {
            Self::Number => StepReads::NumberOperand,
            Self::Whole => StepReads::OpOperands,
            Self::Enter | Self::Leave | Self::Const | Self::Load | Self::Gate => {
                StepReads::Blocks(0)
            }
            Self::AndGate
            | Self::Among
            | Self::With
            | Self::Missing
            | Self::Left
            | Self::Right
            | Self::Up
            | Self::Down => StepReads::Blocks(1),
            Self::And
            | Self::Or
            | Self::AndNot
            | Self::Both
            | Self::AndLeft
            | Self::AndRight
            | Self::OrLeft
            | Self::OrRight
            | Self::AndUp
            | Self::AndDown
            | Self::OrUp
            | Self::OrDown
            | Self::OrLefts
            | Self::OrRights
            | Self::OrLeftRight
            | Self::OrUps
            | Self::OrDowns
            | Self::OrUpDown => StepReads::Blocks(2),
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
            | Self::AndNotRight
            | Self::AndAndUp
            | Self::AndAndDown
            | Self::AndNotUp
            | Self::AndNotDown => StepReads::Blocks(3),
            Self::AndAndBoth | Self::AndNotBoth => StepReads::Blocks(4),
        }
    }
}

impl LaneStep {
    /// Makes the step that writes a constant.
    pub(super) fn constant(to: BlockAt, word: u64) -> Self {
        Self {
            kind: LaneStepKind::Const,
            bits: 0,
            to,
            from: [0; 4],
            word,
            more: 0,
        }
    }

    /// Returns the blocks that the step reads, except those of ops that are not split. For two words, returns the first.
    pub(super) fn read(&self) -> &[BlockAt] {
        match self.kind.reads() {
            StepReads::Blocks(count) => &self.from[..count],
            StepReads::NumberOperand | StepReads::OpOperands => &[],
        }
    }

    /// Returns whether the step writes a mask.
    pub(super) fn writes(&self) -> bool {
        !matches!(
            self.kind,
            LaneStepKind::Number | LaneStepKind::Enter | LaneStepKind::Leave
        )
    }

    /// Calls a function with each mask register that the step reads whole.
    pub(super) fn each_whole_read(self, program: &Program, read: &mut dyn FnMut(MaskReg)) {
        let at = self.word as usize;
        match self.kind.reads() {
            StepReads::NumberOperand => {
                program.numbers[at].each_mask_read(program, read);
            }
            StepReads::OpOperands => program.ops[at].each_mask_read(program, read),
            StepReads::Blocks(_) => {}
        }
    }
}

/// Returns the mask registers that are results.
pub(super) fn results(program: &Program) -> impl Iterator<Item = MaskReg> {
    program.results.iter().filter_map(|(reg, _)| match reg {
        Reg::Mask(reg) => Some(*reg),
        Reg::Number(_) => None,
    })
}
