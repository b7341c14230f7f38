//! Queries about a position: result, scores, phase, the offered moves and their arguments, the spelled-out form.

use crate::ir::instructions::{DecisionPoint, EndingCode, FixedArg, NumOperand, SeatChoices};
use crate::ir::{CompiledRules, SpelledPosition, WordsView};
use crate::vm::fuel;
use crate::vm::history::History;
use crate::vm::interpreter::{self, Env};
use crate::vm::legal_moves::{acting, env_of};
use crate::vm::{Fault, Fuel, Move, Position, hash_words};
use linstock_base::Span;
use linstock_model::{ArgValue, AskItem, MoveId, RuleId, SeatId, Sight, StatusLine, TagId};
use smallvec::SmallVec;

impl CompiledRules {
    /// Returns the players who see the arguments of a move, one bit a seat, in the position that listed it; all bits by
    /// default.
    ///
    /// # Errors
    /// If a script fails, or a number is too large.
    pub fn seen_by(&self, state: &Position, mv: Move) -> Result<u64, Fault> {
        let Some(seen) = self.template(mv).seen else {
            return Ok(u64::MAX);
        };
        let fuel = Fuel::default();
        let env = Env {
            me: usize::from(mv.me),
            ..env_of(&state.words, &fuel)
        };
        interpreter::number(self, seen, env)
            .map(i64::cast_unsigned)
            .map_err(|failure| self.failed(failure, state.pc))
    }

    /// Returns whether anything in the game may be hidden from a player: the contents of a zone, arguments of a move, or
    /// a simultaneous choice that is not complete.
    pub fn hides_something(&self) -> bool {
        let zones = &self.model().zones;
        let hidden = |decision: &DecisionPoint| {
            let mut templates = decision.choices.iter().flat_map(|c| &c.templates);
            decision.simultaneous.is_some() || templates.any(|template| template.seen.is_some())
        };
        zones.iter().any(|zone| zone.sight != Sight::Open)
            || self.decision_points.iter().any(hidden)
    }

    /// Returns the hash of the words that `seen` compares, at the place of an instruction.
    pub fn place_hash(&self, words: &[u64], pc: u32) -> u64 {
        let place = self.places[pc as usize];
        hash_words([&words[..self.layout.counted], &[]], place)
    }

    /// Returns how often a position occurred at its decision point, including this time; 0 if no choice depends on it.
    pub fn repetitions(&self, state: &Position) -> u32 {
        if !self.counts_choices {
            return 0;
        }
        // A position that play did not reach, such as a drawn one, may not be in its own history.
        self.occurrences(&state.history, state).max(1)
    }

    /// Returns how often a position will have occurred if it is reached from a position with this history.
    pub fn repetitions_after(&self, history: &History, after: &Position) -> u32 {
        if !self.counts_choices {
            return 0;
        }
        self.occurrences(history, after).saturating_add(1)
    }

    fn occurrences(&self, history: &History, state: &Position) -> u32 {
        let hash = self.place_hash(&state.words, state.pc);
        u32::try_from(history.occurrences(hash)).unwrap_or(u32::MAX)
    }

    /// Returns the ending of the game and the winners; `None` while the game goes on.
    #[must_use]
    pub fn ended(&self, state: &Position) -> Option<(&EndingCode, Vec<SeatId>)> {
        let over = state.over?;
        let won = |seat: &SeatId| over.winners >> seat.0 & 1 == 1;
        let winners = self.model().seat_ids().filter(won).collect();
        Some((&self.ends[over.end as usize], winners))
    }

    /// Returns each player's score in seat order; empty if the game has no scores or goes on.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// // Tic-tac-toe keeps none.
    /// assert!(rules.scores(&rules.start()?).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn scores(&self, state: &Position) -> Vec<i64> {
        if state.over.is_none() {
            return Vec::new();
        }
        let fuel = Fuel::default();
        // This cannot fail: the game could end only after its scores were computed.
        let score = |code: &NumOperand| {
            interpreter::number(self, *code, env_of(&state.words, &fuel)).unwrap_or(0)
        };
        self.scores.iter().map(score).collect()
    }

    /// Returns the score that each player would have if the game ended now, in seat order; `None` if the game has no scores,
    /// or they cannot be computed in this position.
    #[must_use]
    pub fn scores_so_far(&self, state: &Position) -> Option<SmallVec<[i64; 4]>> {
        if self.scores.is_empty() {
            return None;
        }
        let fuel = Fuel::default();
        let score =
            |code: &NumOperand| interpreter::number(self, *code, env_of(&state.words, &fuel)).ok();
        self.scores.iter().map(score).collect()
    }

    /// Returns a hash: equal for equal positions, and the same on every machine.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let play = |texts: [&str; 3]| {
    ///     let mut position = rules.start().expect("it starts");
    ///     for text in texts {
    ///         let mv = rules.find(&position, text).expect("moves can be listed");
    ///         rules.apply(&mut position, mv.expect("legal")).expect("legal");
    ///     }
    ///     rules.hash(&position)
    /// };
    /// assert_eq!(play(["a1", "b2", "c3"]), play(["c3", "b2", "a1"]));
    /// ```
    #[must_use]
    pub fn hash(&self, state: &Position) -> u64 {
        let over = state
            .over
            .map_or(0, |o| u64::from(o.end) << 32 | o.winners | 1 << 63);
        let words = state.words.as_slice();
        // A last move that is cleared at decision points is not part of the position.
        let forgotten = self
            .layout
            .last_move
            .filter(|_| !self.layout.keeps_last_move);
        let (before, after) = match forgotten {
            Some(word) => (&words[..word], &words[word + 1..]),
            None => (words, &[][..]),
        };
        hash_words([before, after], state.pc) ^ over.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Returns whether moves are tried out anywhere in the game: for a postcondition or for the longest series.
    pub fn tries_moves_out(&self) -> bool {
        let mut choices = self.decision_points.iter().flat_map(|point| &point.choices);
        choices.any(SeatChoices::are_tried_out)
    }

    /// Returns whether the game has chance nodes.
    pub fn has_chance(&self) -> bool {
        self.decision_points.iter().any(|point| point.chance)
    }

    /// Returns whether a decision point is a chance node.
    pub fn is_chance(&self, decision: u32) -> bool {
        self.decision_points[decision as usize].chance
    }

    /// Returns whether several players choose at once at a decision point.
    pub fn is_at_once(&self, decision: u32) -> bool {
        self.decision_points[decision as usize]
            .simultaneous
            .is_some()
    }

    /// Returns whether outcomes of chance at a decision point may have different weights.
    pub fn is_weighted(&self, decision: u32) -> bool {
        let point = &self.decision_points[decision as usize];
        let mut templates = point.choices.iter().flat_map(|c| &c.templates);
        point.chance && templates.any(|t| t.weight.is_some() || t.multiset.is_some())
    }

    /// Returns the declared move that a move is an instance of.
    pub fn move_kind(&self, mv: Move) -> MoveId {
        self.template(mv).mv
    }

    /// Returns the reason and the clauses of an ending, by its number.
    pub fn ending(&self, end: u32) -> (&str, &[TagId]) {
        let end = &self.ends[end as usize];
        (&end.reason, &end.tags)
    }

    /// Returns the innermost phase of the decision point.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// // Tic-tac-toe has none.
    /// assert_eq!(rules.phase(&rules.start()?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn phase(&self, state: &Position) -> Option<&str> {
        let phase = self.decision_point(state)?.phase?;
        self.model()
            .phases
            .get(usize::from(phase.0))
            .map(String::as_str)
    }

    /// Spells a position out: the pieces on each point, the contents of each zone, the value of each memory.
    #[must_use]
    pub fn spell_out(&self, state: &Position) -> SpelledPosition {
        let words = &state.words;
        let me = acting(words);
        SpelledPosition::spelled(self.model(), &self.layout, WordsView { words, me })
    }

    /// Returns the items of the `ask` of a position, even if their moves are not legal; empty after the end.
    #[must_use]
    pub fn offers(&self, state: &Position) -> &[AskItem] {
        self.decision_point(state)
            .map_or(&[], |decision_point| &decision_point.items)
    }

    /// Returns the question of the `ask` of a position, in words.
    #[must_use]
    pub fn question(&self, state: &Position) -> Option<&StatusLine> {
        self.decision_point(state)?.question.as_ref()
    }

    /// Returns the clauses of the `ask` of a position.
    #[must_use]
    pub fn decision_tags(&self, state: &Position) -> &[TagId] {
        self.decision_point(state)
            .map_or(&[], |decision_point| &decision_point.tags)
    }

    /// Returns the arguments of the move whose body contains the decision point; empty outside of a body.
    #[must_use]
    pub fn enclosing_args(&self, state: &Position) -> Vec<Option<ArgValue>> {
        let bodies = self.decision_point(state).map(|point| &point.bodies);
        self.args_of_body(state, bodies.map_or(&[], Vec::as_slice))
    }

    /// Returns the arguments of the innermost of some moves; empty without moves.
    #[must_use]
    pub fn args_of_body(
        &self,
        state: &Position,
        bodies: &[(MoveId, u32)],
    ) -> Vec<Option<ArgValue>> {
        let Some(&(mv, frame)) = bodies.last() else {
            return Vec::new();
        };
        let words = state.words.iter().skip(frame as usize);
        let args = self.model().mv(mv).args.iter().zip(words);
        args.map(|(arg, word)| Some(FixedArg::of(self.model(), &arg.domain).value(*word)))
            .collect()
    }

    /// Returns the rule of a move.
    #[must_use]
    pub fn rule_of(&self, mv: Move) -> RuleId {
        self.template(mv).rule
    }

    /// Returns a move's declaration and the values of its arguments, in the position that listed it.
    ///
    /// An argument that neither the text nor the body of the move uses has no value.
    #[must_use]
    pub fn args(&self, state: &Position, mv: Move) -> (MoveId, Vec<Option<ArgValue>>) {
        // This cannot fail: listing the move counted the same multisets and took more fuel.
        let known = self.args_within(state, mv, &Fuel::default());
        known.unwrap_or_else(|_| (self.template(mv).mv, Vec::new()))
    }

    /// As [`CompiledRules::args`], with the fuel of a larger request.
    ///
    /// # Errors
    /// If there is too much to do for one request.
    pub fn args_within(
        &self,
        state: &Position,
        mv: Move,
        fuel: &Fuel,
    ) -> Result<(MoveId, Vec<Option<ArgValue>>), Fault> {
        fuel.spend(fuel::TEXT);
        let too_much = || self.fault_at(state, fuel::too_much_to_list());
        fuel.check(Span::default).map_err(|_| too_much())?;
        let template = self.template(mv);
        let words = self.arg_words(state, mv, (fuel, None));
        let words = words.map_err(|fault| match fuel.is_used_up() {
            true => too_much(),
            false => fault,
        })?;
        let args = template.args.iter().zip(words);
        Ok((
            template.mv,
            args.map(|(arg, word)| arg.value(word)).collect(),
        ))
    }
}
