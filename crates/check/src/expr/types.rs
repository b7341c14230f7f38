//! The types of expressions, in the words of the language.

use linstock_model::{FiniteDomain, ListId, MemoryType};
use linstock_syntax::ast::{Expr, ExprKind};

/// The type of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    Number,
    Numbers,
    Numerals,
    Fraction,
    Truth,
    Seat,
    Seats,
    /// A row of a list.
    Row(ListId),
    /// Rows of a list.
    Rows(ListId),
    Nothing,
    Zone,
    ZonePart,
    Place,
    Set,
    Kind,
    Line,
    Formation,
    Directions,
    Word,
    Last,
    Special,
}

impl Type {
    /// Returns the type in the words of the language, with its article.
    pub fn words(self) -> &'static str {
        match self {
            Self::Number => "a number",
            Self::Numbers => "a range of numbers",
            Self::Truth => "a yes or no",
            Self::Seat => "a player",
            Self::Seats => "players",
            Self::Row(_) => "a row of a list",
            Self::Rows(_) => "rows of a list",
            Self::Zone => "a zone",
            Self::ZonePart => "part of what lies in a zone",
            Self::Numerals => "a list of numbers",
            Self::Fraction => "a fraction",
            Self::Place => "a point",
            Self::Set => "a set of points",
            Self::Line | Self::Formation => "a line",
            Self::Kind => "a piece",
            Self::Directions => "directions",
            Self::Word => "a word of an option",
            Self::Nothing => "`none`",
            Self::Last => "the last move",
            Self::Special => "a word of the language that stands for no value",
        }
    }

    /// Returns whether it is a point, a set of points, or a kind of piece.
    pub(crate) fn is_of_points(self) -> bool {
        matches!(self, Self::Set | Self::Kind | Self::Place)
    }

    /// Returns whether a quantifier can go through it point by point: see [`Self::is_of_points`]; also formations.
    pub(crate) fn stands_for_points(self) -> bool {
        self.is_of_points() || self == Self::Formation
    }

    /// Returns the type of a memory.
    pub(crate) fn of_memory(ty: MemoryType) -> Self {
        match ty {
            MemoryType::Num => Self::Number,
            MemoryType::Truth => Self::Truth,
            MemoryType::Seat => Self::Seat,
            MemoryType::Points => Self::Set,
            MemoryType::Row(list) => Self::Row(list),
        }
    }

    /// Returns the finite domain of a player or row, or of several.
    pub fn finite_domain(self) -> Option<FiniteDomain> {
        match self {
            Self::Seat | Self::Seats => Some(FiniteDomain::Players),
            Self::Row(list) | Self::Rows(list) => Some(FiniteDomain::Rows(list)),
            _ => None,
        }
    }
}

/// Returns whether an expression is exactly this word.
pub(crate) fn is_word(e: &Expr, word: &str) -> bool {
    matches!(&e.kind, ExprKind::Word(text) if text == word)
}
