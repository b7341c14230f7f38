//! What is counted of the games in lanes, side by side: so a step of all lanes counts with a few instructions.

use super::record::GameRecord;
use crate::model::MoveId;
use crate::vm::lanes::{LANES, LaneArch, LaneBits, each_lane};

/// What is counted of the game of each lane; see [`GameRecord`].
#[derive(Debug)]
pub(super) struct LaneCounts {
    numbers: [u64; LANES],
    plies: [u32; LANES],
    decisions: [u32; LANES],
    counted: [u32; LANES],
    /// The lanes with as many plies as a game may have.
    full: LaneBits,
    max_plies: u32,
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
    /// Nothing is counted yet. There are so many declared moves, and a game may have so many plies.
    pub(super) fn new(kinds: usize, max_plies: u32) -> Self {
        Self {
            numbers: [0; LANES],
            plies: [0; LANES],
            decisions: [0; LANES],
            counted: [0; LANES],
            full: 0,
            max_plies,
            choices: [0; LANES],
            kinds,
            of_kinds: vec![0; kinds * LANES],
        }
    }

    /// Goes on from the record of the game of a lane.
    pub(super) fn load(&mut self, lane: usize, record: &GameRecord) {
        self.numbers[lane] = record.number;
        self.plies[lane] = record.plies;
        self.decisions[lane] = record.decisions;
        self.counted[lane] = record.counted;
        self.choices[lane] = record.choices;
        self.full &= !(1 << lane);
        self.full |= LaneBits::from(record.plies == self.max_plies) << lane;
    }

    /// Writes what was counted to the record of the game of a lane.
    pub(super) fn store(&self, lane: usize, record: &mut GameRecord) {
        record.plies = self.plies[lane];
        record.decisions = self.decisions[lane];
        record.counted = self.counted[lane];
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

    /// Returns the lanes with as many plies as a game may have.
    pub(super) fn full(&self) -> LaneBits {
        self.full
    }

    /// Returns the lanes whose next decision is one of those at which the legal moves are counted: one of `every`, a power of
    /// two.
    pub(super) fn lanes_counted(&self, every: u64) -> LaneBits {
        if every == 1 {
            return LaneBits::MAX;
        }
        let lanes = self.numbers.iter().zip(&self.decisions).enumerate();
        let counted = lanes.map(|(lane, (number, decisions))| {
            let turn = number.wrapping_add((*decisions).into());
            LaneBits::from(turn & (every - 1) == 0) << lane
        });
        counted.fold(0, |all, lane| all | lane)
    }

    /// Counts a decision of some lanes, and the move that follows.
    pub(super) fn count(&mut self, decision: LaneDecision<'_>) {
        let counted = self.lanes_counted(decision.every);
        LaneArch::new().dispatch(CountRun {
            counts: self,
            decision,
            counted,
        });
    }
}

/// A decision that is counted.
struct CountRun<'c> {
    counts: &'c mut LaneCounts,
    decision: LaneDecision<'c>,
    /// The legal moves are counted in these lanes.
    counted: LaneBits,
}

impl pulp::NullaryFnOnce for CountRun<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self {
            counts,
            decision: LaneDecision { lanes, lens, .. },
            counted,
        } = self;
        let by_player = lanes & 0u64.wrapping_sub(u64::from(self.decision.is_player));
        let counted = by_player & counted;
        let of = |lanes: LaneBits, lane: usize| (lanes >> lane & 1) as u32;
        let mut full = 0;
        for lane in 0..LANES {
            counts.plies[lane] += of(lanes, lane);
            counts.decisions[lane] += of(by_player, lane);
            counts.counted[lane] += of(counted, lane);
        }
        for (lane, len) in lens.iter().enumerate() {
            counts.choices[lane] += len & 0u64.wrapping_sub(counted >> lane & 1);
            full |= LaneBits::from(counts.plies[lane] == counts.max_plies) << lane;
        }
        counts.full = full;
    }
}
