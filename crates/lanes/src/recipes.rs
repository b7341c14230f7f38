//! Recipes: the first effects of moves on points, prepared before any game is played.
//!
//! The body of most moves begins by taking, moving or putting a few pieces, on points that depend only on the anchor. So all
//! templates of a decision point share a short row of *stages*, such as "take, then move", and a table gives the points for
//! each template and anchor. One sweep over the lanes then does a stage, although each lane makes a different move.

use super::field::{FewLanes, lanes};
use super::stages::{NO_STAGE, TemplateStage};
use super::sure_stages::{self, PlannedStage};
use crate::{Block, LANES, LanePoint};
use linstock_engine::ir::CompiledRules;
use linstock_engine::ir::instructions::{ArgCode, MoveTemplate};
use linstock_model::{MoveId, RuleId};
use std::cmp::Reverse;
use std::ops::Range;

/// The maximum number of stages. Instructions do the rest.
const MOST_STAGES: usize = 4;
/// The number of places in one word.
const PLACES_OF_WORD: usize = 4;
/// The maximum number of words in a row.
pub(super) const MOST_ROW_WORDS: usize = (2 * MOST_STAGES).div_ceil(PLACES_OF_WORD);
/// The maximum number of entries of a table, so that it stays in the cache. Larger tables are not made, and there are no stages.
const MOST_ENTRIES: usize = 1 << 16;

/// The effects of the moves of a decision point and seat.
#[derive(Debug)]
pub struct LaneMoves {
    pub(super) recipes: Vec<MoveRecipe>,
    /// The declared moves of all templates, in order.
    pub kinds: Vec<MoveTemplates>,
    pub(super) stages: Vec<PlannedStage>,
    /// The instruction after all moves, if it is the same for all and needs no arguments.
    pub(super) common_rest: Option<u32>,
    /// The number of possible anchors.
    pub(super) anchors: u32,
    /// The words with the places of all stages, 16 bits each. Each word has a table with an entry for each template and anchor.
    pub(super) places: Vec<Vec<u64>>,
}

/// Adjacent templates of one declared move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveTemplates {
    /// The declared move.
    pub mv: MoveId,
    /// The numbers of the templates.
    pub templates: Range<u32>,
}

/// A decision point and a seat, with the effects of the moves there.
#[derive(Clone, Copy)]
pub struct PlannedPoint<'p> {
    /// The decision point and the seat.
    pub point: LanePoint<'p>,
    /// The effects of its moves.
    pub moves: &'p LaneMoves,
}

/// The effects of a template's moves.
#[derive(Debug)]
pub(super) struct MoveRecipe {
    pub(super) rule: RuleId,
    /// The arguments, and the word where the first is stored.
    pub(super) args: Vec<ArgCode>,
    pub(super) frame: usize,
    /// The instruction of each stage.
    pub(super) stage_pcs: Vec<u32>,
    /// The instruction after the stages.
    pub(super) rest: u32,
    /// Whether the arguments must be stored, because the instructions may read them.
    pub(super) in_body: bool,
}

impl LaneMoves {
    /// Prepares the moves of a decision point and seat.
    pub fn of(rules: &CompiledRules, point: LanePoint<'_>) -> Self {
        let templates = &point.choices.templates;
        let anchors = rules.layout.points;
        let staged = templates.len() * anchors * MOST_STAGES <= MOST_ENTRIES;
        let mut found = Self {
            recipes: Vec::new(),
            kinds: kinds_of(templates),
            stages: Vec::new(),
            common_rest: None,
            anchors: anchors as u32,
            places: Vec::new(),
        };
        let most = if staged { MOST_STAGES } else { 0 };
        let mut plans: Vec<_> = templates
            .iter()
            .map(|template| plan(template, most))
            .enumerate()
            .collect();
        // The longest come first, so that shorter ones fit into them.
        plans.sort_by_key(|(_, (stages, _))| Reverse(stages.len()));
        let mut fitted: Vec<_> = plans
            .into_iter()
            .map(|(at, (stages, recipe))| (at, found.fit(stages, recipe)))
            .collect();
        fitted.sort_by_key(|(at, _)| *at);
        let (of_templates, recipes): (Vec<_>, _) = fitted.into_iter().map(|(_, fit)| fit).unzip();
        found.recipes = recipes;
        sure_stages::note_known((rules, point), &mut found.stages, &of_templates);
        let slots: usize = found
            .stages
            .iter()
            .map(|planned| planned.stage.slots())
            .sum();
        found
            .places
            .resize_with(slots.div_ceil(PLACES_OF_WORD), Vec::new);
        found.tabulate(rules, &of_templates);
        let mut rests = found
            .recipes
            .iter()
            .map(|recipe| (recipe.rest, recipe.in_body));
        let first = rests.next().filter(|(_, in_body)| !in_body);
        let common = first.filter(|first| rests.all(|other| other == *first));
        found.common_rest = common.map(|(rest, _)| rest);
        found
    }

    /// Gives each stage of a template its index in the common row, which may grow. If a stage does not fit any more,
    /// instructions do the rest.
    fn fit(
        &mut self,
        stages: Vec<TemplateStage>,
        mut recipe: MoveRecipe,
    ) -> (Vec<Option<TemplateStage>>, MoveRecipe) {
        let mut fitted: Vec<Option<TemplateStage>> = Vec::new();
        for stage in stages {
            let from = fitted.len();
            let known = self.stages.iter().skip(from);
            let ahead = known.take_while(|other| other.stage != stage.stage).count();
            let at = from + ahead;
            if at >= MOST_STAGES {
                (recipe.rest, recipe.in_body) = (stage.pc, true);
                break;
            }
            if at == self.stages.len() {
                self.stages.push(PlannedStage::of(stage.stage));
            }
            fitted.resize_with(at, || None);
            fitted.push(Some(stage));
        }
        let pcs = fitted
            .iter()
            .map(|stage| stage.as_ref().map_or(0, |s| s.pc));
        recipe.stage_pcs = pcs.collect();
        (fitted, recipe)
    }

    /// Makes the tables of places.
    fn tabulate(&mut self, rules: &CompiledRules, of_templates: &[Vec<Option<TemplateStage>>]) {
        for stages in of_templates {
            for anchor in 0..self.anchors {
                let (mut row, mut slot) = ([0; MOST_ROW_WORDS], 0);
                for (at, planned) in self.stages.iter().enumerate() {
                    let own = stages.get(at).and_then(Option::as_ref);
                    for nth in 0..planned.stage.slots() {
                        let place = own.map_or(NO_STAGE, |own| {
                            rules.points_of(own.places[nth])[anchor as usize]
                        });
                        let shift = slot % PLACES_OF_WORD * 16;
                        row[slot / PLACES_OF_WORD] |= u64::from(place) << shift;
                        slot += 1;
                    }
                }
                let words = self.places.iter_mut().zip(row);
                words.for_each(|(table, word)| table.push(word));
            }
        }
        for recipe in &mut self.recipes {
            recipe.stage_pcs.resize(self.stages.len(), 0);
        }
    }
}

/// Returns the first stages of a template's body, at most `most`, and the recipe for the rest.
fn plan(template: &MoveTemplate, most: usize) -> (Vec<TemplateStage>, MoveRecipe) {
    let start = &template.start;
    let of_body = start.steps.iter().take(most);
    let stages = of_body
        .map(|(step, pc)| TemplateStage::of(*step, *pc))
        .collect();
    let (rest, in_body) = match start.steps.get(most) {
        Some((_, pc)) => (*pc, true),
        None => (start.rest, !start.is_all),
    };
    let recipe = MoveRecipe {
        rule: template.rule,
        args: template.args.clone(),
        frame: template.frame as usize,
        stage_pcs: Vec::new(),
        rest,
        in_body,
    };
    (stages, recipe)
}

/// Returns the declared moves of templates.
fn kinds_of(templates: &[MoveTemplate]) -> Vec<MoveTemplates> {
    let same = templates.chunk_by(|template, next| template.mv == next.mv);
    let mut begin = 0;
    let kinds = same.map(|same| {
        let end = begin + same.len() as u32;
        let templates = std::mem::replace(&mut begin, end)..end;
        let mv = same[0].mv;
        MoveTemplates { mv, templates }
    });
    kinds.collect()
}

/// Extracts the places of a slot from the rows of all lanes.
#[inline(always)]
pub(super) fn places_of(rows: &[Block], slot: usize, to: &mut Block) {
    let (row, shift) = (&rows[slot / PLACES_OF_WORD], slot % PLACES_OF_WORD * 16);
    for lane in 0..LANES {
        to[lane] = row[lane] >> shift & 0xffff;
    }
}

/// Like `places_of`, for one group of lanes.
#[inline(always)]
pub(super) fn few_places_of(rows: &[Block], slot: usize, some: usize) -> FewLanes {
    let shift = slot % PLACES_OF_WORD * 16;
    let mut places = lanes(&rows[slot / PLACES_OF_WORD], some);
    for place in &mut places {
        *place = *place >> shift & 0xffff;
    }
    places
}
