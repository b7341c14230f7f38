//! The mode of the terminal: it is put back when a signal ends the program, and typed keys can be dropped. Ctrl-C ends what
//! takes long, and the program where nothing does.

use std::sync::atomic::{AtomicU8, Ordering};

/// Nothing takes long.
const QUIET: u8 = 0;
/// Something takes long, and can be stopped.
const LONG: u8 = 1;
/// It is to stop.
const STOPPED: u8 = 2;

static FUEL: AtomicU8 = AtomicU8::new(QUIET);

/// Something that takes long: as long as this lives, Ctrl-C stops it, and the program goes on.
pub(super) struct LongWork(());

impl LongWork {
    /// Begins it.
    pub(super) fn begin() -> Self {
        FUEL.store(LONG, Ordering::Relaxed);
        Self(())
    }

    /// Tells whether it is to stop.
    pub(super) fn is_stopped(&self) -> bool {
        FUEL.load(Ordering::Relaxed) == STOPPED
    }
}

impl Drop for LongWork {
    fn drop(&mut self) {
        FUEL.store(QUIET, Ordering::Relaxed);
    }
}

/// Stops what takes long; tells whether something did, and was not stopped already.
#[cfg(unix)]
fn stop_work() -> bool {
    let stopped = FUEL.compare_exchange(LONG, STOPPED, Ordering::Relaxed, Ordering::Relaxed);
    stopped.is_ok()
}

/// Drops what was typed and not read.
#[cfg(unix)]
pub(super) fn drop_typed_keys() {
    use nix::sys::termios::{FlushArg, tcflush};
    // Where this fails there is no terminal, and nobody who types.
    let _ = tcflush(std::io::stdin(), FlushArg::TCIFLUSH);
}

/// The mode of the terminal before the editor set another one.
#[cfg(unix)]
static PLAIN_MODE: std::sync::OnceLock<nix::libc::termios> = std::sync::OnceLock::new();

/// Ends what the editor switched on: pasted text comes in brackets.
#[cfg(unix)]
const PLAIN_PASTE: &[u8] = b"\x1b[?2004l\r\n";

/// Switches it on again.
#[cfg(unix)]
const BRACKETED_PASTE: &[u8] = b"\x1b[?2004h";

/// Puts the terminal's mode back, as it is now, when a signal ends or stops the program: the editor sets another one while it
/// reads.
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
    let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP]) else {
        return;
    };
    std::thread::spawn(move || {
        for signal in signals.forever() {
            if signal == SIGTSTP {
                stop();
            } else if signal != SIGINT || !stop_work() {
                set_plain_mode();
                let _ = emulate_default_handler(signal);
            }
        }
    });
}

/// Stops the program until the shell lets it go on. Meanwhile the terminal is as it was before the editor changed it.
#[cfg(unix)]
pub(super) fn stop() {
    use nix::sys::termios::{SetArg, tcgetattr, tcsetattr};

    let before = tcgetattr(std::io::stdin());
    set_plain_mode();
    let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP);
    let plain = PLAIN_MODE.get().copied().map(Into::into);
    // The editor sets its mode itself where it did not read.
    if let Ok(mode) = before
        && plain.as_ref() != Some(&mode)
    {
        let _ = tcsetattr(std::io::stdin(), SetArg::TCSANOW, &mode);
        to_terminal(BRACKETED_PASTE);
    }
}

#[cfg(unix)]
fn set_plain_mode() {
    use nix::sys::termios::{SetArg, tcsetattr};

    if let Some(mode) = PLAIN_MODE.get() {
        let _ = tcsetattr(std::io::stdin(), SetArg::TCSANOW, &(*mode).into());
    }
    to_terminal(PLAIN_PASTE);
}

/// Writes to the terminal, not through the locked output: whoever holds it may be waiting for somebody to read.
#[cfg(unix)]
fn to_terminal(text: &[u8]) {
    use std::io::Write as _;

    let _ = std::fs::File::options()
        .write(true)
        .open("/dev/tty")
        .and_then(|mut terminal| terminal.write_all(text));
}

/// Elsewhere the line editor does what is needed.
#[cfg(not(unix))]
pub(super) fn drop_typed_keys() {}

/// Elsewhere the line editor does what is needed.
#[cfg(not(unix))]
pub(super) fn restore_at_signals() {}
