//! Several leaves at once: their random games are played together, in lanes.
//!
//! Until the results of a batch are known, each of its leaves counts as lost on its path (virtual loss: G. Chaslot, M. Winands,
//! J. van den Herik, "Parallel Monte-Carlo tree search", 2008), so that the next leaf of the batch is likely another one.

use super::{Tree, TreeStep};
use crate::limit::SearchLimit;
use crate::utilities::Utilities;
use linstock_engine::vm::{Move, Position};
use linstock_model::SeatId;
use linstock_study::simulation::{PlayoutEnd, Playouts};
use std::sync::Arc;

/// The most leaves of a batch.
const MOST_LEAVES: u64 = 128;
/// The number of earlier iterations for each leaf of a batch: the first batches are small, so that the tree learns quickly.
const ITERATIONS_OF_LEAF: u64 = 8;
/// What a leaf adds to the values on its path until its result is known.
const VIRTUAL_LOSS: f32 = 1.0;

/// A leaf whose random game is not played yet: how the search came there.
#[derive(Debug)]
struct WaitingLeaf {
    path: Vec<TreeStep>,
    played: Vec<Move>,
}

impl Tree {
    /// Searches from the root with batches of leaves, and returns the number of iterations; `None` if lanes cannot play these
    /// rules.
    pub(super) fn search_wide(
        &mut self,
        world: &mut dyn FnMut(&mut Position),
        limit: &SearchLimit<'_>,
    ) -> Option<u64> {
        let rules = Arc::clone(&self.rules);
        let seed = self.random.index(1 << 31).unwrap_or(0) as u64;
        let settings = (seed, self.settings.playout_plies);
        Playouts::with(&rules, settings, |playouts| {
            let before = self.iterations;
            let (mut leaves, mut positions) = (Vec::new(), Vec::new());
            while self.nodes.root().proof.is_none() && !(limit.stop)() {
                let done = self.iterations - before;
                if done >= limit.iterations {
                    break;
                }
                let wanted = 1 + u64::from(self.nodes.root().visits) / ITERATIONS_OF_LEAF;
                let wanted = wanted.min(MOST_LEAVES).min(limit.iterations - done);
                for _ in 0..wanted {
                    self.add_leaf(world, (&mut leaves, &mut positions));
                    self.iterations += 1;
                }
                let ends = playouts.play(&mut positions, limit.stop);
                for (leaf, end) in leaves.drain(..).zip(ends) {
                    self.end_leaf(leaf, end);
                }
                positions.clear();
            }
            self.iterations - before
        })
    }

    /// Goes from the root to a leaf, and adds it to a batch. If its value is known, counts it at once instead.
    fn add_leaf(
        &mut self,
        world: &mut dyn FnMut(&mut Position),
        (leaves, positions): (&mut Vec<WaitingLeaf>, &mut Vec<Position>),
    ) {
        self.path.clear();
        self.played.clear();
        world(&mut self.position);
        match self.descend() {
            Ok(None) => {
                self.add_on_path(1, &|_| -VIRTUAL_LOSS);
                positions.push(self.position.clone());
                leaves.push(WaitingLeaf {
                    path: self.path.clone(),
                    played: self.played.clone(),
                });
            }
            Ok(Some(utilities)) => self.back_up(&utilities),
            Err(_) => self.back_up(&Utilities::even(self.rules.players().len())),
        }
    }

    /// Counts the result of a leaf instead of its virtual loss. A leaf that was stopped does not count.
    fn end_leaf(&mut self, leaf: WaitingLeaf, end: PlayoutEnd) {
        let seats = self.rules.players().len();
        (self.path, self.played) = (leaf.path, leaf.played);
        let utilities = match end {
            PlayoutEnd::Over(end) => Utilities::of_end(end, seats),
            PlayoutEnd::CutOff => Utilities::even(seats),
            PlayoutEnd::Stopped => return self.add_on_path(-1, &|_| VIRTUAL_LOSS),
        };
        self.add_on_path(0, &|seat: SeatId| utilities.of(seat) + VIRTUAL_LOSS);
        self.note_actions(&utilities);
        self.prove_path();
    }
}
