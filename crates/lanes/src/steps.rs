//! The steps of a program, and what each reads and writes.

use linstock_engine::ir::program::{MaskReg, Program, Reg};

/// The number of a block among the registers.
pub(super) type BlockAt = u16;

/// Something that is done to one word of all lanes, or to two that are neighbours.
#[derive(Clone, Copy, Debug)]
pub(super) struct LaneStep {
    pub(super) kind: LaneStepKind,
    /// By how many bits a word is shifted.
    pub(super) bits: u8,
    /// The block that is written.
    pub(super) to: BlockAt,
    /// The blocks that are read, the first of them; of gates, a number besides.
    pub(super) from: [BlockAt; 4],
    /// A constant: of shifts, the bits that are kept.
    pub(super) word: u64,
    /// Which [`MoreBits`] it needs, of steps that write two words or shift twice.
    pub(super) more: u32,
}

/// What few steps need. It lies apart from them, so that the steps of a long program stay in the cache.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct MoreBits {
    /// The constant of the second word.
    pub(super) second: u64,
    /// By how many bits the second shift goes, and its constants.
    pub(super) other_bits: u8,
    pub(super) other: [u64; 2],
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
    /// `w` where the number with the register `from[0]` is not 0, else nothing.
    Gate,
    /// `a & w` where the number with the register `from[1]` is not 0, else nothing.
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
    /// As `Left`, but of two words: bits come from the first to the second, too; `a` is the first of both, here and below
    Up,
    /// As `Right`, of two words
    Down,
    AndUp,
    AndDown,
    OrUp,
    OrDown,
    AndAndUp,
    AndAndDown,
    AndNotUp,
    AndNotDown,
    /// `a |` `b` to the left and `|` `b` to the left by other bits …
    OrLefts,
    OrRights,
    OrLeftRight,
    OrUps,
    OrDowns,
    OrUpDown,
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
    /// Tells whether two shifts of two words each are done.
    pub(super) fn is_of_two(self) -> bool {
        matches!(self, Self::OrUps | Self::OrDowns | Self::OrUpDown)
    }

    /// Returns what steps of this kind read.
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

    /// Returns the blocks that are read, besides what ops read that are not split; of two words, the first.
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

/// Returns the mask registers that are results.
pub(super) fn results(program: &Program) -> impl Iterator<Item = MaskReg> {
    program.results.iter().filter_map(|(reg, _)| match reg {
        Reg::Mask(reg) => Some(*reg),
        Reg::Number(_) => None,
    })
}
