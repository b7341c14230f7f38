//! Turns of many parts: what a position within one is worth if the turn ends there.

use super::{AlphaBeta, DEEPEST};
use linstock_engine::vm::Move;

impl AlphaBeta {
    /// Returns the value of a frame for the side that chooses there. Within a turn of many parts that a move without arguments can end, such as
    /// `end`, it is the value after this move: what the turn has begun may be lost when it ends.
    pub(super) fn settled(&mut self, ply: usize) -> i32 {
        if ply + 1 < DEEPEST
            && self.is_within_turn(ply)
            && let Some(mv) = self.end_of_turn(ply)
            && let Ok(is_same) = self.advance(ply, mv)
        {
            let end = self.end_value(ply + 1);
            if !is_same || end.is_some() {
                let value = end.unwrap_or_else(|| self.estimate(ply + 1));
                return if is_same { value } else { -value };
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
