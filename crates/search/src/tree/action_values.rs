//! The average results of moves, wherever they are played.

use linstock_engine::vm::Move;

/// The number of bits of a row's index. Moves that share a row share their average.
const INDEX_BITS: u32 = 14;

/// The results of a row of moves.
#[derive(Clone, Copy, Default, Debug)]
struct Row {
    count: f32,
    total: f32,
}

/// The average result of each move for the player who plays it.
#[derive(Debug)]
pub(super) struct ActionValues(Vec<Row>);

impl Default for ActionValues {
    fn default() -> Self {
        Self(vec![Row::default(); 1 << INDEX_BITS])
    }
}

impl ActionValues {
    /// Adds a result, from -1 to 1.
    pub(super) fn add(&mut self, mv: Move, utility: f32) {
        let row = &mut self.0[index(mv)];
        row.count += 1.0;
        row.total += utility;
    }

    /// Returns the average result; a move without results is a little better than even, so that it is tried.
    pub(super) fn mean(&self, mv: Move) -> f32 {
        let row = self.0[index(mv)];
        (row.total + 0.5) / (row.count + 1.0)
    }
}

fn index(mv: Move) -> usize {
    let parts = [
        u64::from(mv.decision) << 40,
        u64::from(mv.template) << 24,
        u64::from(mv.me) << 56,
        u64::from(mv.anchor),
    ];
    let key = parts.into_iter().fold(0, |key, part| key ^ part);
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - INDEX_BITS)) as usize
}
