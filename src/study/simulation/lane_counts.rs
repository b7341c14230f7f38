//! What is counted of the games in lanes, side by side: so a step of all lanes counts with a few instructions.

use super::lane_counter::LaneCounter;
use super::random_game::COUNT_EVERY;
use super::record::GameRecord;
use crate::model::MoveId;
use crate::vm::lanes::{LANES, LaneArch, LaneBits, each_lane};

/// What is counted of the game of each lane; see [`GameRecord`].
#[derive(Debug)]
pub(super) struct LaneCounts {
    plies: LaneCounter,
    decisions: LaneCounter,
    counted: LaneCounter,
    /// The decisions and the number of the game: where the sum is a multiple of a power of two, the legal moves are counted.
    turns: LaneCounter,
    choices: [u64; LANES],
    /// How many declared moves there are.
    kinds: usize,
    /// For each lane and declared move: how often it was played in lanes.
    of_kinds: Vec<u32>,
}

/// What lanes do at a decision.
#[derive(Clone, Copy)]
pub(super) struct LaneDecision<'d> {
    /// The lanes that make a move.
    pub(super) lanes: LaneBits,
    /// The number of legal moves of each lane.
    pub(super) lens: &'d [u64; LANES],
    /// A player decides, not chance.
    pub(super) is_player: bool,
    /// The legal moves are counted at one of so many decisions.
    pub(super) every: u64,
}

impl LaneCounts {
    /// Nothing is counted yet. There are so many declared moves.
    pub(super) fn new(kinds: usize) -> Self {
        Self {
            plies: LaneCounter::new(),
            decisions: LaneCounter::new(),
            counted: LaneCounter::new(),
            turns: LaneCounter::new(),
            choices: [0; LANES],
            kinds,
            of_kinds: vec![0; kinds * LANES],
        }
    }

    /// Goes on from the record of the game of a lane.
    pub(super) fn load(&mut self, lane: usize, record: &GameRecord) {
        // Only the lowest bits of this number are asked for.
        let turns = (record.number % COUNT_EVERY) as u32 + record.decisions;
        self.plies.set(lane, record.plies);
        self.decisions.set(lane, record.decisions);
        self.counted.set(lane, record.counted);
        self.turns.set(lane, turns);
        self.choices[lane] = record.choices;
    }

    /// Writes what was counted to the record of the game of a lane.
    pub(super) fn store(&self, lane: usize, record: &mut GameRecord) {
        record.plies = self.plies.get(lane);
        record.decisions = self.decisions.get(lane);
        record.counted = self.counted.get(lane);
        record.choices = self.choices[lane];
    }

    /// Counts the kinds of the moves that some lanes make.
    #[inline]
    pub(super) fn count_kinds(&mut self, lanes: LaneBits, kind: impl Fn(usize) -> MoveId) {
        for lane in each_lane(lanes) {
            self.of_kinds[lane * self.kinds + kind(lane).index()] += 1;
        }
    }

    /// Adds the kinds of moves that a lane has made to the record of its game, which is over.
    pub(super) fn hand_over(&mut self, lane: usize, record: &mut GameRecord) {
        let counts = &mut self.of_kinds[lane * self.kinds..][..self.kinds];
        for (at, count) in counts
            .iter_mut()
            .enumerate()
            .filter(|(_, count)| **count > 0)
        {
            record.count_kind(at, std::mem::take(count));
        }
    }

    /// Returns the lanes with so many plies.
    pub(super) fn lanes_with(&self, plies: u32) -> LaneBits {
        self.plies.lanes_with(plies)
    }

    /// Returns the lanes whose next decision is one of those at which the legal moves are counted: one of `every`, a power of
    /// two.
    pub(super) fn lanes_counted(&self, every: u64) -> LaneBits {
        self.turns.lanes_with_multiple_of(every)
    }

    /// Counts a decision of some lanes, and the move that follows.
    pub(super) fn count(&mut self, decision: LaneDecision<'_>) {
        let LaneDecision { lanes, lens, .. } = decision;
        self.plies.add(lanes);
        if !decision.is_player {
            return;
        }
        let counted = lanes & self.lanes_counted(decision.every);
        self.decisions.add(lanes);
        self.turns.add(lanes);
        self.counted.add(counted);
        LaneArch::new().dispatch(ChoicesRun {
            choices: &mut self.choices,
            lens,
            counted,
        });
    }
}

/// Choices that are counted.
struct ChoicesRun<'c> {
    choices: &'c mut [u64; LANES],
    lens: &'c [u64; LANES],
    counted: LaneBits,
}

impl pulp::NullaryFnOnce for ChoicesRun<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self {
            choices,
            lens,
            counted,
        } = self;
        for lane in 0..LANES {
            choices[lane] += lens[lane] & 0u64.wrapping_sub(counted >> lane & 1);
        }
    }
}
