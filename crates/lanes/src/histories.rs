//! Earlier positions in the game of each lane, for rules about repetition (`seen`).

use super::field::{LaneBits, each_lane};
use super::{Block, LANES};
use linstock_engine::ir::CompiledRules;
use linstock_engine::vm::history::History;

/// The positions that were recorded in each lane's game.
#[derive(Debug)]
pub struct LaneHistories {
    games: Vec<History>,
    /// Whether any of the histories may be non-empty.
    are_some: bool,
    /// The histories of the games, while lanes try out positions that continue from them.
    aside: Vec<History>,
    /// In that case, the index of the history from which each lane continues.
    goes_on_from: Option<[usize; LANES]>,
    /// The length of each history before the moves that are tried out.
    before: [usize; LANES],
    /// A buffer for the position that is recorded.
    position: Vec<u64>,
}

impl Default for LaneHistories {
    fn default() -> Self {
        Self::new()
    }
}

impl LaneHistories {
    /// Makes empty histories.
    #[must_use]
    pub fn new() -> Self {
        Self {
            games: vec![History::new(); LANES],
            are_some: false,
            aside: vec![History::new(); LANES],
            goes_on_from: None,
            before: [0; LANES],
            position: Vec::new(),
        }
    }

    /// Exchanges the history of a lane with that of a game that enters or leaves the lane.
    pub fn swap(&mut self, lane: usize, history: &mut History) {
        self.are_some |= !history.is_empty();
        std::mem::swap(&mut self.games[lane], history);
    }

    /// Fills the first lanes with histories of other lanes.
    pub fn gather(&mut self, others: &Self, lanes: impl Iterator<Item = usize>) {
        self.are_some |= others.are_some;
        if !self.are_some {
            return;
        }
        for (game, lane) in self.games.iter_mut().zip(lanes) {
            game.clone_from(&others.games[lane]);
        }
    }

    /// Records the positions of some lanes at an instruction. Writes the number of occurrences after each position.
    #[inline(never)]
    pub(super) fn note(
        &mut self,
        rules: &CompiledRules,
        (lanes, pc): (LaneBits, u32),
        words: &mut [Block],
    ) {
        let Some((times, words)) = words.split_last_mut() else {
            return;
        };
        for lane in each_lane(lanes) {
            self.position.clear();
            for block in &words[..rules.layout.counted] {
                self.position.push(block[lane]);
            }
            let hash = rules.place_hash(&self.position, pc);
            let before_trial = self
                .goes_on_from
                .as_ref()
                .map(|from| &self.aside[from[lane]]);
            let before_trial = before_trial.map_or(0, |game| game.occurrences(hash));
            let game = &mut self.games[lane];
            times[lane] = (before_trial + game.occurrences(hash)) as u64 + 1;
            game.push(hash);
            self.are_some = true;
        }
    }

    /// Marks the state of all histories, before moves are tried out.
    pub(super) fn mark(&mut self) {
        for (before, game) in self.before.iter_mut().zip(&self.games) {
            *before = game.len();
        }
    }

    /// Sets the histories of all lanes aside until `return_all`. Positions that enter lanes until then continue from one of
    /// these histories.
    pub(super) fn set_aside(&mut self) {
        std::mem::swap(&mut self.games, &mut self.aside);
        self.goes_on_from = Some([0; LANES]);
    }

    /// Sets the history from which a lane continues.
    pub(super) fn go_on_from(&mut self, lane: usize, history: usize) {
        self.games[lane].clear();
        if let Some(from) = &mut self.goes_on_from {
            from[lane] = history;
        }
    }

    /// Returns whether a lane has recorded a position since the mark.
    pub(super) fn has_noted(&self, lane: usize) -> bool {
        self.games[lane].len() > self.before[lane]
    }

    /// Restores the histories that were set aside.
    pub(super) fn return_all(&mut self) {
        std::mem::swap(&mut self.games, &mut self.aside);
        self.goes_on_from = None;
    }

    /// Rolls some lanes back to the mark.
    pub(super) fn put_back(&mut self, lanes: LaneBits) {
        for lane in each_lane(lanes) {
            self.games[lane].truncate(self.before[lane]);
        }
    }
}
