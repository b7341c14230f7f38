//! The choices in a position: whose turn it is, the legal moves, the outcomes of chance.

use crate::ir::CompiledRules;
use crate::ir::instructions::{DecisionPoint, Instr, MoveTemplate};
use crate::vm::fuel::LISTED;
use crate::vm::interpreter::Env;
use crate::vm::legal_moves::{acting, env_of};
use crate::vm::{Fault, Fuel, Move, MoveList, Position, Turn, seat_id};
use linstock_model::SeatId;

impl CompiledRules {
    /// Returns who chooses: players, chance, or nobody.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
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
                Some(simultaneous) => simultaneous
                    .still_choosing(self.code.len(), &state.words)
                    .map(seat_id)
                    .collect(),
            }),
        }
    }

    /// Returns the player who is `me` in the rules, even at a chance node.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let me = rules.me(&rules.start()?);
    /// assert_eq!(rules.players()[usize::from(me.0)], "x");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn me(&self, state: &Position) -> SeatId {
        acting(&state.words)
    }

    /// Returns the decision point of a position; `None` after the end.
    pub(super) fn decision_point(&self, state: &Position) -> Option<&DecisionPoint> {
        self.decision_points.get(self.decision(state)? as usize)
    }

    /// Returns the number of the decision point.
    pub fn decision(&self, state: &Position) -> Option<u32> {
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
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let position = rules.start()?;
    /// assert_eq!(rules.moves(&position, rules.me(&position))?.len(), 9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a script fails, a number is too large, or there is too much to list.
    pub fn moves(&self, state: &Position, seat: SeatId) -> Result<Vec<Move>, Fault> {
        self.moves_within(state, seat, &Fuel::default())
    }

    /// As [`CompiledRules::moves`], with the fuel of a larger request.
    ///
    /// # Errors
    /// As [`CompiledRules::moves`].
    pub fn moves_within(
        &self,
        state: &Position,
        seat: SeatId,
        fuel: &Fuel,
    ) -> Result<Vec<Move>, Fault> {
        let is_to_move = matches!(self.turn(state), Turn::Players(seats) if seats.contains(&seat));
        let mut moves = MoveList::default();
        if is_to_move {
            self.list(state, seat.index(), (&mut moves, fuel))?;
        }
        fuel.spend(moves.len() * LISTED);
        Ok(moves.iter().collect())
    }

    /// Fills a buffer with the legal moves of the player to move, or with the outcomes of chance: the fast path. In a
    /// simultaneous choice, lists the moves of the first player who must still choose.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let (position, mut moves) = (rules.start()?, linstock::MoveList::default());
    /// rules.moves_into(&position, &mut moves)?;
    /// assert_eq!(moves.len(), 9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`CompiledRules::moves`]; the buffer is empty then.
    pub fn moves_into(&self, state: &Position, moves: &mut MoveList) -> Result<(), Fault> {
        self.list_first(state, (moves, &Fuel::default()))
    }

    /// Fills a buffer with the legal moves of a player who is to choose, also where others choose at the same time.
    ///
    /// # Errors
    /// As [`CompiledRules::moves`]; the buffer is empty then.
    pub fn moves_of_into(
        &self,
        state: &Position,
        seat: SeatId,
        moves: &mut MoveList,
    ) -> Result<(), Fault> {
        self.list(state, seat.index(), (moves, &Fuel::default()))
    }

    /// As [`CompiledRules::moves_into`], with the fuel of a larger request.
    pub(crate) fn list_first(
        &self,
        state: &Position,
        (moves, fuel): (&mut MoveList, &Fuel),
    ) -> Result<(), Fault> {
        let simultaneous = self
            .decision_point(state)
            .and_then(|decision_point| decision_point.simultaneous.as_ref());
        let me = match simultaneous {
            None => Some(acting(&state.words).index()),
            Some(simultaneous) => simultaneous
                .still_choosing(self.code.len(), &state.words)
                .next(),
        };
        moves.clear();
        match me {
            Some(me) => self.list(state, me, (moves, fuel)),
            None => Ok(()),
        }
    }

    /// Lists the moves of a player; after an error the list is empty.
    pub(super) fn list(
        &self,
        state: &Position,
        me: usize,
        (moves, fuel): (&mut MoveList, &Fuel),
    ) -> Result<(), Fault> {
        moves.clear();
        let Some(decision) = self.decision(state) else {
            return Ok(());
        };
        let env = Env {
            me,
            repetitions: self.repetitions(state),
            history: &state.history,
            ..env_of(&state.words, fuel)
        };
        moves.fill(self, env, decision).map_err(|failure| {
            moves.clear();
            self.failed(failure, state.pc)
        })
    }

    /// Creates the fault for a decision point that was reached without a legal move or outcome.
    pub fn nothing_to_choose(&self, state: &Position) -> Fault {
        let what = if self.turn(state) == Turn::Chance {
            "chance is asked, but the rules leave it no outcome: every weight is 0"
        } else {
            "a player is asked, but nothing can be chosen"
        };
        self.fault_at(state, what)
    }

    /// Creates a fault of the statement where play stopped.
    pub fn fault_at(&self, state: &Position, what: impl Into<String>) -> Fault {
        let span = self.spans.get(state.pc as usize).copied();
        Fault::Statement(what.into(), span.unwrap_or_default())
    }

    /// Returns the template that a move is an instance of.
    pub(super) fn template(&self, mv: Move) -> &MoveTemplate {
        &self.decision_points[usize::from(mv.decision)].choices[usize::from(mv.me)].templates
            [usize::from(mv.template)]
    }
}
