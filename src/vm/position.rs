//! The state of a game, and what the engine answers about it.

use crate::base::Span;
use crate::model::{SeatId, TagId};
use smallvec::SmallVec;

/// A position: compact, cloneable, without the way there.
///
/// Two states are equal if the same players must choose and everything that can still influence the game is equal;
/// how often positions were seen does not count.
#[derive(Debug)]
pub struct Position {
    pub(crate) words: SmallVec<[u64; 24]>,
    /// The ask that waits.
    pub(crate) pc: u32,
    pub(crate) over: Option<GameEnd>,
    /// Hashes of the positions noted so far, if the rules ask how often one was seen.
    pub(crate) noted: Vec<u64>,
}

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GameEnd {
    /// Which ending of the rules.
    pub end: u32,
    /// A bit for each winner.
    pub winners: u64,
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Self {
            // In one piece, where the list's own `clone` goes word by word.
            words: SmallVec::from_slice(&self.words),
            pc: self.pc,
            over: self.over,
            noted: self.noted.clone(),
        }
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.pc == other.pc && self.over == other.over && self.words == other.words
    }
}

impl Eq for Position {}

/// A choice or an outcome of chance, as the engine numbers it; only meaningful in the position that listed it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// The ask, by its number.
    pub(crate) ask: u16,
    /// The bucket of the ask's choices.
    pub(crate) bucket: u16,
    /// Who is `me`.
    pub(crate) me: u8,
    /// The anchor: the bit of the bucket's mask.
    pub(crate) anchor: u32,
}

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
    /// A statement could not be done (two pieces on one point, say): what happened, and where the statement is.
    Statement(String, Span),
    /// A script failed or ran past its limits: file, line, function and what happened, and where it was called.
    Script(String, Span),
}

impl Fault {
    /// Makes the fault of a statement whose place in the text is not known.
    pub fn statement(what: impl Into<String>) -> Self {
        Self::Statement(what.into(), Span::default())
    }

    /// Makes the fault of a script whose caller's place in the text is not known.
    pub fn script(what: impl Into<String>) -> Self {
        Self::Script(what.into(), Span::default())
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Illegal => f.write_str("the move is not legal here"),
            Self::Over => f.write_str("the game is over"),
            Self::Statement(what, _) | Self::Script(what, _) => f.write_str(what),
        }
    }
}

impl std::error::Error for Fault {}
