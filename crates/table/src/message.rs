//! The messages between a page and the table.

use crate::changes::SnapshotPart;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// A message from a page.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ClientMessage {
    /// The first message: who is there.
    Hello {
        /// The secret of a link; a page without one watches.
        token: Option<String>,
    },
    /// A move, or another text that a person typed.
    Say {
        /// The number of the snapshot that the person saw.
        seq: u64,
        /// The text.
        text: String,
        /// Whether the person has seen the warnings before this move.
        #[serde(default)]
        sure: bool,
    },
    /// Why a move is legal or not.
    Why {
        /// The move.
        text: String,
    },
    /// What a word of the game means.
    Look {
        /// The word.
        word: String,
    },
    /// Takes back moves.
    Undo,
    /// Plays a move again that was taken back.
    Redo,
    /// Goes back to the position after a number of plies.
    Back {
        /// The number.
        ply: usize,
    },
    /// Proposes a draw.
    OfferDraw,
    /// Answers a proposal.
    Answer {
        /// The number of the snapshot that the person saw.
        seq: u64,
        /// Whether the person agrees.
        yes: bool,
    },
    /// Gives the game up.
    Resign,
    /// Gives a name to the people in the seats of this page.
    Name {
        /// The name.
        name: String,
    },
    /// Seats a computer player, or lets it leave. Only the host may.
    Bot {
        /// The player's name in the rules.
        seat: String,
        /// Its skill; none lets it leave.
        skill: Option<String>,
    },
    /// Gives a seat a new link. Only the host may.
    NewLink {
        /// The player's name in the rules.
        seat: String,
    },
    /// Asks for a hint.
    Hint,
    /// Leaves a seat.
    Leave,
    /// Begins another game. Only the host may.
    NewGame,
    /// Asks how the board looks while the first points of a move are chosen.
    Ahead {
        /// The points.
        points: Vec<String>,
        /// Whether the page shows the board from its other side.
        #[serde(default)]
        turned: bool,
    },
    /// Asks how the game was after a number of plies.
    Past {
        /// The number.
        ply: usize,
        /// Whether the page shows the board from its other side.
        #[serde(default)]
        turned: bool,
    },
    /// Wants to see the board from its other side, or no longer.
    Turn {
        /// Whether it is the other side.
        turned: bool,
    },
    /// Plays the moves of a saved game again under rules that have changed. Only the host may.
    Replay,
}

/// A message to a page.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ServerMessage {
    /// The table as the page may know it, made from the snapshot that the page has.
    Changes {
        /// What makes the text of the snapshot.
        parts: Vec<SnapshotPart>,
    },
    /// A text of the person was read. If it changed the game, the next snapshot shows it; those that came before show what others did.
    Heard {
        /// Whether it changed the game.
        changed: bool,
    },
    /// A position of the past as the page may know it.
    Past(Json),
    /// The board while the first points of a move are chosen.
    Ahead(Json),
    /// An answer for the person at the page.
    Note {
        /// What it is: `answer`, `refused` or `hint`.
        kind: &'static str,
        /// The text.
        text: String,
    },
    /// Something that the people of some seats have done.
    Done {
        /// The seats, by the players' names in the rules.
        seats: Vec<String>,
        /// What others read.
        text: String,
        /// What these people read.
        own: String,
    },
    /// The text means one of several moves.
    Choose {
        /// The text.
        text: String,
        /// The moves.
        moves: Vec<String>,
    },
    /// The rules warn before a move.
    Confirm {
        /// The move.
        text: String,
        /// The warnings.
        warnings: Vec<String>,
    },
    /// The connection ends.
    Bye {
        /// Why: a key of the page's words, or a text about a message that is not one of a page.
        reason: &'static str,
        /// Whether the page tries again.
        again: bool,
    },
}

impl ServerMessage {
    /// Makes an answer.
    pub(crate) fn answer(text: impl Into<String>) -> Self {
        let text = text.into();
        Self::Note {
            kind: "answer",
            text,
        }
    }

    /// Makes a refusal.
    pub(crate) fn refused(text: impl Into<String>) -> Self {
        let text = text.into();
        Self::Note {
            kind: "refused",
            text,
        }
    }

    /// Makes the end of a connection for good.
    pub(crate) fn bye(reason: &'static str) -> Self {
        let again = false;
        Self::Bye { reason, again }
    }

    /// Writes the message.
    #[must_use]
    pub fn text(&self) -> String {
        // Messages have only texts and numbers, so writing them does not fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}
