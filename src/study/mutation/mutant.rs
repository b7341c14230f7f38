//! A change of the rules: an edit of one place.

use crate::base::Span;

/// A change of the rules: what stands at one place is replaced.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Mutant {
    /// What is replaced.
    pub(crate) span: Span,
    /// By what.
    pub(crate) text: String,
}
