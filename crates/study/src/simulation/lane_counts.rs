//! What is counted of the games in lanes, side by side: so a step of all lanes counts with a few instructions.

use super::record::GameRecord;
use linstock_lanes::{LANES, LaneArch, LaneBits, MoveTemplates};

/// What is counted of the game of each lane; see [`GameRecord`].
#[derive(Debug)]
pub(super) struct LaneCounts {
    /// See [`GameRecord::counting_offset`].
    offsets: [u64; LANES],
    plies: [u32; LANES],
    decisions: [u32; LANES],
    counted: [u32; LANES],
    /// The lanes with as many plies as a game may have.
    full: LaneBits,
    max_plies: u32,
    choices: [u64; LANES],
    /// For each declared move and lane: how often it was played in lanes.
    of_kinds: Vec<[u32; LANES]>,
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
    /// The declared moves of the decision's templates.
    pub(super) kinds: &'d [MoveTemplates],
    /// The template of each lane's move.
    pub(super) templates: &'d [u32; LANES],
}

impl LaneCounts {
    /// Nothing is counted yet. There are so many declared moves, and a game may have so many plies.
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

    /// Goes on from the record of the game of a lane.
    pub(super) fn load(&mut self, lane: usize, record: &GameRecord) {
        self.offsets[lane] = record.counting_offset();
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

    /// Adds the kinds of moves that a lane has made to the record of its game, which is over.
    pub(super) fn hand_over(&mut self, lane: usize, record: &mut GameRecord) {
        for (at, counts) in self.of_kinds.iter_mut().enumerate() {
            let count = std::mem::take(&mut counts[lane]);
            if count > 0 {
                record.count_kind(at, count);
            }
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
        let lanes = self.offsets.iter().zip(&self.decisions).enumerate();
        let counted = lanes.map(|(lane, (offset, decisions))| {
            let turn = offset + u64::from(*decisions);
            LaneBits::from(turn & (every - 1) == 0) << lane
        });
        counted.fold(0, |all, lane| all | lane)
    }

    /// Counts a decision of some lanes, and the move that follows.
    pub(super) fn count(&mut self, decision: LaneDecision<'_>) {
        let counted = self.lanes_counted(decision.every);
        LaneArch::detect().dispatch(CountRun {
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
