//! The mode of the terminal: it is put back when a signal ends the program, and typed keys can be dropped.

/// Drops what was typed and not read.
#[cfg(unix)]
pub(super) fn drop_typed_keys() {
    use nix::sys::termios::{FlushArg, tcflush};
    // Where this fails there is no terminal, and nobody who types.
    let _ = tcflush(std::io::stdin(), FlushArg::TCIFLUSH);
}

/// Puts the terminal's mode back, as it is now, when a signal ends the program: the editor sets another one while it reads.
#[cfg(unix)]
pub(super) fn restore_at_signals() {
    use nix::sys::termios::{SetArg, tcgetattr, tcsetattr};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;
    use std::io::Write as _;

    /// Ends what the editor switched on: pasted text comes in brackets.
    const PLAIN_PASTE: &[u8] = b"\x1b[?2004l\r\n";

    let Ok(mode) = tcgetattr(std::io::stdin()) else {
        return;
    };
    let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM]) else {
        return;
    };
    std::thread::spawn(move || {
        for signal in signals.forever() {
            let _ = tcsetattr(std::io::stdin(), SetArg::TCSANOW, &mode);
            // Not through the locked output: whoever holds it may be waiting for somebody to read.
            let _ = std::fs::File::options()
                .write(true)
                .open("/dev/tty")
                .and_then(|mut terminal| terminal.write_all(PLAIN_PASTE));
            let _ = emulate_default_handler(signal);
        }
    });
}

/// Elsewhere the line editor does what is needed.
#[cfg(not(unix))]
pub(super) fn drop_typed_keys() {}

/// Elsewhere the line editor does what is needed.
#[cfg(not(unix))]
pub(super) fn restore_at_signals() {}
