//! Moves in lanes: the stages of their recipes, and what follows.

use super::field::{
    AT_ONCE, FoundLanes, LaneBits, LaneField, each_lane, few_of, if_some, lanes_of, spread,
};
use super::pieces::{FewPieces, NarrowPoints, mark};
use super::recipes::{
    LaneMoves, MOST_ROW_WORDS, MoveRecipe, NO_STAGE, PlannedPoint, RecipeStage, few_places_of,
    places_of,
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
    pub(crate) indices: &'l Block,
    /// The lane from whose list each lane chooses; from its own without it.
    list_of: Option<[u8; LANES]>,
}

impl<'l> LaneChoices<'l> {
    /// Makes the choices of some lanes by their indices, each below the number of the lane's legal moves.
    pub(crate) fn new(lists: &'l LaneLists, lanes: LaneBits, indices: &'l Block) -> Self {
        Self {
            lists,
            lanes,
            indices,
            list_of: None,
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

/// The moves that lanes have made last, and what was worked out of them on the way.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct MadeMoves {
    /// The number of each lane's template.
    pub(super) templates: Block,
    /// The anchor of each lane's move.
    anchors: Block,
    /// The word of the mask that holds the anchor, and which of its ones that is.
    words: Block,
    nth: Block,
    /// The row of its places, and the places of one stage.
    rows: [Block; MOST_ROW_WORDS],
    places: Block,
}

impl MadeMoves {
    pub(super) fn new() -> Self {
        Self {
            templates: [0; LANES],
            anchors: [0; LANES],
            words: [0; LANES],
            nth: [0; LANES],
            rows: [[0; LANES]; MOST_ROW_WORDS],
            places: [0; LANES],
        }
    }
}

impl StrandRunner<'_> {
    /// Makes moves that are listed, and lets all lanes go on, with those that were added before.
    pub(crate) fn play(
        &mut self,
        field: &mut LaneField,
        at: PlannedPoint<'_>,
        choices: &LaneChoices<'_>,
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
    choices: &'p LaneChoices<'l>,
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
        let (lists, choices, made) = (self.lists, self.choices, &mut self.runner.made);
        match choices.list_of {
            None => {
                ranks::templates(lists.before(), choices.indices, &mut made.templates);
                match lists.width {
                    1 => made.find_words_in::<1>(lists, choices.indices),
                    2 => made.find_words_in::<2>(lists, choices.indices),
                    _ => made.find_words(lists, choices, |lane| lane),
                }
            }
            Some(list_of) => {
                made.find_templates(lists.before(), choices, &list_of);
                made.find_words(lists, choices, |lane| usize::from(list_of[lane]));
            }
        }
        ranks::add_places(&made.words, &made.nth, &mut made.anchors);
        for at in 0..self.moves.row {
            let found = (&made.templates, &made.anchors);
            self.moves.word_of_rows(at, found, &mut made.rows[at]);
        }
        if let Some(last) = self.runner.rules.layout.last_move {
            for lane in each_lane(choices.lanes) {
                let recipe = self.recipe(lane);
                self.words[last][lane] = u64::from(recipe.rule.0) + 1;
            }
        }
    }

    /// Carries a stage out, whose places begin with a slot of the rows; returns the lanes in which that cannot be done.
    #[inline(always)]
    fn carry_out(&mut self, stage: RecipeStage, slot: usize, lanes: LaneBits) -> LaneBits {
        match self.runner.rules.layout.width {
            1 if self.runner.plain_pieces => self.carry_out_in::<1>(stage, slot, lanes),
            2 if self.runner.plain_pieces => self.carry_out_in::<2>(stage, slot, lanes),
            _ => self.carry_out_in_memory(stage, slot, lanes),
        }
    }

    /// As `carry_out`, on a board whose masks have so many words, and where nothing is remembered of pieces.
    #[inline(always)]
    fn carry_out_in<const WIDTH: usize>(
        &mut self,
        stage: RecipeStage,
        slot: usize,
        lanes: LaneBits,
    ) -> LaneBits {
        let (layout, rows) = (&self.runner.rules.layout, &self.runner.made.rows);
        let (layer, first) = match stage {
            RecipeStage::Put(word) => {
                let layer = layout.layer_with(word as usize);
                (layer.clone(), word as usize - layer.start)
            }
            RecipeStage::Take | RecipeStage::Move => (layout.top(), 0),
        };
        let masks = &mut self.words[layer];
        let mut failed = FoundLanes::new();
        for some in 0..LANES / AT_ONCE {
            let (place, mut on) = (few_places_of(rows, slot, some), few_of(lanes, some));
            for lane in 0..AT_ONCE {
                on[lane] &= if_some(place[lane] ^ u64::from(NO_STAGE));
            }
            let points = NarrowPoints::<WIDTH>::of(place);
            let pieces = FewPieces { masks, some, on };
            let done = match stage {
                RecipeStage::Take => pieces.take(points),
                RecipeStage::Move => {
                    let to = few_places_of(rows, slot + 1, some);
                    pieces.relocate(points, NarrowPoints::of(to))
                }
                RecipeStage::Put(_) => pieces.put(first, points, false),
            };
            for lane in 0..AT_ONCE {
                on[lane] ^= done[lane];
            }
            failed.add(some, on);
        }
        failed.all()
    }

    /// As `carry_out`, on any board.
    #[inline(always)]
    fn carry_out_in_memory(
        &mut self,
        stage: RecipeStage,
        slot: usize,
        lanes: LaneBits,
    ) -> LaneBits {
        let runner = &mut *self.runner;
        let MadeMoves { rows, places, .. } = &mut runner.made;
        places_of(rows, slot, places);
        spread(lanes, &mut runner.pieces.on);
        for (lane, place) in places.iter().enumerate() {
            runner.pieces.on[lane] &= if_some(place ^ u64::from(NO_STAGE));
        }
        let having = lanes_of(&runner.pieces.on);
        mark(places, &mut runner.points[0]);
        match stage {
            RecipeStage::Take => runner.take_marked(self.words),
            RecipeStage::Move => {
                places_of(rows, slot + 1, places);
                mark(places, &mut runner.points[1]);
                runner.relocate_marked(self.words);
            }
            RecipeStage::Put(word) => runner.put_marked(self.words, (word, false)),
        }
        having & !lanes_of(&runner.pieces.on)
    }

    #[inline(always)]
    fn recipe(&self, lane: usize) -> &'_ MoveRecipe {
        &self.moves.recipes[self.runner.made.templates[lane] as usize]
    }

    /// Writes the arguments of a lane's move where its body reads them.
    fn write_arguments(&mut self, lane: usize) {
        let made = &self.runner.made;
        let recipe = &self.moves.recipes[made.templates[lane] as usize];
        let anchor = made.anchors[lane] as u32;
        for (at, arg) in recipe.args.iter().enumerate() {
            self.words[recipe.frame + at][lane] = match arg {
                ArgCode::Inherited(word, _) => self.words[*word as usize][lane],
                other => other.word(anchor),
            };
        }
    }
}

impl MadeMoves {
    /// Finds the word that holds each lane's anchor, where masks have so many words and each lane has its own list. In lanes that make
    /// no move, it may be any.
    #[inline(always)]
    fn find_words_in<const WIDTH: usize>(&mut self, lists: &LaneLists, indices: &Block) {
        let (before, masks) = (lists.before(), lists.masks());
        for lane in 0..LANES {
            let template = self.templates[lane] as usize;
            let n = indices[lane].wrapping_sub(before[template][lane]);
            let found = ranks::word_in::<WIDTH>(masks.of_width(template), lane, n);
            self.anchors[lane] = found.base;
            self.words[lane] = found.word;
            self.nth[lane] = found.n;
        }
    }

    /// Finds the word that holds the anchor of each lane that makes a move, and the lane in whose list it is.
    #[inline(always)]
    fn find_words(
        &mut self,
        lists: &LaneLists,
        choices: &LaneChoices<'_>,
        list_of: impl Fn(usize) -> usize,
    ) {
        let (before, masks) = (lists.before(), lists.masks());
        for lane in each_lane(choices.lanes) {
            let (template, list) = (self.templates[lane] as usize, list_of(lane));
            let n = choices.indices[lane] - before[template][list];
            let found = ranks::word_with(masks.of(template), list, n);
            self.anchors[lane] = found.base;
            self.words[lane] = found.word;
            self.nth[lane] = found.n;
        }
    }

    /// Finds the templates of moves in the lists of other lanes.
    #[inline(always)]
    fn find_templates(
        &mut self,
        before: &[Block],
        choices: &LaneChoices<'_>,
        list_of: &[u8; LANES],
    ) {
        // Neighbours often choose one after the other from one list.
        let mut last = (LANES, 0, 0);
        for lane in each_lane(choices.lanes) {
            let (list, index) = (usize::from(list_of[lane]), choices.indices[lane]);
            let goes_on = last.0 == list && last.1 <= index;
            let first = if goes_on { last.2 } else { 0 };
            let template = ranks::template(before, (list, index), first);
            self.templates[lane] = template as u64;
            last = (list, index, template);
        }
    }
}
