//! Programs: straight-line code that computes masks and numbers from a position.
//!
//! A program has two register files, one of masks and one of numbers. Each op reads earlier registers and writes the next
//! register of its file (static single assignment), so no op names its target. Example: the empty points right of my
//! pieces are
//!
//! ```text
//! Load 1          mask 0: my pieces
//! Load 2          mask 1: the enemy's pieces
//! Or 0 1          mask 2
//! Const 3         mask 3: all points
//! AndNot 3 2      mask 4: the empty points
//! AndShift 4 0 →  mask 5: mask 4 and (mask 0 shifted right)
//! ```

use crate::ir::op::{self, Call, Filter, FloodFill, MaskOp, OpRead, OpStage, Slide};
use crate::ir::schedule::{Schedule, ShiftedBits};
use linstock_base::Span;
use linstock_model::TagId;

/// The number of registers and constants that always exist. Most programs need no more; their ops run without bounds
/// checks.
pub(crate) const FIXED_REGISTERS: usize = 256;

/// The index of a mask register.
pub type MaskReg = u16;
/// The index of a number register.
pub type NumReg = u16;

/// A shift of all points of a mask by columns and rows: a rotation of its bits, then a bitwise and with `keep`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shift {
    /// The number of whole words, towards higher points.
    pub words: u8,
    /// The number of further bits.
    pub bits: u8,
    /// The constant mask of the points that the shift can lead to (not over an edge, not through a wall).
    pub keep: u16,
}

impl Shift {
    /// Returns the part of the shift within words.
    #[inline(always)]
    #[must_use]
    pub(crate) fn shifted_bits(self) -> ShiftedBits {
        ShiftedBits {
            left: self.bits.into(),
            right: 64 - u32::from(self.bits),
            keep: self.keep,
        }
    }
}

/// The stage of programs: operands are registers, constants of the rules, and numbers of tables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct InProgram;

impl OpStage for InProgram {
    type Mask = MaskReg;
    type Number = NumReg;
    type Word = u32;
    type Constant = u16;
    type MaskTable = u16;
    type NumberTable = u16;
    type Shift = Shift;
    type FusedShift = Shift;
    type ShiftedMasks = ShiftedMasks;
    type Slide = u16;
    type Reach = u16;
    type Filter = u16;
    type Call = u16;
    type Caller = Caller;
    type Tables = Program;

    fn each_shifted(program: &Program, masks: ShiftedMasks, read: &mut dyn FnMut(OpRead<Self>)) {
        let masks = program.shifted(masks).iter();
        masks.for_each(|(mask, _)| read(OpRead::Mask(*mask)));
    }

    fn slide<'t>(program: &'t Program, slide: &'t u16) -> &'t SlideCode {
        &program.slides[usize::from(*slide)]
    }

    fn reach<'t>(program: &'t Program, reach: &'t u16) -> &'t ReachCode {
        &program.reaches[usize::from(*reach)]
    }

    fn filter<'t>(program: &'t Program, filter: &'t u16) -> &'t FilterCode {
        &program.value_filters[usize::from(*filter)]
    }
}

/// An op of a program that writes the next mask register; `Op::Number` writes the next number register instead.
pub type Op = MaskOp<InProgram>;
/// An op of a program that writes the next number register.
pub type NumberOp = op::NumberOp<InProgram>;
/// A slide of a program.
pub type SlideCode = Slide<InProgram>;
/// A flood fill of a program.
pub type ReachCode = FloodFill<InProgram>;
/// A filter of a program.
pub type FilterCode = Filter<InProgram>;
/// A call of a program.
pub type CallCode = Call<InProgram>;

/// Some entries of [`Program::shifted`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ShiftedMasks {
    /// The first entry.
    pub(crate) first: u16,
    /// The entry after the last.
    pub(crate) end: u16,
}

/// A rule that calls a script.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Caller {
    /// The clauses, the nearest first.
    pub tags: Vec<TagId>,
    /// The place in the source.
    pub span: Span,
}

/// A result of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reg {
    /// A mask.
    Mask(MaskReg),
    /// A number.
    Number(NumReg),
}

/// A program: see the module's head.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// The ops.
    pub ops: Vec<Op>,
    /// The number of mask registers.
    pub masks: u16,
    /// The ops that compute numbers, one per register; `Op::Number` runs the next one.
    pub numbers: Vec<NumberOp>,
    /// Masks with their shifts, for `AnyShift`.
    pub shifted: Vec<(MaskReg, Shift)>,
    /// The slides, for `Slide`.
    pub slides: Vec<SlideCode>,
    /// The flood fills, for `Reach`.
    pub reaches: Vec<ReachCode>,
    /// The filters, for `FilterByValue`.
    pub value_filters: Vec<FilterCode>,
    /// The script calls, for `Script`.
    pub calls: Vec<CallCode>,
    /// The results, each with the number of runs that must be done first, in rising order.
    pub results: Vec<(Reg, usize)>,
    /// The order in which the ops run for one position.
    pub schedule: Schedule,
}

impl Program {
    /// Returns masks with their shifts.
    #[must_use]
    pub fn shifted(&self, masks: ShiftedMasks) -> &[(MaskReg, Shift)] {
        &self.shifted[usize::from(masks.first)..usize::from(masks.end)]
    }
}

/// Packs a formation into a word: its rear point and its direction.
#[must_use]
pub(crate) fn pack_line(rear: u16, dir: u8) -> u64 {
    u64::from(rear) | u64::from(dir) << 16
}

/// Returns the number of the first point of a mask; -1 if it has none.
#[inline(always)]
#[must_use]
pub fn first_point(words: impl Iterator<Item = u64>) -> i64 {
    let mut at = 0;
    for word in words {
        if word != 0 {
            return at + i64::from(word.trailing_zeros());
        }
        at += 64;
    }
    -1
}

/// Returns the rear point and the direction of a packed formation.
#[must_use]
pub(crate) fn unpack_line(word: u64) -> (u16, u8) {
    ((word & 0xffff) as u16, (word >> 16 & 0xff) as u8)
}
