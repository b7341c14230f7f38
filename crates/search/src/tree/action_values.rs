//! The average results of moves, wherever they are played.

use crate::move_index::move_index;
use linstock_engine::vm::Move;

/// The number of bits of a row's index. Moves that share a row share their average.
pub(super) const INDEX_BITS: u32 = 14;

/// The results of a row of moves.
#[derive(Clone, Copy, Default, Debug)]
struct ActionResults {
    count: f32,
    total: f32,
}

/// The average result of each move for the player who plays it.
#[derive(Debug)]
pub(super) struct ActionValues(Vec<ActionResults>);

impl Default for ActionValues {
    fn default() -> Self {
        Self(vec![ActionResults::default(); 1 << INDEX_BITS])
    }
}

impl ActionValues {
    /// Adds a result, from -1 to 1.
    pub(super) fn add(&mut self, mv: Move, utility: f32) {
        let row = &mut self.0[move_index(mv, INDEX_BITS)];
        row.count += 1.0;
        row.total += utility;
    }

    /// Returns the average result; a move without results is a little better than even, so that it is tried.
    pub(super) fn mean(&self, mv: Move) -> f32 {
        let row = self.0[move_index(mv, INDEX_BITS)];
        (row.total + 0.5) / (row.count + 1.0)
    }
}
