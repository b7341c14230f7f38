//! The game at the keyboard, shared by the thread that reads lines and the thread that watches the files of the rules.

use crate::repl::autosave::Autosave;
use crate::repl::game::Repl;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A game at the keyboard, and its autosave.
pub(super) struct AutosavedRepl {
    pub(super) repl: Repl,
    pub(super) keeper: Autosave,
}

/// Locks the game; the file watcher waits until the lock is released.
pub(super) fn locked(table: &Mutex<AutosavedRepl>) -> MutexGuard<'_, AutosavedRepl> {
    // The state is consistent after a panic: the guard has restored it.
    table.lock().unwrap_or_else(PoisonError::into_inner)
}
