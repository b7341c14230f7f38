//! The mode of the terminal: restores it when a signal ends the program, and drops typed keys. Ctrl-C stops a long
//! computation; without one, it ends the program.

#[cfg(unix)]
use crate::ending_signals::{remove_unfinished, spawn_ready};
#[cfg(unix)]
use crate::shown::is_dumb;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, PoisonError};

/// No long computation runs.
const QUIET: u8 = 0;
/// A long computation runs, and can be stopped.
const LONG: u8 = 1;
/// The computation must stop.
const STOPPED: u8 = 2;

static COMPUTATION: AtomicU8 = AtomicU8::new(QUIET);

/// A long computation: while this value lives, Ctrl-C stops the computation instead of the program.
pub(super) struct LongWork(());

impl LongWork {
    /// Marks the beginning of a long computation.
    pub(super) fn begin() -> Self {
        COMPUTATION.store(LONG, Ordering::Relaxed);
        Self(())
    }

    /// Returns whether the computation must stop.
    pub(super) fn is_stopped(&self) -> bool {
        COMPUTATION.load(Ordering::Relaxed) == STOPPED
    }
}

impl Drop for LongWork {
    fn drop(&mut self) {
        COMPUTATION.store(QUIET, Ordering::Relaxed);
    }
}

/// Stops a long computation; returns whether one was running and not stopped already.
#[cfg(unix)]
fn stop_work() -> bool {
    let stopped = COMPUTATION.compare_exchange(LONG, STOPPED, Ordering::Relaxed, Ordering::Relaxed);
    stopped.is_ok()
}

/// Drops typed keys that were not read.
#[cfg(unix)]
pub(super) fn drop_typed_keys() {
    use nix::sys::termios::{FlushArg, tcflush};
    // This fails only without a terminal, and then nobody types.
    let _ = tcflush(std::io::stdin(), FlushArg::TCIFLUSH);
}

/// The mode of the terminal before the editor changed it.
#[cfg(unix)]
static PLAIN_MODE: std::sync::OnceLock<nix::libc::termios> = std::sync::OnceLock::new();

/// Switches off bracketed paste, which the editor switched on.
#[cfg(unix)]
const PLAIN_PASTE: &[u8] = b"\x1b[?2004l\r\n";

/// Switches bracketed paste on again.
#[cfg(unix)]
const BRACKETED_PASTE: &[u8] = b"\x1b[?2004h";

/// The prompt at which a dumb terminal waits for a line.
static PROMPT: Mutex<Option<String>> = Mutex::new(None);

/// Sets the prompt at which the terminal waits for a line; `None` when it no longer waits.
pub(super) fn set_prompt(prompt: Option<&str>) {
    *PROMPT.lock().unwrap_or_else(PoisonError::into_inner) = prompt.map(str::to_owned);
}

#[cfg(unix)]
fn is_asked() -> bool {
    PROMPT
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .is_some()
}

/// Writes the prompt again, as the editor does after Ctrl-C.
#[cfg(unix)]
fn ask_again() {
    let prompt = PROMPT.lock().unwrap_or_else(PoisonError::into_inner);
    let prompt = prompt.as_deref().unwrap_or_default();
    to_terminal(format!("\r\n{prompt}").as_bytes());
}

/// Restores the terminal's current mode when a signal ends or stops the program: the editor uses another mode while it reads.
#[cfg(unix)]
pub(super) fn restore_at_signals() {
    use nix::sys::termios::tcgetattr;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    let Ok(mode) = tcgetattr(std::io::stdin()) else {
        return;
    };
    PLAIN_MODE.get_or_init(|| mode.into());
    spawn_ready(|ready| {
        let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP]) else {
            return;
        };
        ready();
        for signal in signals.forever() {
            match signal {
                SIGTSTP => stop(),
                SIGINT if stop_work() => {}
                // The terminal has dropped the line already.
                SIGINT if is_dumb() && is_asked() => ask_again(),
                _ => {
                    set_plain_mode();
                    remove_unfinished();
                    let _ = emulate_default_handler(signal);
                }
            }
        }
    });
}

/// Stops the program until the shell continues it. Meanwhile the terminal has the mode from before the editor changed it.
#[cfg(unix)]
pub(super) fn stop() {
    use nix::sys::termios::{SetArg, tcgetattr, tcsetattr};

    let before = tcgetattr(std::io::stdin());
    set_plain_mode();
    let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP);
    let plain = PLAIN_MODE.get().copied().map(Into::into);
    // If the editor was not reading, it sets its mode itself.
    if let Ok(mode) = before
        && plain.as_ref() != Some(&mode)
    {
        let _ = tcsetattr(std::io::stdin(), SetArg::TCSANOW, &mode);
        if !is_dumb() {
            to_terminal(BRACKETED_PASTE);
        }
    }
}

#[cfg(unix)]
fn set_plain_mode() {
    use nix::sys::termios::{SetArg, tcsetattr};

    if let Some(mode) = PLAIN_MODE.get() {
        let _ = tcsetattr(std::io::stdin(), SetArg::TCSANOW, &(*mode).into());
    }
    if !is_dumb() {
        to_terminal(PLAIN_PASTE);
    }
}

/// Writes to the terminal directly: the thread that holds the lock on standard output may be blocked.
#[cfg(unix)]
fn to_terminal(text: &[u8]) {
    use std::io::Write as _;

    let _ = std::fs::File::options()
        .write(true)
        .open("/dev/tty")
        .and_then(|mut terminal| terminal.write_all(text));
}

/// Does nothing: on other systems the line editor does what is needed.
#[cfg(not(unix))]
pub(super) fn drop_typed_keys() {}

/// Does nothing: on other systems the line editor does what is needed.
#[cfg(not(unix))]
pub(super) fn restore_at_signals() {}
