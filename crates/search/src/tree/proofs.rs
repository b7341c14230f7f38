//! Proven results: the value of a node follows from those of its children.

use super::nodes::{Nodes, TreeEdge, TreeNode};
use super::{Tree, TreeStep};
use crate::limit::SearchLimit;
use crate::utilities::Utilities;

impl Tree {
    /// Returns whether iterations are left. Those of moves that turned out to be lost do not count, so that enough are left for
    /// the other moves; but all together are at most three times as many.
    pub(super) fn has_iterations(
        &self,
        (done, lost_before): (u64, u64),
        limit: &SearchLimit<'_>,
    ) -> bool {
        const MOST_TIMES: u64 = 3;
        let extra = || self.lost_visits().saturating_sub(lost_before);
        done < limit.iterations
            || done < limit.iterations * MOST_TIMES && done < limit.iterations + extra()
    }

    /// Returns the number of visits of the root's moves that are lost for certain.
    pub(super) fn lost_visits(&self) -> u64 {
        let root = self.nodes.root();
        let is_lost = |edge: &&TreeEdge| {
            let proven = edge.proven_for(root.mover, &self.nodes);
            proven.is_some_and(|value| value < 0.0)
        };
        let lost = root.edges.iter().filter(is_lost);
        lost.map(|edge| u64::from(edge.visits)).sum()
    }

    /// Makes a node for the end of the game behind a step: its result is proven.
    pub(super) fn mark_end(&mut self, step: TreeStep, utilities: &Utilities) {
        let edge = &self.nodes.get(step.node).edges[step.edge as usize];
        if edge.child.is_none() && self.nodes.len() < self.settings.most_nodes {
            let mover = self.nodes.get(step.node).mover;
            let mut end = TreeNode::new(mover, false);
            end.is_expanded = true;
            end.proof = self.settings.proves.then(|| utilities.clone());
            let end = self.nodes.add(end);
            self.nodes.join(step.node, step.edge, end);
        }
    }

    /// Proves the nodes of the path, from its end, as far as their children allow.
    pub(super) fn prove_path(&mut self) {
        for at in (0..self.path.len()).rev() {
            let TreeStep { node, edge, .. } = self.path[at];
            let child = self.nodes.get(node).edges[edge as usize].child;
            let is_proven = child.is_some_and(|child| self.nodes.get(child.get()).proof.is_some());
            if !is_proven || self.nodes.get(node).proof.is_some() {
                return;
            }
            let proof = proof_of(self.nodes.get(node), edge as usize, &self.nodes);
            if proof.is_none() {
                return;
            }
            self.nodes.get_mut(node).proof = proof;
        }
    }
}

/// Returns the result of a node, if it follows from those of its children; the one behind `edge` is proven.
///
/// A sole win is best for the player who chooses, so one child is enough. Otherwise all children must be proven, and those
/// that are best for the player who chooses must agree about the other players.
fn proof_of(node: &TreeNode, edge: usize, nodes: &Nodes) -> Option<Utilities> {
    // Chance may have outcomes that were never drawn.
    if node.is_chance {
        return None;
    }
    let proof = |edge: usize| {
        let child = node.edges[edge].child?;
        nodes.get(child.get()).proof.as_ref()
    };
    let new = proof(edge)?;
    if new.of(node.mover) >= 1.0 {
        return Some(new.clone());
    }
    let mut best = new;
    let mut is_agreed = true;
    for edge in 0..node.edges.len() {
        let other = proof(edge)?;
        let (own, others) = (best.of(node.mover), other.of(node.mover));
        if others > own {
            (best, is_agreed) = (other, true);
        } else if others == own && other != best {
            is_agreed = false;
        }
    }
    is_agreed.then(|| best.clone())
}
