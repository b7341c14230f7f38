//! The data that the instructions of all seats share: programs, decision points, and the tables that instructions refer to.

use crate::compile::repetition::CountingPlaces;
use crate::ir::Tagged;
use crate::ir::instructions::{
    DecisionPoint, DrawCode, EndingCode, PartCode, PictureCode, ProgramId, TakeCode, TransferCode,
};
use crate::ir::program::Program;
use linstock_base::Span;
use rustc_hash::FxHashMap;

/// The data that the code of all seats shares.
#[derive(Default)]
pub(super) struct Shared {
    /// The programs, without duplicates.
    pub(super) programs: Vec<Program>,
    /// Their numbers, by the hash of their ops.
    pub(super) programs_by_hash: FxHashMap<u64, Vec<ProgramId>>,
    pub(super) decision_points: Vec<DecisionPoint>,
    pub(super) transfers: Vec<TransferCode>,
    pub(super) ends: Vec<EndingCode>,
    /// The pieces of each drawing: first words of masks, and numbers of constants.
    pub(super) drawings: Vec<Vec<(u32, u16)>>,
    pub(super) pictures: Vec<PictureCode>,
    pub(super) parts: Vec<PartCode>,
    pub(super) takes: Vec<TakeCode>,
    pub(super) draws: Vec<DrawCode>,
    pub(super) must_messages: Vec<String>,
    /// The source text of each instruction.
    pub(super) spans: Vec<Span>,
    /// The statements with clauses.
    pub(super) tagged: Vec<Tagged>,
    /// For each instruction, its statements in `tagged`.
    pub(super) statements_of: Vec<Vec<u32>>,
    /// The places at which positions are counted for `seen`.
    pub(super) counting_places: CountingPlaces,
    pub(super) words: usize,
    /// Whether all moves with equal texts are offered.
    pub(super) with_repeats: bool,
    /// Whether some move is left out where another one has the same text.
    pub(super) drops_repeats: bool,
}

impl Shared {
    /// Creates empty data; `with_repeats` offers all moves with equal texts.
    pub(super) fn offering(with_repeats: bool) -> Self {
        Self {
            with_repeats,
            ..Self::default()
        }
    }
}
