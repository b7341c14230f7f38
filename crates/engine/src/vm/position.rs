//! A position of a game, and the types for queries about it: move, turn, outcome, fault.

use crate::vm::history::History;
use linstock_base::Span;
use linstock_model::SeatId;
use smallvec::SmallVec;

/// A position: a row of 64-bit words (see `Layout` in `ir`), without the moves that led to it.
///
/// Two positions are equal if they are at the same decision point and all words are equal. The history does not count.
#[derive(Debug)]
pub struct Position {
    /// The words that [`Layout`](crate::ir::Layout) describes.
    #[doc(hidden)]
    pub words: SmallVec<[u64; 24]>,
    /// The instruction at which play stopped: a decision point, or the end of the game.
    #[doc(hidden)]
    pub pc: u32,
    /// How the game ended, once it is over.
    #[doc(hidden)]
    pub over: Option<GameEnd>,
    /// Hashes of earlier positions, for rules about repetition (`seen`).
    #[doc(hidden)]
    pub history: History,
}

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameEnd {
    /// The number of the ending in the rules.
    pub end: u32,
    /// A bit for each winner.
    pub winners: u64,
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Self {
            // This is one `memcpy`; `SmallVec::clone` copies word by word.
            words: SmallVec::from_slice(&self.words),
            pc: self.pc,
            over: self.over,
            history: self.history.clone(),
        }
    }

    fn clone_from(&mut self, other: &Self) {
        self.words.clear();
        self.words.extend_from_slice(&other.words);
        (self.pc, self.over) = (other.pc, other.over);
        self.history.clone_from(&other.history);
    }
}

impl Position {
    /// Returns an empty position to be overwritten.
    #[must_use]
    pub fn blank() -> Self {
        Self {
            words: SmallVec::new(),
            pc: 0,
            over: None,
            history: History::new(),
        }
    }

    /// Returns the position with another history.
    #[must_use]
    pub fn with_history(&self, history: &[u64]) -> Self {
        Self {
            words: SmallVec::from_slice(&self.words),
            pc: self.pc,
            over: self.over,
            history: History::from(history),
        }
    }

    /// Returns the position with an empty history.
    #[must_use]
    pub fn without_history(&self) -> Self {
        self.with_history(&[])
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.pc == other.pc && self.over == other.over && self.words == other.words
    }
}

impl Eq for Position {}

/// A move of a player or an outcome of chance, as four numbers; valid only in the position that listed it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// The number of the decision point.
    #[doc(hidden)]
    pub decision: u16,
    /// The number of the template.
    #[doc(hidden)]
    pub template: u16,
    /// The seat that is `me`.
    #[doc(hidden)]
    pub me: u8,
    /// The anchor: a bit of the template's mask, or the number of a multiset.
    #[doc(hidden)]
    pub anchor: u32,
}

/// Who chooses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Turn {
    /// These players, in seat order. Several players choose simultaneously and in secret.
    Players(Vec<SeatId>),
    /// Chance: the caller picks one of the outcomes.
    Chance,
    /// Nobody: the game is over.
    Over,
}

/// Why a move could not be played; the position is unchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Fault {
    /// The move is not legal here.
    Illegal,
    /// The game is over.
    Over,
    /// A statement could not be carried out, for example two pieces on one point: the message, and the statement's place.
    Statement(String, Span),
    /// A script failed or exceeded a limit: a message with file, line and function, and the place of the call.
    Script(String, Span),
}

impl Fault {
    /// Creates a fault of a statement whose place is not known.
    pub fn statement(message: impl Into<String>) -> Self {
        Self::Statement(message.into(), Span::default())
    }

    /// Creates a fault of a script whose caller's place is not known.
    pub fn script(message: impl Into<String>) -> Self {
        Self::Script(message.into(), Span::default())
    }

    /// Adds a place to the fault of a statement, if it has none.
    #[must_use]
    pub fn or_at(self, place: Span) -> Self {
        match self {
            Self::Statement(message, span) if span == Span::default() => {
                Self::Statement(message, place)
            }
            Self::Statement(..) | Self::Script(..) | Self::Illegal | Self::Over => self,
        }
    }

    /// Returns the place in the rules, if it is known.
    #[must_use]
    pub fn place(&self) -> Option<Span> {
        match self {
            Self::Statement(_, span) | Self::Script(_, span) => {
                (*span != Span::default()).then_some(*span)
            }
            Self::Illegal | Self::Over => None,
        }
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Illegal => f.write_str("the move is not legal here"),
            Self::Over => f.write_str("the game is over"),
            Self::Statement(message, _) | Self::Script(message, _) => f.write_str(message),
        }
    }
}

impl std::error::Error for Fault {}
