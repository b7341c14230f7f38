//! The average results of moves, wherever they are played (MAST: H. Finnsson, Y. Björnsson, 2008).

use crate::move_index::move_index;
use linstock_engine::vm::Move;

/// The number of bits of a row's index. Moves that share a row share their average.
pub(super) const INDEX_BITS: u32 = 14;
/// Each move begins with this part of a game that had the utility one half.
const PRIOR: f32 = 0.1;
/// The square of the number of standard errors by which the average of a better move must be larger.
const SURE: f32 = 0.25;

/// The results of a row of moves.
#[derive(Clone, Copy, Default, Debug)]
struct ActionResults {
    weight: f32,
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
    /// Adds a result, from -1 to 1, with a weight: the part that the move has in the game.
    pub(super) fn add(&mut self, mv: Move, (weight, utility): (f32, f32)) {
        let row = &mut self.0[move_index(mv, INDEX_BITS)];
        row.weight += weight;
        row.total += weight * utility;
    }

    /// Returns the average result; a move without results is a little better than even, so that it is tried.
    pub(super) fn mean(&self, mv: Move) -> f32 {
        let (mean, _) = self.mean_and_weight(mv);
        mean
    }

    /// Returns whether a move did better than another so far, by more than half the standard error of the difference. To act on a smaller
    /// difference would let one player play well and another one badly for no reason.
    pub(super) fn is_better(&self, mv: Move, than: Move) -> bool {
        let (mean, weight) = self.mean_and_weight(mv);
        let (other_mean, other_weight) = self.mean_and_weight(than);
        let difference = mean - other_mean;
        // Results are from -1 to 1, so their variance is at most 1.
        difference > 0.0
            && difference * difference * weight * other_weight > SURE * (weight + other_weight)
    }

    /// Returns the average result of a move, and the sum of the weights.
    fn mean_and_weight(&self, mv: Move) -> (f32, f32) {
        let row = self.0[move_index(mv, INDEX_BITS)];
        let mean = (row.total + 0.5 * PRIOR) / (row.weight + PRIOR);
        (mean, row.weight + PRIOR)
    }
}
