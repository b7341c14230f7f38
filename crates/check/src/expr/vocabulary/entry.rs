//! The description of a word or a form: its types, its meaning, an example.

use crate::expr::types::Type;
use linstock_model::ListId;

/// A word of the language that has a meaning by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Builtin {
    Me,
    Opponent,
    Nobody,
    Others,
    Players,
    Own,
    Enemy,
    Empty,
    Everything,
    Nothing,
    Yes,
    No,
    Last,
    Box,
    Chance,
}

/// Where a word of the language may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stands {
    /// By itself.
    Alone(Builtin),
    /// Before `of`; it cannot be declared.
    BeforeOf,
    /// Before `of`, unless something declared has that name.
    BeforeOfUnlessDeclared,
    /// In place of a direction.
    AsDirection,
    /// Before values in brackets.
    BeforeValues,
}

/// A word or a form of expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The word, or the shape of the form.
    pub name: &'static str,
    /// Its types; a row may be of any list.
    pub types: &'static [Type],
    /// What it means.
    pub meaning: &'static str,
    /// The hint for a use in the wrong place.
    pub hint: Option<&'static str>,
    /// An example from docs/reference.
    pub example: &'static str,
}

pub(super) const ROW: Type = Type::Row(ListId(0));
pub(super) const ROWS: Type = Type::Rows(ListId(0));

/// Makes an entry without a hint.
pub(super) const fn entry(
    name: &'static str,
    types: &'static [Type],
    meaning: &'static str,
    example: &'static str,
) -> Entry {
    Entry {
        name,
        types,
        meaning,
        hint: None,
        example,
    }
}

impl Entry {
    /// Adds the hint for a use in the wrong place.
    pub(super) const fn hint(self, hint: &'static str) -> Self {
        Self {
            hint: Some(hint),
            ..self
        }
    }
}
