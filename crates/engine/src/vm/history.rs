//! Earlier positions of a game, for rules about repetition (`seen`).

use std::ops::Deref;

/// The hashes of the recorded positions of a game, in order.
///
/// Most positions are new. So a long history has a filter (Bloom 1970, with one bit per hash): a hash whose bit is not
/// set did not occur, and only other hashes are searched for.
#[derive(Debug, Default)]
pub struct History {
    hashes: Vec<u64>,
    /// Empty while the history is short.
    filter: Vec<u64>,
    /// The number of removed hashes whose bits may still be set.
    taken_away: usize,
}

/// Up to this length, searching the hashes is faster than building a filter.
const SHORT: usize = 32;
/// The number of bits of a filter.
const BITS: usize = 1 << 12;
/// Up to this number of stale bits, rebuilding the filter does not pay.
const FEW: usize = BITS / 16;

impl History {
    /// Returns a history without positions.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            hashes: Vec::new(),
            filter: Vec::new(),
            taken_away: 0,
        }
    }

    /// Records a position.
    pub fn push(&mut self, hash: u64) {
        self.hashes.push(hash);
        if self.hashes.len() == SHORT + 1 {
            self.make_filter();
        } else if let Some(word) = self.filter.get_mut(word_of(hash)) {
            *word |= bit_of(hash);
        }
    }

    /// Returns how often a position was recorded.
    #[must_use]
    pub fn occurrences(&self, hash: u64) -> usize {
        let word = self.filter.get(word_of(hash));
        if word.is_some_and(|word| word & bit_of(hash) == 0) {
            return 0;
        }
        self.hashes.iter().filter(|other| **other == hash).count()
    }

    /// Removes all but the first `len` positions.
    pub fn truncate(&mut self, len: usize) {
        self.taken_away += self.hashes.len().saturating_sub(len);
        self.hashes.truncate(len);
        if len <= SHORT {
            self.filter.clear();
            self.taken_away = 0;
        } else if self.taken_away > FEW {
            self.make_filter();
        }
    }

    /// Removes all positions.
    pub fn clear(&mut self) {
        self.truncate(0);
    }

    fn make_filter(&mut self) {
        self.taken_away = 0;
        self.filter.clear();
        self.filter.resize(BITS / 64, 0);
        for hash in &self.hashes {
            self.filter[word_of(*hash)] |= bit_of(*hash);
        }
    }
}

impl Clone for History {
    fn clone(&self) -> Self {
        Self {
            hashes: self.hashes.clone(),
            filter: self.filter.clone(),
            taken_away: self.taken_away,
        }
    }

    fn clone_from(&mut self, other: &Self) {
        self.hashes.clone_from(&other.hashes);
        self.filter.clone_from(&other.filter);
        self.taken_away = other.taken_away;
    }
}

impl Deref for History {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        &self.hashes
    }
}

impl From<&[u64]> for History {
    fn from(hashes: &[u64]) -> Self {
        let mut history = Self::new();
        hashes.iter().for_each(|hash| history.push(*hash));
        history
    }
}

fn word_of(hash: u64) -> usize {
    hash as usize % BITS / 64
}

fn bit_of(hash: u64) -> u64 {
    1 << (hash % 64)
}

#[cfg(test)]
mod tests {
    use super::{FEW, History, SHORT};
    use rand_core::{Rng, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    #[test]
    fn a_history_counts_as_a_list_does() {
        let mut random = Pcg64Mcg::seed_from_u64(5);
        let (mut history, mut list) = (History::new(), Vec::new());
        let mut below = |count: usize| (random.next_u64() >> 33) as usize % count;
        let mut made_anew = 0;
        for _ in 0..20_000 {
            match below(16) {
                0 => {
                    let len = list.len().saturating_sub(below(12));
                    let many = history.taken_away + list.len() - len > FEW;
                    history.truncate(len);
                    list.truncate(len);
                    made_anew += usize::from(many && len > SHORT);
                }
                1 if below(100) == 0 => {
                    history.clear();
                    list.clear();
                }
                2 => history = history.clone(),
                3 if below(500) == 0 => history = History::from(&*list),
                // Some share a bit, and some are equal.
                _ => {
                    let hash = (below(900) * 1_009) as u64;
                    history.push(hash);
                    list.push(hash);
                }
            }
            assert_eq!(&*history, &*list);
            assert_eq!(history.filter.is_empty(), list.len() <= SHORT);
            let hash = (below(900) * 1_009) as u64;
            let expected = list.iter().filter(|other| **other == hash).count();
            assert_eq!(history.occurrences(hash), expected, "{hash}");
        }
        assert!(made_anew > 0);
    }
}
