//! Moves in lanes: the stages of their recipes, and what follows.

use super::field::{LaneBits, LaneField, each_lane, if_some, lanes_differing, spread};
use super::pieces::mark;
use super::recipes::{
    LaneMoves, MOST_ROW_WORDS, MoveRecipe, NO_STAGE, PlannedPoint, RecipeStage, places_of,
};
use super::strands::{LaneEnd, StrandRunner};
use super::{Block, LANES, LaneLists, ranks};
use crate::ir::instructions::ArgCode;
use crate::vm::lanes::LanePoint;

/// The moves that some lanes make at one decision point.
#[derive(Clone, Debug)]
pub(crate) struct LaneChoices<'l> {
    /// What they choose from.
    pub(super) lists: &'l LaneLists,
    /// Which lanes make one.
    pub(crate) lanes: LaneBits,
    /// The index of each lane's move in its list.
    pub(crate) indices: Block,
    /// The lane from whose list each lane chooses; from its own without it.
    list_of: Option<[u8; LANES]>,
    /// The number of each lane's template, once the moves are made.
    pub(crate) templates: Block,
    /// The anchor of each lane's move, once it is made.
    anchors: Block,
    /// The word of the mask that holds the anchor.
    words: Block,
    /// The row of its places, and the places of one stage.
    rows: [Block; MOST_ROW_WORDS],
    places: Block,
    /// All ones in the lanes whose moves have a stage.
    having: Block,
}

impl<'l> LaneChoices<'l> {
    /// Makes the choices of some lanes by their indices, each below the number of the lane's legal moves.
    pub(crate) fn new(lists: &'l LaneLists, lanes: LaneBits, indices: Block) -> Self {
        Self {
            lists,
            lanes,
            indices,
            list_of: None,
            templates: [0; LANES],
            anchors: [0; LANES],
            words: [0; LANES],
            rows: [[0; LANES]; MOST_ROW_WORDS],
            places: [0; LANES],
            having: [0; LANES],
        }
    }

    /// Lets lanes choose from the lists of others, whose positions they have.
    pub(crate) fn with_lists_of(self, others: [u8; LANES]) -> Self {
        Self {
            list_of: Some(others),
            ..self
        }
    }

    /// The same choices, made by no lane.
    pub(super) fn of_none(&self) -> Self {
        Self::new(self.lists, 0, self.indices)
    }
}

impl StrandRunner<'_> {
    /// Makes moves that are listed, and lets all lanes go on, with those that were added before.
    pub(crate) fn play(
        &mut self,
        field: &mut LaneField,
        at: PlannedPoint<'_>,
        choices: &mut LaneChoices<'_>,
    ) {
        pulp::Arch::new().dispatch(MoveRun {
            runner: self,
            words: &mut field.words,
            point: at.point,
            moves: at.moves,
            lists: choices.lists,
            choices,
        });
    }
}

/// Moves that are played.
struct MoveRun<'p, 'r, 'l> {
    runner: &'p mut StrandRunner<'r>,
    words: &'p mut [Block],
    point: LanePoint<'p>,
    moves: &'p LaneMoves,
    lists: &'p LaneLists,
    choices: &'p mut LaneChoices<'l>,
}

impl pulp::NullaryFnOnce for MoveRun<'_, '_, '_> {
    type Output = ();

    // As in `masks.rs`: all that is hot must be inlined here.
    #[inline(always)]
    fn call(mut self) {
        if self.choices.lanes != 0 {
            self.make();
        }
        self.runner.go_on(self.words);
    }
}

impl MoveRun<'_, '_, '_> {
    /// Makes all moves, up to what follows their stages.
    #[inline(always)]
    fn make(&mut self) {
        let me = usize::from(self.point.me);
        self.look_up();
        if let Some(repetitions) = self.words.last_mut() {
            // A run begins, in which no position was noted yet.
            let on = &mut self.runner.pieces.on;
            spread(self.choices.lanes, on);
            for lane in 0..LANES {
                repetitions[lane] &= !on[lane];
            }
        }
        let (mut left, mut slot) = (self.choices.lanes, 0);
        for (at, stage) in self.moves.stages.iter().enumerate() {
            let failed = self.carry_out(*stage, slot, left);
            slot += stage.slots();
            for lane in each_lane(failed) {
                self.write_arguments(lane);
                let end = LaneEnd::Open(self.recipe(lane).stage_pcs[at]);
                self.runner.end(1 << lane, end);
            }
            left &= !failed;
        }
        if let Some(rest) = self.moves.common_rest {
            return self.runner.leave_body(left, rest, me);
        }
        for lane in each_lane(left) {
            let MoveRecipe { rest, in_body, .. } = *self.recipe(lane);
            if in_body {
                self.write_arguments(lane);
                self.runner.add(1 << lane, rest, me);
            } else {
                self.runner.leave_body(1 << lane, rest, me);
            }
        }
    }

    /// Finds each lane's move, and the row of its places. Notes which move it was where a rule asks for that.
    #[inline(always)]
    fn look_up(&mut self) {
        let (lists, choices) = (self.lists, &mut *self.choices);
        let (before, list_of) = (lists.before(), choices.list_of);
        match list_of {
            None => ranks::templates(before, &choices.indices, &mut choices.templates),
            Some(lists) => {
                // Neighbours often choose one after the other from one list.
                let mut last = (LANES, 0, 0);
                for lane in each_lane(choices.lanes) {
                    let (list, index) = (usize::from(lists[lane]), choices.indices[lane]);
                    let goes_on = last.0 == list && last.1 <= index;
                    let first = if goes_on { last.2 } else { 0 };
                    let template = ranks::template(before, (list, index), first);
                    choices.templates[lane] = template as u64;
                    last = (list, index, template);
                }
            }
        }
        let masks = lists.masks();
        for lane in each_lane(choices.lanes) {
            let template = choices.templates[lane] as usize;
            let mask = masks.of(template);
            let list = list_of.map_or(lane, |lists| usize::from(lists[lane]));
            let n = choices.indices[lane] - before[template][list];
            let found = ranks::word_with(mask, list, n);
            choices.anchors[lane] = found.base;
            choices.words[lane] = found.word;
            choices.places[lane] = found.n;
        }
        ranks::add_places(&choices.words, &choices.places, &mut choices.anchors);
        for lane in each_lane(choices.lanes) {
            let (template, anchor) = (choices.templates[lane], choices.anchors[lane]);
            let row = self.moves.row(template as usize, anchor as usize);
            for (at, places) in row.iter().enumerate() {
                choices.rows[at][lane] = *places;
            }
        }
        if let Some(last) = self.runner.rules.layout.last_move {
            for lane in each_lane(choices.lanes) {
                let recipe = &self.moves.recipes[choices.templates[lane] as usize];
                self.words[last][lane] = u64::from(recipe.rule.0) + 1;
            }
        }
    }

    /// Carries a stage out, whose places begin with a slot of the rows; returns the lanes in which that cannot be done.
    #[inline(always)]
    fn carry_out(&mut self, stage: RecipeStage, slot: usize, lanes: LaneBits) -> LaneBits {
        let (runner, choices) = (&mut *self.runner, &mut *self.choices);
        let absent = u64::from(NO_STAGE);
        places_of(&choices.rows, slot, &mut choices.places);
        spread(lanes, &mut runner.pieces.on);
        for lane in 0..LANES {
            runner.pieces.on[lane] &= if_some(choices.places[lane] ^ absent);
        }
        choices.having = runner.pieces.on;
        mark(&choices.places, &mut runner.points[0]);
        match stage {
            RecipeStage::Take => runner.take_marked(self.words),
            RecipeStage::Move => {
                places_of(&choices.rows, slot + 1, &mut choices.places);
                mark(&choices.places, &mut runner.points[1]);
                runner.relocate_marked(self.words);
            }
            RecipeStage::Put(word) => runner.put_marked(self.words, (word, false)),
        }
        lanes_differing(&choices.having, &runner.pieces.on)
    }

    #[inline(always)]
    fn recipe(&self, lane: usize) -> &'_ MoveRecipe {
        &self.moves.recipes[self.choices.templates[lane] as usize]
    }

    /// Writes the arguments of a lane's move where its body reads them.
    fn write_arguments(&mut self, lane: usize) {
        let recipe = &self.moves.recipes[self.choices.templates[lane] as usize];
        let anchor = self.choices.anchors[lane] as u32;
        for (at, arg) in recipe.args.iter().enumerate() {
            self.words[recipe.frame + at][lane] = match arg {
                ArgCode::Inherited(word, _) => self.words[*word as usize][lane],
                other => other.word(anchor),
            };
        }
    }
}
