//! A typo, and the parts that all messages about typos share.

use crate::errors::context::ErrorContext;
use linstock_base::Diagnostic;

/// A diagnostic and its hint.
pub(super) type Typo = Option<(Diagnostic, &'static str)>;

/// Makes the diagnostic that the unexpected token cannot come directly after a word.
pub(super) fn cannot_follow(context: &ErrorContext<'_>, before: &str) -> Diagnostic {
    wrong_order(context, &context.found_words(), before)
}

/// Makes the diagnostic that a part cannot come directly after a word.
pub(super) fn wrong_order(context: &ErrorContext<'_>, part: &str, before: &str) -> Diagnostic {
    context.error("E0180", format!("{part} cannot follow `{before}`"))
}

/// Returns the word that opens the line.
pub(super) fn head<'t>(context: &ErrorContext<'t>) -> &'t str {
    context.head().map_or("", |(head, _)| context.text(head))
}
