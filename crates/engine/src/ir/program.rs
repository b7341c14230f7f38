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

use crate::ir::schedule::{Schedule, ShiftedBits};
use linstock_base::Span;
use linstock_model::{Comparison, KindId, NumOp, ScriptId, ScriptType, TagId};

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

/// A step of a program. It writes the next mask register; `Op::Number` writes the next number register instead.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// Computes the next number: see [`Program::numbers`].
    Number,
    /// A constant of the rules.
    Const(u16),
    /// A mask of the position, by its first word.
    Load(u32),
    /// A mask of one seat: the first word for the first seat, the words between two seats, the seat. Empty for a negative
    /// seat.
    LoadOf(u32, u16, NumReg),
    /// The points in both masks.
    And(MaskReg, MaskReg),
    /// The points in at least one mask.
    Or(MaskReg, MaskReg),
    /// The points in the first mask, but not in the second.
    AndNot(MaskReg, MaskReg),
    /// A mask, shifted.
    Shift(MaskReg, Shift),
    /// The points in the first mask and in the shifted second.
    AndShift(MaskReg, MaskReg, Shift),
    /// The points in the first mask or in the shifted second.
    OrShift(MaskReg, MaskReg, Shift),
    /// The points in at least one of the shifted masks with these numbers ([`Program::shifted`]).
    AnyShift(u16, u16),
    /// One point; the empty mask for a negative number.
    Bit(NumReg),
    /// All points if the number is not 0, else the empty mask.
    Gate(NumReg),
    /// The points that a slide reaches in one direction ([`Program::slides`]).
    Slide(u16),
    /// The result of a flood fill ([`Program::reaches`]).
    Reach(u16),
    /// The lowest point of a mask; empty for an empty mask.
    First(MaskReg),
    /// One of the constants in a table of the rules, by its index; empty for an index outside the table.
    Pick(u16, NumReg),
    /// The points whose piece has a memory that satisfies a comparison ([`Program::value_filters`]).
    FilterByValue(u16),
    /// The points that a script returns ([`Program::calls`]).
    Script(u16),
}

/// An op that writes the next number register. Yes is 1, no is 0, nobody and nowhere are -1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NumberOp {
    /// A constant.
    Fixed(i64),
    /// A word of the position.
    Load(u32),
    /// A word of the position that holds a player plus 1, or 0 for nobody.
    LoadSeat(u32),
    /// One of several words of the position, by seat.
    LoadOf(u32, NumReg),
    /// As `LoadOf`, of words that hold a player.
    LoadSeatOf(u32, NumReg),
    /// The number of points of a mask.
    Count(MaskReg),
    /// The number of the first point of a mask; -1 if it has none.
    First(MaskReg),
    /// Whether a mask has a point.
    Any(MaskReg),
    /// Whether the point is in the mask; a negative point never is.
    Has(MaskReg, NumReg),
    /// An arithmetic operation.
    Join(NumOp, NumReg, NumReg),
    /// A comparison.
    Compare(Comparison, NumReg, NumReg),
    /// 1 for 0, 0 for anything else.
    Not(NumReg),
    /// The second if the first is not 0, else the third.
    Select(NumReg, NumReg, NumReg),
    /// The next player in seat order, round the table; nobody after nobody.
    NextSeat(NumReg),
    /// A point of the formation in a word of the position: the word, the number of steps from the rear.
    OnLine(u32, i16),
    /// Whether the position has occurred at least this often.
    Seen(u32),
    /// A number of a table of the rules, by its index; the last number for an index outside the table.
    Lookup(u16, NumReg),
    /// The result of a script call ([`Program::calls`]).
    Script(u16),
}

/// A call of a script function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// The function.
    pub script: ScriptId,
    /// Its arguments.
    pub args: Vec<CallArg>,
    /// If this number is 0, the script is not called, and the result is 0.
    pub guard: Option<NumReg>,
    /// The rule that calls it.
    pub by: Caller,
}

/// A rule that calls a script.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Caller {
    /// The clauses, the nearest first.
    pub tags: Vec<TagId>,
    /// The place in the source.
    pub span: Span,
}

/// A slide: from some points in one direction, as far as the points on the way allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SlideCode {
    /// The points where it begins.
    pub from: MaskReg,
    /// The points that it may pass; all points if `None`.
    pub through: Option<MaskReg>,
    /// One step.
    pub shift: Shift,
    /// The maximal number of steps.
    pub steps: u16,
}

/// A flood fill (`reached`): from some points, step by step, into allowed points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReachCode {
    /// The points where it begins.
    pub from: MaskReg,
    /// The points into which a step may lead.
    pub over: MaskReg,
    /// The maximal number of steps; unlimited if `None`.
    pub within: Option<NumReg>,
    /// Steps into these points are not counted.
    pub free: Option<MaskReg>,
    /// Further steps: links between points that are not neighbours.
    pub links: Vec<LinkReach>,
}

/// A step between two points, in both directions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LinkReach {
    /// The points.
    pub ends: [u16; 2],
    /// Whether it can be taken.
    pub open: NumReg,
}

/// A filter: the points whose piece has a memory that satisfies a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FilterByValue {
    /// The word of the first point's value.
    pub word: u32,
    /// Whether the value is a player or a row, which is stored plus 1.
    pub holds_seat: bool,
    /// The points to filter.
    pub among: MaskReg,
    /// The comparison.
    pub how: Comparison,
    /// Whether the value is the right operand of the comparison.
    pub(crate) flipped: bool,
    /// The other operand.
    pub number: NumReg,
}

impl FilterByValue {
    /// Returns whether the comparison holds for a piece whose value is stored in this word.
    #[inline(always)]
    #[must_use]
    pub fn holds(&self, word: u64, number: i64) -> bool {
        let value = word.cast_signed() - i64::from(self.holds_seat);
        let (a, b) = if self.flipped {
            (number, value)
        } else {
            (value, number)
        };
        self.how.holds(a, b)
    }
}

/// An argument of a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallArg {
    /// A set of points.
    Points(MaskReg),
    /// A number, or a value that is stored as a number.
    Number(NumReg, ScriptType),
    /// A kind of piece.
    Kind(KindId),
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
    pub value_filters: Vec<FilterByValue>,
    /// The script calls, for `Script`.
    pub calls: Vec<Call>,
    /// The results, each with the number of runs that must be done first, in rising order.
    pub results: Vec<(Reg, usize)>,
    /// The order in which the ops run for one position.
    pub schedule: Schedule,
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
