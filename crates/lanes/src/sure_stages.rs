//! Stages that cannot fail, and the masks that may contain the piece to take or move, so that no lane has to search for it.

use super::known_pieces::KnownPieces;
use super::stages::{NOWHERE, RecipeStage, TemplateStage};
use crate::LanePoint;
use linstock_engine::ir::CompiledRules;

/// A stage, and the facts about it that hold for all templates that have it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PlannedStage {
    pub(super) stage: RecipeStage,
    /// The masks of its layer that may contain the piece to take or move: one bit each, in the order of the layer.
    pub(super) among: u64,
    /// Whether it cannot fail: there is a piece on the point that a piece leaves, and none on the point that it enters.
    pub(super) is_sure: bool,
}

impl PlannedStage {
    /// Makes a stage without facts.
    pub(super) fn of(stage: RecipeStage) -> Self {
        Self {
            stage,
            among: u64::MAX,
            is_sure: false,
        }
    }
}

/// The stages of each template; `None` for a common stage that the template does not have.
pub(super) type StagesOfTemplates = [Vec<Option<TemplateStage>>];

/// Records the facts about the stages of a decision point.
pub(super) fn note_known(
    (rules, point): (&CompiledRules, LanePoint<'_>),
    stages: &mut [PlannedStage],
    of_templates: &StagesOfTemplates,
) {
    if stages.is_empty() || rules.layout.top().len() > 64 * rules.layout.width {
        return;
    }
    let known = KnownPieces::of(rules, point.program);
    for (at, planned) in stages.iter_mut().enumerate() {
        (planned.among, planned.is_sure) = (0, true);
        for (template, reg) in of_templates.iter().zip(&point.choices.masks) {
            let before = template.get(..at).unwrap_or_default();
            if let Some(Some(own)) = template.get(at) {
                let before: Vec<_> = before.iter().flatten().collect();
                let known = &known[usize::from(*reg)];
                let (among, is_sure) = StageReader { rules, known, own }.read(&before);
                planned.among |= among;
                planned.is_sure &= is_sure;
            }
        }
    }
}

/// Derives the facts about one stage of a template.
struct StageReader<'r> {
    rules: &'r CompiledRules,
    known: &'r KnownPieces,
    own: &'r TemplateStage,
}

impl StageReader<'_> {
    /// Returns the masks that may contain the piece, and whether the stage cannot fail after the stages `before`.
    fn read(&self, before: &[&TemplateStage]) -> (u64, bool) {
        let only_takes = before.iter().all(|other| other.stage == RecipeStage::Take);
        let among = self.among();
        let known = among.unwrap_or(u64::MAX);
        let [from, to] = self.own.places.map(|place| self.rules.points_of(place));
        match self.own.stage {
            // Pieces taken before are gone, and a piece put before may be of any kind.
            RecipeStage::Take if only_takes => (known, true),
            RecipeStage::Take => (u64::MAX, true),
            RecipeStage::Move => {
                let mut takes = before.iter();
                let stays = takes.all(|take| self.known.are_apart(self.first_place(take), from));
                let is_sure = only_takes && among.is_some() && stays && self.is_free(to, before);
                (if is_sure { known } else { u64::MAX }, is_sure)
            }
            RecipeStage::Put(_) => (u64::MAX, only_takes && self.is_free(from, before)),
        }
    }

    /// Returns the points of a stage's first place.
    fn first_place(&self, stage: &TemplateStage) -> &'_ [u16] {
        self.rules.points_of(stage.places[0])
    }

    /// Returns masks of which one must contain the piece, as bits.
    fn among(&self) -> Option<u64> {
        let (layer, width) = (self.rules.layout.top(), self.rules.layout.width);
        let mut masks = self.known.held_in(self.first_place(self.own))?.iter();
        masks.try_fold(0, |among, first| {
            let first = Some(*first as usize).filter(|first| layer.contains(first))?;
            Some(among | 1 << ((first - layer.start) / width))
        })
    }

    /// Returns whether a point is empty after stages that only take pieces.
    fn is_free(&self, point: &[u16], before: &[&TemplateStage]) -> bool {
        let layout = &self.rules.layout;
        let layer = match self.own.stage {
            RecipeStage::Put(word) => layout.layer_with(word as usize),
            RecipeStage::Take | RecipeStage::Move => layout.top(),
        };
        let is_top = layer == layout.top();
        let is_on_board = self.known.are_apart(point, &vec![NOWHERE; point.len()]);
        let mut takes = before.iter();
        let is_emptied = is_top
            && is_on_board
            && takes.any(|take| self.known.are_same(self.first_place(take), point));
        let mut masks = layout.firsts(layer).map(|first| first as u32);
        is_emptied || self.known.is_free_of(&mut masks, point)
    }
}
