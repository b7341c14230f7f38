//! A typo, and the parts that all messages about typos share.

use crate::errors::context::ErrorContext;

/// A message and a hint; the diagnostic is at the place where the parser stopped.
pub(super) type Typo = Option<(String, &'static str)>;

pub(super) fn expected(wanted: &str, found: &str) -> String {
    format!("expected {wanted}, found `{found}`")
}

/// Returns the word that opens the line.
pub(super) fn head<'t>(context: &ErrorContext<'t>) -> &'t str {
    context.head().map_or("", |(head, _)| context.text(head))
}
