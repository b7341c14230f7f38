//! A mistake that somebody was told of.
//!
//! Whatever cannot be elaborated yields [`ErrorGuaranteed`] instead, and only what reports makes one: `Err(self.error(…))`. So
//! nothing is ever refused in silence, and a reader of a signature knows that the message is out already. What reports stands in `reporting.rs`.

use linstock_base::{Diagnostic, Diagnostics, Severity};

/// What stands for something wrong, once it is reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ErrorGuaranteed(());

impl ErrorGuaranteed {
    /// Of a mistake that was told before, or is told elsewhere.
    pub(super) fn elsewhere() -> Self {
        Self(())
    }
}

/// What is right, or a mistake that is reported.
pub(crate) type Checked<T> = Result<T, ErrorGuaranteed>;

/// Adds an error to what was found.
pub(crate) fn report_to(found: &mut Diagnostics, diagnostic: Diagnostic) -> ErrorGuaranteed {
    debug_assert_eq!(
        diagnostic.severity,
        Severity::Error,
        "a warning refuses nothing"
    );
    found.push(diagnostic);
    ErrorGuaranteed(())
}

/// Tells whether an error was found before, so that what follows from it needs none of its own.
pub(crate) fn told_before(found: &Diagnostics) -> Option<ErrorGuaranteed> {
    found.has_errors().then_some(ErrorGuaranteed(()))
}
