//! The counts of the games in lanes, as arrays over lanes: a step of all lanes counts with a few instructions.

use super::record::GameRecord;
use linstock_lanes::{LANES, LaneArch, LaneBits, MoveTemplates};

/// The counts of the game in each lane; see [`GameRecord`].
#[derive(Debug)]
pub(super) struct LaneCounts {
    /// See [`GameRecord::counting_offset`].
    offsets: [u64; LANES],
    plies: [u32; LANES],
    decisions: [u32; LANES],
    counted: [u32; LANES],
    /// The lanes with the maximum number of plies.
    full: LaneBits,
    max_plies: u32,
    choices: [u64; LANES],
    /// For each declared move and lane: the number of times that it was played in lanes.
    of_kinds: Vec<[u32; LANES]>,
}

/// A decision in some lanes.
#[derive(Clone, Copy)]
pub(super) struct LaneDecision<'d> {
    /// The lanes that make a move.
    pub(super) lanes: LaneBits,
    /// The number of legal moves of each lane.
    pub(super) lens: &'d [u64; LANES],
    /// A player decides, not chance.
    pub(super) is_player: bool,
    /// The legal moves are counted at one of this many decisions.
    pub(super) every: u64,
    /// The declared moves of the decision's templates.
    pub(super) kinds: &'d [MoveTemplates],
    /// The template of each lane's move.
    pub(super) templates: &'d [u32; LANES],
}

impl LaneCounts {
    /// Makes empty counts for this number of declared moves and of plies per game.
    pub(super) fn new(kinds: usize, max_plies: u32) -> Self {
        Self {
            offsets: [0; LANES],
            plies: [0; LANES],
            decisions: [0; LANES],
            counted: [0; LANES],
            full: 0,
            max_plies,
            choices: [0; LANES],
            of_kinds: vec![[0; LANES]; kinds],
        }
    }

    /// Loads the counts of a lane from the record of its game.
    pub(super) fn load(&mut self, lane: usize, record: &GameRecord) {
        self.offsets[lane] = record.counting_offset();
        self.plies[lane] = record.plies;
        self.decisions[lane] = record.decisions;
        self.counted[lane] = record.counted;
        self.choices[lane] = record.choices;
        self.full &= !(1 << lane);
        self.full |= LaneBits::from(record.plies == self.max_plies) << lane;
    }

    /// Stores the counts of a lane in the record of its game.
    pub(super) fn store(&self, lane: usize, record: &mut GameRecord) {
        record.plies = self.plies[lane];
        record.decisions = self.decisions[lane];
        record.counted = self.counted[lane];
        record.choices = self.choices[lane];
    }

    /// Adds the kinds of moves that a lane has made to the record of its game, which is over or leaves the lane.
    pub(super) fn hand_over(&mut self, lane: usize, record: &mut GameRecord) {
        for (at, counts) in self.of_kinds.iter_mut().enumerate() {
            let count = std::mem::take(&mut counts[lane]);
            if count > 0 {
                record.count_kind(at, count);
            }
        }
    }

    /// Returns the lanes with the maximum number of plies.
    pub(super) fn full(&self) -> LaneBits {
        self.full
    }

    /// Returns the lanes that count the legal moves at their next decision: one decision of `every`, a power of two.
    pub(super) fn lanes_counted(&self, every: u64) -> LaneBits {
        if every == 1 {
            return LaneBits::MAX;
        }
        let lanes = self.offsets.iter().zip(&self.decisions).enumerate();
        let counted = lanes.map(|(lane, (offset, decisions))| {
            let turn = offset + u64::from(*decisions);
            LaneBits::from(turn & (every - 1) == 0) << lane
        });
        counted.fold(0, |all, lane| all | lane)
    }

    /// Counts a decision of some lanes, and the next move.
    pub(super) fn count(&mut self, decision: LaneDecision<'_>) {
        let counted = self.lanes_counted(decision.every);
        LaneArch::detect().dispatch(CountRun {
            counts: self,
            decision,
            counted,
        });
    }
}

/// Counts a decision.
struct CountRun<'c> {
    counts: &'c mut LaneCounts,
    decision: LaneDecision<'c>,
    /// The lanes that count their legal moves.
    counted: LaneBits,
}

impl pulp::NullaryFnOnce for CountRun<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self {
            counts,
            decision,
            counted,
        } = self;
        let LaneDecision { lanes, lens, .. } = decision;
        let by_player = lanes & 0u64.wrapping_sub(u64::from(decision.is_player));
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
        count_kinds(decision, &mut counts.of_kinds);
    }
}

/// Counts the declared moves that lanes make.
#[inline(always)]
fn count_kinds(decision: LaneDecision<'_>, of_kinds: &mut [[u32; LANES]]) {
    let mut made = [0; LANES];
    for (lane, made) in made.iter_mut().enumerate() {
        *made = (decision.lanes >> lane & 1) as u32;
    }
    for kind in decision.kinds {
        let counts = &mut of_kinds[kind.mv.index()];
        let (first, count) = (kind.templates.start, kind.templates.len() as u32);
        for lane in 0..LANES {
            let is_of_kind = decision.templates[lane].wrapping_sub(first) < count;
            counts[lane] += made[lane] & u32::from(is_of_kind);
        }
    }
}
