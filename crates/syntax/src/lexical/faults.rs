//! Diagnostics that the lexical pass and later passes share.

use linstock_base::{Diagnostic, Span};

/// Makes the diagnostic for an expression that is nested too deeply, or too long.
pub(crate) fn nested_too_deeply(span: Span) -> Diagnostic {
    Diagnostic::error("E0130", span, "this is nested too deeply")
        .hint("give its inner parts names of their own, as facts")
}

/// Makes the diagnostic for a bracket that is never closed.
pub(crate) fn never_closed(span: Span, opening: &str) -> Diagnostic {
    Diagnostic::error("E0110", span, format!("this `{opening}` is never closed"))
}
