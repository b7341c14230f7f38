//! Earlier positions of the game of each lane, for rules about repetition (`seen`).

use super::field::{LaneBits, each_lane};
use super::{Block, LANES};
use linstock_engine::ir::CompiledRules;
use linstock_engine::vm::history::History;

/// The positions that were noted in each lane's game.
#[derive(Debug)]
pub struct LaneHistories {
    games: Vec<History>,
    /// One of them may hold something.
    are_some: bool,
    /// Those of the games, while lanes hold positions that are tried out: each goes on from one of them.
    aside: Vec<History>,
    /// From which history each lane goes on then.
    goes_on_from: Option<[usize; LANES]>,
    /// How many there were before the moves that are tried out.
    before: [usize; LANES],
    /// Room for the position that is noted.
    position: Vec<u64>,
}

impl Default for LaneHistories {
    fn default() -> Self {
        Self::new()
    }
}

impl LaneHistories {
    /// Nothing was noted yet.
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

    /// Exchanges the history of a lane with that of a game that comes or goes.
    pub fn swap(&mut self, lane: usize, history: &mut History) {
        self.are_some |= !history.is_empty();
        std::mem::swap(&mut self.games[lane], history);
    }

    /// Takes the history of each of the first lanes from a lane of others.
    pub fn gather(&mut self, others: &Self, lanes: impl Iterator<Item = usize>) {
        self.are_some |= others.are_some;
        if !self.are_some {
            return;
        }
        for (game, lane) in self.games.iter_mut().zip(lanes) {
            game.clone_from(&others.games[lane]);
        }
    }

    /// Notes the positions of some lanes at an instruction, and writes how often each has occurred behind it.
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

    /// Marks where all lanes are, before moves are tried out.
    pub(super) fn mark(&mut self) {
        for (before, game) in self.before.iter_mut().zip(&self.games) {
            *before = game.len();
        }
    }

    /// Sets the histories of all lanes aside, until `return_all`: the positions that are put into lanes until then go on from some of
    /// them.
    pub(super) fn set_aside(&mut self) {
        std::mem::swap(&mut self.games, &mut self.aside);
        self.goes_on_from = Some([0; LANES]);
    }

    /// Lets a lane go on from a history that was set aside.
    pub(super) fn go_on_from(&mut self, lane: usize, history: usize) {
        self.games[lane].clear();
        if let Some(from) = &mut self.goes_on_from {
            from[lane] = history;
        }
    }

    /// Tells whether a lane has noted anything since the mark.
    pub(super) fn has_noted(&self, lane: usize) -> bool {
        self.games[lane].len() > self.before[lane]
    }

    /// Puts the histories of all lanes back.
    pub(super) fn return_all(&mut self) {
        std::mem::swap(&mut self.games, &mut self.aside);
        self.goes_on_from = None;
    }

    /// Puts some lanes back to the mark.
    pub(super) fn put_back(&mut self, lanes: LaneBits) {
        for lane in each_lane(lanes) {
            self.games[lane].truncate(self.before[lane]);
        }
    }
}
