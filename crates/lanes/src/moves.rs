//! Moves in lanes: the stages of their recipes, and the instructions after them.

use super::arch::LaneArch;
use super::chosen_moves::{ChosenMoves, LaneChoices, MadeMoves};
use super::field::{
    AT_ONCE, FoundLanes, LaneBits, LaneField, each_lane, few_of, if_some, lanes, lanes_of,
    set_lanes, spread,
};
use super::pieces::{FewPieces, NarrowPoints, mark};
use super::recipes::{LaneMoves, MoveRecipe, PlannedPoint, few_places_of, places_of};
use super::stages::{NO_STAGE, RecipeStage};
use super::strands::{LaneEnd, StrandRunner};
use super::sure_pieces::SureStage;
use super::sure_stages::PlannedStage;
use super::{Block, LANES, ranks};
use crate::LanePoint;
use linstock_engine::ir::instructions::ArgCode;

impl StrandRunner<'_> {
    /// Makes the chosen moves, then runs all lanes, including those that were added before.
    pub fn play(&mut self, field: &mut LaneField, at: PlannedPoint<'_>, choices: &LaneChoices<'_>) {
        LaneArch::detect().dispatch(MoveRun {
            runner: self,
            words: &mut field.words,
            point: at.point,
            moves: at.moves,
            choices,
        });
    }
}

/// A run of chosen moves.
struct MoveRun<'p, 'r, 'l> {
    runner: &'p mut StrandRunner<'r>,
    words: &'p mut [Block],
    point: LanePoint<'p>,
    moves: &'p LaneMoves,
    choices: &'p LaneChoices<'l>,
}

impl pulp::NullaryFnOnce for MoveRun<'_, '_, '_> {
    type Output = ();

    // As in `masks.rs`: all hot code must be inlined here.
    #[inline(always)]
    fn call(mut self) {
        if self.choices.lanes != 0 {
            self.make();
        }
        self.runner.go_on(self.words);
    }
}

impl MoveRun<'_, '_, '_> {
    /// Makes all moves, up to the instructions after their stages.
    #[inline(always)]
    fn make(&mut self) {
        let me = usize::from(self.point.me);
        self.look_up();
        if let Some(repetitions) = self.words.last_mut() {
            // A new run begins, so no occurrences are counted yet.
            for some in 0..LANES / AT_ONCE {
                let on = few_of(self.choices.lanes, some);
                let mut noted = lanes(repetitions, some);
                for lane in 0..AT_ONCE {
                    noted[lane] &= !on[lane];
                }
                set_lanes(repetitions, some, noted);
            }
        }
        let (mut left, mut slot) = (self.choices.lanes, 0);
        for (at, planned) in self.moves.stages.iter().enumerate() {
            let failed = self.carry_out(*planned, slot, left);
            slot += planned.stage.slots();
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

    /// Looks up each lane's move and its row of places. Records the declared move if a rule asks for it.
    #[inline(always)]
    fn look_up(&mut self) {
        let (choices, made) = (self.choices, &mut self.runner.made);
        match choices.moves {
            ChosenMoves::Indices(lists, indices) => {
                match lists.width {
                    1 => made.find_in::<1>(lists, indices),
                    2 => made.find_in::<2>(lists, indices),
                    _ => made.find_words(lists, choices.lanes, indices),
                }
                ranks::add_places(&made.words[0], &made.nth, &mut made.anchors);
            }
            ChosenMoves::Listed(moves) => made.note(moves),
            ChosenMoves::Drawn(drawn) => {
                (made.templates, made.anchors) = (drawn.templates, drawn.anchors);
            }
        }
        made.find_rows(self.moves);
        if let Some(last) = self.runner.rules.layout.last_move {
            for lane in each_lane(choices.lanes) {
                let recipe = self.recipe(lane);
                self.words[last][lane] = u64::from(recipe.rule.0) + 1;
            }
        }
    }

    /// Does a stage whose places begin at a slot of the rows. Returns the lanes where it fails.
    #[inline(always)]
    fn carry_out(&mut self, planned: PlannedStage, slot: usize, lanes: LaneBits) -> LaneBits {
        match self.runner.rules.layout.width {
            1 if self.runner.plain_pieces => self.carry_out_in::<1>(planned, slot, lanes),
            2 if self.runner.plain_pieces => self.carry_out_in::<2>(planned, slot, lanes),
            _ => self.carry_out_in_memory(planned.stage, slot, lanes),
        }
    }

    /// Like `carry_out`, for a width that is known at compile time, if no values are remembered of pieces.
    #[inline(always)]
    fn carry_out_in<const WIDTH: usize>(
        &mut self,
        planned: PlannedStage,
        slot: usize,
        lanes: LaneBits,
    ) -> LaneBits {
        if planned.is_sure {
            self.carry_out_surely::<WIDTH>(planned, slot, lanes);
            return 0;
        }
        let stage = planned.stage;
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

    /// Like `carry_out_in`, for a stage that cannot fail.
    #[inline(always)]
    fn carry_out_surely<const WIDTH: usize>(
        &mut self,
        planned: PlannedStage,
        slot: usize,
        lanes: LaneBits,
    ) {
        let layout = &self.runner.rules.layout;
        let stage = SureStage::<WIDTH> {
            rows: &self.runner.made.rows,
            slot,
            lanes,
        };
        let pieces = &mut self.words[layout.top()];
        match planned.stage {
            RecipeStage::Put(word) => stage.put(&mut self.words[word as usize..]),
            RecipeStage::Take => stage.take(pieces, planned.among),
            RecipeStage::Move if planned.among.is_power_of_two() => {
                let first = planned.among.trailing_zeros() as usize * WIDTH;
                stage.relocate(&mut pieces[first..]);
            }
            RecipeStage::Move => stage.relocate_any(pieces, planned.among),
        }
    }

    /// Like `carry_out`, on any board.
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
        spread(lanes, &mut runner.on);
        for (lane, place) in places.iter().enumerate() {
            runner.on[lane] &= if_some(place ^ u64::from(NO_STAGE));
        }
        let having = lanes_of(&runner.on);
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
        having & !lanes_of(&runner.on)
    }

    #[inline(always)]
    fn recipe(&self, lane: usize) -> &'_ MoveRecipe {
        &self.moves.recipes[self.runner.made.templates[lane] as usize]
    }

    /// Stores the arguments of a lane's move for its body.
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
