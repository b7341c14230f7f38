//! What a slip is, and how it is told.

use crate::errors::context::ErrorContext;

/// What is wrong, and what to do; it stands where the parser stopped.
pub(super) type Typo = Option<(String, &'static str)>;

pub(super) fn expected(wanted: &str, found: &str) -> String {
    format!("expected {wanted}, found `{found}`")
}

/// Returns the word that opens the line.
pub(super) fn head<'t>(context: &ErrorContext<'t>) -> &'t str {
    context.head().map_or("", |(head, _)| context.text(head))
}
