//! Seeds for those who give none: the only source of what cannot be foreseen.

use std::hash::{BuildHasher, Hasher, RandomState};

/// Draws a seed. It stays below 2^53, so that programs whose numbers are floats can hold it.
pub(super) fn draw() -> u64 {
    RandomState::new().build_hasher().finish() >> 11
}
