//! A mistake that somebody was told of.
//!
//! Whatever cannot be elaborated yields [`Reported`] instead, and only what reports makes one: `Err(self.error(…))`. So
//! nothing is ever refused in silence, and a reader of a signature knows that the message is out already. What reports stands in `reporting.rs`.

use crate::base::{Diagnostic, Diagnostics, Severity};

/// What stands for something wrong, once it is reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reported(());

impl Reported {
    /// Of a mistake that was told before, or is told elsewhere.
    pub(super) fn elsewhere() -> Self {
        Self(())
    }
}

/// What is right, or a mistake that is reported.
pub(crate) type Checked<T> = Result<T, Reported>;

/// Adds an error to what was found.
pub(crate) fn report_to(found: &mut Diagnostics, diagnostic: Diagnostic) -> Reported {
    debug_assert_eq!(
        diagnostic.severity,
        Severity::Error,
        "a warning refuses nothing"
    );
    found.push(diagnostic);
    Reported(())
}

/// Tells whether an error was found before, so that what follows from it needs none of its own.
pub(crate) fn told_before(found: &Diagnostics) -> Option<Reported> {
    found.has_errors().then_some(Reported(()))
}
