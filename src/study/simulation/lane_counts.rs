//! What is counted of the games in lanes, side by side: so a step of all lanes counts with a few vector instructions.

use super::record::GameRecord;
use crate::model::MoveId;
use crate::vm::lanes::{LANES, LaneArch, LaneBits};

/// What is counted of the game of each lane; see [`GameRecord`].
#[derive(Debug)]
pub(super) struct LaneCounts {
    numbers: [u64; LANES],
    plies: [u64; LANES],
    decisions: [u64; LANES],
    counted: [u64; LANES],
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
            numbers: [0; LANES],
            plies: [0; LANES],
            decisions: [0; LANES],
            counted: [0; LANES],
            choices: [0; LANES],
            kinds,
            of_kinds: vec![0; kinds * LANES],
        }
    }

    /// Goes on from the record of the game of a lane.
    pub(super) fn load(&mut self, lane: usize, record: &GameRecord) {
        self.numbers[lane] = record.number;
        self.plies[lane] = record.plies.into();
        self.decisions[lane] = record.decisions.into();
        self.counted[lane] = record.counted.into();
        self.choices[lane] = record.choices;
    }

    /// Writes what was counted to the record of the game of a lane.
    pub(super) fn store(&self, lane: usize, record: &mut GameRecord) {
        // They were counted up from numbers of 32 bits, by no more than the limit of plies.
        let whole = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
        record.plies = whole(self.plies[lane]);
        record.decisions = whole(self.decisions[lane]);
        record.counted = whole(self.counted[lane]);
        record.choices = self.choices[lane];
    }

    /// Counts the kind of a move that a lane makes.
    #[inline]
    pub(super) fn count_kind(&mut self, lane: usize, mv: MoveId) {
        self.of_kinds[lane * self.kinds + mv.index()] += 1;
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
        let lanes = self.plies.iter().enumerate();
        let bit = |(lane, count): (usize, &u64)| u64::from(*count == u64::from(plies)) << lane;
        lanes.map(bit).fold(0, |all, lane| all | lane)
    }

    /// Returns the lanes whose next decision is one of those at which the legal moves are counted: one of `every`, a power of
    /// two.
    pub(super) fn lanes_counted(&self, every: u64) -> LaneBits {
        let lanes = self.numbers.iter().zip(&self.decisions).enumerate();
        let counted = lanes.map(|(lane, (number, decisions))| {
            u64::from(number.wrapping_add(*decisions) & (every - 1) == 0) << lane
        });
        counted.fold(0, |all, lane| all | lane)
    }

    /// Counts a decision of some lanes, and the move that follows.
    pub(super) fn count(&mut self, decision: LaneDecision<'_>) {
        LaneArch::new().dispatch(CountRun {
            counts: self,
            decision,
        });
    }
}

/// A decision that is counted.
struct CountRun<'c> {
    counts: &'c mut LaneCounts,
    decision: LaneDecision<'c>,
}

impl pulp::NullaryFnOnce for CountRun<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { counts, decision } = self;
        let LaneDecision {
            lanes,
            lens,
            is_player,
            every,
        } = decision;
        for (lane, len) in lens.iter().enumerate() {
            let made = lanes >> lane & 1;
            let by_player = made & u64::from(is_player);
            let at = counts.numbers[lane].wrapping_add(counts.decisions[lane]);
            // `every` is a power of two.
            let counted = by_player & u64::from(at & (every - 1) == 0);
            counts.plies[lane] += made;
            counts.decisions[lane] += by_player;
            counts.counted[lane] += counted;
            counts.choices[lane] += len & 0u64.wrapping_sub(counted);
        }
    }
}
