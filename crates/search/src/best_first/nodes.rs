//! The nodes of a best-first search.

use crate::utilities::Utilities;
use linstock_engine::vm::Move;
use linstock_model::SeatId;
use std::num::NonZeroU32;

/// A position whose moves were all evaluated.
#[derive(Debug)]
pub(super) struct BestFirstNode {
    /// The player who chooses; at chance, any.
    pub(super) mover: SeatId,
    pub(super) is_chance: bool,
    pub(super) edges: Vec<BestFirstEdge>,
}

/// A move with the value of the position after it.
#[derive(Clone, Debug)]
pub(super) struct BestFirstEdge {
    pub(super) mv: Move,
    /// The share of an outcome of chance; 1 for a move.
    pub(super) share: f32,
    pub(super) value: NodeValue,
    /// How often the search went this way.
    pub(super) visits: u32,
    /// The node behind it.
    pub(super) child: Option<NonZeroU32>,
}

/// What a position is worth.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct NodeValue {
    pub(super) utilities: Utilities,
    /// The number of plies to the end, if nothing is left to search.
    pub(super) end: Option<u32>,
    /// Whether all players have a reason for their moves. Otherwise some player chooses among moves that are equally good for this
    /// player, but not for others, so that nothing is proven.
    pub(super) is_agreed: bool,
}

impl NodeValue {
    /// Returns whether nothing is left to search.
    pub(super) fn is_sure(&self) -> bool {
        self.end.is_some()
    }

    /// Returns whether a seat certainly wins alone.
    fn is_win_of(&self, seat: SeatId) -> bool {
        self.is_sure() && self.is_agreed && self.utilities.of(seat) >= 1.0
    }

    /// Returns the utility of a seat. A certain one is worth a little less the later it comes.
    pub(super) fn of(&self, seat: SeatId) -> f32 {
        const PER_PLY: f32 = 1e-4;
        const MOST_PLIES: u32 = 1_000;
        let plies = self.end.unwrap_or(0).min(MOST_PLIES);
        self.utilities.of(seat) * (1.0 - PER_PLY * plies as f32)
    }
}

impl BestFirstNode {
    /// Returns the value that follows from the values of the edges.
    pub(super) fn value(&self) -> NodeValue {
        if self.is_chance {
            return self.average();
        }
        let value = |edge: &BestFirstEdge| edge.value.of(self.mover);
        let better = |a: &&BestFirstEdge, b: &&BestFirstEdge| value(a).total_cmp(&value(b));
        let best = self.edges.iter().max_by(better);
        let best = &best.expect("a node has edges").value;
        let is_won = best.is_win_of(self.mover);
        let is_sure = is_won || self.edges.iter().all(|edge| edge.value.is_sure());
        let utility = best.utilities.of(self.mover);
        let equals = self.edges.iter().map(|edge| &edge.value);
        let mut equals = equals.filter(|value| value.utilities.of(self.mover) == utility);
        let is_agreed = is_won || equals.all(|value| value.utilities == best.utilities);
        NodeValue {
            utilities: best.utilities.clone(),
            end: best.end.filter(|_| is_sure).map(|end| end + 1),
            is_agreed: best.is_agreed && is_agreed,
        }
    }

    fn average(&self) -> NodeValue {
        let seats = self.edges[0].value.utilities.all().len();
        let mut utilities = Utilities::even(seats);
        for edge in &self.edges {
            let pairs = utilities.all_mut().iter_mut();
            for (sum, of_edge) in pairs.zip(edge.value.utilities.all()) {
                *sum += edge.share * of_edge;
            }
        }
        let ends = self.edges.iter().map(|edge| edge.value.end);
        let latest = ends.collect::<Option<Vec<u32>>>();
        NodeValue {
            utilities,
            end: latest.and_then(|ends| ends.into_iter().max().map(|end| end + 1)),
            is_agreed: self.edges.iter().all(|edge| edge.value.is_agreed),
        }
    }

    /// Returns the edge to follow: the best one that is not certain; at chance, the one that was followed least often for its
    /// share.
    pub(super) fn next(&self) -> Option<usize> {
        let open = self.edges.iter().enumerate();
        let open = open.filter(|(_, edge)| !edge.value.is_sure());
        let rank = |edge: &BestFirstEdge| match self.is_chance {
            true => edge.share / (edge.visits + 1) as f32,
            false => edge.value.utilities.of(self.mover),
        };
        let best = open.max_by(|(_, a), (_, b)| rank(a).total_cmp(&rank(b)));
        best.map(|(number, _)| number)
    }
}
