//! From source texts to compiled rules.

use crate::base::{Diagnostics, Sources};
use crate::model::Choices;
use crate::rules::Rules;

impl Rules {
    /// Loads a ruleset: the first text is its root.
    ///
    /// # Errors
    /// Every mistake that was found.
    pub fn load(_sources: &Sources, _choices: &Choices) -> Result<Self, Diagnostics> {
        todo!()
    }
}

/// Stub until the engine has it.
impl Rules {
    /// Makes the position in which a player moves in a phase of a given table.
    ///
    /// # Errors
    /// If there is no such phase, or the position cannot be.
    pub fn place(
        &self,
        _phase: &str,
        _to_move: crate::model::SeatId,
        _table: &crate::engine::Table,
    ) -> Result<crate::engine::State, crate::engine::Fault> {
        todo!()
    }
}
