//! Recipes: what moves do to points before all else, worked out before any game is played.
//!
//! The body of most moves begins with a few pieces that are taken, moved or put, on points that hang on the anchor alone.
//! So all templates of a decision point share a short row of *stages*, such as "take, then move", and a table says for each
//! template and anchor on which points. Then one sweep over the lanes carries a stage out, whatever move each lane makes.

use super::field::{FewLanes, lanes};
use super::stages::{NO_STAGE, TemplateStage};
use super::sure_stages::{self, PlannedStage};
use crate::{Block, LANES, LanePoint};
use linstock_engine::ir::CompiledRules;
use linstock_engine::ir::instructions::{ArgCode, MoveTemplate};
use linstock_model::{MoveId, RuleId};
use std::cmp::Reverse;
use std::ops::Range;

/// There are so many stages at most; what follows is left to the instructions.
const MOST_STAGES: usize = 4;
/// Places of a row stand in one word.
const PLACES_OF_WORD: usize = 4;
/// A row has so many words at most.
pub(super) const MOST_ROW_WORDS: usize = (2 * MOST_STAGES).div_ceil(PLACES_OF_WORD);
/// A table has so many entries at most, so that it stays in the cache. Without one there are no stages.
const MOST_ENTRIES: usize = 1 << 16;

/// What the moves of a decision point and seat do.
#[derive(Debug)]
pub struct LaneMoves {
    pub(super) recipes: Vec<MoveRecipe>,
    /// The declared moves of all templates, in their order.
    pub kinds: Vec<MoveTemplates>,
    pub(super) stages: Vec<PlannedStage>,
    /// What follows all moves, if that is the same and needs no arguments.
    pub(super) common_rest: Option<u32>,
    /// How many anchors a template may have.
    pub(super) anchors: u32,
    /// The words with the places of all stages, 16 bits each: of each word, a table with an entry for each template and anchor.
    pub(super) places: Vec<Vec<u64>>,
}

/// Templates that follow one another, of one declared move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveTemplates {
    /// The declared move.
    pub mv: MoveId,
    /// Their numbers.
    pub templates: Range<u32>,
}

/// A decision point and a seat, and what the moves there do.
#[derive(Clone, Copy)]
pub struct PlannedPoint<'p> {
    /// The decision point and the seat.
    pub point: LanePoint<'p>,
    /// What its moves do.
    pub moves: &'p LaneMoves,
}

/// What a move of a template does.
#[derive(Debug)]
pub(super) struct MoveRecipe {
    pub(super) rule: RuleId,
    /// The arguments, and the word of the first.
    pub(super) args: Vec<ArgCode>,
    pub(super) frame: usize,
    /// The instruction of each stage.
    pub(super) stage_pcs: Vec<u32>,
    /// The instruction that follows the stages.
    pub(super) rest: u32,
    /// The arguments must be written, because something there may read them.
    pub(super) in_body: bool,
}

impl LaneMoves {
    /// Works the moves of a decision point and seat out.
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
        // The longest first, so that shorter ones fit into them.
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

    /// Gives each stage of a template its place in the row that all share, which may grow by it; where it does not fit any
    /// more, the rest is left to the instructions.
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

    /// Makes the table of places.
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

/// Returns at most so many stages, with which the body of a template begins, and what follows.
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

/// Writes the places of a slot, from the rows of all lanes.
#[inline(always)]
pub(super) fn places_of(rows: &[Block], slot: usize, to: &mut Block) {
    let (row, shift) = (&rows[slot / PLACES_OF_WORD], slot % PLACES_OF_WORD * 16);
    for lane in 0..LANES {
        to[lane] = row[lane] >> shift & 0xffff;
    }
}

/// As `places_of`, in some lanes that are worked on at once.
#[inline(always)]
pub(super) fn few_places_of(rows: &[Block], slot: usize, some: usize) -> FewLanes {
    let shift = slot % PLACES_OF_WORD * 16;
    let mut places = lanes(&rows[slot / PLACES_OF_WORD], some);
    for place in &mut places {
        *place = *place >> shift & 0xffff;
    }
    places
}
