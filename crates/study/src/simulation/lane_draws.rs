//! The random number generators of the games in lanes. They are next to each other, so that a step draws for all lanes at once.

use linstock_lanes::{LANES, LaneArch, LaneBits, each_lane};
use linstock_play::{DrawnIndex, GameRandom};

/// The random number generators of the games in lanes.
#[derive(Debug)]
pub(super) struct LaneDraws {
    randoms: Box<[GameRandom; LANES]>,
    /// The state of each generator before its game drew a candidate at its current stop.
    before: Box<[GameRandom; LANES]>,
}

impl LaneDraws {
    pub(super) fn new() -> Self {
        let any = std::array::from_fn(|_| GameRandom::new(0, 0));
        let randoms = Box::new(any);
        Self {
            before: randoms.clone(),
            randoms,
        }
    }

    /// Exchanges the generator of a lane with that of a game that enters or leaves it.
    pub(super) fn swap(&mut self, lane: usize, random: &mut GameRandom) {
        std::mem::swap(&mut self.randoms[lane], random);
    }

    /// Returns the generator of a lane.
    pub(super) fn of_lane(&mut self, lane: usize) -> &mut GameRandom {
        &mut self.randoms[lane]
    }

    /// Saves the state of a lane's generator, before the first candidate is drawn.
    pub(super) fn mark(&mut self, lane: usize) {
        self.before[lane].clone_from(&self.randoms[lane]);
    }

    /// Restores the saved state, so that the lane draws the same candidates again.
    pub(super) fn go_back(&mut self, lane: usize) {
        self.randoms[lane].clone_from(&self.before[lane]);
    }

    /// Draws an index in each of some lanes, below the lane's count, which is from 1 to 2³² − 1.
    pub(super) fn indices(&mut self, lanes: LaneBits, counts: &[u64; LANES]) -> [u64; LANES] {
        LaneArch::detect().dispatch(DrawRun {
            randoms: &mut self.randoms,
            lanes,
            counts,
        })
    }
}

/// Draws indices.
struct DrawRun<'d> {
    randoms: &'d mut [GameRandom; LANES],
    lanes: LaneBits,
    counts: &'d [u64; LANES],
}

impl pulp::NullaryFnOnce for DrawRun<'_> {
    type Output = [u64; LANES];

    #[inline(always)]
    fn call(self) -> [u64; LANES] {
        let Self {
            randoms,
            lanes,
            counts,
        } = self;
        let (mut indices, mut doubtful) = ([0; LANES], 0);
        for lane in 0..LANES {
            let (before, count) = (randoms[lane].clone(), counts[lane] as u32);
            let mut random = before.clone();
            let drawn: DrawnIndex = random.draw(count);
            indices[lane] = drawn.index();
            let draws = lanes >> lane & 1 != 0;
            let is_doubtful = draws && !drawn.is_surely_fair(count);
            doubtful |= u64::from(is_doubtful) << lane;
            randoms[lane] = if draws && !is_doubtful {
                random
            } else {
                before
            };
        }
        // This affects about one of a hundred million draws.
        for lane in each_lane(doubtful) {
            let drawn = randoms[lane].index(counts[lane] as usize);
            indices[lane] = drawn.map_or(0, |index| index as u64);
        }
        indices
    }
}
