//! In which order the ops of a program run for one position: those of one sort in a row.
//!
//! To find out what an op is takes as long as to carry most of them out. So ops of one sort stand together, as a *run*: what they
//! are is asked once. Whatever an op reads is computed before it. Programs keep their ops as well, since lanes have an order of their own.

/// What the ops of a run do.
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

/// A mask that is shifted: how many bits to the left, how many to the right, and what is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct ShiftedBits {
    /// The bits to the left.
    pub left: u32,
    /// The bits to the right by which the word below is shifted: 64 less `left`.
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
    /// The register that it reads besides, or shifts.
    pub b: u16,
    /// How that is shifted.
    pub by: ShiftedBits,
    /// Something else: see [`OpSort`].
    pub extra: usize,
}

/// One of several shifted masks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ShiftedPart {
    /// The register of the mask.
    pub mask: u16,
    /// The whole words by which it is shifted.
    pub words: u8,
    /// How it is shifted besides.
    pub by: ShiftedBits,
}

/// Steps of one sort in a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OpRun {
    /// What they do.
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
    /// The masks of `AnyShift`, those that are shifted by equally many words side by side.
    pub(crate) parts: Vec<ShiftedPart>,
}
