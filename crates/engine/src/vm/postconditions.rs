//! Postconditions of moves (`leaves`): a move is legal only if a condition holds after it.
//!
//! The engine plays the move on a copy of the position, up to the next decision point, and evaluates the condition there.

use crate::ir::CompiledRules;
use crate::ir::instructions::{Instr, PostconditionCode};
use crate::vm::executor::Executor;
use crate::vm::fuel::{self, Fuel};
use crate::vm::interpreter::{Env, number};
use crate::vm::legal_moves::{MoveList, env_for};
use crate::vm::program_failure::ProgramFailure;
use crate::vm::{Fault, Move, Position};
use linstock_base::Span;
use linstock_model::{RuleId, SeatId};
use std::cell::Cell;

thread_local! {
    /// The position for trying out the next move; it stays allocated.
    static SPARE: Cell<Option<Box<Position>>> = const { Cell::new(None) };
}

impl CompiledRules {
    /// Returns the moves of a player whose postcondition does not hold, each with the position in which it was evaluated.
    ///
    /// # Errors
    /// As [`CompiledRules::moves`].
    pub fn refused_by_postcondition(
        &self,
        state: &Position,
        seat: SeatId,
    ) -> Result<Vec<(Move, Position)>, Fault> {
        let Some(decision) = self.decision(state) else {
            return Ok(Vec::new());
        };
        let fuel = Fuel::default();
        let env = env_for(state, seat, &fuel);
        self.refused_moves(env, decision)
            .map_err(|failure| self.failed(failure, state.pc))
    }

    /// Returns the position after a move, as a postcondition sees it; `None` if the game is over then, or if the move
    /// raises a fault.
    ///
    /// # Errors
    /// If the fuel is used up.
    pub fn left_by(
        &self,
        (state, seat): (&Position, SeatId),
        (mv, supposing): (Move, Option<RuleId>),
        fuel: &Fuel,
    ) -> Result<Option<Position>, Fault> {
        let env = env_for(state, seat, fuel);
        let left = self.position_after(env, mv, supposing);
        let left = left.map_err(|failure| self.failed(failure, state.pc))?;
        Ok(left.filter(|left| left.over.is_none()))
    }

    fn refused_moves(
        &self,
        env: Env<'_>,
        decision: u32,
    ) -> Result<Vec<(Move, Position)>, ProgramFailure> {
        let mut moves = MoveList::default();
        moves.fill_unfiltered(self, env, decision)?;
        let mut refused = Vec::new();
        for mv in moves.iter() {
            let Some(postcondition) = self.template(mv).postcondition else {
                continue;
            };
            let tried = self.position_after(env, mv, postcondition.supposing);
            let Some(after) = tried.map_err(|failure| self.in_trial(failure, mv))? else {
                continue;
            };
            let holds = self.postcondition_holds(env, &after, postcondition);
            if !holds.map_err(|failure| self.in_trial(failure, mv))? {
                refused.push((mv, after));
            }
        }
        Ok(refused)
    }

    /// Plays a move on a copy, up to the next decision point. If that is a chance node, also plays the outcome of the
    /// rule `supposing`. Returns `None` if the move raises a fault: the fault is reported when the move is played.
    pub(super) fn position_after(
        &self,
        env: Env<'_>,
        mv: Move,
        supposing: Option<RuleId>,
    ) -> Result<Option<Position>, ProgramFailure> {
        let mut state = Position::blank();
        let played = self.play_into(&mut state, env, (mv, supposing))?;
        Ok(played.then_some(state))
    }

    /// As `position_after`, but overwrites `state`; returns whether the move raises no fault.
    fn play_into(
        &self,
        state: &mut Position,
        env: Env<'_>,
        (mv, supposing): (Move, Option<RuleId>),
    ) -> Result<bool, ProgramFailure> {
        self.copy_into(state, env);
        let mut tried = self.try_move(state, mv, env.fuel);
        if tried.is_ok()
            && let Some(outcome) = supposing.and_then(|rule| self.outcome_of(state, rule))
        {
            tried = self.try_move(state, outcome, env.fuel);
        }
        // Running out of fuel is a fault of the listing, not of the move.
        if env.fuel.is_used_up() {
            return Err(env.fuel.failure());
        }
        Ok(tried.is_ok())
    }

    /// Overwrites a position with that of a decision point.
    fn copy_into(&self, state: &mut Position, env: Env<'_>) {
        state.words.clear();
        state.words.extend_from_slice(env.words);
        (state.pc, state.over) = (0, None);
        // The run to the next decision point may depend on how often a position was `seen`; the history is empty if no
        // rule reads it.
        state.history.clone_from(env.history);
        env.fuel
            .spend(fuel::TRIAL + env.words.len() + env.history.len());
    }

    /// Plays a move, and stops at the next decision point even if there is no legal move.
    fn try_move(&self, state: &mut Position, mv: Move, fuel: &Fuel) -> Result<(), Fault> {
        match self.enter_body(mv, state, (fuel, None))? {
            Some(pc) => Executor::new(self, state, self.last_rule_after(mv), fuel)
                .into_trial()
                .run_from(pc, &mut ()),
            None => Ok(()),
        }
    }

    /// Returns an outcome of a rule at a chance node, even if the outcome is not possible there.
    fn outcome_of(&self, state: &Position, rule: RuleId) -> Option<Move> {
        let Instr::Ask(decision) = self.code[0][state.pc as usize] else {
            return None;
        };
        let decision_point = self
            .decision_points
            .get(decision as usize)
            .filter(|decision_point| decision_point.chance)?;
        let me = self.me(state);
        let templates = &decision_point.choices[me.index()].templates;
        let template = templates
            .iter()
            .position(|b| self.model().mv(b.mv).rule == rule)?;
        Some(Move {
            decision: u16::try_from(decision).ok()?,
            template: u16::try_from(template).ok()?,
            me: me.0,
            anchor: 0,
        })
    }

    /// Returns whether the postcondition of a move holds; true if it has none.
    pub(super) fn leaves_what_it_must(
        &self,
        env: Env<'_>,
        mv: Move,
    ) -> Result<bool, ProgramFailure> {
        match self.template(mv).postcondition {
            Some(postcondition) => self.satisfies_postcondition(env, mv, postcondition),
            None => Ok(true),
        }
    }

    /// Returns whether the postcondition of a move holds. A move that raises a fault passes: the fault is reported when
    /// the move is played.
    fn satisfies_postcondition(
        &self,
        env: Env<'_>,
        mv: Move,
        postcondition: PostconditionCode,
    ) -> Result<bool, ProgramFailure> {
        let mut state = SPARE.take().unwrap_or_else(|| Box::new(Position::blank()));
        let legal = match postcondition.is_final {
            true => self.holds_at_once(&mut state, env, (mv, postcondition)),
            false => self.holds_after(&mut state, env, (mv, postcondition)),
        };
        SPARE.set(Some(state));
        legal.map_err(|failure| self.in_trial(failure, mv))
    }

    /// Adds to the failure of a trial where it happened: at the `leaves` of the move.
    fn in_trial(&self, failure: ProgramFailure, mv: Move) -> ProgramFailure {
        let rule = self.model().mv(self.template(mv).mv);
        let place = rule.leaves.as_ref().map(|leaves| leaves.cond.span);
        let is_placed = failure.span != Span::default();
        ProgramFailure {
            message: format!(
                "in the trial of the `leaves` of `{}`: {}",
                rule.name, failure.message
            ),
            span: place.filter(|_| !is_placed).unwrap_or(failure.span),
        }
    }

    /// As `satisfies_postcondition`, but overwrites `state`.
    fn holds_after(
        &self,
        state: &mut Position,
        env: Env<'_>,
        (mv, postcondition): (Move, PostconditionCode),
    ) -> Result<bool, ProgramFailure> {
        let played = self.play_into(state, env, (mv, postcondition.supposing))?;
        Ok(!played || self.postcondition_holds(env, state, postcondition)?)
    }

    /// As `holds_after`, for a postcondition that nothing can change between the end of the move's body and the next
    /// decision point. If it does not hold, the run between them may still end the game or raise a fault.
    fn holds_at_once(
        &self,
        state: &mut Position,
        env: Env<'_>,
        (mv, postcondition): (Move, PostconditionCode),
    ) -> Result<bool, ProgramFailure> {
        self.copy_into(state, env);
        let body = self.enter_body(mv, state, (env.fuel, None));
        let done = body.and_then(|pc| match pc {
            Some(pc) => Executor::new(self, state, self.last_rule_after(mv), env.fuel)
                .into_trial()
                .ending_with_body()
                .run_from(pc, &mut ()),
            None => Ok(()),
        });
        if env.fuel.is_used_up() {
            return Err(env.fuel.failure());
        }
        let after = Env {
            words: &state.words,
            ..env
        };
        if done.is_err() || number(self, postcondition.cond, after).is_ok_and(|n| n != 0) {
            return Ok(true);
        }
        self.holds_after(state, env, (mv, postcondition))
    }

    /// Returns whether a postcondition holds in the position after the move; true if the game is over.
    fn postcondition_holds(
        &self,
        env: Env<'_>,
        state: &Position,
        postcondition: PostconditionCode,
    ) -> Result<bool, ProgramFailure> {
        if state.over.is_some() {
            return Ok(true);
        }
        let after = Env {
            words: &state.words,
            repetitions: self.repetitions_after(env.history, state),
            ..env
        };
        env.fuel.spend(env.history.len());
        let holds = number(self, postcondition.cond, after)? != 0;
        env.fuel.check(Span::default)?;
        Ok(holds)
    }
}

impl MoveList {
    /// Removes the moves whose postcondition does not hold.
    pub(crate) fn filter_by_postcondition(
        &mut self,
        rules: &CompiledRules,
        env: Env<'_>,
        decision: u32,
    ) -> Result<(), ProgramFailure> {
        let choices = &rules.decision_points[decision as usize].choices[env.me];
        for (at, template) in (0..).zip(&choices.templates) {
            let Some(postcondition) = template.postcondition else {
                continue;
            };
            let candidates = self.take_candidates(at);
            for mv in &candidates {
                if !rules.satisfies_postcondition(env, *mv, postcondition)? {
                    self.remove(*mv);
                }
            }
            self.put_candidates(candidates);
        }
        Ok(())
    }
}
