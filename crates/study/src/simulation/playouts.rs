//! Random games from given positions, many at once: the playouts of a tree search.

use super::random_game::{Buffers, Simulation};
use super::record::GameEnding;
use super::tally::GameTally;
use super::{GameRecord, pool::LanePool};
use crate::lanes::LaneStops;
use linstock_engine::vm::{GameEnd, Position};
use linstock_play::Rules;
use std::sync::PoisonError;

/// The start positions of games: that of the game with the number `first`, and of those after it.
#[derive(Debug, Default)]
pub(super) struct GivenStarts {
    pub(super) first: u64,
    pub(super) positions: Vec<Position>,
}

/// How a playout ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayoutEnd {
    /// By the rules.
    Over(GameEnd),
    /// It reached the maximum number of plies, or the rules failed.
    CutOff,
    /// It was stopped.
    Stopped,
}

/// Plays random games from given positions, many at once.
#[derive(Debug)]
pub struct Playouts<'s, 'r> {
    simulation: &'s Simulation<'r>,
    pool: LanePool<'s, 'r>,
    buffers: Buffers,
    tally: GameTally,
    /// The number of the next game.
    next: u64,
}

/// The most games in play.
const TOGETHER: usize = 256;

impl Playouts<'_, '_> {
    /// Calls a function with playouts of some rules; `None` if lanes cannot handle each decision of the rules.
    pub fn with<T>(
        rules: &Rules,
        (seed, max_plies): (u64, u32),
        body: impl FnOnce(&mut Playouts<'_, '_>) -> T,
    ) -> Option<T> {
        let simulation = Simulation::new(rules, seed, max_plies)
            .ok()?
            .with_given_starts();
        let stops = LaneStops::of(rules, &simulation.start, &simulation.sharing);
        if stops.deferred().contains(&false) {
            return None;
        }
        let mut playouts = Playouts {
            pool: LanePool::new(&simulation, &stops, TOGETHER),
            buffers: simulation.buffers(),
            tally: simulation.tally(),
            simulation: &simulation,
            next: 0,
        };
        Some(body(&mut playouts))
    }

    /// Plays a game from each position at which somebody chooses, and returns their ends. Once `stop` says so, the games in play
    /// are abandoned; nothing more can be played then.
    pub fn play(
        &mut self,
        positions: &mut Vec<Position>,
        stop: &dyn Fn() -> bool,
    ) -> Vec<PlayoutEnd> {
        let Self {
            simulation,
            pool,
            buffers,
            tally,
            next,
        } = self;
        let (first, count) = (*next, positions.len());
        *next += count as u64;
        if let Some(given) = &simulation.given {
            let mut given = given.lock().unwrap_or_else(PoisonError::into_inner);
            given.first = first;
            std::mem::swap(&mut given.positions, positions);
        }
        let mut ends = vec![PlayoutEnd::Stopped; count];
        let mut numbers = first..first + count as u64;
        let mut done = |record: &GameRecord| {
            ends[(record.number - first) as usize] = match &record.ending {
                GameEnding::Over(end) => PlayoutEnd::Over(*end),
                GameEnding::Unfinished | GameEnding::Failed(_) => PlayoutEnd::CutOff,
            };
            if stop() {
                simulation.abandon();
            }
        };
        pool.play((buffers, tally), (&mut || numbers.next(), &mut done));
        if let Some(given) = &simulation.given {
            let mut given = given.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::swap(&mut given.positions, positions);
        }
        ends
    }
}
