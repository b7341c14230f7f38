//! The results of an iteration, added to the nodes and edges of its path.

use super::Tree;
use super::action_values::INDEX_BITS;
use crate::move_index::move_index;
use crate::utilities::Utilities;
use linstock_model::SeatId;
use smallvec::{SmallVec, smallvec};

impl Tree {
    /// Adds the utilities of an iteration to its path, and to the results of its moves.
    pub(super) fn back_up(&mut self, utilities: &Utilities) {
        if self.settings.rave_equivalence > 0.0 {
            self.note_later_moves(utilities);
        }
        for step in &self.path {
            let node = self.nodes.get_mut(step.node);
            if let Some(mixed) = &mut node.mixed {
                let utility = utilities.of(node.mover);
                mixed.add(step.edge as usize, (step.probability, utility));
            }
        }
        self.add_on_path(1, &|seat| utilities.of(seat));
        self.add_squares(&|seat| utilities.of(seat) * utilities.of(seat));
        self.note_actions(utilities);
        if self.settings.proves && self.by_view.is_none() {
            self.prove_path();
        }
    }

    /// Adds visits, and a value for the player who chooses, to each edge of the path.
    pub(super) fn add_on_path(&mut self, visits: i32, value: &dyn Fn(SeatId) -> f32) {
        for step in &self.path {
            let node = self.nodes.get_mut(step.node);
            node.visits = node.visits.saturating_add_signed(visits);
            let utility = value(node.mover);
            node.total += utility;
            node.groups.add(step.edge, (visits, utility));
            let edge = &mut node.edges[step.edge as usize];
            edge.visits = edge.visits.saturating_add_signed(visits);
            if !node.is_chance {
                edge.total += utility;
            }
        }
    }

    /// Adds squares of utilities to each node of the path, for the player who chooses there.
    pub(super) fn add_squares(&mut self, squares: &dyn Fn(SeatId) -> f32) {
        for step in &self.path {
            let node = self.nodes.get_mut(step.node);
            node.squares += squares(node.mover);
        }
    }

    /// Notes how the moves of an iteration did.
    pub(super) fn note_actions(&mut self, utilities: &Utilities) {
        if self.settings.candidates > 1 || self.settings.estimates_new_edges {
            // Each game counts once for each player. Otherwise long games would count more than short ones.
            let mut counts: SmallVec<[f32; 8]> = smallvec![0.0; self.rules.players().len()];
            for mv in &self.played {
                counts[usize::from(mv.me)] += 1.0;
            }
            for mv in &self.played {
                let weight = 1.0 / counts[usize::from(mv.me)];
                self.actions.add(*mv, (weight, utilities.of(SeatId(mv.me))));
            }
        }
    }

    /// Adds the utilities to the edges of the path's nodes whose moves the same player played there or later.
    fn note_later_moves(&mut self, utilities: &Utilities) {
        const MOST_EDGES: usize = 512;
        // Marks of this iteration: one number for each seat.
        let seats = self.rules.players().len() as u64;
        let mark = |seat: usize| (self.iterations + 1) * seats + seat as u64;
        let mut from = self.played.len();
        for step in self.path.iter().rev() {
            while from > step.before {
                from -= 1;
                let mv = self.played[from];
                self.marks[move_index(mv, INDEX_BITS)] = mark(usize::from(mv.me));
            }
            let node = self.nodes.get_mut(step.node);
            if node.is_chance || node.edges.len() > MOST_EDGES {
                continue;
            }
            let (own, utility) = (mark(node.mover.index()), utilities.of(node.mover));
            for edge in &mut node.edges {
                if self.marks[edge.row as usize] == own {
                    edge.later_visits += 1;
                    edge.later_total += utility;
                }
            }
        }
    }
}
