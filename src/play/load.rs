//! From source texts to compiled rules.

use crate::base::{Diagnostics, Sources};
use crate::rules::Rules;

/// What is chosen before a game is played: applied in this order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choices {
    /// Names of variants among the texts, in the order they are laid over the game.
    pub variants: Vec<String>,
    /// Options and their values as text.
    pub options: Vec<(String, String)>,
    /// How many play; the smallest number without it.
    pub players: Option<usize>,
}

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
