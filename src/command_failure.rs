//! Why a command stops early. `cli.rs` prints it, and turns it into the exit code.

use crate::files;
use crate::load_error::LoadError;
use crate::shown::{Shown, style};
use linstock_play::Refusal;

/// Why a command stops early.
#[derive(Debug)]
pub(super) enum CommandFailure {
    /// The requested operation failed.
    Failed(String),
    /// The rules have mistakes.
    Mistakes(Shown),
    /// The command line was wrong.
    Call(String),
    /// Nobody reads standard output any more.
    Unread,
}

impl From<LoadError> for CommandFailure {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::BadRules { .. } => Self::Mistakes(error.shown(style(&std::io::stderr()))),
            LoadError::UnknownGame(text) | LoadError::BadOption(text) => Self::Call(text),
        }
    }
}

impl From<Refusal> for CommandFailure {
    fn from(refusal: Refusal) -> Self {
        Self::Failed(refusal.to_string())
    }
}

impl From<std::io::Error> for CommandFailure {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Self::Unread,
            _ => Self::Failed(files::reason(&error)),
        }
    }
}
