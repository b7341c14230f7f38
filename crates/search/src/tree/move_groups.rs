//! Groups of moves with equal first parts: where there are many moves, a node chooses its move part by part.
//!
//! A node with thousands of moves could try each only once. Here it chooses the first argument by the results of all moves with
//! that argument, then the second one, and so on.

use super::nodes::TreeEdge;
use linstock_engine::vm::Move;
use linstock_play::Rules;

/// With fewer moves, each is chosen as a whole.
const LEAST_MOVES: usize = 128;
/// The least number of moves in an average group of the last level.
const LEAST_GROUP: usize = 4;
/// The most arguments by which moves are grouped.
const MOST_LEVELS: usize = 3;

/// Some moves with equal first parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveGroup {
    pub(super) visits: u32,
    /// The sum of the utilities of the player who chooses.
    pub(super) total: f32,
    /// The first of its groups in the next level; in the last level, the first of its edges.
    pub(super) first: u32,
    /// The one after the last.
    pub(super) end: u32,
}

/// The groups of a node's edges, level by level; no level if each move is chosen as a whole.
#[derive(Clone, Default, Debug)]
pub(super) struct MoveGroups(Vec<Vec<MoveGroup>>);

/// The values of a move's first arguments, after the number of its rule.
type MoveParts = [u64; MOST_LEVELS + 1];

impl MoveGroups {
    /// Puts edges in groups; changes their order.
    pub(super) fn of(rules: &Rules, edges: &mut Vec<TreeEdge>) -> Self {
        if edges.len() < LEAST_MOVES {
            return Self::default();
        }
        let mut keyed: Vec<(MoveParts, TreeEdge)> = std::mem::take(edges)
            .into_iter()
            .map(|edge| (parts_of(rules, edge.mv), edge))
            .collect();
        // A stable sort keeps the random order within groups.
        keyed.sort_by_key(|(parts, _)| *parts);
        let mut levels: Vec<Vec<MoveGroup>> = Vec::new();
        // The number of things in the level below.
        let mut starts: Vec<usize> = (0..keyed.len()).collect();
        for level in (0..MOST_LEVELS).rev() {
            let parts = |at: usize| &keyed[starts[at]].0[..=level + 1];
            let (mut groups, mut firsts) = (Vec::new(), Vec::new());
            let mut first = 0;
            for at in 1..=starts.len() {
                if at == starts.len() || parts(at) != parts(first) {
                    groups.push(MoveGroup {
                        visits: 0,
                        total: 0.0,
                        first: u32::try_from(first).unwrap_or(u32::MAX),
                        end: u32::try_from(at).unwrap_or(u32::MAX),
                    });
                    firsts.push(starts[first]);
                    first = at;
                }
            }
            let least = if levels.is_empty() { LEAST_GROUP } else { 2 };
            if groups.len() > 1 && groups.len() * least <= starts.len() {
                levels.push(groups);
                starts = firsts;
            }
        }
        levels.reverse();
        edges.extend(keyed.into_iter().map(|(_, edge)| edge));
        Self(levels)
    }

    /// Chooses a group level by level; returns the range of its edges and the number of its visits. `rank` gets the visits of the
    /// groups around a group, and the group; the highest one is chosen.
    pub(super) fn choose(
        &self,
        (edges, visits): (usize, u32),
        rank: impl Fn(u32, &MoveGroup) -> f32,
    ) -> (std::ops::Range<usize>, u32) {
        let first = self.0.first().map_or(edges, Vec::len);
        let (mut range, mut visits) = (0..first, visits);
        for groups in &self.0 {
            let among = &groups[range.clone()];
            let better =
                |a: &&MoveGroup, b: &&MoveGroup| rank(visits, a).total_cmp(&rank(visits, b));
            let Some(best) = among.iter().max_by(better) else {
                break;
            };
            range = best.first as usize..best.end as usize;
            visits = best.visits;
        }
        (range, visits)
    }

    /// Adds visits and a value to the groups that contain an edge.
    pub(super) fn add(&mut self, edge: u32, (visits, value): (i32, f32)) {
        let mut at = edge;
        for groups in self.0.iter_mut().rev() {
            let number = groups.partition_point(|group| group.end <= at);
            if let Some(group) = groups.get_mut(number) {
                group.visits = group.visits.saturating_add_signed(visits);
                group.total += value;
            }
            at = u32::try_from(number).unwrap_or(u32::MAX);
        }
    }

    /// Returns whether moves are chosen part by part.
    pub(super) fn are_some(&self) -> bool {
        !self.0.is_empty()
    }
}

/// Returns the first parts of a move.
fn parts_of(rules: &Rules, mv: Move) -> MoveParts {
    let point = &rules.decision_points[usize::from(mv.decision)];
    let template = &point.choices[usize::from(mv.me)].templates[usize::from(mv.template)];
    let mut parts = [0; MOST_LEVELS + 1];
    parts[0] = template.rule.index() as u64;
    for (part, arg) in parts[1..].iter_mut().zip(&template.args) {
        *part = arg.word(mv.anchor);
    }
    parts
}
