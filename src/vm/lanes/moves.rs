//! Moves in lanes: the stages of their recipes, and what follows.

use super::field::{LaneBits, LaneField, each_lane, lanes_of};
use super::recipes::{LaneMoves, MOST_SLOTS, MoveRecipe, NO_STAGE, Stage};
use super::strands::{LaneEnd, StrandRunner};
use super::{Block, LANES};
use crate::ir::instructions::{ArgCode, PlaceCode, SetOperand};
use crate::vm::lanes::LanePoint;

/// The moves that some lanes make at one decision point.
#[derive(Clone, Debug)]
pub(crate) struct LaneChoices {
    /// Which lanes make one.
    pub(crate) lanes: LaneBits,
    /// The number of each lane's template.
    pub(crate) templates: Block,
    /// The anchor of each lane's move.
    pub(crate) anchors: Block,
}

impl StrandRunner<'_> {
    /// Plays moves, and lets all lanes go on that were added before.
    pub(crate) fn play(
        &mut self,
        field: &mut LaneField,
        (point, moves): (LanePoint<'_>, &LaneMoves),
        choices: &LaneChoices,
    ) {
        pulp::Arch::new().dispatch(MoveRun {
            runner: self,
            words: &mut field.words,
            me: usize::from(point.me),
            moves,
            choices,
        });
    }
}

/// Moves that are played.
struct MoveRun<'p, 'r> {
    runner: &'p mut StrandRunner<'r>,
    words: &'p mut [Block],
    me: usize,
    moves: &'p LaneMoves,
    choices: &'p LaneChoices,
}

impl pulp::NullaryFnOnce for MoveRun<'_, '_> {
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

impl MoveRun<'_, '_> {
    /// Makes all moves, up to what follows their stages.
    #[inline(always)]
    fn make(&mut self) {
        let slots = self.look_up();
        let (mut left, mut slot) = (self.choices.lanes, 0);
        for (at, stage) in self.moves.stages.iter().enumerate() {
            let failed = self.carry_out(*stage, &slots[slot..], left);
            slot += stage.slots();
            for lane in each_lane(failed) {
                self.write_arguments(lane);
                let end = LaneEnd::Open(self.recipe(lane).stage_pcs[at]);
                self.runner.end(1 << lane, end);
            }
            left &= !failed;
        }
        if let Some(rest) = self.moves.common_rest {
            return self.runner.add(left, rest, self.me);
        }
        for lane in each_lane(left) {
            if self.recipe(lane).in_body {
                self.write_arguments(lane);
            }
            let rest = self.recipe(lane).rest;
            self.runner.add(1 << lane, rest, self.me);
        }
    }

    /// Looks the places of each lane's move up, and notes which move it was where a rule asks for that.
    #[inline(always)]
    fn look_up(&mut self) -> [Block; MOST_SLOTS] {
        let mut slots = [[u64::from(NO_STAGE); LANES]; MOST_SLOTS];
        let last = self.runner.rules.layout.last_move;
        for lane in each_lane(self.choices.lanes) {
            let (template, anchor) = (self.choices.templates[lane], self.choices.anchors[lane]);
            let places = self.moves.places(template as usize, anchor as usize);
            for (slot, place) in slots.iter_mut().zip(places) {
                slot[lane] = u64::from(*place);
            }
            if let Some(last) = last {
                self.words[last][lane] = u64::from(self.recipe(lane).rule.0) + 1;
            }
        }
        slots
    }

    /// Carries a stage out; returns the lanes in which that cannot be done.
    #[inline(always)]
    fn carry_out(&mut self, stage: Stage, slots: &[Block], lanes: LaneBits) -> LaneBits {
        let absent = u64::from(NO_STAGE);
        let lanes = lanes & lanes_of(&slots[0].map(|place| place ^ absent));
        if lanes == 0 {
            return 0;
        }
        self.runner.mark(0, &slots[0]);
        match stage {
            Stage::Take => {
                self.runner.take_marked(self.words, lanes);
                0
            }
            Stage::Move => {
                self.runner.mark(1, &slots[1]);
                self.runner.relocate_marked(self.words, lanes)
            }
            Stage::Put(word) => {
                let place = SetOperand::Place(PlaceCode::Fixed(0));
                self.runner.put_marked(self.words, (word, place), lanes)
            }
        }
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
