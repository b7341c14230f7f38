//! Positions and what is played on them: state, turn, legal moves, apply, result.
//!
//! There are no random numbers, clocks, files or string look-ups here.

pub mod plain;
mod state;
mod table;

pub use state::{Fault, Move, Outcome, State, Turn};
pub use table::{Piece, Table};

use crate::model::{ArgValue, MoveId, SeatId};
use crate::rules::Rules;

impl Rules {
    /// Returns the position in which the first choice is made.
    ///
    /// # Errors
    /// If a script of the rules fails on the way there.
    pub fn start(&self) -> Result<State, Fault> {
        todo!()
    }

    /// Tells whose choice it is.
    #[must_use]
    pub fn turn(&self, _state: &State) -> Turn {
        todo!()
    }

    /// Returns the legal moves of a player: in a stable order, without duplicates; none if he owes no choice.
    #[must_use]
    pub fn moves(&self, _state: &State, _seat: SeatId) -> Vec<Move> {
        todo!()
    }

    /// Returns the outcomes of a chance node with their weights (whole numbers above 0); none elsewhere.
    #[must_use]
    pub fn outcomes(&self, _state: &State) -> Vec<(Move, u64)> {
        todo!()
    }

    /// Plays a legal move or outcome on a copy.
    ///
    /// # Errors
    /// If the move is not legal, or a script of the rules fails.
    pub fn play(&self, _state: &State, _mv: Move) -> Result<State, Fault> {
        todo!()
    }

    /// Plays a move in place; a move that [`Rules::moves`] did not list is not looked for. After a fault the position is as it was.
    ///
    /// # Errors
    /// If a script of the rules fails, or a statement cannot be done.
    pub fn apply(&self, _state: &mut State, _mv: Move) -> Result<(), Fault> {
        todo!()
    }

    /// Returns how the game ended; `None` while it is on.
    #[must_use]
    pub fn outcome(&self, _state: &State) -> Option<Outcome> {
        todo!()
    }

    /// Returns each player's score in seat order; empty if the game keeps none or is still on.
    #[must_use]
    pub fn scores(&self, _state: &State) -> Vec<i64> {
        todo!()
    }

    /// Returns a number that is equal for equal positions, the same on every machine.
    #[must_use]
    pub fn hash(&self, _state: &State) -> u64 {
        todo!()
    }

    /// Returns the innermost phase that waits.
    #[must_use]
    pub fn phase(&self, _state: &State) -> Option<&str> {
        todo!()
    }

    /// Spells a position out.
    #[must_use]
    pub fn table(&self, _state: &State) -> Table {
        todo!()
    }

    /// Returns the moves that the current wait offers, whether or not one of them is possible; none after the end.
    #[must_use]
    pub fn asked(&self, _state: &State) -> &[crate::model::AskItem] {
        todo!()
    }

    /// Returns what a move is: which one, and what its arguments are bound to (by `ArgId`).
    ///
    /// An argument that the text does not name and the body does not use is bound to one of the values it may have.
    #[must_use]
    pub fn args(&self, _mv: Move) -> (MoveId, Vec<Option<ArgValue>>) {
        todo!()
    }
}
