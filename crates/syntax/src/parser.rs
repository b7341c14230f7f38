//! Runs the pest parser on one part of a text. Returns pairs, or a failure with the grammar rules that were possible.

use crate::errors::expected::{self, Symbol};
use crate::grammar::{Grammar, Rule};
use linstock_base::{FileId, Span};
use pest::Parser as _;
use pest::error::{ErrorVariant, InputLocation};
use std::num::NonZeroUsize;
use std::sync::Once;

/// A node of pest's tree.
pub(super) type Pair<'t> = pest::iterators::Pair<'t, Rule>;

/// The most steps of pest for one part. Real declarations take a few thousand; one of 12 000 lines
/// takes over 20 million.
const STEPS: usize = 50_000_000;

/// A part of a prepared text, and its place in the file.
#[derive(Clone, Copy)]
pub(super) struct Part<'t> {
    /// The file.
    pub file: FileId,
    /// The byte of the file at which `text` begins.
    pub start: usize,
    /// The prepared text.
    pub text: &'t str,
}

impl Part<'_> {
    /// Returns the subpart that the bytes `range` cover.
    pub(crate) fn within(self, range: std::ops::Range<usize>) -> Self {
        Self {
            start: self.start + range.start,
            text: self.text.get(range).unwrap_or_default(),
            ..self
        }
    }

    /// Returns the span in the file of the bytes `range` of this part.
    pub(crate) fn span(self, range: std::ops::Range<usize>) -> Span {
        Span::new(self.file, self.start + range.start, self.start + range.end)
    }
}

/// Why a part could not be parsed.
#[derive(Debug)]
pub(super) enum ParseFailure {
    /// The parser expected something else at this byte of the part.
    Unexpected {
        /// The byte.
        at: usize,
        /// The grammar rules that were possible.
        expected: Vec<Rule>,
    },
    /// pest reached its limit of steps.
    TooLong,
}

/// Parses a part by an entry rule of the grammar; returns the pair inside the entry.
pub(super) fn parse(entry: Rule, text: &str) -> Result<Pair<'_>, ParseFailure> {
    static LIMIT: Once = Once::new();
    LIMIT.call_once(|| pest::set_call_limit(NonZeroUsize::new(STEPS)));
    match Grammar::parse(entry, text) {
        Ok(mut pairs) => pairs.find(carries).ok_or(ParseFailure::Unexpected {
            at: 0,
            expected: Vec::new(),
        }),
        Err(error) => Err(failure(&error)),
    }
}

/// Returns whether a pair has content for the tree; keywords and signs have none.
fn carries(pair: &Pair<'_>) -> bool {
    !matches!(
        expected::symbol(pair.as_rule()),
        Symbol::Sign(_) | Symbol::End
    )
}

fn failure(error: &pest::error::Error<Rule>) -> ParseFailure {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => ParseFailure::Unexpected {
            at,
            expected: positives.clone(),
        },
        ErrorVariant::CustomError { .. } => ParseFailure::TooLong,
    }
}

/// The children of a pair, without keywords and signs.
pub(super) struct Children<'t>(std::iter::Peekable<std::vec::IntoIter<Pair<'t>>>);

impl<'t> Children<'t> {
    /// Returns the children of a pair.
    pub(crate) fn of(pair: Pair<'t>) -> Self {
        let children: Vec<_> = pair.into_inner().filter(carries).collect();
        Self(children.into_iter().peekable())
    }

    /// Takes the next child if it is of this rule.
    pub(crate) fn pick(&mut self, rule: Rule) -> Option<Pair<'t>> {
        self.0.next_if(|p| p.as_rule() == rule)
    }
}

impl<'t> Iterator for Children<'t> {
    type Item = Pair<'t>;

    fn next(&mut self) -> Option<Pair<'t>> {
        self.0.next()
    }
}
