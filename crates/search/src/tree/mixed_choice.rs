//! Choices that several players make at once: no single move is best, so each is played with a probability.
//!
//! Regret matching (S. Hart, A. Mas-Colell, "A simple adaptive procedure leading to correlated equilibrium", 2000), with
//! regrets estimated from the move that was played (M. Lanctot et al., "Monte Carlo tree search in simultaneous move games",
//! 2013).

/// The share of random moves, so that each move is tried.
const EXPLORATION: f32 = 0.1;

/// What is known of one move.
#[derive(Clone, Copy, Default, Debug)]
struct MixedEdge {
    /// How much better the move would have done than what was played.
    regret: f32,
    /// The sum of its probabilities so far, without exploration.
    share: f32,
}

/// The choice of one player among moves.
#[derive(Clone, Debug)]
pub(super) struct MixedChoice(Vec<MixedEdge>);

impl MixedChoice {
    /// Makes a choice among a number of moves.
    pub(super) fn new(moves: usize) -> Self {
        Self(vec![MixedEdge::default(); moves])
    }

    /// Draws a move by a random number from 0 to 1; returns its index, and the probability with which it was drawn.
    pub(super) fn draw(&mut self, fraction: f32) -> (usize, f32) {
        let count = self.0.len().max(1) as f32;
        let positive: f32 = self.0.iter().map(|edge| edge.regret.max(0.0)).sum();
        let mut left = fraction;
        let mut drawn = None;
        for (at, edge) in self.0.iter_mut().enumerate() {
            let share = match positive > 0.0 {
                true => edge.regret.max(0.0) / positive,
                false => 1.0 / count,
            };
            edge.share += share;
            let probability = (1.0 - EXPLORATION) * share + EXPLORATION / count;
            if drawn.is_none() && left < probability {
                drawn = Some((at, probability));
            }
            left -= probability;
        }
        drawn.unwrap_or((0, 1.0 / count))
    }

    /// Adds the utility of a move that was drawn with a probability.
    pub(super) fn add(&mut self, at: usize, (probability, utility): (f32, f32)) {
        for edge in &mut self.0 {
            edge.regret -= utility;
        }
        if let Some(edge) = self.0.get_mut(at) {
            edge.regret += utility / probability.max(1e-3);
        }
    }

    /// Returns the average probability of each move.
    pub(super) fn shares(&self) -> impl Iterator<Item = f32> + '_ {
        let sum: f32 = self.0.iter().map(|edge| edge.share).sum();
        let sum = sum.max(f32::MIN_POSITIVE);
        self.0.iter().map(move |edge| edge.share / sum)
    }
}
