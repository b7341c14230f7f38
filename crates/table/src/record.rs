//! Records: a table is kept as its start and what was done at it since, one JSON object a line.

use crate::table::ClockSetting;
use crate::token::LinkToken;
use linstock_play::Save;
use serde::{Deserialize, Serialize};

/// How a table began. Its save has no moves of players.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TableStart {
    /// The public name of the table, a part of its address.
    pub id: String,
    /// The secret of the host's link.
    pub host: LinkToken,
    /// The secret of each seat's link.
    pub seats: Vec<LinkToken>,
    /// The game.
    pub save: Save,
    /// How much time players have, if the table has a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockSetting>,
}

/// Something that was done at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TableRecord {
    /// A player plays a move.
    Play {
        /// The player's name in the rules.
        player: String,
        /// The text of the move.
        text: String,
    },
    /// Moves are taken back: the game is as it was after a number of plies.
    Back {
        /// The number of plies.
        ply: usize,
    },
    /// The next move that was taken back is played again.
    Redo,
    /// A player takes back a choice that waits for those of others.
    Retract {
        /// The number of the seat.
        seat: u8,
    },
    /// Somebody sits down with a seat's own link.
    Claim {
        /// The number of the seat.
        seat: u8,
    },
    /// Somebody in a seat gives a name.
    Name {
        /// The number of the seat.
        seat: u8,
        /// The name.
        name: String,
    },
    /// A computer player takes a seat, or leaves it.
    Bot {
        /// The number of the seat.
        seat: u8,
        /// Its skill.
        skill: Option<String>,
    },
    /// A seat gets another link.
    Link {
        /// The number of the seat.
        seat: u8,
        /// The new secret.
        token: LinkToken,
    },
    /// Somebody leaves a seat.
    Leave {
        /// The number of the seat.
        seat: u8,
    },
    /// The times that the players have left after a move.
    Times {
        /// The time of each seat, in milliseconds.
        left: Vec<u64>,
    },
    /// A player has no time left.
    TimeOver {
        /// The number of the seat.
        seat: u8,
    },
    /// Another game begins.
    NewGame {
        /// The seed of its chance.
        seed: u64,
    },
    /// A player resigns.
    Resign {
        /// The number of the seat.
        seat: u8,
    },
    /// The players agree on a draw.
    Draw,
}

impl TableRecord {
    /// Returns whether it matters only in its own game.
    pub(crate) fn is_of_one_game(&self) -> bool {
        self.is_of_game() || matches!(self, Self::Times { .. })
    }

    /// Returns whether it changes the game, not only who sits where.
    pub(crate) fn is_of_game(&self) -> bool {
        match self {
            Self::Play { .. }
            | Self::Back { .. }
            | Self::Redo
            | Self::Retract { .. }
            | Self::Resign { .. }
            | Self::Draw
            | Self::TimeOver { .. }
            | Self::NewGame { .. } => true,
            Self::Claim { .. }
            | Self::Name { .. }
            | Self::Bot { .. }
            | Self::Link { .. }
            | Self::Leave { .. }
            | Self::Times { .. } => false,
        }
    }
}

/// Returns the place of the last game among records. What was done in earlier games no longer matters.
pub(crate) fn last_game(records: &[TableRecord]) -> usize {
    let is_begin = |record: &TableRecord| matches!(record, TableRecord::NewGame { .. });
    records.iter().rposition(is_begin).unwrap_or(0)
}

impl PartialEq for LinkToken {
    fn eq(&self, other: &Self) -> bool {
        self.is(*other)
    }
}

impl Eq for LinkToken {}

/// Writes a record or a start as one line, without its end.
pub(crate) fn line<T: Serialize>(of: &T) -> String {
    // Records have only texts and numbers, so writing them does not fail.
    serde_json::to_string(of).unwrap_or_default()
}
