//! Why a program of the rules could not be run to its end.

use linstock_base::Span;

/// A program that could not be run to its end: the message, and the place of the rule that is to blame, if it is known.
#[derive(Debug)]
pub struct ProgramFailure {
    pub message: String,
    pub span: Span,
}
