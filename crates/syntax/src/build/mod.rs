//! Builds the syntax tree from pest's pairs. Files by area: expressions, statements, declarations, moves, scenario lines.

mod atoms;
mod board;
mod decl;
mod depth;
mod edits;
mod expr;
mod line;
mod lists;
mod moves;
mod open_way;
mod prefix;
mod stmt;

pub(super) use decl::FileHead;
pub(super) use line::FileLine;

use crate::ast::{Name, QuotedText, Tag};
use crate::grammar::Rule;
use crate::parser::{Children, Pair, Part};
use linstock_base::{Diagnostic, Diagnostics, Span, unescaped};

/// Builds the nodes of one part of a text.
///
/// A method returns `None` if it cannot build a node; the mistake is then in `found`. If a pair lacks a child that the
/// grammar guarantees, the result is also `None`, not a panic.
pub(super) struct Builder<'t> {
    part: Part<'t>,
    /// Mistakes in texts that the grammar accepts.
    pub found: Diagnostics,
}

impl<'t> Builder<'t> {
    /// Makes a builder for pairs of this part.
    pub(crate) fn new(part: Part<'t>) -> Self {
        Self {
            part,
            found: Diagnostics::default(),
        }
    }

    /// Returns the span of a pair, without blanks at its end.
    fn span(&self, pair: &Pair<'_>) -> Span {
        let span = pair.as_span();
        self.part
            .span(span.start()..span.start() + pair.as_str().trim_end().len())
    }

    fn name(&self, pair: &Pair<'_>) -> Name {
        Name {
            text: pair.as_str().trim_end().to_owned(),
            span: self.span(pair),
        }
    }

    fn take_name(&self, children: &mut Children<'_>) -> Option<Name> {
        children.pick(Rule::name).map(|pair| self.name(&pair))
    }

    fn names(&self, children: &mut Children<'_>) -> Vec<Name> {
        std::iter::from_fn(|| self.take_name(children)).collect()
    }

    /// Returns a quoted text, without its quotes (one or three on each side).
    /// Returns a text without its quotes; in a picture, no sign is escaped.
    fn text(&self, pair: &Pair<'_>) -> QuotedText {
        let written = self.written(pair);
        match pair.as_rule() {
            Rule::picture => written,
            _ => QuotedText {
                value: unescaped(&written.value),
                ..written
            },
        }
    }

    /// Returns a text as it is written between its quotes.
    fn written(&self, pair: &Pair<'_>) -> QuotedText {
        let quotes = if pair.as_rule() == Rule::picture {
            3
        } else {
            1
        };
        let span = pair.as_span();
        let inner = pair.as_str().get(quotes..pair.as_str().len() - quotes);
        QuotedText {
            value: inner.unwrap_or_default().to_owned(),
            span: self.part.span(span.start() + quotes..span.end() - quotes),
        }
    }

    fn take_text(&self, children: &mut Children<'_>) -> Option<QuotedText> {
        children.pick(Rule::string).map(|pair| self.text(&pair))
    }

    /// Joins words by single blanks.
    fn raw(&self, pair: &Pair<'_>) -> QuotedText {
        let words: Vec<_> = pair.as_str().split_whitespace().collect();
        let blanks = pair.as_str().len() - pair.as_str().trim_start().len();
        let span = self.span(pair);
        QuotedText {
            value: words.join(" "),
            span: Span {
                start: span.start + u32::try_from(blanks).unwrap_or(0),
                ..span
            },
        }
    }

    fn number(&mut self, pair: &Pair<'_>) -> Option<(i64, Span)> {
        let span = self.span(pair);
        let number = self.digits(pair.as_str(), span)?;
        Some((number, span))
    }

    fn digits(&mut self, digits: &str, span: Span) -> Option<i64> {
        let number = digits.trim().parse().ok();
        if number.is_none() {
            let diagnostic = Diagnostic::error("E0107", span, "this number is too large");
            self.found
                .push(diagnostic.hint(format!("the largest number is {}", i64::MAX)));
        }
        number
    }

    /// Takes a number, which may be negative if the grammar allows it.
    fn take_integer(&mut self, children: &mut Children<'_>) -> Option<(i64, Span)> {
        let number = children.pick(Rule::integer);
        number
            .or_else(|| children.pick(Rule::number))
            .and_then(|pair| self.number(&pair))
    }

    fn take_number(&mut self, children: &mut Children<'_>) -> Option<(i64, Span)> {
        children
            .pick(Rule::number)
            .and_then(|pair| self.number(&pair))
    }

    /// Returns the tags of a `tags` pair, with ranges expanded.
    fn tags(&mut self, pair: Pair<'_>) -> Vec<Tag> {
        pair.into_inner().flat_map(|tag| self.tag(&tag)).collect()
    }

    fn take_tags(&mut self, children: &mut Children<'_>) -> Vec<Tag> {
        children
            .pick(Rule::tags)
            .map(|pair| self.tags(pair))
            .unwrap_or_default()
    }

    fn tag(&mut self, pair: &Pair<'_>) -> Vec<Tag> {
        let span = self.span(pair);
        let text = pair.as_str().trim_end().trim_start_matches('@');
        let Some((first, last)) = text.split_once("..") else {
            let text = text.to_owned();
            return vec![Tag { text, span }];
        };
        let texts = tag_range(first, last);
        if texts.is_empty() {
            let range = Diagnostic::error(
                "E0108",
                span,
                format!("`@{first}..{last}` is not a range of tags"),
            );
            self.found.push(range.hint(
                "the two tags of a range differ only in their last number, as in `@CB-66..CB-70`",
            ));
        }
        texts.into_iter().map(|text| Tag { text, span }).collect()
    }
}

/// The most tags in a range.
const MOST_TAGS: u32 = 1_000;

/// Expands a range of tags; empty if it is not a range.
fn tag_range(first: &str, last: &str) -> Vec<String> {
    let split = |tag: &str| {
        let stem = tag.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let (stem, digits) = tag.split_at(stem);
        digits
            .parse::<u32>()
            .ok()
            .map(|n| (stem.to_owned(), n, digits.len()))
    };
    let (Some((stem, from, digits)), Some((other, to, _))) = (split(first), split(last)) else {
        return Vec::new();
    };
    if stem != other || to < from || to - from >= MOST_TAGS {
        return Vec::new();
    }
    (from..=to).map(|n| format!("{stem}{n:0digits$}")).collect()
}
