//! What commands write to standard output and standard error.

use crate::command_failure::CommandFailure;
use crate::shown::Shown;
use crate::window;
use std::collections::BTreeSet;
use std::io::Write as _;
use std::sync::{Mutex, PoisonError};

/// Prints to standard output. It takes only [`Shown`] text. On a terminal, long lines are broken between words.
pub(super) fn print(text: impl Into<Shown>) -> Result<(), CommandFailure> {
    let text = fitted(text.into());
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_str().as_bytes())?;
    Ok(out.flush()?)
}

/// Breaks lines that are longer than the terminal on standard output, if there is one.
pub(super) fn fitted(text: Shown) -> Shown {
    match window::columns() {
        Some(columns) => text.fitted(columns),
        None => text,
    }
}

/// As [`warn`]; a text that was already printed in this way is not printed again.
pub(super) fn warn_once(text: impl Into<String>) {
    static PRINTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let text = text.into();
    let mut printed = PRINTED.lock().unwrap_or_else(PoisonError::into_inner);
    if printed.insert(text.clone()) {
        warn(text);
    }
}

/// Prints one or more lines to standard error. If it is closed, the text is lost.
pub(super) fn warn(text: impl Into<Shown>) {
    let _ = anstream::stderr().write_all(fitted(text.into().ended()).as_str().as_bytes());
}
