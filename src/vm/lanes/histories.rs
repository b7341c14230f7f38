//! Earlier positions of the game of each lane, for rules about repetition (`seen`).

use super::field::{LaneBits, each_lane};
use super::{Block, LANES};
use crate::ir::Rules;

/// The hashes of the positions that were noted in each lane's game.
#[derive(Debug)]
pub(crate) struct LaneHistories {
    hashes: Vec<Vec<u64>>,
    /// Those of the games, while lanes hold positions that are tried out: each goes on from one of them.
    aside: Vec<Vec<u64>>,
    /// From which history each lane goes on then.
    goes_on_from: Option<[usize; LANES]>,
    /// How many there were before the moves that are tried out.
    before: [usize; LANES],
    /// Room for the position that is noted.
    position: Vec<u64>,
}

/// So many hashes are compared at once.
const AT_A_TIME: usize = 64;

impl LaneHistories {
    /// Nothing was noted yet.
    pub(crate) fn new() -> Self {
        Self {
            hashes: vec![Vec::new(); LANES],
            aside: vec![Vec::new(); LANES],
            goes_on_from: None,
            before: [0; LANES],
            position: Vec::new(),
        }
    }

    /// Exchanges the history of a lane with that of a game that comes or goes.
    pub(crate) fn swap(&mut self, lane: usize, history: &mut Vec<u64>) {
        std::mem::swap(&mut self.hashes[lane], history);
    }

    /// Takes the history of each lane from one of others.
    pub(crate) fn copy_from(&mut self, others: &Self, lanes: &[u8; LANES]) {
        for (hashes, lane) in self.hashes.iter_mut().zip(lanes) {
            let from = &others.hashes[usize::from(*lane)];
            if !(hashes.is_empty() && from.is_empty()) {
                hashes.clone_from(from);
            }
        }
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
            for block in &words[..rules.layout.counted] {
                self.position.push(block[lane]);
            }
            let hash = rules.place_hash(&self.position, pc);
            let hashes = &mut self.hashes[lane];
            hashes.push(hash);
            let earlier = self.goes_on_from.map(|from| &*self.aside[from[lane]]);
            let both = (&**hashes, earlier.unwrap_or(&[]));
            times[lane] = pulp::Arch::new().dispatch(Occurrences { both, hash });
        }
    }

    /// Marks where all lanes are, before moves are tried out.
    pub(super) fn mark(&mut self) {
        for (before, hashes) in self.before.iter_mut().zip(&self.hashes) {
            *before = hashes.len();
        }
    }

    /// Sets the histories of all lanes aside, until `return_all`: the positions that are put into lanes until then go on from some of
    /// them.
    pub(super) fn set_aside(&mut self) {
        std::mem::swap(&mut self.hashes, &mut self.aside);
        self.goes_on_from = Some([0; LANES]);
    }

    /// Lets a lane go on from a history that was set aside.
    pub(super) fn go_on_from(&mut self, lane: usize, history: usize) {
        self.hashes[lane].clear();
        if let Some(from) = &mut self.goes_on_from {
            from[lane] = history;
        }
    }

    /// Tells whether a lane has noted anything since the mark.
    pub(super) fn has_noted(&self, lane: usize) -> bool {
        self.hashes[lane].len() > self.before[lane]
    }

    /// Puts the histories of all lanes back.
    pub(super) fn return_all(&mut self) {
        std::mem::swap(&mut self.hashes, &mut self.aside);
        self.goes_on_from = None;
    }

    /// Puts some lanes back to the mark.
    pub(super) fn put_back(&mut self, lanes: LaneBits) {
        for lane in each_lane(lanes) {
            self.hashes[lane].truncate(self.before[lane]);
        }
    }
}

/// How often a hash occurs in two lists; compiled for the instructions that `pulp` chose.
struct Occurrences<'h> {
    both: (&'h [u64], &'h [u64]),
    hash: u64,
}

impl pulp::NullaryFnOnce for Occurrences<'_> {
    type Output = u64;

    #[inline(always)]
    fn call(self) -> u64 {
        occurrences(self.both.0, self.hash) + occurrences(self.both.1, self.hash)
    }
}

#[inline(always)]
fn occurrences(hashes: &[u64], hash: u64) -> u64 {
    let (some, rest) = hashes.as_chunks::<AT_A_TIME>();
    let mut times = 0;
    for hashes in some {
        let mut equal = [0; AT_A_TIME];
        for at in 0..AT_A_TIME {
            equal[at] = u64::from(hashes[at] == hash);
        }
        times += equal.iter().sum::<u64>();
    }
    for other in rest {
        times += u64::from(*other == hash);
    }
    times
}

#[cfg(test)]
mod tests {
    use super::occurrences;

    #[test]
    fn each_occurrence_counts() {
        let hashes: Vec<u64> = (0..1_000).map(|at| at * at % 7).collect();
        for len in [0, 1, 63, 64, 65, 128, 200, 1_000] {
            for hash in 0..8 {
                let expected = hashes[..len].iter().filter(|other| **other == hash).count();
                assert_eq!(occurrences(&hashes[..len], hash), expected as u64);
            }
        }
    }
}
