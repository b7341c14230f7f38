//! What commands write to standard output and standard error.

use crate::command_failure::CommandFailure;
use crate::shown::Shown;
use std::io::Write as _;

/// Prints to standard output. It takes only [`Shown`] text.
pub(super) fn print(text: impl Into<Shown>) -> Result<(), CommandFailure> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.into().as_str().as_bytes())?;
    Ok(out.flush()?)
}

/// Prints one or more lines to standard error. If it is closed, the text is lost.
pub(super) fn warn(text: impl Into<Shown>) {
    let _ = anstream::stderr().write_all(text.into().ended().as_str().as_bytes());
}
