//! What must hold once a move is done: the move is tried out on a copy of the position.

use crate::ir::Rules;
use crate::ir::instructions::{Instr, LeavesCode};
use crate::model::{RuleId, SeatId};
use crate::vm::executor::Executor;
use crate::vm::interpreter::{Env, Failed, number};
use crate::vm::legal_moves::{MoveList, env_of};
use crate::vm::{Fault, Move, Position};
use smallvec::SmallVec;

impl Rules {
    /// Returns the moves of a player that are refused because of what they leave, each with the position in which that is
    /// asked.
    #[must_use]
    pub fn refused(&self, state: &Position, seat: SeatId) -> Vec<(Move, Position)> {
        let Some(ask) = self.ask(state) else {
            return Vec::new();
        };
        let env = Env {
            me: seat.index(),
            ..env_of(&state.words)
        };
        let mut moves = MoveList::default();
        if moves.fill_unsifted(self, env, ask).is_err() {
            return Vec::new();
        }
        let mut refused = Vec::new();
        for mv in moves.iter() {
            let Some(leaves) = self.bucket(mv).leaves else {
                continue;
            };
            let Ok(left) = self.tried(&state.words, mv, leaves.supposing) else {
                continue;
            };
            if let Ok(false) = self.postcondition_holds(env, &left, leaves) {
                refused.push((mv, left));
            }
        }
        refused
    }

    /// Tries a move out on a copy, up to the next question; where chance is asked there, a certain outcome is supposed.
    fn tried(&self, words: &[u64], mv: Move, supposing: Option<RuleId>) -> Result<Position, Fault> {
        let mut state = Position {
            words: SmallVec::from_slice(words),
            pc: 0,
            over: None,
            noted: Vec::new(),
        };
        self.try_out(&mut state, mv)?;
        if let Some(outcome) = supposing.and_then(|rule| self.outcome_of(&state, rule)) {
            self.try_out(&mut state, outcome)?;
        }
        Ok(state)
    }

    fn try_out(&self, state: &mut Position, mv: Move) -> Result<(), Fault> {
        match self.enter(mv, state) {
            Some(pc) => Executor::new(self, state, self.answered(mv))
                .trying()
                .go(pc, &mut ()),
            None => Ok(()),
        }
    }

    /// Finds an outcome of a rule where chance is asked, whether or not it can come.
    fn outcome_of(&self, state: &Position, rule: RuleId) -> Option<Move> {
        let Instr::Ask(ask) = self.code[0][state.pc as usize] else {
            return None;
        };
        let site = self
            .decision_points
            .get(ask as usize)
            .filter(|site| site.chance)?;
        let me = self.me(state);
        let buckets = &site.choices[me.index()].buckets;
        let bucket = buckets
            .iter()
            .position(|b| self.model().mv(b.mv).rule == rule)?;
        Some(Move {
            ask: u16::try_from(ask).ok()?,
            bucket: u16::try_from(bucket).ok()?,
            me: me.0,
            anchor: 0,
        })
    }

    /// Tells whether what a move leaves is as it must be. One that fails is not refused: it fails when it is made.
    fn leaves_well(&self, env: Env<'_>, mv: Move, leaves: LeavesCode) -> Result<bool, Failed> {
        match self.tried(env.words, mv, leaves.supposing) {
            Ok(state) => self.postcondition_holds(env, &state, leaves),
            Err(_) => Ok(true),
        }
    }

    /// Tells whether what a move left is as it must be; a game that is over is.
    fn postcondition_holds(
        &self,
        env: Env<'_>,
        state: &Position,
        leaves: LeavesCode,
    ) -> Result<bool, Failed> {
        if state.over.is_some() {
            return Ok(true);
        }
        let after = Env {
            words: &state.words,
            ..env
        };
        Ok(number(self, leaves.cond, after)? != 0)
    }
}

impl MoveList {
    /// Takes out the moves that leave what must not be left.
    pub(crate) fn filter_by_postcondition(
        &mut self,
        rules: &Rules,
        env: Env<'_>,
        ask: u32,
    ) -> Result<(), Failed> {
        let choices = &rules.decision_points[ask as usize].choices[env.me];
        for (at, bucket) in (0..).zip(&choices.buckets) {
            let Some(leaves) = bucket.leaves else {
                continue;
            };
            for mv in self.in_bucket(at) {
                if !rules.leaves_well(env, mv, leaves)? {
                    self.take_out(mv);
                }
            }
        }
        Ok(())
    }
}
