//! Follows moves that take pieces until a position is quiet, in the search and in training: an estimate in the middle of an exchange says
//! little (J. Baxter, A. Tridgell, L. Weaver, "Learning to play chess using temporal differences", 2000).

use super::{AlphaBeta, DEEPEST, MOST_QUIET, OrderedMove, SCALE, Stopped, WIN};
use crate::evaluation::Evaluation;
use crate::limit::SearchLimit;
use crate::utilities::Utilities;
use linstock_engine::vm::{Move, MoveList, Position};
use linstock_model::SeatId;
use linstock_play::Rules;
use std::sync::Arc;

impl AlphaBeta {
    /// Searches only moves that take pieces, until the position is quiet. In the first depth, which must be completed soon,
    /// the position is only estimated.
    pub(super) fn quiet(
        &mut self,
        ply: usize,
        depth: i32,
        (mut alpha, beta): (i32, i32),
        limit: &SearchLimit<'_>,
    ) -> Result<i32, Stopped> {
        self.check_limit(limit)?;
        let estimate = self.settled(ply);
        self.frames[ply].line.clear();
        if !self.is_quiet_searched
            || depth == 0
            || estimate >= beta
            || ply + 1 >= DEEPEST
            || !self.order.takes_seldom()
        {
            return Ok(estimate);
        }
        let mut best = estimate;
        alpha = alpha.max(best);
        self.list(ply, None);
        for number in 0..self.frames[ply].ordered.len() {
            let OrderedMove { mv, takes, .. } = self.frames[ply].ordered[number];
            if !takes {
                continue;
            }
            let Ok(is_same) = self.advance(ply, mv) else {
                continue;
            };
            if !self.has_taken(ply) {
                continue;
            }
            let window = if is_same {
                (alpha, beta)
            } else {
                (-beta, -alpha)
            };
            self.frames[ply + 1].line.clear();
            let value = match self.end_value(ply + 1) {
                Some(value) => value,
                None if self.is_at_chance(ply + 1) => self.estimate(ply + 1),
                None => self.quiet(ply + 1, depth - 1, window, limit)?,
            };
            let value = if is_same { value } else { -value };
            if value > best {
                best = value;
                self.keep_line(ply, mv);
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// Keeps the line that begins with a move of a frame and goes on with the line of the next frame.
    pub(super) fn keep_line(&mut self, ply: usize, mv: Move) {
        let (here, next) = self.frames.split_at_mut(ply + 1);
        let line = &mut here[ply].line;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&next[0].line);
    }

    /// Returns whether the other side has fewer pieces in the next frame.
    fn has_taken(&self, ply: usize) -> bool {
        let (here, next) = (&self.frames[ply], &self.frames[ply + 1]);
        self.order
            .has_taken((&here.position, here.moves.seat()), &next.position)
    }
}

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
