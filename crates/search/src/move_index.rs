//! The row of a move in a small table.

use linstock_engine::vm::Move;

/// Returns the row of a move in a table of 2^`bits` rows. Moves of different positions have the same row if their numbers are
/// the same; a few others share a row by chance.
pub(crate) fn move_index(mv: Move, bits: u32) -> usize {
    let parts = [
        u64::from(mv.decision) << 40,
        u64::from(mv.template) << 24,
        u64::from(mv.me) << 56,
        u64::from(mv.anchor),
    ];
    let key = parts.into_iter().fold(0, |key, part| key ^ part);
    // Fibonacci hashing: D. Knuth, "The Art of Computer Programming", volume 3, 6.4.
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - bits)) as usize
}
