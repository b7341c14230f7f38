//! The nodes of a search tree.

use super::action_values::INDEX_BITS;
use super::mixed_choice::MixedChoice;
use super::move_groups::MoveGroups;
use crate::move_index::move_index;
use crate::utilities::Utilities;
use linstock_engine::vm::Move;
use linstock_model::SeatId;
use std::num::NonZeroU32;

/// A position at which someone chooses, or all positions that look alike to the player who chooses.
#[derive(Debug)]
pub(super) struct TreeNode {
    /// The player who chooses.
    pub mover: SeatId,
    /// Whether chance chooses. Its outcomes get edges when they are drawn.
    pub is_chance: bool,
    /// Whether the edges exist.
    pub is_expanded: bool,
    pub visits: u32,
    /// The sum of the utilities of the player who chooses, and the sum of their squares.
    pub total: f32,
    pub squares: f32,
    pub edges: Vec<TreeEdge>,
    /// The groups by which the edges are chosen.
    pub groups: MoveGroups,
    /// If several players choose at once: the probabilities of the edges.
    pub mixed: Option<Box<MixedChoice>>,
    /// The result under best play, once it is proven.
    pub proof: Option<Utilities>,
}

impl TreeNode {
    pub(super) fn new(mover: SeatId, is_chance: bool) -> Self {
        Self {
            mover,
            is_chance,
            is_expanded: is_chance,
            visits: 0,
            total: 0.0,
            squares: 0.0,
            edges: Vec::new(),
            groups: MoveGroups::default(),
            mixed: None,
            proof: None,
        }
    }

    /// Returns the average utility of the player who chooses.
    pub(super) fn mean(&self) -> f32 {
        self.total / self.visits.max(1) as f32
    }

    /// Returns the variance of the utilities of the player who chooses.
    pub(super) fn variance(&self) -> f32 {
        let mean = self.mean();
        (self.squares / self.visits.max(1) as f32 - mean * mean).max(0.0)
    }
}

/// A move from a node.
#[derive(Clone, Debug)]
pub(super) struct TreeEdge {
    pub mv: Move,
    pub visits: u32,
    /// The sum of the utilities of the player who chooses.
    pub total: f32,
    /// The node behind it, in a tree.
    pub child: Option<NonZeroU32>,
    /// The row of the move in tables of moves.
    pub row: u32,
    /// The iterations through the node in which the same player played the move there or later, and the sum of their utilities.
    pub later_visits: u32,
    pub later_total: f32,
}

impl TreeEdge {
    pub(super) fn new(mv: Move) -> Self {
        Self {
            mv,
            visits: 0,
            total: 0.0,
            child: None,
            row: u32::try_from(move_index(mv, INDEX_BITS)).unwrap_or(0),
            later_visits: 0,
            later_total: 0.0,
        }
    }

    /// Returns the average utility, in which iterations that played the move later count for `equal` of those that played it
    /// now; `None` if there are none of either.
    pub(super) fn value(&self, equal: f32) -> Option<f32> {
        let visits = self.visits as f32;
        let now = (self.visits > 0).then(|| self.total / visits);
        if self.later_visits == 0 || equal == 0.0 {
            return now;
        }
        let later = self.later_total / self.later_visits as f32;
        let share = match now {
            None => 1.0,
            Some(_) => (equal / (3.0 * visits + equal)).sqrt(),
        };
        Some(share * later + (1.0 - share) * now.unwrap_or(0.0))
    }

    /// Returns the proven value of the move for a seat.
    pub(super) fn proven_for(&self, seat: SeatId, nodes: &Nodes) -> Option<f32> {
        let proof = nodes.get(self.child?.get()).proof.as_ref();
        proof.map(|proof| proof.of(seat))
    }
}

/// All nodes; the root is the first.
#[derive(Default, Debug)]
pub(super) struct Nodes(Vec<TreeNode>);

impl Nodes {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Keeps only a node and what is below it; the node becomes the root.
    pub(super) fn keep(&mut self, root: u32) {
        let mut old = std::mem::take(&mut self.0);
        let mut kept = vec![root];
        let mut next = 0;
        while let Some(at) = kept.get(next).copied() {
            for edge in &mut old[at as usize].edges {
                if let Some(child) = edge.child {
                    // The root is no child, so no child has the number 0.
                    edge.child = u32::try_from(kept.len()).ok().and_then(NonZeroU32::new);
                    kept.push(child.get());
                }
            }
            next += 1;
        }
        let none = || TreeNode::new(SeatId(0), false);
        let taken = kept
            .into_iter()
            .map(|at| std::mem::replace(&mut old[at as usize], none()));
        self.0 = taken.collect();
    }

    pub(super) fn root(&self) -> &TreeNode {
        &self.0[0]
    }

    pub(super) fn get(&self, at: u32) -> &TreeNode {
        &self.0[at as usize]
    }

    pub(super) fn get_mut(&mut self, at: u32) -> &mut TreeNode {
        &mut self.0[at as usize]
    }

    pub(super) fn add(&mut self, node: TreeNode) -> u32 {
        let at = u32::try_from(self.0.len()).expect("fewer nodes than the limit");
        self.0.push(node);
        at
    }

    /// Gives a node its edges.
    pub(super) fn expand(&mut self, at: u32, (edges, groups): (Vec<TreeEdge>, MoveGroups)) {
        let node = self.get_mut(at);
        (node.edges, node.groups) = (edges, groups);
        node.is_expanded = true;
    }

    /// Makes a node the one behind an edge.
    pub(super) fn join(&mut self, at: u32, edge: u32, child: u32) {
        self.get_mut(at).edges[edge as usize].child = NonZeroU32::new(child);
    }

    /// Returns the edge of an outcome of chance; adds it if it is new.
    pub(super) fn edge_of(&mut self, at: u32, mv: Move) -> u32 {
        let edges = &mut self.get_mut(at).edges;
        let known = edges.iter().position(|edge| edge.mv == mv);
        let number = known.unwrap_or_else(|| {
            edges.push(TreeEdge::new(mv));
            edges.len() - 1
        });
        u32::try_from(number).expect("fewer edges than nodes")
    }

    /// Returns the most visited line that begins with an edge, up to an outcome of chance. Where the result of a node is proven, the
    /// line goes on with moves that have this result.
    pub(super) fn line(&self, first: &TreeEdge) -> Vec<Move> {
        let next = |edge: &&TreeEdge| {
            let node = self.get(edge.child?.get());
            let proof_of = |edge: &TreeEdge| self.get(edge.child?.get()).proof.as_ref();
            let keeps_result =
                |edge: &TreeEdge| node.proof.is_none() || proof_of(edge) == node.proof.as_ref();
            let edges = node
                .edges
                .iter()
                .filter(|edge| edge.visits > 0 && !node.is_chance && keeps_result(edge));
            edges.max_by_key(|edge| edge.visits)
        };
        let line = std::iter::successors(Some(first), next);
        line.map(|edge| edge.mv).collect()
    }
}
