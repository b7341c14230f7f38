//! Stages: what the body of a move does to points before all else, by the anchor alone.

use linstock_engine::ir::instructions::{Pc, PieceStep, PlaceTable};

/// The place that is off the board.
pub(super) const NOWHERE: u16 = PlaceTable::NOWHERE;
/// The place of a stage that a move does not have.
pub(super) const NO_STAGE: u16 = NOWHERE - 1;

/// Something that is done to a point or two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RecipeStage {
    /// Takes a piece of the last layer.
    Take,
    /// Moves one.
    Move,
    /// Puts a piece, by the first word of its mask.
    Put(u32),
}

impl RecipeStage {
    /// Returns how many places it has.
    pub(super) fn slots(self) -> usize {
        match self {
            Self::Take | Self::Put(_) => 1,
            Self::Move => 2,
        }
    }
}

/// A stage of one template.
pub(super) struct TemplateStage {
    pub(super) stage: RecipeStage,
    /// Its instruction.
    pub(super) pc: Pc,
    /// Where it is done. A stage with one slot has it twice.
    pub(super) places: [PlaceTable; 2],
}

impl TemplateStage {
    /// Makes a stage of a step with which a body begins.
    pub(super) fn of(step: PieceStep, pc: Pc) -> Self {
        let (stage, places) = match step {
            PieceStep::Take(at) => (RecipeStage::Take, [at, at]),
            PieceStep::Move(from, to) => (RecipeStage::Move, [from, to]),
            PieceStep::Put(word, at) => (RecipeStage::Put(word), [at, at]),
        };
        Self { stage, pc, places }
    }
}
