//! Choices that several players make at once: no single move is best, so each is played with a probability.
//!
//! Regret matching (S. Hart, A. Mas-Colell, "A simple adaptive procedure leading to correlated equilibrium", 2000) in its form
//! that forgets negative regrets (O. Tammelin, "Solving large imperfect information games using CFR+", 2014). Only one move is
//! played, so the utilities of the others are estimated: each by its mean so far (M. Schmid et al., "Variance reduction in
//! Monte Carlo counterfactual regret minimization", 2019).

/// The share of random moves, so that each move is tried.
const EXPLORATION: f32 = 0.1;
/// The most moves of such a choice. With more moves, each is tried too seldom for its regrets to mean anything; an upper bound
/// chooses better.
pub(super) const MOST_MIXED: usize = 8;

/// What is known of one move.
#[derive(Clone, Copy, Default, Debug)]
struct MixedEdge {
    /// How much better the move would have done than what was played; not below 0.
    regret: f32,
    /// The sum of its probabilities so far, without exploration. Later ones count more.
    share: f32,
    results: Results,
}

/// The mean of some utilities.
#[derive(Clone, Copy, Default, Debug)]
struct Results {
    count: f32,
    sum: f32,
}

impl Results {
    fn add(&mut self, utility: f32) {
        self.count += 1.0;
        self.sum += utility;
    }

    fn mean(self) -> Option<f32> {
        (self.count > 0.0).then(|| self.sum / self.count)
    }
}

/// The choice of one player among moves.
#[derive(Clone, Debug)]
pub(super) struct MixedChoice {
    edges: Vec<MixedEdge>,
    /// The results of all moves; their number is that of the draws.
    all: Results,
}

impl MixedChoice {
    /// Makes a choice among a number of moves.
    pub(super) fn new(moves: usize) -> Self {
        Self {
            edges: vec![MixedEdge::default(); moves],
            all: Results::default(),
        }
    }

    /// Returns the probability of a move by its regret. `sum` is the sum of all regrets.
    fn probability(&self, edge: &MixedEdge, sum: f32) -> f32 {
        match sum > 0.0 {
            true => edge.regret / sum,
            false => 1.0 / self.edges.len() as f32,
        }
    }

    fn sum_of_regrets(&self) -> f32 {
        self.edges.iter().map(|edge| edge.regret).sum()
    }

    /// Draws a move by a random number from 0 to 1; returns its index, and the probability with which it was drawn.
    pub(super) fn draw(&mut self, fraction: f32) -> (usize, f32) {
        let count = self.edges.len().max(1) as f32;
        let sum = self.sum_of_regrets();
        let mut left = fraction;
        let mut drawn = None;
        for at in 0..self.edges.len() {
            let share = self.probability(&self.edges[at], sum);
            self.edges[at].share += share * (self.all.count + 1.0);
            let probability = (1.0 - EXPLORATION) * share + EXPLORATION / count;
            if drawn.is_none() && left < probability {
                drawn = Some((at, probability));
            }
            left -= probability;
        }
        drawn.unwrap_or((0, 1.0 / count))
    }

    /// Adds the utility of a move that was drawn with a probability.
    pub(super) fn add(&mut self, drawn: usize, (probability, utility): (f32, f32)) {
        let even = 1.0 / self.edges.len().max(1) as f32;
        let sum = self.sum_of_regrets();
        let usual = self.all.mean().unwrap_or(0.0);
        let estimate = |at: usize, edge: &MixedEdge| {
            let mean = edge.results.mean().unwrap_or(usual);
            match at == drawn {
                // A rare move does not count more than an even choice would make it.
                true => mean + (utility - mean) / probability.max(even),
                false => mean,
            }
        };
        let edges = self.edges.iter().enumerate();
        let value: f32 = edges
            .map(|(at, edge)| self.probability(edge, sum) * estimate(at, edge))
            .sum();
        for (at, edge) in self.edges.iter_mut().enumerate() {
            edge.regret = (edge.regret + estimate(at, edge) - value).max(0.0);
        }
        self.all.add(utility);
        if let Some(edge) = self.edges.get_mut(drawn) {
            edge.results.add(utility);
        }
    }

    /// Returns the average probability of each move.
    pub(super) fn shares(&self) -> impl Iterator<Item = f32> + '_ {
        let sum: f32 = self.edges.iter().map(|edge| edge.share).sum();
        let sum = sum.max(f32::MIN_POSITIVE);
        self.edges.iter().map(move |edge| edge.share / sum)
    }
}
