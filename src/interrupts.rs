//! Ctrl-C during a long run: it does not end the program at once.

#[cfg(unix)]
use crate::ending_signals::{remove_unfinished, spawn_ready};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// How often the user has pressed Ctrl-C.
#[derive(Clone, Debug, Default)]
pub(super) struct Interrupts(Arc<AtomicUsize>);

impl Interrupts {
    /// Counts Ctrl-C from here on; the third one ends the program.
    #[cfg(unix)]
    pub(super) fn watched() -> Self {
        use signal_hook::consts::SIGINT;
        use signal_hook::iterator::Signals;

        let interrupts = Self::default();
        let counted = Arc::clone(&interrupts.0);
        // Where signals cannot be handled, Ctrl-C ends the program.
        spawn_ready(move |ready| {
            let Ok(mut signals) = Signals::new([SIGINT]) else {
                return;
            };
            ready();
            for _ in signals.forever() {
                if counted.fetch_add(1, Ordering::Relaxed) == 2 {
                    remove_unfinished();
                    std::process::exit(130);
                }
            }
        });
        interrupts
    }

    /// Does nothing: Ctrl-C is not caught on this system, and ends the program.
    #[cfg(not(unix))]
    pub(super) fn watched() -> Self {
        Self::default()
    }

    /// Returns the count.
    pub(super) fn count(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

/// Runs something during which Ctrl-C is meant for another program.
#[cfg(unix)]
pub(super) fn without_interrupts<T>(run: impl FnOnce() -> T) -> T {
    use signal_hook::consts::SIGINT;
    let ignored = signal_hook::flag::register(SIGINT, Arc::default());
    let done = run();
    ignored.map(signal_hook::low_level::unregister).ok();
    done
}

/// Runs something. Ctrl-C is not caught on this system.
#[cfg(not(unix))]
pub(super) fn without_interrupts<T>(run: impl FnOnce() -> T) -> T {
    run()
}

/// Makes the first Ctrl-C request a stop, and the second end the program.
#[cfg(unix)]
pub(super) fn stop_at_interrupt(stop: &Arc<AtomicBool>) {
    use signal_hook::consts::SIGINT;
    // Where signals cannot be handled, Ctrl-C ends the program.
    let _ = signal_hook::flag::register_conditional_shutdown(SIGINT, 130, stop.clone());
    let _ = signal_hook::flag::register(SIGINT, stop.clone());
}

/// Does nothing: Ctrl-C is not caught on this system, and ends the program.
#[cfg(not(unix))]
pub(super) fn stop_at_interrupt(_stop: &Arc<AtomicBool>) {}
