//! From source texts to compiled rules.

use crate::base::{Diagnostics, Sources};
use crate::model::Choices;
use crate::rules::Rules;

impl Rules {
    /// Loads a ruleset: the first text is its root.
    ///
    /// # Errors
    /// Every mistake that was found.
    pub fn load(sources: &Sources, choices: &Choices) -> Result<Self, Diagnostics> {
        let (files, mut found) = crate::model::read(sources);
        let (model, more) = crate::model::check(&files, choices);
        found.extend(more);
        match model { Some(model) if !found.has_errors() => Ok(Self::of(model)), _ => Err(found) }
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
