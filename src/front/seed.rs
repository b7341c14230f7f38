//! Random seeds for games without one: the only nondeterminism of the program.

use std::hash::{BuildHasher, Hasher, RandomState};

/// Draws a seed below 2^53, so that it is exact in programs whose numbers are floats.
pub(super) fn draw() -> u64 {
    RandomState::new().build_hasher().finish() >> 11
}
