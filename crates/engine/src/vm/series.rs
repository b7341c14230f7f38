//! Series of moves: if an `ask` says `as often as possible`, only moves that begin a longest series are legal.
//!
//! A series consists of moves that one player makes in a row at such decision points. Each continuation is tried on
//! copies of the position, so the cost grows with the number of continuations; the fuel of the request limits it.

use crate::ir::CompiledRules;
use crate::vm::fuel::Fuel;
use crate::vm::interpreter::Env;
use crate::vm::legal_moves::{MoveList, acting, env_for};
use crate::vm::program_failure::ProgramFailure;
use crate::vm::{Fault, Move, Position};
use linstock_base::Span;
use linstock_model::SeatId;

/// The maximal length of a series. A longer series is taken to be endless.
const LONGEST: usize = 200;

impl CompiledRules {
    /// Returns the moves of a player, each with the length of the longest series that it begins; empty where series do
    /// not matter.
    ///
    /// # Errors
    /// As [`CompiledRules::moves`].
    pub fn series(&self, state: &Position, seat: SeatId) -> Result<Vec<(Move, usize)>, Fault> {
        let Some(decision) = self.decision(state) else {
            return Ok(Vec::new());
        };
        if !self.decision_points[decision as usize].choices[seat.index()].as_often {
            return Ok(Vec::new());
        }
        let fuel = Fuel::default();
        let env = env_for(state, seat, &fuel);
        self.series_at(env, decision)
            .map_err(|failure| self.failed(failure, state.pc))
    }

    fn series_at(&self, env: Env<'_>, decision: u32) -> Result<Vec<(Move, usize)>, ProgramFailure> {
        let mut moves = MoveList::default();
        moves.fill_regardless_of_series(self, env, decision)?;
        let mut room = MoveList::default();
        self.lengths(env, &moves, &mut room)
    }

    /// Returns each move with the length of the longest series that it begins. `room` is a buffer for the moves that may
    /// follow.
    fn lengths(
        &self,
        env: Env<'_>,
        moves: &MoveList,
        room: &mut MoveList,
    ) -> Result<Vec<(Move, usize)>, ProgramFailure> {
        let length = |mv| Ok((mv, self.series_from(env, mv, room)?));
        moves.iter().map(length).collect()
    }

    /// Returns the length of the longest series that a move begins.
    ///
    /// The continuations are kept on an explicit stack, so that a long series needs no more of the thread's stack than a
    /// short one.
    fn series_from(
        &self,
        env: Env<'_>,
        mv: Move,
        room: &mut MoveList,
    ) -> Result<usize, ProgramFailure> {
        let mut longest = 1;
        let mut ways: Vec<SeriesBranch> = self.way_on(env, mv, room)?.into_iter().collect();
        while let Some(way) = ways.last_mut() {
            let Some(mv) = way.untried.pop() else {
                ways.pop();
                continue;
            };
            let next = Env {
                words: &way.after.words,
                history: &way.after.history,
                repetitions: way.repetitions,
                ..env
            };
            let further = self.way_on(next, mv, room)?;
            let length = 1 + ways.len();
            longest = longest.max(length);
            if further.is_some() && length == LONGEST {
                return Err(without_end());
            }
            ways.extend(further);
        }
        Ok(longest)
    }

    /// Returns how the same player can continue a series after a move; `None` if the series ends. Overwrites `moves`.
    fn way_on(
        &self,
        env: Env<'_>,
        mv: Move,
        moves: &mut MoveList,
    ) -> Result<Option<SeriesBranch>, ProgramFailure> {
        // A move that raises a fault is legal: the fault is reported when the move is played.
        let Some(after) = self.position_after(env, mv, None)? else {
            return Ok(None);
        };
        let goes_on = |decision: &u32| {
            let choices = &self.decision_points[*decision as usize].choices[env.me];
            choices.as_often && acting(&after.words).index() == env.me
        };
        let Some(decision) = self.decision(&after).filter(goes_on) else {
            return Ok(None);
        };
        let repetitions = self.repetitions_after(env.history, &after);
        let next = Env {
            words: &after.words,
            history: &after.history,
            repetitions,
            ..env
        };
        moves.fill_regardless_of_series(self, next, decision)?;
        let mut untried: Vec<Move> = moves.iter().collect();
        // `pop` takes the last move, so reverse the order to try the first move first.
        untried.reverse();
        Ok((!untried.is_empty()).then_some(SeriesBranch {
            after,
            repetitions,
            untried,
        }))
    }
}

/// A position in which a series continues.
struct SeriesBranch {
    after: Position,
    /// The number of times the position has occurred.
    repetitions: u32,
    /// The moves that are still to be tried.
    untried: Vec<Move>,
}

fn without_end() -> ProgramFailure {
    ProgramFailure {
        message: format!(
            "`as often as possible` has no end: {LONGEST} moves in a row are possible; let something be used up by each"
        ),
        span: Span::default(),
    }
}

impl MoveList {
    /// Removes the moves that do not begin a longest series.
    pub(super) fn keep_longest_series(
        &mut self,
        rules: &CompiledRules,
        env: Env<'_>,
    ) -> Result<(), ProgramFailure> {
        let mut room = self.further.take().unwrap_or_default();
        let series = rules.lengths(env, self, &mut room);
        self.further = Some(room);
        let series = series?;
        let longest = series.iter().map(|(_, length)| *length).max();
        for (mv, length) in series {
            if Some(length) < longest {
                self.remove(mv);
            }
        }
        Ok(())
    }
}
