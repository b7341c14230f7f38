//! Why a program of the rules could not be run to its end.

use crate::base::Span;

/// A program that could not be run to its end: the message, and the place of the rule that is to blame, if it is known.
#[derive(Debug)]
pub(crate) struct ProgramFailure {
    pub(crate) message: String,
    pub(crate) span: Span,
}
