//! Stages: what the body of a move does to points before all else, by the anchor alone.

/// The place that is off the board.
pub(super) const NOWHERE: u16 = u16::MAX;
/// The place of a stage that a move does not have.
pub(super) const NO_STAGE: u16 = u16::MAX - 1;

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

/// A point that hangs on the anchor: for each anchor.
pub(super) type PlacesByAnchor = Vec<u16>;

/// A stage of one template.
pub(super) struct TemplateStage {
    pub(super) stage: RecipeStage,
    /// Its instruction.
    pub(super) pc: u32,
    /// Where it is done: as many as it has slots.
    pub(super) places: Vec<PlacesByAnchor>,
}
