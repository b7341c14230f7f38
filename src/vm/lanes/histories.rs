//! Earlier positions of the game of each lane, for rules about repetition (`seen`).

use super::field::{LaneBits, each_lane};
use super::{Block, LANES};
use crate::ir::Rules;

/// The hashes of the positions that were noted in each lane's game.
#[derive(Debug)]
pub(crate) struct LaneHistories {
    hashes: Vec<Vec<u64>>,
    /// Those of the games, while all lanes have copies of one.
    aside: Vec<Vec<u64>>,
    /// How many there were before the moves that are tried out.
    before: [usize; LANES],
    /// Room for the position that is noted.
    position: Vec<u64>,
}

impl LaneHistories {
    /// Nothing was noted yet.
    pub(super) fn new() -> Self {
        Self {
            hashes: vec![Vec::new(); LANES],
            aside: vec![Vec::new(); LANES],
            before: [0; LANES],
            position: Vec::new(),
        }
    }

    /// Exchanges the history of a lane with that of a game that comes or goes.
    pub(crate) fn swap(&mut self, lane: usize, history: &mut Vec<u64>) {
        std::mem::swap(&mut self.hashes[lane], history);
    }

    /// Notes the positions of some lanes at an instruction, and writes how often each has occurred behind it.
    #[inline(never)]
    pub(super) fn note(
        &mut self,
        rules: &Rules,
        (lanes, pc): (LaneBits, u32),
        words: &mut [Block],
    ) {
        let Some((times, words)) = words.split_last_mut() else {
            return;
        };
        for lane in each_lane(lanes) {
            self.position.clear();
            self.position.extend(words.iter().map(|block| block[lane]));
            let hash = rules.place_hash(&self.position, pc);
            let hashes = &mut self.hashes[lane];
            hashes.push(hash);
            times[lane] = hashes.iter().filter(|other| **other == hash).count() as u64;
        }
    }

    /// Marks where all lanes are, before moves are tried out.
    pub(super) fn mark(&mut self) {
        for (before, hashes) in self.before.iter_mut().zip(&self.hashes) {
            *before = hashes.len();
        }
    }

    /// Sets the histories of all lanes aside, until `return_all`; what there is then is to be written over.
    pub(super) fn set_aside(&mut self) {
        std::mem::swap(&mut self.hashes, &mut self.aside);
    }

    /// Gives a lane a copy of a history that was set aside.
    pub(super) fn copy(&mut self, to: usize, lane: usize) {
        self.hashes[to].clone_from(&self.aside[lane]);
    }

    /// Tells whether a lane has noted anything since the mark.
    pub(super) fn has_noted(&self, lane: usize) -> bool {
        self.hashes[lane].len() > self.before[lane]
    }

    /// Puts the histories of all lanes back.
    pub(super) fn return_all(&mut self) {
        std::mem::swap(&mut self.hashes, &mut self.aside);
    }

    /// Puts some lanes back to the mark.
    pub(super) fn put_back(&mut self, lanes: LaneBits) {
        for lane in each_lane(lanes) {
            self.hashes[lane].truncate(self.before[lane]);
        }
    }
}
