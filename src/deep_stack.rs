//! Threads with a stack large enough for rules, whatever the default of the system is.

use std::panic::resume_unwind;
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// The stack size in bytes of a thread that parses rules or runs scripts. The nesting that the language allows needs more
/// than the default of a thread, and more than the main thread has on some systems or under a limit (`ulimit -s`).
const STACK: usize = 16 << 20;

/// Returns a builder of threads with such a stack.
pub(super) fn deep_thread() -> Builder {
    Builder::new().stack_size(STACK)
}

/// Spawns a thread with such a stack in a scope.
///
/// # Panics
/// If the system cannot create a thread, as [`Scope::spawn`].
pub(super) fn spawn_deep<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> ScopedJoinHandle<'scope, T> {
    let begun = deep_thread().spawn_scoped(scope, work);
    begun.expect("the system has room for another thread")
}

/// Runs a function on such a thread, and waits for it. If no thread can be created, runs it on the current one.
pub(super) fn on_deep_stack<T: Send>(work: impl Fn() -> T + Sync) -> T {
    std::thread::scope(|scope| match deep_thread().spawn_scoped(scope, &work) {
        Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
        Err(_) => work(),
    })
}
