//! Reproducible random picks: PCG generators, with a stream for each purpose.
//!
//! A pick is a function of the seed, its purpose and its number. So undo and redo draw the same outcomes again.

use rand_core::Rng;
use rand_pcg::{Pcg32, Pcg64};
use xxhash_rust::xxh3::xxh3_128;

/// The purpose of a pick. Picks for different purposes are independent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// An outcome of chance; the number is its ply.
    Chance = 1,
    /// A random move for a player.
    Move = 2,
    /// A random game, from its first ply to its last; the number is that of the game.
    Simulation = 3,
    /// A search for a line of play; the number is that of the try.
    Search = 4,
}

impl Purpose {
    /// Returns the start of the picks for a purpose: 128 bits that depend on the seed, the purpose and the number.
    fn start(self, seed: u64, number: u64) -> u128 {
        let mut bytes = [0; 17];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        bytes[8..16].copy_from_slice(&number.to_le_bytes());
        bytes[16] = self as u8;
        xxh3_128(&bytes)
    }
}

/// Picks by weight, in exact proportion.
///
/// The same seed, purpose and number give the same picks on every machine.
#[derive(Clone, Debug)]
pub struct Chooser(Pcg64);

impl Chooser {
    /// The stream of the generator: any odd number, which must never change.
    const STREAM: u128 = 0x6c69_6e73_746f_636b;

    /// Makes the chooser for a purpose and a number under a seed.
    #[must_use]
    pub fn new(seed: u64, purpose: Purpose, number: u64) -> Self {
        Self(Pcg64::new(purpose.start(seed, number), Self::STREAM))
    }

    /// Picks an index with a probability proportional to its weight; `None` if all weights are 0.
    pub fn pick(&mut self, weights: impl Iterator<Item = u64> + Clone) -> Option<usize> {
        let total: u128 = weights.clone().map(u128::from).sum();
        if total == 0 {
            return None;
        }
        let mut left = self.below(total);
        for (index, weight) in weights.map(u128::from).enumerate() {
            if left < weight {
                return Some(index);
            }
            left -= weight;
        }
        None
    }

    /// Picks an index below a count, uniformly; `None` for the count 0.
    ///
    /// D. Lemire, "Fast random integer generation in an interval", ACM TOMACS 29 (2019).
    #[inline]
    pub fn index(&mut self, count: usize) -> Option<usize> {
        let count = u64::try_from(count).ok().filter(|count| *count > 0)?;
        loop {
            let product = u128::from(self.0.next_u64()) * u128::from(count);
            let (high, low) = ((product >> 64) as u64, product as u64);
            // Rejects the few draws that would favour some indices.
            if low >= count || low >= count.wrapping_neg() % count {
                return usize::try_from(high).ok();
            }
        }
    }

    /// Draws a number below `limit` (above 0), uniformly.
    fn below(&mut self, limit: u128) -> u128 {
        below(&mut self.0, limit)
    }
}

/// Draws a number below `limit` (above 0), uniformly. Rejects draws that would favour small numbers.
fn below(random: &mut impl Rng, limit: u128) -> u128 {
    let surplus = limit.wrapping_neg() % limit;
    loop {
        let drawn = (u128::from(random.next_u64()) << 64) | u128::from(random.next_u64());
        if drawn >= surplus {
            return drawn % limit;
        }
    }
}

/// The random numbers of a random game. The generator (`Pcg32`) is small enough for many games to draw at once.
#[derive(Clone, Debug)]
pub struct GameRandom(Pcg32);

impl GameRandom {
    /// Makes the random numbers of a game, by its number, under a seed.
    #[must_use]
    pub fn new(seed: u64, number: u64) -> Self {
        let start = Purpose::Simulation.start(seed, number);
        Self(Pcg32::new(start as u64, (start >> 64) as u64))
    }

    /// Draws an index below a count, uniformly; `None` for the count 0, or for one of more than 32 bits.
    ///
    /// D. Lemire, "Fast random integer generation in an interval", ACM TOMACS 29 (2019).
    #[inline]
    pub fn index(&mut self, count: usize) -> Option<usize> {
        let count = u32::try_from(count).ok().filter(|count| *count > 0)?;
        loop {
            let drawn = self.draw(count);
            if drawn.is_fair(count) {
                return usize::try_from(drawn.index()).ok();
            }
        }
    }

    /// Draws once for an index below a count.
    #[inline(always)]
    pub fn draw(&mut self, count: u32) -> DrawnIndex {
        DrawnIndex(u64::from(self.0.next_u32()) * u64::from(count))
    }

    /// Draws a number below `limit` (above 0), uniformly.
    pub fn below(&mut self, limit: u128) -> u128 {
        below(&mut self.0, limit)
    }
}

/// A draw of an index: the product of a random number and the number of indices.
#[derive(Clone, Copy, Debug)]
pub struct DrawnIndex(u64);

impl DrawnIndex {
    /// Returns the index.
    #[inline(always)]
    #[must_use]
    pub fn index(self) -> u64 {
        self.0 >> 32
    }

    /// Returns whether the draw surely favours no index below a count. A fast test that almost always succeeds.
    #[inline(always)]
    #[must_use]
    pub fn is_surely_fair(self, count: u32) -> bool {
        self.0 as u32 >= count
    }

    /// Returns whether the draw favours no index below a count. The few other draws must be repeated.
    #[inline(always)]
    pub(crate) fn is_fair(self, count: u32) -> bool {
        self.is_surely_fair(count) || self.0 as u32 >= count.wrapping_neg() % count
    }
}

/// Converts weights to probabilities, which add up to 1.
#[must_use]
#[expect(
    clippy::cast_precision_loss,
    reason = "a probability for people; the weights are the exact numbers"
)]
pub fn probabilities(weights: &[u64]) -> Vec<f64> {
    let total: u128 = weights.iter().copied().map(u128::from).sum();
    weights
        .iter()
        .map(|&weight| weight as f64 / total as f64)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Chooser, DrawnIndex, GameRandom, Purpose};

    #[test]
    fn picks_never_change_between_versions() {
        let pick = |ply| Chooser::new(42, Purpose::Chance, ply).pick([1, 2, 3, 4].into_iter());
        let picks: Vec<_> = (0..12).filter_map(pick).collect();
        assert_eq!(picks, [3, 2, 1, 2, 1, 2, 2, 1, 2, 3, 0, 1]);
        let drawn = |number| GameRandom::new(42, number).index(100);
        let drawn: Vec<_> = (0..12).filter_map(drawn).collect();
        assert_eq!(drawn, [94, 47, 86, 3, 34, 43, 69, 94, 61, 7, 5, 53]);
    }

    #[test]
    fn picks_are_as_likely_as_their_weights() {
        let mut chooser = Chooser::new(7, Purpose::Move, 0);
        let mut counts = [0u32; 4];
        for _ in 0..60_000 {
            let index = chooser
                .pick([1, 0, 2, 3].into_iter())
                .expect("weights above 0");
            counts[index] += 1;
        }
        for (count, expected) in counts.into_iter().zip([10_000, 0, 20_000, 30_000]) {
            assert!(count.abs_diff(expected) < 500, "{counts:?}");
        }
    }

    #[test]
    fn indices_are_alike() {
        let mut chooser = Chooser::new(7, Purpose::Search, 0);
        let mut game = GameRandom::new(7, 0);
        let mut counts = [[0u32; 7]; 2];
        for _ in 0..70_000 {
            counts[0][chooser.index(7).expect("below 7")] += 1;
            counts[1][game.index(7).expect("below 7")] += 1;
        }
        assert!(
            counts
                .iter()
                .flatten()
                .all(|count| count.abs_diff(10_000) < 400),
            "{counts:?}"
        );
        assert_eq!((chooser.index(0), game.index(0)), (None, None));
    }

    /// Of 2^32 numbers, some indices below 3 get one more than others: that number is rejected.
    #[test]
    fn draws_that_favour_an_index_are_told() {
        let of_number = |number: u64| DrawnIndex(number * 3);
        assert!(!of_number(0).is_fair(3));
        assert!(
            [1, 2, 0x5555_5556, u32::MAX.into()]
                .into_iter()
                .all(|number| of_number(number).is_fair(3))
        );
        assert!(DrawnIndex(0).is_fair(1 << 31));
    }

    #[test]
    fn nothing_is_picked_from_nothing() {
        let mut chooser = Chooser::new(7, Purpose::Move, 0);
        assert_eq!(chooser.pick([].into_iter()), None);
        assert_eq!(chooser.pick([0, 0].into_iter()), None);
        assert_eq!(chooser.pick([u64::MAX, 0].into_iter()), Some(0));
    }

    #[test]
    fn purposes_and_places_have_streams_of_their_own() {
        let first = |purpose, number| Chooser::new(1, purpose, number).below(u128::MAX);
        let first_of_game = |number| GameRandom::new(1, number).below(u128::MAX);
        assert_ne!(first_of_game(0), first_of_game(1));
        assert_ne!(first(Purpose::Chance, 0), first(Purpose::Chance, 1));
        assert_ne!(first(Purpose::Chance, 0), first(Purpose::Move, 0));
    }
}
