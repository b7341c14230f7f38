//! The game at the keyboard as those share it who work on it: who types, and what watches the files of its rules.

use crate::repl::autosave::Autosave;
use crate::repl::game::Repl;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A game at the keyboard, and what keeps it on disk.
pub(super) struct AutosavedRepl {
    pub(super) repl: Repl,
    pub(super) keeper: Autosave,
}

/// Takes hold of the game; what watches files waits until it is let go.
pub(super) fn locked(table: &Mutex<AutosavedRepl>) -> MutexGuard<'_, AutosavedRepl> {
    // What a panic had changed was put back.
    table.lock().unwrap_or_else(PoisonError::into_inner)
}
