//! Random games from given positions, many at once: the playouts of a tree search.

use super::random_game::{Buffers, Simulation};
use super::record::GameEnding;
use super::tally::GameTally;
use super::{GameRecord, pool::LanePool};
use linstock_engine::vm::{Fault, GameEnd, Position};
use linstock_play::Rules;
use std::cell::RefCell;
use std::sync::PoisonError;

/// How a playout ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayoutEnd {
    /// By the rules.
    Over(GameEnd),
    /// It reached the maximum number of plies.
    CutOff,
    /// The rules failed.
    Failed(Fault),
}

/// What gives the positions of playouts and receives their ends.
pub trait PlayoutSource {
    /// Puts the position from which the next playout begins into `position`: one at which somebody chooses. Returns false if no
    /// playout should begin now. If other playouts are running, it is called again after more of their moves.
    fn begin(&mut self, position: &mut Position) -> bool;

    /// Receives the end of a playout and its number of plies. Playouts are numbered from 0, in the order in which they begin.
    /// Returns whether to go on; if not, the playouts that are not over are abandoned.
    fn end(&mut self, number: u64, end: PlayoutEnd, plies: u32) -> bool;
}

/// Plays random games from given positions, many at once.
#[derive(Debug)]
pub struct Playouts<'s, 'r> {
    simulation: &'s Simulation<'r>,
    pool: LanePool<'s, 'r>,
    buffers: Buffers,
    tally: GameTally,
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
        let simulation = Simulation::from_lists(rules, seed, max_plies)
            .ok()?
            .with_given_starts();
        let stops = simulation.lane_stops();
        if stops.deferred().contains(&false) {
            return None;
        }
        let mut playouts = Playouts {
            pool: LanePool::new(&simulation, &stops, TOGETHER),
            buffers: simulation.buffers(),
            tally: simulation.tally(),
            simulation: &simulation,
        };
        Some(body(&mut playouts))
    }

    /// Plays games until the source gives no more and all are over, or until it does not go on. Nothing more can be played then.
    pub fn play(&mut self, source: &mut dyn PlayoutSource) {
        let Self {
            simulation,
            pool,
            buffers,
            tally,
        } = self;
        let source = RefCell::new(source);
        let mut numbers = 0..u64::MAX;
        let mut begin = || {
            let given = simulation.given.as_ref()?;
            let mut given = given.lock().unwrap_or_else(PoisonError::into_inner);
            let begins = source.borrow_mut().begin(&mut given);
            begins.then(|| numbers.next()).flatten()
        };
        let mut done = |record: &GameRecord| {
            let end = match &record.ending {
                GameEnding::Over(end) => PlayoutEnd::Over(*end),
                GameEnding::Unfinished => PlayoutEnd::CutOff,
                GameEnding::Failed(failure) => PlayoutEnd::Failed(failure.fault.clone()),
            };
            if !source.borrow_mut().end(record.number, end, record.plies) {
                simulation.abandon();
            }
        };
        pool.play((buffers, tally), (&mut begin, &mut done));
    }
}
