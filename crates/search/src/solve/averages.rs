//! Bounds of the value of each position of a graph with chance.
//!
//! Both bounds are improved until they meet (S. Haddad, B. Monmege, "Interval iteration for Markov decision processes", 2018).
//! If play can go on for ever, they may not meet: the true value lies between them all the same.

use super::SolveLimit;
use super::graph::{Graph, GraphChooser};

/// The bounds of the value of each position for the first seat.
#[derive(Debug)]
pub(super) struct Averages {
    pub(super) low: Vec<f64>,
    pub(super) high: Vec<f64>,
    /// The number of rounds over all positions.
    pub(super) rounds: u32,
}

/// What a round must change at least, so that another one follows.
const LEAST_CHANGE: f64 = 1e-13;

impl Averages {
    /// Improves the bounds until those of the start differ by at most `error`, or a round changes nothing, or the limit is
    /// reached.
    pub(super) fn of(graph: &Graph, error: f64, limit: &SolveLimit<'_>) -> Self {
        let payoffs = || graph.payoffs().map(|(_, payoff)| payoff);
        // Play that goes on for ever is worth 0.
        let least = payoffs().fold(0.0, f64::min);
        let most = payoffs().fold(0.0, f64::max);
        let mut averages = Self {
            low: vec![least; graph.len()],
            high: vec![most; graph.len()],
            rounds: 0,
        };
        for (id, payoff) in graph.payoffs() {
            averages.low[id as usize] = payoff;
            averages.high[id as usize] = payoff;
        }
        loop {
            averages.rounds += 1;
            let changed = improve(graph, &mut averages.low).max(improve(graph, &mut averages.high));
            let gap = averages.high[0] - averages.low[0];
            if gap <= error || changed < LEAST_CHANGE || (limit.stop)() {
                return averages;
            }
        }
    }
}

/// Computes each value from those of its successors, the last position first, and returns the largest change.
fn improve(graph: &Graph, values: &mut [f64]) -> f64 {
    let mut changed = 0.0_f64;
    for id in (0..graph.expanded()).rev() {
        let successors = graph.successors(id);
        if successors.is_empty() {
            continue;
        }
        let of = |id: &u32| values[*id as usize];
        let value = match graph.choosers[id] {
            GraphChooser::First => successors.iter().map(of).fold(f64::NEG_INFINITY, f64::max),
            GraphChooser::Second => successors.iter().map(of).fold(f64::INFINITY, f64::min),
            GraphChooser::Chance => graph
                .outcomes(id)
                .map(|(successor, share)| share * values[successor as usize])
                .sum(),
            GraphChooser::Nobody => continue,
        };
        changed = changed.max((value - values[id]).abs());
        values[id] = value;
    }
    changed
}
