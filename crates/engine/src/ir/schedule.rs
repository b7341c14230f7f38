//! The order in which the ops of a program run for one position: ops of one sort in a row.
//!
//! Dispatching an op takes as long as carrying out most ops. So ops of one sort form a *run*, which is dispatched once.
//! All operands of an op are computed before it. Programs also keep their ops as a list, since lanes run them in another
//! order.

/// The sort of the ops of a run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum OpSort {
    /// `Op::Const`: `a`.
    Const,
    /// `Op::Load`: the word is `extra`.
    Load,
    /// `Op::Number`.
    Number,
    /// `Op::And`: `a` and `b`.
    And,
    /// `Op::Or`.
    Or,
    /// `Op::AndNot`.
    AndNot,
    /// `Op::Shift`: `b` is shifted.
    Shift,
    /// `Op::AndShift`.
    AndShift,
    /// `Op::OrShift`.
    OrShift,
    /// `Op::AnyShift`: `a` parts, from `extra` on.
    AnyShift,
    /// All others: the number of the op is `extra`.
    Other,
}

/// A shift within words: the bits to the left, the bits to the right, and the mask of kept points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct ShiftedBits {
    /// The bits to the left.
    pub left: u32,
    /// The right shift of the word below: 64 - `left`.
    pub right: u32,
    /// The constant mask of the points to which the shift can lead.
    pub keep: u16,
}

/// An op of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RunOp {
    /// The register that it writes.
    pub to: u16,
    /// The register that it reads, or another number: see [`OpSort`].
    pub a: u16,
    /// The second register that it reads, or the register that it shifts.
    pub b: u16,
    /// The shift within words.
    pub by: ShiftedBits,
    /// A further operand: see [`OpSort`].
    pub extra: usize,
}

/// One of several shifted masks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ShiftedPart {
    /// The register of the mask.
    pub mask: u16,
    /// The whole words by which it is shifted.
    pub words: u8,
    /// The shift within words.
    pub by: ShiftedBits,
}

/// Consecutive steps of one sort.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OpRun {
    /// The sort.
    pub sort: OpSort,
    /// The whole words by which each of them shifts.
    pub words: u8,
    /// The steps.
    pub steps: Vec<RunOp>,
}

/// The runs of a program, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Schedule {
    /// The runs.
    pub(crate) runs: Vec<OpRun>,
    /// The masks of `AnyShift`; masks that are shifted by equally many whole words are side by side.
    pub(crate) parts: Vec<ShiftedPart>,
}
