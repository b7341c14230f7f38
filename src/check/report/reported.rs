//! A mistake that somebody was told of.
//!
//! Whatever cannot be elaborated yields [`Reported`] instead, and only what reports makes one: `Err(self.error(…))`. So
//! nothing is ever refused in silence, and a reader of a signature knows that the message is out already.

use crate::base::{Diagnostic, Span};
use crate::check::Resolver;

/// What stands for something wrong, once it is reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reported(());

/// What is right, or a mistake that is reported.
pub(crate) type Checked<T> = Result<T, Reported>;

impl Resolver<'_> {
    /// Reports an error.
    pub(crate) fn error(&mut self, diagnostic: Diagnostic) -> Reported {
        self.report(diagnostic);
        Reported(())
    }

    /// Reports an error that needs but a sentence.
    pub(crate) fn refuse<T>(&mut self, span: Span, message: impl Into<String>) -> Checked<T> {
        Err(self.error(Diagnostic::error(span, message)))
    }

    /// Something named here is wrong where it is declared, and is reported there; or it is unknown which value a name has,
    /// as in a fact that nothing uses.
    pub(crate) fn reported_where_declared(&self) -> Reported {
        Reported(())
    }

    /// What another part of the checker found; it reports what it does not find.
    pub(crate) fn found_or_reported<T>(&self, found: Option<T>) -> Checked<T> {
        found.ok_or(Reported(()))
    }
}
