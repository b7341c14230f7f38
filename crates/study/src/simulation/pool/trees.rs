//! Moves that games in lanes draw from trees, without lists.

use super::super::lane_counts::LaneDecision;
use super::super::lane_draws::LaneDraws;
use super::super::move_trees::{MOST_WORDS, MoveTrees, OpenMoves};
use super::LanePool;
use crate::lanes::LaneStop;
use linstock_lanes::{
    DrawnMoves, LANES, LaneArch, LaneBits, LaneChoices, LaneMaskValues, LaneMasks, each_lane,
};

/// The buffers for drawing from trees.
#[derive(Debug, Default)]
pub(super) struct TreeDraws {
    values: LaneMaskValues,
    open: OpenMoves,
    drawn: DrawnMoves,
}

impl LanePool<'_, '_> {
    /// Plays a move in lanes that wait at a stop where moves are drawn from trees. Returns the lanes whose games the executor must
    /// play here.
    pub(super) fn move_by_trees(
        &mut self,
        (stop, masks): (&LaneStop<'_>, &LaneMasks),
        waiting: LaneBits,
    ) -> LaneBits {
        let simulation = self.simulation;
        let Some(trees) = simulation.trees(stop.decision, stop.seat) else {
            return waiting;
        };
        let TreeDraws { values, .. } = &mut self.tree_draws;
        let alone = waiting & values.fill(simulation.rules, masks, (&self.field, waiting));
        let full = self.counts.full();
        let found = LaneArch::detect().dispatch(TreeRun {
            trees,
            masks,
            lanes: waiting & !alone,
            full,
            draws: &mut self.draws,
            buffers: &mut self.tree_draws,
        });
        let lanes = found.some & !full;
        let endless = self.pass(stop, waiting & !alone & !found.some);
        let choices = LaneChoices::drawn(lanes, &self.tree_draws.drawn);
        self.runner.play(&mut self.field, stop.planned(), &choices);
        self.counts.count(LaneDecision {
            lanes,
            lens: &found.lens,
            is_player: stop.is_player,
            every: simulation.counts_one_of(),
            kinds: &stop.planned().moves.kinds,
            templates: self.runner.templates(),
        });
        each_lane(lanes & self.have_passed).for_each(|lane| self.passed[lane] = 0);
        self.have_passed &= !lanes;
        alone | endless | found.some & full
    }
}

/// The lanes that have legal moves, and their numbers.
struct FoundMoves {
    some: LaneBits,
    lens: [u64; LANES],
}

/// The search for the legal moves of some lanes. Draws one of each, but not in full lanes.
struct TreeRun<'t> {
    trees: &'t MoveTrees,
    masks: &'t LaneMasks,
    lanes: LaneBits,
    full: LaneBits,
    draws: &'t mut LaneDraws,
    buffers: &'t mut TreeDraws,
}

impl pulp::NullaryFnOnce for TreeRun<'_> {
    type Output = FoundMoves;

    // The population count needs the instructions that `LaneArch` chooses.
    #[inline(always)]
    fn call(self) -> FoundMoves {
        let TreeDraws {
            values,
            open,
            drawn,
        } = self.buffers;
        let (mut words, mut some, mut lens) = ([0; MOST_WORDS], 0, [0; LANES]);
        for lane in each_lane(self.lanes) {
            values.store(self.masks, lane, &mut words);
            self.trees.find(&words, open);
            lens[lane] = open.count().into();
            some |= u64::from(open.count() > 0) << lane;
            if self.full >> lane & 1 == 1 {
                continue;
            }
            let index = self.draws.of_lane(lane).index(open.count() as usize);
            let mv = index.and_then(|index| self.trees.get(open, index as u32));
            if let Some(mv) = mv {
                drawn.templates[lane] = mv.template.into();
                drawn.anchors[lane] = mv.anchor.into();
            }
        }
        FoundMoves { some, lens }
    }
}
