//! Who chooses in a position, and what: the turn, the legal moves, the outcomes of chance with their weights.

use crate::ir::Rules;
use crate::ir::instructions::{DecisionPoint, Instr, MoveTemplate};
use crate::model::SeatId;
use crate::vm::interpreter::{self, Env};
use crate::vm::legal_moves::env_of;
use crate::vm::simultaneous::still_choosing;
use crate::vm::{Move, MoveList, Position, Turn, multisets, seat_id};

impl Rules {
    /// Tells whose choice it is.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// use linstock::{SeatId, Turn};
    ///
    /// assert_eq!(rules.turn(&rules.start()?), Turn::Players(vec![SeatId(0)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn turn(&self, state: &Position) -> Turn {
        match self.decision_point(state) {
            None => Turn::Over,
            Some(decision_point) if decision_point.chance => Turn::Chance,
            Some(decision_point) => Turn::Players(match &decision_point.simultaneous {
                None => vec![self.me(state)],
                Some(simultaneous) => still_choosing(simultaneous, self, &state.words)
                    .map(seat_id)
                    .collect(),
            }),
        }
    }

    /// Returns the player who is `me` in the rules, at a chance node too.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let me = rules.me(&rules.start()?);
    /// assert_eq!(rules.players()[usize::from(me.0)], "x");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn me(&self, state: &Position) -> SeatId {
        seat_id(env_of(&state.words).me)
    }

    /// Returns the decision point of a position; none after the end.
    pub(super) fn decision_point(&self, state: &Position) -> Option<&DecisionPoint> {
        self.decision_points.get(self.decision(state)? as usize)
    }

    /// Returns the number of the decision point.
    pub(super) fn decision(&self, state: &Position) -> Option<u32> {
        if state.over.is_some() {
            return None;
        }
        match self.code[0].get(state.pc as usize) {
            Some(Instr::Ask(decision)) => Some(*decision),
            _ => None,
        }
    }

    /// Returns the legal moves of a player in a stable order, without duplicates; none if it is not the player's turn.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let position = rules.start()?;
    /// assert_eq!(rules.moves(&position, rules.me(&position)).len(), 9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn moves(&self, state: &Position, seat: SeatId) -> Vec<Move> {
        let is_to_move = matches!(self.turn(state), Turn::Players(seats) if seats.contains(&seat));
        let mut moves = MoveList::default();
        if is_to_move {
            self.fill(state, usize::from(seat.0), &mut moves);
        }
        moves.iter().collect()
    }

    /// Fills a buffer with the legal moves of the player to move, or with the outcomes of chance: the fast path. In a
    /// simultaneous choice, with the moves of the first player who has not chosen yet.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let (position, mut moves) = (rules.start()?, linstock::MoveList::default());
    /// rules.moves_into(&position, &mut moves);
    /// assert_eq!(moves.len(), 9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves_into(&self, state: &Position, moves: &mut MoveList) {
        let simultaneous = self
            .decision_point(state)
            .and_then(|decision_point| decision_point.simultaneous.as_ref());
        let me = match simultaneous {
            None => Some(env_of(&state.words).me),
            Some(simultaneous) => still_choosing(simultaneous, self, &state.words).next(),
        };
        moves.clear();
        if let Some(me) = me {
            self.fill(state, me, moves);
        }
    }

    pub(super) fn fill(&self, state: &Position, me: usize, moves: &mut MoveList) {
        moves.clear();
        if let Some(decision) = self.decision(state) {
            let env = Env {
                me,
                ..env_of(&state.words)
            };
            // The scripts ran without failure when the position was reached, and are deterministic.
            if moves.fill(self, env, decision).is_err() {
                moves.clear();
            }
        }
    }

    /// Returns the outcomes of a chance node with their weights (whole numbers above 0); none elsewhere. Outcomes with equal
    /// text are one outcome, whose weight is their sum.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// // Nothing is left to chance in tic-tac-toe.
    /// assert!(rules.outcomes(&rules.start()?).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn outcomes(&self, state: &Position) -> Vec<(Move, u64)> {
        if self.turn(state) != Turn::Chance {
            return Vec::new();
        }
        let mut moves = MoveList::default();
        self.moves_into(state, &mut moves);
        moves
            .iter()
            .map(|mv| (mv, self.weight(state, mv)))
            .filter(|(_, weight)| *weight > 0)
            .collect()
    }

    /// Returns the weight of an outcome.
    fn weight(&self, state: &Position, mv: Move) -> u64 {
        let weight = match self.template(mv).weight {
            None => 1,
            Some(program) => interpreter::number(self, program, env_of(&state.words)).unwrap_or(0),
        };
        let weight = u64::try_from(weight).unwrap_or(0);
        weight.saturating_mul(self.ways_to_draw(state, mv))
    }

    /// Returns in how many ways chance can draw the multiset of an outcome; 1 for an outcome without one.
    fn ways_to_draw(&self, state: &Position, mv: Move) -> u64 {
        let Some(multiset) = &self.template(mv).multiset else {
            return 1;
        };
        let multisets =
            multisets::drawable(self, multiset, env_of(&state.words)).unwrap_or_default();
        multisets::weight(&multisets.nth(mv.anchor), multisets.counts())
    }

    /// Returns the template that a move is an instance of.
    pub(super) fn template(&self, mv: Move) -> &MoveTemplate {
        &self.decision_points[usize::from(mv.decision)].choices[usize::from(mv.me)].templates
            [usize::from(mv.template)]
    }
}
