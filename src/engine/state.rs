//! The state of a game, and what the engine answers about it.

use crate::model::{SeatId, TagId};

/// A position: compact, cloneable, without the way there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {}

/// A choice or an outcome of chance, as the engine numbers it; only meaningful in the position that listed it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(pub(super) u64);

/// Whose choice it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Turn {
    /// These players, in seat order; several choose at once and hidden from each other.
    Players(Vec<SeatId>),
    /// Chance: one of the outcomes must be picked.
    Chance,
    /// Nobody's: the game is over.
    Over,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Who won, in seat order; nobody in a draw.
    pub winners: Vec<SeatId>,
    /// Why, in words.
    pub reason: String,
    /// The clauses that decided it.
    pub tags: Vec<TagId>,
}

/// Why a move could not be played; the position is as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The move is not legal here.
    Illegal,
    /// The game is over.
    Over,
    /// A statement could not be done (two pieces on one point, say): file, line and what happened.
    Statement(String),
    /// A script failed or ran past its limits: file, line, function and what happened.
    Script(String),
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Illegal => f.write_str("the move is not legal here"),
            Self::Over => f.write_str("the game is over"),
            Self::Statement(what) | Self::Script(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for Fault {}
