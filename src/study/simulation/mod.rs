//! Playouts: whole games at random, each move drawn uniformly over the legal ones, each game from a stream of its own.
//!
//! Game `n` of a seed is the same game whoever plays it, and whatever is played before it.

mod histogram;
mod lane_counts;
mod lane_draws;
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
use crate::vm::HandOver;
use pool::LanePool;
use random_game::RunningGame;

/// Is told of each game that has ended.
pub(crate) type GameListener<'l> = &'l mut dyn FnMut(&GameRecord);

impl Simulation<'_> {
    /// Plays games until there are no more to begin: `next` tells their numbers, `done` gets their records. Up to `together`
    /// games are in play at once, if the rules allow that; each is the same game whatever is played besides.
    pub(crate) fn play_all(
        &self,
        together: usize,
        tally: &mut GameTally,
        (next, done): (&mut dyn FnMut() -> Option<u64>, GameListener<'_>),
    ) {
        let mut buffers = Buffers::default();
        let stops = LaneStops::of(self.rules, &self.start, &self.sharing);
        if together > 1 && stops.are_some() {
            let mut pool = LanePool::new(self, &stops, together);
            return pool.play((&mut buffers, tally), (next, done));
        }
        let mut game = None;
        while let Some(number) = next() {
            let game = game.get_or_insert_with(|| self.begin(number));
            self.begin_again(game, number);
            if !self.play(game, &mut buffers, tally) {
                return;
            }
            done(&game.record);
        }
    }

    /// Plays a game that has just begun, and counts it; tells whether it was not abandoned.
    fn play(&self, game: &mut RunningGame, buffers: &mut Buffers, tally: &mut GameTally) -> bool {
        let ending = self
            .rules
            .moves_into(&game.state, &mut buffers.moves)
            .and_then(|()| self.play_on(game, HandOver::default(), buffers));
        if matches!(ending, Ok(None)) {
            return false;
        }
        self.finish(game, ending, tally);
        true
    }
}
