//! The games in play: each is in a lane, or set aside until many games wait at its stop.

use super::random_game::{RunningGame, Simulation};
use linstock_lanes::{LANES, LaneBits, LaneField};

/// The index of a game among those in play.
pub(super) type GameSlot = usize;

/// The games in play.
#[derive(Debug)]
pub(super) struct LaneGames {
    games: Vec<RunningGame>,
    /// The slots of ended games.
    free: Vec<GameSlot>,
    /// The game of each lane.
    of_lane: [GameSlot; LANES],
    /// The lanes without a game.
    idle: LaneBits,
    /// For each game: its position while it is set aside, as a row of all words of a field.
    rows: Vec<u64>,
    /// The length of such a row.
    row: usize,
}

impl LaneGames {
    /// Makes room for games whose positions have `words` words.
    pub(super) fn new(words: usize) -> Self {
        Self {
            games: Vec::new(),
            free: Vec::new(),
            of_lane: [0; LANES],
            idle: LaneBits::MAX >> (LaneBits::BITS as usize - LANES),
            rows: Vec::new(),
            row: words + 1,
        }
    }

    /// Returns the number of games in play.
    pub(super) fn in_play(&self) -> usize {
        self.games.len() - self.free.len()
    }

    /// Begins the game with a number; it has no lane yet.
    pub(super) fn begin(&mut self, simulation: &Simulation<'_>, number: u64) -> GameSlot {
        if let Some(slot) = self.free.pop() {
            simulation.begin_again(&mut self.games[slot], number);
            return slot;
        }
        self.games.push(simulation.begin(number));
        self.rows.resize(self.games.len() * self.row, 0);
        self.games.len() - 1
    }

    /// Ends a game.
    pub(super) fn end(&mut self, slot: GameSlot) {
        self.free.push(slot);
    }

    /// Returns a game.
    pub(super) fn get(&mut self, slot: GameSlot) -> &mut RunningGame {
        &mut self.games[slot]
    }

    /// Returns the slot of a lane's game.
    #[inline(always)]
    pub(super) fn slot(&self, lane: usize) -> GameSlot {
        self.of_lane[lane]
    }

    /// Returns the game of a lane.
    #[inline(always)]
    pub(super) fn in_lane(&mut self, lane: usize) -> &mut RunningGame {
        &mut self.games[self.of_lane[lane]]
    }

    /// Returns the lanes without a game.
    pub(super) fn idle(&self) -> LaneBits {
        self.idle
    }

    /// Takes the game out of a lane.
    pub(super) fn leave(&mut self, lane: usize) {
        self.idle |= 1 << lane;
    }

    /// Stores the position of a game that waits without a lane.
    pub(super) fn keep(&mut self, slot: GameSlot) {
        let row = &mut self.rows[slot * self.row..][..self.row];
        let words = &self.games[slot].state.words;
        row[..words.len()].copy_from_slice(words);
        row[words.len()..].fill(0);
    }

    /// Stores the position of a lane whose game leaves it.
    pub(super) fn set_aside(&mut self, lane: usize, field: &LaneField) {
        let slot = self.of_lane[lane];
        field.store(lane, &mut self.rows[slot * self.row..][..self.row]);
        self.leave(lane);
    }

    /// Puts a game that was set aside into a lane.
    pub(super) fn take_up(&mut self, slot: GameSlot, lane: usize, field: &mut LaneField) {
        field.load(lane, &self.rows[slot * self.row..][..self.row]);
        self.of_lane[lane] = slot;
        self.idle &= !(1 << lane);
    }
}
