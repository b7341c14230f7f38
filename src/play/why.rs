//! Why a move is legal or not.

use super::notation::Unreadable;
use crate::engine::State;
use crate::model::TagId;
use crate::rules::Rules;

/// Whether a move is legal, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Why {
    /// Whether it is legal now.
    pub legal: bool,
    /// The reason in a sentence.
    pub reason: String,
    /// The clauses that decide it.
    pub clauses: Vec<TagId>,
}

/// Explains a move.
///
/// # Errors
/// If the text cannot be read as a move.
pub fn why(_rules: &Rules, _state: &State, _text: &str) -> Result<Why, Unreadable> {
    todo!()
}
