//! What the instructions of all seats share: programs, decision points, and the tables that instructions point into.

use crate::compile::repetition::CountingPlaces;
use crate::ir::Tagged;
use crate::ir::instructions::{
    DecisionPoint, DrawCode, EndingCode, PartCode, PictureCode, ProgramId, TakeCode, TransferCode,
};
use crate::ir::program::Program;
use linstock_base::Span;
use rustc_hash::FxHashMap;

/// What the code of all seats shares.
#[derive(Default)]
pub(super) struct Shared {
    /// The programs; equal ones are one.
    pub(super) programs: Vec<Program>,
    /// Their numbers, by the hash of their ops.
    pub(super) programs_by_hash: FxHashMap<u64, Vec<ProgramId>>,
    pub(super) decision_points: Vec<DecisionPoint>,
    pub(super) transfers: Vec<TransferCode>,
    pub(super) ends: Vec<EndingCode>,
    /// What each drawing puts down: first words of masks, and numbers of constants.
    pub(super) drawings: Vec<Vec<(u32, u16)>>,
    pub(super) pictures: Vec<PictureCode>,
    pub(super) parts: Vec<PartCode>,
    pub(super) takes: Vec<TakeCode>,
    pub(super) draws: Vec<DrawCode>,
    pub(super) must_messages: Vec<String>,
    /// Where each instruction was written.
    pub(super) spans: Vec<Span>,
    /// The statements that carry clauses.
    pub(super) tagged: Vec<Tagged>,
    /// Which of them each instruction belongs to.
    pub(super) statements_of: Vec<Vec<u32>>,
    /// Where positions are counted for `seen`.
    pub(super) counting_places: CountingPlaces,
    pub(super) words: usize,
    /// Moves of one text are all offered.
    pub(super) with_repeats: bool,
    /// Some move is not offered where another has its text.
    pub(super) drops_repeats: bool,
}

impl Shared {
    /// Begins; moves of one text are all offered `with_repeats`.
    pub(super) fn offering(with_repeats: bool) -> Self {
        Self {
            with_repeats,
            ..Self::default()
        }
    }
}
