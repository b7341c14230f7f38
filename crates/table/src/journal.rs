//! What the program does for tables: it keeps records on the disk, and lets the computer play.

use linstock_model::SeatId;
use linstock_play::Session;

/// Why records could not be kept, in a sentence.
pub type JournalFailure = String;

/// Keeps the records of one table.
pub trait Journal: Send {
    /// Adds lines, and returns when they are on the disk.
    ///
    /// # Errors
    /// If they could not be written.
    fn append(&mut self, lines: &[String]) -> Result<(), JournalFailure>;

    /// Replaces all lines.
    ///
    /// # Errors
    /// If they could not be written.
    fn rewrite(&mut self, lines: &[String]) -> Result<(), JournalFailure>;
}

/// Computer players.
pub trait Computers: Send + Sync {
    /// Checks the name of a skill, such as `strong`, and returns it as it is shown.
    ///
    /// # Errors
    /// If there is no such skill.
    fn skill(&self, name: &str) -> Result<String, String>;

    /// Chooses a move for a seat. It learns nothing that the seat may not know.
    ///
    /// # Errors
    /// If the rules fail.
    fn choose(&self, session: &Session, seat: SeatId, skill: &str) -> Result<String, String>;

    /// Returns the best move that it finds for a seat within a short time, in a sentence.
    ///
    /// # Errors
    /// If the rules fail, or it finds no move.
    fn hint(&self, session: &Session, seat: SeatId) -> Result<String, String>;
}
