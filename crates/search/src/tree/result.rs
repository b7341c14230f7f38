//! What a tree found out about the moves of its root.

use super::Tree;
use super::move_groups::MoveGroup;
use super::nodes::{TreeEdge, TreeNode};
use crate::thought::{ProvenResult, RatedMove, Thought, sort_by_visits};

/// The fewest visits with the mean result of the position that are added to the results of each move.
const LEAST_PRIOR_VISITS: f32 = 5.0;

impl Tree {
    /// Returns the most visited edge of the most visited group of the root; `None` if moves are not chosen by parts.
    fn best_of_groups(&self) -> Option<usize> {
        let root = self.nodes.root();
        if !root.groups.are_some() {
            return None;
        }
        let visits = |_: u32, group: &MoveGroup| group.visits as f32;
        let (mut range, _) = root.groups.choose((root.edges.len(), root.visits), visits);
        let first = range.next()?;
        Some(range.fold(first, |best, other| {
            let (best_edge, other_edge) = (&root.edges[best], &root.edges[other]);
            let mean = |edge: &TreeEdge| edge.total / edge.visits.max(1) as f32;
            let key = |edge: &TreeEdge| (edge.visits, mean(edge));
            match key(other_edge) > key(best_edge) {
                true => other,
                false => best,
            }
        }))
    }

    /// Returns what is known about the moves of the root.
    pub(super) fn thought(&self, iterations: u64) -> Thought {
        let root = self.nodes.root();
        let seat = root.mover;
        let (usual, prior) = (root.mean(), prior_visits(root));
        let rated = |edge: &TreeEdge| {
            let proven = edge.proven_for(seat, &self.nodes);
            let visits = edge.visits as f32;
            // The average of the move's results and some with the mean result of the position.
            let mean = |prior: f32| match edge.visits {
                0 => -1.0,
                _ => (edge.total + usual * prior) / (visits + prior),
            };
            RatedMove {
                value: proven.unwrap_or_else(|| mean(prior)),
                mean: Some(proven.unwrap_or_else(|| mean(LEAST_PRIOR_VISITS))),
                visits: edge.visits,
                proof: proven.map(ProvenResult::of),
                line: self.nodes.line(edge),
                ..RatedMove::new(edge.mv)
            }
        };
        let mut moves: Vec<RatedMove> = root.edges.iter().map(rated).collect();
        if let Some(mixed) = &root.mixed {
            // The player should play a move as often as its probability says.
            for (rated, share) in moves.iter_mut().zip(mixed.shares()) {
                rated.visits = (share * iterations as f32).round() as u32;
            }
        }
        // Among many moves, the best one is the most visited of the best group, though another one may have as many visits.
        let best = self.best_of_groups().map(|best| root.edges[best].mv);
        sort_by_visits(&mut moves);
        let is_best = |rated: &RatedMove| Some(rated.mv) == best && rated.proof.is_none();
        if let Some(at) = moves.iter().position(is_best)
            && moves[0].proof.is_none()
        {
            moves[..=at].rotate_right(1);
        }
        let depth = moves.first().map_or(0, |best| best.line.len());
        Thought {
            moves,
            iterations,
            depth: u32::try_from(depth).unwrap_or(u32::MAX),
            is_mixed: root.mixed.is_some(),
            fault: self.fault.clone(),
        }
    }
}

/// Returns how many visits with the mean result of a position are added to the results of each move, so that the averages are good
/// guesses of the true means (empirical Bayes: C. Morris, "Parametric empirical Bayes inference", 1983): the variance of a
/// result, divided by that of the true means of the moves. If the moves differ no more than equal moves would by chance, it is
/// the number of all visits.
fn prior_visits(root: &TreeNode) -> f32 {
    let (visits, usual, variance) = (root.visits.max(1) as f32, root.mean(), root.variance());
    let tried = root.edges.iter().filter(|edge| edge.visits > 0);
    let (mut count, mut differences, mut squares) = (0.0, 0.0, 0.0);
    for edge in tried {
        let own = edge.visits as f32;
        let difference = edge.total / own - usual;
        count += 1.0;
        differences += own * difference * difference;
        squares += own * own;
    }
    // By chance, the differences of equal moves add up to one variance less than there are moves.
    let of_moves = (differences - (count - 1.0) * variance) / (visits - squares / visits).max(1.0);
    let most = visits.max(LEAST_PRIOR_VISITS);
    match of_moves > 0.0 {
        true => (variance / of_moves).clamp(LEAST_PRIOR_VISITS, most),
        false => most,
    }
}
