//! Moves as text, both ways.

use crate::model::{ArgValue, Model, MoveId, SeatId};

/// A way in which a text can be read as a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Which move.
    pub mv: MoveId,
    /// The text as the game writes it.
    pub text: String,
}

/// Why a text cannot be read as a move of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable(pub String);

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Writes a move.
#[must_use]
pub fn text(_model: &Model, _mv: MoveId, _args: &[Option<ArgValue>], _me: SeatId) -> String {
    todo!()
}

/// Reads a move.
///
/// # Errors
/// What was expected, if the text has the form of no move.
pub fn read(_model: &Model, _text: &str) -> Result<Vec<Reading>, Unreadable> {
    todo!()
}
