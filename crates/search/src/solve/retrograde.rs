//! Wins, losses and draws of all positions of a graph without chance, from the ends backwards.

use super::graph::{Graph, GraphChooser};

/// The value of a position for the first seat, under best play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct BackwardResult {
    /// 1 if the first seat can force a win, -1 if the second can, and 0 otherwise.
    pub(super) value: i8,
    /// The number of plies to the win; 0 for draws.
    pub(super) plies: u32,
}

/// Returns the outcome of each position. Where neither seat can force a win, play ends in a draw or goes on for ever.
pub(super) fn outcomes_of(graph: &Graph) -> Vec<BackwardResult> {
    let draw = BackwardResult { value: 0, plies: 0 };
    let mut outcomes = vec![draw; graph.len()];
    let predecessors = Predecessors::of(graph);
    // The number of successors that are not known to be lost for the player who chooses.
    let mut left: Vec<u32> = (0..graph.len())
        .map(|id| u32::try_from(graph.successors(id).len()).unwrap_or(u32::MAX))
        .collect();
    let mut known: Vec<u32> = Vec::new();
    for (id, payoff) in graph.payoffs() {
        if payoff != 0.0 {
            outcomes[id as usize].value = if payoff > 0.0 { 1 } else { -1 };
            known.push(id);
        }
    }
    // Positions are settled in the order of their distance to the win.
    let mut plies = 0;
    while !known.is_empty() {
        plies += 1;
        let mut next = Vec::new();
        for id in known {
            let value = outcomes[id as usize].value;
            for before in predecessors.of_position(id) {
                let here = *before as usize;
                if outcomes[here].value != 0 {
                    continue;
                }
                left[here] -= 1;
                let own = match graph.choosers[here] {
                    GraphChooser::First => 1,
                    GraphChooser::Second => -1,
                    GraphChooser::Chance | GraphChooser::Nobody => continue,
                };
                if value == own || left[here] == 0 {
                    outcomes[here] = BackwardResult { value, plies };
                    next.push(*before);
                }
            }
        }
        known = next;
    }
    outcomes
}

/// The predecessors of each position, one list after the other.
struct Predecessors {
    /// Where the list of each position begins.
    starts: Vec<u32>,
    lists: Vec<u32>,
}

impl Predecessors {
    fn of(graph: &Graph) -> Self {
        let mut starts = vec![0_u32; graph.len() + 1];
        for successor in graph.all_successors() {
            starts[*successor as usize + 1] += 1;
        }
        for id in 0..graph.len() {
            starts[id + 1] += starts[id];
        }
        let mut filled = starts.clone();
        let mut lists = vec![0; graph.all_successors().len()];
        for id in 0..graph.expanded() {
            for successor in graph.successors(id) {
                let place = &mut filled[*successor as usize];
                lists[*place as usize] = u32::try_from(id).unwrap_or(u32::MAX);
                *place += 1;
            }
        }
        Self { starts, lists }
    }

    fn of_position(&self, id: u32) -> &[u32] {
        let id = id as usize;
        &self.lists[self.starts[id] as usize..self.starts[id + 1] as usize]
    }
}
