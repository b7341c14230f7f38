//! Threads with a stack large enough for rules, whatever the default of the system is.

use crate::command_failure::CommandFailure;
use crate::files;
use std::panic::resume_unwind;
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// The stack size in bytes of a thread that parses rules or runs scripts. The nesting that the language allows needs more
/// than the default of a thread, and more than the main thread has on some systems or under a limit (`ulimit -s`).
const STACK: usize = 16 << 20;

/// Returns a builder of threads with such a stack.
pub(super) fn deep_thread() -> Builder {
    Builder::new().stack_size(STACK)
}

/// Spawns up to `most` threads with such a stack in a scope: fewer if the system has no room for more.
///
/// # Errors
/// If the system has no room for a single one.
pub(super) fn spawn_deep<'scope, T: Send + 'scope, W: FnOnce() -> T + Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    most: usize,
    work: impl Fn() -> W,
) -> Result<Vec<ScopedJoinHandle<'scope, T>>, CommandFailure> {
    let mut threads = Vec::new();
    for _ in 0..most {
        match deep_thread().spawn_scoped(scope, work()) {
            Ok(thread) => threads.push(thread),
            Err(error) if threads.is_empty() => return Err(no_thread(&error)),
            Err(_) => break,
        }
    }
    Ok(threads)
}

/// Makes the failure of a command that cannot begin a thread.
pub(super) fn no_thread(error: &std::io::Error) -> CommandFailure {
    let why = files::reason(error);
    CommandFailure::Failed(format!("the system has no room for another thread: {why}"))
}

/// Runs a function on such a thread, and waits for it. If no thread can be created, runs it on the current one.
pub(super) fn on_deep_stack<T: Send>(work: impl Fn() -> T + Sync) -> T {
    std::thread::scope(|scope| match deep_thread().spawn_scoped(scope, &work) {
        Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
        Err(_) => work(),
    })
}
