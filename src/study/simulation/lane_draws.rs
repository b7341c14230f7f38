//! The random numbers of the games in lanes. The streams lie side by side, since a step draws from all of them.

use crate::play::{Chooser, Purpose};
use crate::vm::lanes::LANES;

/// The streams of the games in lanes.
#[derive(Debug)]
pub(super) struct LaneDraws {
    randoms: Vec<Chooser>,
    /// Where each was before its game drew a candidate at the stop where it waits.
    before: Vec<Chooser>,
}

impl LaneDraws {
    pub(super) fn new() -> Self {
        let any = vec![Chooser::new(0, Purpose::Simulation, 0); LANES];
        Self {
            randoms: any.clone(),
            before: any,
        }
    }

    /// Exchanges the stream of a lane with that of a game that comes or goes.
    pub(super) fn swap(&mut self, lane: usize, random: &mut Chooser) {
        std::mem::swap(&mut self.randoms[lane], random);
    }

    /// Returns the stream of a lane.
    #[inline(always)]
    pub(super) fn of_lane(&mut self, lane: usize) -> &mut Chooser {
        &mut self.randoms[lane]
    }

    /// Notes where the stream of a lane stands, before its first candidate is drawn.
    pub(super) fn mark(&mut self, lane: usize) {
        self.before[lane].clone_from(&self.randoms[lane]);
    }

    /// Lets a lane draw again what it has drawn since it was marked.
    pub(super) fn go_back(&mut self, lane: usize) {
        self.randoms[lane].clone_from(&self.before[lane]);
    }
}
