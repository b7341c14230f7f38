//! The order in which a search visits worlds.

use super::Worlds;
use linstock_engine::vm::Position;
use linstock_play::GameRandom;

/// The number of first visits that each go to a new world, so that several can be drawn from.
const FIRST: usize = 16;
/// Later, one of this many visits is to a new world: finding one costs as much as some playouts.
const NEW_EVERY: usize = 4;
/// The most worlds that are kept; a new one replaces the oldest.
const MOST: usize = 256;

/// Worlds from which the next one is drawn. If a world was searched several times in a row, a search that has won with a move in it
/// would try the same move again, so that moves that win in few worlds would seem to win in many.
pub(crate) struct DrawnWorlds {
    positions: Vec<Position>,
    visits: usize,
    /// How many worlds were found.
    found: usize,
    random: GameRandom,
}

impl DrawnWorlds {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            positions: Vec::new(),
            visits: 0,
            found: 0,
            random: GameRandom::new(seed, u64::MAX),
        }
    }

    /// Returns the world that is searched next.
    pub(crate) fn next(&mut self, worlds: &mut Worlds, stop: &dyn Fn() -> bool) -> &Position {
        let is_new = self.visits < FIRST || self.visits.is_multiple_of(NEW_EVERY);
        self.visits += 1;
        let at = match is_new {
            true => self.find(worlds, stop),
            false => self.random.index(self.positions.len()).unwrap_or(0),
        };
        &self.positions[at]
    }

    /// Finds another world, and returns its place.
    fn find(&mut self, worlds: &mut Worlds, stop: &dyn Fn() -> bool) -> usize {
        if self.found > 0 {
            worlds.change(stop);
        }
        let at = self.found % MOST;
        self.found += 1;
        match self.positions.get_mut(at) {
            Some(position) => position.clone_from(worlds.position()),
            None => self.positions.push(worlds.position().clone()),
        }
        at
    }
}
