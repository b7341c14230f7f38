//! Failures of the parser in words a person can act on.

use super::parser::{Failure, Part};
use super::symbols::{Symbol, symbol};
use crate::base::{Diagnostic, Diagnostics};

/// Says what is wrong with a part that could not be read.
pub(super) fn explain(failure: &Failure, part: Part<'_>) -> Diagnostics {
    match failure {
        Failure::TooLong => Diagnostic::error(part.span(0..1), "this takes too long to read").into(),
        Failure::Unexpected { at, expected } => {
            let words: Vec<String> = expected
                .iter()
                .filter_map(|r| match symbol(*r) {
                    Symbol::Sign(s) => Some(format!("`{s}`")),
                    Symbol::Thing(t) => Some(t.to_owned()),
                    Symbol::End => Some("the end of the line".into()),
                    Symbol::Silent => None,
                })
                .collect();
            Diagnostic::error(part.span(*at..*at + 1), format!("expected {}", words.join(", "))).into()
        }
    }
}
