//! Playouts: whole games at random, each move drawn uniformly over the legal ones, each game from a stream of its own.
//!
//! Game `n` of a seed is the same game whoever plays it, and whatever is played before it.

mod lane_counts;
mod lane_games;
mod mean;
mod pool;
mod random_game;
mod record;
mod refusals;
mod tally;

pub(crate) use mean::real;
pub(crate) use random_game::{Buffers, Simulation};
pub(crate) use record::{GameEnding, GameRecord};
pub(crate) use tally::{GameTally, Share};

use crate::study::lanes::LaneStops;
use pool::LanePool;

impl Simulation<'_> {
    /// Plays games until there are no more to begin: `next` tells their numbers, `done` gets their records. Up to `together`
    /// games are in play at once, if the rules allow that; each is the same game whatever is played besides.
    pub(crate) fn play_all(
        &self,
        together: usize,
        tally: &mut GameTally,
        (next, done): (&mut dyn FnMut() -> Option<u64>, &mut dyn FnMut(GameRecord)),
    ) {
        let mut buffers = Buffers::default();
        let stops = LaneStops::of(self.rules, &self.start, &self.sharing);
        if together > 1 && stops.are_some() {
            let mut pool = LanePool::new(self, &stops, together);
            return pool.play((&mut buffers, tally), (next, done));
        }
        while let Some(number) = next() {
            done(self.play(number, &mut buffers, tally));
        }
    }

    /// Plays the game of a number, and counts it.
    pub(crate) fn play(
        &self,
        number: u64,
        buffers: &mut Buffers,
        tally: &mut GameTally,
    ) -> GameRecord {
        let mut game = self.begin(number);
        let ending = self
            .rules
            .moves_into(&game.state, &mut buffers.moves)
            .and_then(|()| self.play_on(&mut game, &[], buffers));
        self.finish(&mut game, ending, tally)
    }
}
