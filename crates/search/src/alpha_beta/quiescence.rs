//! Follows moves that take pieces until a position is quiet, to learn from the quiet one: an estimate in the middle of an exchange
//! says little (J. Baxter, A. Tridgell, L. Weaver, "Learning to play chess using temporal differences", 2000).

use super::{AlphaBeta, MOST_QUIET, SCALE, WIN};
use crate::evaluation::Evaluation;
use crate::limit::SearchLimit;
use crate::utilities::Utilities;
use linstock_engine::vm::{Move, MoveList, Position};
use linstock_model::SeatId;
use linstock_play::Rules;
use std::sync::Arc;

/// The most positions after one position.
const MOST_POSITIONS: u64 = 200;

/// Finds quiet positions in a game of two in which nothing is hidden.
#[derive(Debug)]
pub(crate) struct Quiescence(AlphaBeta);

impl Quiescence {
    /// Makes it with an evaluation; `None` if the game is not for two, or hides something.
    pub(crate) fn of(rules: &Arc<Rules>, evaluation: &Evaluation) -> Option<Self> {
        if rules.players().len() != 2 || rules.hides_something() {
            return None;
        }
        let mut search = AlphaBeta::new(Arc::clone(rules), evaluation.clone(), 0);
        search.is_quiet_searched = true;
        Some(Self(search))
    }

    /// Remembers whether a move takes pieces: only moves of such kinds are followed.
    pub(crate) fn note(&mut self, (before, mv): (&Position, Move), after: &Position) {
        self.0.order.note(&self.0.rules, (before, mv), after);
    }

    /// Follows the best moves that take pieces, and returns the estimated utilities of the quiet position at their end. Each player may also
    /// take nothing. Returns `None` at chance, where most moves or none take pieces, and after too many positions.
    pub(crate) fn utilities(
        &mut self,
        (position, moves): (&Position, &MoveList),
    ) -> Option<Utilities> {
        let search = &mut self.0;
        let decision = search.rules.decision(position)?;
        if search.rules.is_chance(decision) || !search.order.takes_seldom() {
            return None;
        }
        search.root = moves.seat();
        search.nodes = 0;
        search.next_look = u64::MAX;
        let first = &mut search.frames[0];
        first.position.clone_from(position);
        first.moves.clone_from(moves);
        let limit = SearchLimit::of_iterations(MOST_POSITIONS);
        let value = search.quiet(0, MOST_QUIET, (-WIN, WIN), &limit);
        let utility = (value.ok()? as f32 / SCALE).clamp(-1.0, 1.0);
        let is_first = moves.seat() == SeatId(0);
        Some(Utilities::of_first(if is_first {
            utility
        } else {
            -utility
        }))
    }

    /// Returns the quiet position that follows from a position, with its moves; `None` if it is the position itself, or if the game ends.
    pub(crate) fn follow(
        &mut self,
        start: (&Position, &MoveList),
    ) -> Option<(&Position, &MoveList)> {
        self.utilities(start)?;
        let search = &mut self.0;
        let line = std::mem::take(&mut search.frames[0].line);
        let played = line.iter().enumerate();
        let is_played = played
            .map(|(ply, mv)| search.advance(ply, *mv))
            .all(|advanced| advanced.is_ok());
        let end = line.len();
        search.frames[0].line = line;
        let frame = &search.frames[end];
        let is_quiet = is_played && end > 0 && frame.position.over.is_none();
        is_quiet.then_some((&frame.position, &frame.moves))
    }
}
