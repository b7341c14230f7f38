//! A mutant: an edit of the rules at one place.

use linstock_base::Span;

/// A mutant: replaces the text of one place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Mutant {
    /// The place.
    pub span: Span,
    /// The replacement.
    pub text: String,
}
