//! Why a command stops before it is done. `cli.rs` tells it, and makes the exit status of it.

use crate::files;
use crate::load_error::LoadError;
use crate::shown::{Shown, style};
use linstock_play::Refusal;

/// Why a command stops before it is done.
#[derive(Debug)]
pub(super) enum CommandFailure {
    /// What was asked about failed.
    Failed(String),
    /// The rules have mistakes.
    Mistakes(Shown),
    /// The call itself was wrong.
    Call(String),
    /// Nobody reads on.
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
