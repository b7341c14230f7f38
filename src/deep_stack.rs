//! Threads with a stack that is large enough for rules, whatever the system gives a thread by itself.

use std::panic::resume_unwind;
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// The stack of a thread that reads rules or runs scripts, in bytes. What the language allows to be nested needs more than a thread
/// has by itself, and more than the first thread of a program has on some systems, or under a limit (`ulimit -s`).
const STACK: usize = 16 << 20;

/// Returns what begins a thread with such a stack.
pub(super) fn deep_thread() -> Builder {
    Builder::new().stack_size(STACK)
}

/// Begins a thread with such a stack, within a scope.
///
/// # Panics
/// If the system has no room for another thread, as [`Scope::spawn`].
pub(super) fn spawn_deep<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> ScopedJoinHandle<'scope, T> {
    let begun = deep_thread().spawn_scoped(scope, work);
    begun.expect("the system has room for another thread")
}

/// Does some work on such a thread, and waits for it. Where there can be none, it is done here.
pub(super) fn on_deep_stack<T: Send>(work: impl Fn() -> T + Sync) -> T {
    std::thread::scope(|scope| match deep_thread().spawn_scoped(scope, &work) {
        Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
        Err(_) => work(),
    })
}
