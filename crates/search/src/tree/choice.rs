//! The choice of the next edge of a node.

use super::move_groups::MoveGroup;
use super::{Tree, TreeStep};
use linstock_engine::vm::Fault;

/// Subtracted from the value of a lost move, so that every other move comes before it.
const LOST: f32 = 10.0;

impl Tree {
    /// Chooses an edge of a node: an outcome of chance by its weight, or the move with the highest upper bound.
    pub(super) fn choose(&mut self, at: u32) -> Result<TreeStep, Fault> {
        if self.nodes.get(at).is_chance {
            let mv = self.random.pick(&self.position, &self.moves)?;
            let edge = self.nodes.edge_of(at, mv);
            return Ok(TreeStep {
                node: at,
                edge,
                before: self.played.len(),
                probability: 1.0,
            });
        }
        let (before, fraction) = (self.played.len(), self.random.fraction());
        if let Some(mixed) = &mut self.nodes.get_mut(at).mixed {
            let (edge, probability) = mixed.draw(fraction);
            return Ok(TreeStep {
                node: at,
                edge: u32::try_from(edge).unwrap_or(0),
                before,
                probability,
            });
        }
        let node = self.nodes.get(at);
        let exploration = self.settings.exploration;
        let of_group = |visits: u32, group: &MoveGroup| rank_of_group(exploration, visits, group);
        let (range, visits) = node
            .groups
            .choose((node.edges.len(), node.visits), of_group);
        let log = libm::logf(visits.max(1) as f32);
        let mut best = (f32::NEG_INFINITY, 0);
        for number in range {
            let edge = &node.edges[number];
            let equal = self.settings.rave_equivalence;
            let value = match (edge.visits, edge.value(equal)) {
                (0, _) if !self.settings.estimates_new_edges => f32::INFINITY,
                (0, known) => {
                    let known = known.unwrap_or_else(|| self.actions.mean(edge.mv));
                    known + exploration * log.sqrt()
                }
                (visits, known) => {
                    let proven = edge.proven_for(node.mover, &self.nodes);
                    // A lost move is not tried again while another is open.
                    match proven {
                        Some(value) if value < 0.0 => value - LOST,
                        Some(value) => value,
                        None => known.unwrap_or(0.0) + exploration * (log / visits as f32).sqrt(),
                    }
                }
            };
            if value > best.0 {
                best = (value, u32::try_from(number).unwrap_or(0));
            }
        }
        let nothing = || self.rules.nothing_to_choose(&self.position);
        match node.edges.is_empty() {
            true => Err(nothing()),
            false => Ok(TreeStep {
                node: at,
                edge: best.1,
                before: self.played.len(),
                probability: 1.0,
            }),
        }
    }
}

/// Returns the upper bound of a group, among groups with a number of visits. A group that was never chosen counts as even.
fn rank_of_group(exploration: f32, visits: u32, group: &MoveGroup) -> f32 {
    let log = libm::logf(visits.max(1) as f32);
    match group.visits {
        0 => exploration * log.sqrt(),
        visits => group.total / visits as f32 + exploration * (log / visits as f32).sqrt(),
    }
}
