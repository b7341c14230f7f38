//! Stages: the first effects of a move's body on points that depend only on the anchor.

use linstock_engine::ir::instructions::{Pc, PieceStep, PlaceTable};

/// A place off the board.
pub(super) const NOWHERE: u16 = PlaceTable::NOWHERE;
/// The place of a stage that a move does not have.
pub(super) const NO_STAGE: u16 = NOWHERE - 1;

/// An effect on one or two points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RecipeStage {
    /// Removes a piece of the last layer.
    Take,
    /// Moves a piece of the last layer.
    Move,
    /// Puts a piece; this is the first word of its mask.
    Put(u32),
}

impl RecipeStage {
    /// Returns the number of its places.
    pub(super) fn slots(self) -> usize {
        match self {
            Self::Take | Self::Put(_) => 1,
            Self::Move => 2,
        }
    }
}

/// A stage of a template.
pub(super) struct TemplateStage {
    pub(super) stage: RecipeStage,
    /// Its instruction.
    pub(super) pc: Pc,
    /// Its places. A stage with one slot has the same place twice.
    pub(super) places: [PlaceTable; 2],
}

impl TemplateStage {
    /// Makes a stage from one of the first steps of a body.
    pub(super) fn of(step: PieceStep, pc: Pc) -> Self {
        let (stage, places) = match step {
            PieceStep::Take(at) => (RecipeStage::Take, [at, at]),
            PieceStep::Move(from, to) => (RecipeStage::Move, [from, to]),
            PieceStep::Put(word, at) => (RecipeStage::Put(word), [at, at]),
        };
        Self { stage, pc, places }
    }
}
