//! A change of the rules: an edit of one place.

use linstock_base::Span;

/// A change of the rules: what stands at one place is replaced.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Mutant {
    /// What is replaced.
    pub span: Span,
    /// By what.
    pub text: String,
}
