//! The choice of the next edge of a node.

use super::move_groups::MoveGroup;
use super::{Tree, TreeStep};
use crate::thought::ENOUGH_VISITS;
use linstock_engine::vm::Fault;

/// A move that must be rated gets one of this many visits of the root: with 10 000, its win share is known within 10 points.
const PART_OF_RATED: u32 = 100;

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
        if let Some(edge) = self.edge_to_rate(at) {
            return Ok(TreeStep {
                node: at,
                edge,
                before,
                probability: 1.0,
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

    /// Returns the edge of the root that was tried least, if it must be rated and was tried too seldom for that.
    fn edge_to_rate(&self, at: u32) -> Option<u32> {
        let node = self.nodes.get(at);
        let count = node.edges.len();
        // The best one is tried often in any case.
        let rates = at == 0 && self.rated_moves > 1 && count <= self.rated_moves.saturating_mul(2);
        if !rates || node.groups.are_some() {
            return None;
        }
        let enough = ENOUGH_VISITS.max(node.visits / PART_OF_RATED);
        let open = node.edges.iter().zip(0..).filter(|(edge, _)| {
            let is_proven = edge.proven_for(node.mover, &self.nodes).is_some();
            edge.visits < enough && !is_proven
        });
        let (edge, number) = open.min_by_key(|(edge, _)| edge.visits)?;
        let has_its_part = edge.visits as usize * count * 2 >= node.visits as usize;
        (!has_its_part).then_some(number)
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
