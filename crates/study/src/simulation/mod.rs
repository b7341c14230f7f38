//! Playouts: random games with uniformly drawn legal moves; each game has its own stream of random numbers.
//!
//! Game `n` of a seed is the same on every thread, and whatever games are played before it.

mod histogram;
#[cfg(feature = "lanes")]
mod lane_counts;
#[cfg(feature = "lanes")]
mod lane_draws;
#[cfg(feature = "lanes")]
mod lane_games;
mod mean;
#[cfg_attr(
    not(feature = "lanes"),
    expect(
        dead_code,
        reason = "only lanes search trees; the executor needs their order"
    )
)]
mod move_trees;
#[cfg(feature = "lanes")]
mod playouts;
#[cfg(feature = "lanes")]
mod pool;
mod random_game;
mod record;
#[cfg(feature = "lanes")]
mod refusals;
mod tally;

pub use mean::real;
#[cfg(feature = "lanes")]
pub use playouts::{PlayoutEnd, PlayoutSource, Playouts};
pub(crate) use random_game::Buffers;
pub use random_game::{MoveChooser, Simulation};
pub use record::{GameEnding, GameFailure, GameRecord};
pub use tally::{GameTally, Share};

#[cfg(feature = "lanes")]
use crate::lanes::LaneStops;
use linstock_engine::vm::HandOver;
#[cfg(feature = "lanes")]
use pool::LanePool;
use random_game::RunningGame;

/// Receives the record of each ended game.
pub(crate) type GameListener<'l> = &'l mut dyn FnMut(&GameRecord);

impl<'r> Simulation<'r> {
    /// Finds the decision points that lanes can handle.
    #[cfg(feature = "lanes")]
    fn lane_stops(&self) -> LaneStops<'r> {
        let stops = LaneStops::of(self.rules, &self.start, &self.sharing);
        stops.with_masks(|decision, seat| Some(&*self.trees(decision, seat)?.masks))
    }

    /// Plays games until `next` returns no more numbers; `done` gets their records. Up to `together` games are in play at once,
    /// with the feature `lanes` and if the rules allow it; this does not change any game.
    #[cfg_attr(not(feature = "lanes"), expect(unused_variables))]
    pub fn play_all(
        &self,
        together: usize,
        tally: &mut GameTally,
        (next, done): (&mut dyn FnMut() -> Option<u64>, GameListener<'_>),
    ) {
        let mut buffers = self.buffers();
        #[cfg(feature = "lanes")]
        if together > 1 && self.is_random() {
            let stops = self.lane_stops();
            if stops.are_some() {
                let mut pool = LanePool::new(self, &stops, together);
                return pool.play((&mut buffers, tally), (next, done));
            }
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

    /// Plays a new game and counts it; returns false if the simulation was abandoned.
    fn play(&self, game: &mut RunningGame, buffers: &mut Buffers, tally: &mut GameTally) -> bool {
        let ending = self
            .list_first(game, buffers)
            .and_then(|()| self.play_on(game, HandOver::default(), buffers));
        if matches!(ending, Ok(None)) {
            return false;
        }
        if let Some(players) = &mut buffers.players {
            players.end(&game.line, ending.as_ref().err());
        }
        self.finish(game, ending, tally);
        true
    }
}
