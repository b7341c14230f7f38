//! The failure of a program of the rules.

use linstock_base::Span;

/// The failure of a program: the message, and the place of the rule that caused it, if known.
#[derive(Debug)]
pub struct ProgramFailure {
    pub message: String,
    pub span: Span,
}
