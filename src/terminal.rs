//! What commands write to standard output and standard error.

use crate::command_failure::CommandFailure;
use crate::shown::Shown;
use std::io::Write as _;

/// Prints to standard output. Only what is [`Shown`] gets there.
pub(super) fn print(text: impl Into<Shown>) -> Result<(), CommandFailure> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.into().as_str().as_bytes())?;
    Ok(out.flush()?)
}

/// Prints to standard error, a line or several. If nobody reads it there is nobody to tell.
pub(super) fn warn(text: impl Into<Shown>) {
    let _ = anstream::stderr().write_all(text.into().ended().as_str().as_bytes());
}
