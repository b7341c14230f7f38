//! The answer to a line.

use crate::shown::Shown;

/// The answer to a line.
#[derive(PartialEq, Eq, Debug, Default)]
pub(super) struct Reply {
    /// The text to print.
    pub(crate) text: Shown,
    /// The session ends.
    pub(crate) quit: bool,
}

/// The result of a command: a text, or a message of one or two sentences.
pub(super) type CommandResult = Result<Shown, String>;
