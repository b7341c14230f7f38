//! The proof that an error was reported.
//!
//! An elaboration that fails yields [`ErrorGuaranteed`], and only a report makes one: `Err(self.error(…))`. So
//! nothing fails silently, and a signature shows that the message is already out. The reports are in
//! `reporting.rs`.

use linstock_base::{Diagnostic, Diagnostics, Severity};

/// Stands for something wrong that is already reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ErrorGuaranteed(());

impl ErrorGuaranteed {
    /// For a mistake that was reported before, or is reported elsewhere.
    pub(super) fn elsewhere() -> Self {
        Self(())
    }
}

/// A right value, or a mistake that is reported.
pub(crate) type Checked<T> = Result<T, ErrorGuaranteed>;

/// Adds an error to the diagnostics.
pub(crate) fn report_to(found: &mut Diagnostics, diagnostic: Diagnostic) -> ErrorGuaranteed {
    debug_assert_eq!(
        diagnostic.severity,
        Severity::Error,
        "a warning refuses nothing"
    );
    found.push(diagnostic);
    ErrorGuaranteed(())
}

/// Returns a proof if an error was reported before, so that its consequences need no error of their own.
pub(crate) fn told_before(found: &Diagnostics) -> Option<ErrorGuaranteed> {
    found.has_errors().then_some(ErrorGuaranteed(()))
}
