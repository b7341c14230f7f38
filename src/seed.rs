//! Random seeds for games without one: the only nondeterminism of the program.

use std::hash::{BuildHasher, Hasher, RandomState};

/// Parses a seed.
///
/// # Errors
/// A sentence about valid seeds.
pub(super) fn read(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| {
        format!(
            "a seed is a whole number from 0 to {}, such as 7; the same seed draws the same again, and without `--seed` one is drawn",
            u64::MAX
        )
    })
}

/// Draws a seed below 2^53, so that it is exact in programs whose numbers are floats.
pub(super) fn draw() -> u64 {
    RandomState::new().build_hasher().finish() >> 11
}
