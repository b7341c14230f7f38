//! Turns of many parts: what a position within one is worth if the turn ends there.

use super::{AlphaBeta, DEEPEST};
use linstock_engine::vm::Move;

impl AlphaBeta {
    /// Returns the value of a frame for the side that chooses there. Within a turn of many parts that a move without arguments can end, such as
    /// `end`, it is the value after this move if pieces are lost by it. Until a turn was seen to end so, few positions are tried.
    pub(super) fn settled(&mut self, ply: usize) -> i32 {
        const ONE_OF: u64 = 16;
        let is_due = self.nodes < ONE_OF || self.nodes.is_multiple_of(ONE_OF);
        let is_tried = self.turn_ends_lose || is_due;
        if is_tried
            && ply + 1 < DEEPEST
            && self.is_within_turn(ply)
            && let Some(mv) = self.end_of_turn(ply)
            && let Ok(false) = self.advance(ply, mv)
        {
            let next = self.frames[ply + 1].moves.seat();
            let count = |ply: usize| {
                let position = &self.frames[ply].position;
                self.order.pieces_of_others(position, next)
            };
            if self.frames[ply + 1].position.over.is_none() && count(ply + 1) < count(ply) {
                self.turn_ends_lose = true;
                return -self.estimate(ply + 1);
            }
        }
        self.estimate(ply)
    }

    /// Returns whether the player of a frame also made the choice before it.
    fn is_within_turn(&self, ply: usize) -> bool {
        let mut before = (0..ply).rev().filter(|before| !self.is_at_chance(*before));
        let seat = |ply: usize| self.frames[ply].moves.seat();
        before
            .next()
            .is_some_and(|before| seat(before) == seat(ply))
    }

    /// Returns the first move of a frame that has no arguments.
    fn end_of_turn(&self, ply: usize) -> Option<Move> {
        let has_none = |mv: &Move| {
            let point = &self.rules.decision_points[usize::from(mv.decision)];
            let choice = &point.choices[usize::from(mv.me)];
            choice.templates[usize::from(mv.template)].args.is_empty()
        };
        self.frames[ply].moves.iter().find(has_none)
    }
}
