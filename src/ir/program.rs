//! Programs: what is computed of a position, as data.
//!
//! A program has two register files, masks (sets of points) and numbers; every op writes the next register of its
//! file. The same data drives one game or a batch of games.

use crate::base::Span;
use crate::model::{Comparison, KindId, NumOp, ScriptId, ScriptType, TagId};

/// Registers and constants that most programs get by with, and that there are at the least: each of them is found without
/// a check whether it exists.
pub const FEW: usize = 256;

/// A register of a mask.
pub type MaskReg = u16;
/// A register of a number.
pub type NumReg = u16;

/// A shift of a whole mask, as a turn of its bits; what would leave the board is not kept.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shift {
    /// Whole words, towards higher points.
    pub words: u8,
    /// Bits besides.
    pub bits: u8,
    /// The constant that holds the points that can be reached.
    pub keep: u16,
}

/// A step of a program: an op that writes the next mask register, or else the next number register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// The next number.
    Number,
    /// A constant of the rules.
    Const(u16),
    /// A mask of the state, by its first word.
    Load(u32),
    /// A mask of the state for one of the seats: first word for the first seat, words between two seats, seat
    /// (a negative seat gives nothing).
    LoadOf(u32, u16, NumReg),
    /// In both.
    And(MaskReg, MaskReg),
    /// In either.
    Or(MaskReg, MaskReg),
    /// In the first, not in the second.
    AndNot(MaskReg, MaskReg),
    /// Moved.
    Shift(MaskReg, Shift),
    /// In the first, and in the second moved.
    AndShift(MaskReg, MaskReg, Shift),
    /// In the first, or in the second moved.
    OrShift(MaskReg, MaskReg, Shift),
    /// In any of the program's moved masks, from the first number up to the second.
    AnyShift(u16, u16),
    /// One point; none if the number is negative.
    Bit(NumReg),
    /// Every point if the number is not 0, else none.
    Gate(NumReg),
    /// What is reached step by step: one of the program's winding ways.
    Reach(u16),
    /// The first point of a mask; none of an empty one.
    First(MaskReg),
    /// One of the constants that a list of the rules' names, by its place from 0; nothing where there is no such place.
    Pick(u16, NumReg),
    /// Points whose piece has a remembered value that compares so: one of the program's.
    FilterByValue(u16),
}

/// An op that writes the next number register; yes is 1, no is 0, nobody and nowhere are -1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NumberOp {
    /// A number.
    Fixed(i64),
    /// A word of the state.
    Load(u32),
    /// A word of the state that holds a player, 0 for nobody.
    LoadSeat(u32),
    /// One of several words of the state, by seat.
    LoadOf(u32, NumReg),
    /// As `LoadOf`, of words that hold a player.
    LoadSeatOf(u32, NumReg),
    /// How many points.
    Count(MaskReg),
    /// Whether there is a point.
    Any(MaskReg),
    /// Whether the point is in the mask; a negative point never is.
    Has(MaskReg, NumReg),
    /// Two numbers joined.
    Join(NumOp, NumReg, NumReg),
    /// Two numbers compared.
    Compare(Comparison, NumReg, NumReg),
    /// 1 for 0, 0 for anything else.
    Not(NumReg),
    /// The second if the first is not 0, else the third.
    Select(NumReg, NumReg, NumReg),
    /// The next player round the table; nobody after nobody.
    NextSeat(NumReg),
    /// The point so many steps from the rear point of the formation that a word of the state holds.
    OnLine(u32, i16),
    /// Whether the move answered last is this one.
    LastIs(u16),
    /// Whether the position was met at least so often.
    Seen(u32),
    /// A number of one of the rules' lists of numbers, by its place from 0; the last one where there is no such place.
    Lookup(u16, NumReg),
    /// What a script says; the call by its number.
    Script(u16),
}

/// A call of a script function.
#[derive(Clone, Debug)]
pub struct Call {
    /// The function.
    pub script: ScriptId,
    /// What is handed to it.
    pub args: Vec<CallArg>,
    /// It is asked only if this is not 0, and says no otherwise.
    pub guard: Option<NumReg>,
    /// Which rule calls it.
    pub by: Caller,
}

/// A rule that calls a script: its clauses, and where it was written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Caller {
    /// The clauses, the nearest first.
    pub tags: Vec<TagId>,
    /// Where it was written.
    pub span: Span,
}

/// A winding way: from some points, step by step, into others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReachCode {
    /// Where it begins.
    pub from: MaskReg,
    /// Into which points a step may lead.
    pub over: MaskReg,
    /// The most steps; as many as it takes without it.
    pub within: Option<NumReg>,
    /// Steps into these points count nothing.
    pub free: Option<MaskReg>,
    /// Steps besides those to neighbours: both ends, and whether it can be taken.
    pub links: Vec<(u16, u16, NumReg)>,
}

/// The points among some whose piece has a remembered value that compares so with a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FilterByValue {
    /// The word of the first point's value.
    pub word: u32,
    /// The value is a player or a row, kept as one more.
    pub holds_seat: bool,
    /// Among which points.
    pub among: MaskReg,
    /// How the value compares.
    pub how: Comparison,
    /// The value stands at the right.
    pub flipped: bool,
    /// With what.
    pub number: NumReg,
}

/// What is handed to a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallArg {
    /// A set of points.
    Points(MaskReg),
    /// A number, or anything kept as one.
    Number(NumReg, ScriptType),
    /// A kind of piece.
    Kind(KindId),
}

/// A value that a program hands on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reg {
    /// A mask.
    Mask(MaskReg),
    /// A number.
    Number(NumReg),
}

/// Ops in an order in which each needs only earlier ones.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The ops.
    pub ops: Vec<Op>,
    /// How many mask registers they write.
    pub masks: u16,
    /// The ops that write number registers, by register.
    pub numbers: Vec<NumberOp>,
    /// Masks with the shifts by which they are moved, for `AnyShift`.
    pub moved: Vec<(MaskReg, Shift)>,
    /// The winding ways, for `Reach`.
    pub reaches: Vec<ReachCode>,
    /// The comparisons of remembered values, for `Held`.
    pub held: Vec<FilterByValue>,
    /// The calls of scripts that its ops name.
    pub calls: Vec<Call>,
    /// The results, each with the number of ops after which it is known, in that order.
    pub results: Vec<(Reg, u32)>,
}

impl Program {
    /// Tells whether it needs more registers than there are, so that it cannot be run.
    #[must_use]
    pub fn is_too_large(&self) -> bool {
        self.masks == u16::MAX || self.numbers.len() >= usize::from(u16::MAX)
    }
}

/// How a formation is packed into a word of the state: rear point and direction.
#[must_use]
pub fn pack_line(rear: u16, dir: u8) -> u64 {
    u64::from(rear) | u64::from(dir) << 16
}

/// Returns rear point and direction of a packed formation.
#[must_use]
pub fn unpack_line(word: u64) -> (u16, u8) {
    ((word & 0xffff) as u16, (word >> 16 & 7) as u8)
}
