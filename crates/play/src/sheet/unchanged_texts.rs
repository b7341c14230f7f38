//! Clauses whose rule differs between two versions of a game, and whose text does not.

use crate::sheet::rule_lines::{self, plain};
use linstock_base::{Source, Sources, Span};
use linstock_model::{Model, SheetEntry, TagId};
use std::collections::BTreeSet;

/// A clause or a reading whose text may no longer describe its rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnchangedText {
    /// Its tag.
    pub clause: String,
    /// The place of its rule: `cannon.game:92`.
    pub place: String,
    /// Its text.
    pub text: String,
}

/// Lists the clauses and readings of a game whose rule is not that of an earlier version, although their text is. The texts
/// of a variant, `added`, may write a text again to keep it.
#[must_use]
pub fn unchanged_texts(
    (earlier, before): (&Model, &Sources),
    (later, after): (&Model, &Sources),
    added: &[&Source],
) -> Vec<UnchangedText> {
    let is_kept = |entry: &&SheetEntry| {
        let tag = later.tag(entry.tag);
        added.iter().any(|source| writes(source, tag))
    };
    let entries = later.sheet.entries().filter(|entry| !is_kept(entry));
    let stale = entries.filter_map(|entry| {
        let clause = later.tag(entry.tag);
        let mut known = earlier.sheet.entries();
        let known = known.find(|known| earlier.tag(known.tag) == clause)?;
        if known.text != entry.text || known.unplayed != entry.unplayed {
            return None;
        }
        let was = carried((earlier, before), known.tag);
        let is = carried((later, after), entry.tag);
        let texts = |parts: &[(String, String)]| -> BTreeSet<String> {
            parts.iter().map(|(text, _)| text.clone()).collect()
        };
        let (was, now) = (texts(&was), texts(&is));
        if was == now {
            return None;
        }
        let differs = is.iter().find(|(text, _)| !was.contains(text));
        let place = differs.or(is.first())?.1.clone();
        Some(UnchangedText {
            clause: clause.to_owned(),
            place,
            text: entry.text.clone(),
        })
    });
    stale.collect()
}

/// Returns whether a text has an entry for a clause: its tag, and then a text in quotes.
fn writes(source: &Source, tag: &str) -> bool {
    let text = source.text.as_str();
    text.match_indices(tag).any(|(at, _)| {
        let is_word = text[..at].ends_with([' ', '\n', '{', ';']);
        let after = text[at + tag.len()..].trim_start();
        is_word && after.starts_with('"')
    })
}

/// Returns the parts of the rules that carry a clause, without tags and comments, each with its place.
fn carried((model, sources): (&Model, &Sources), tag: TagId) -> Vec<(String, String)> {
    let carriers = model
        .sheet
        .carriers
        .iter()
        .filter(|(carried, _)| *carried == tag);
    let parts = carriers.map(|(_, span)| {
        let line = rule_lines::at(sources, *span);
        let part = match (line.whole.is_empty(), operand(sources, *span)) {
            (false, _) => plain(&line.whole),
            (true, Some(operand)) => operand,
            (true, None) => line.text,
        };
        let part = part.strip_prefix("replace ").unwrap_or(&part);
        (part.to_owned(), line.place)
    });
    let mut parts: Vec<(String, String)> = parts.collect();
    parts.sort();
    parts.dedup();
    parts
}

/// Returns the part of a line behind a tag inside it: an expression in brackets, or the words up to the next operator.
/// Returns `None` for a tag that begins a line.
fn operand(sources: &Sources, span: Span) -> Option<String> {
    let text = sources.get(span.file).text.as_str();
    let (before, rest) = text.split_at_checked(span.start as usize)?;
    let line = before.rsplit('\n').next()?;
    if plain(line).is_empty() {
        return None;
    }
    let mut depth = 0_usize;
    let mut words = Vec::new();
    for word in rest.lines().next()?.split_whitespace() {
        let is_end = ["and", "or", "except", "else", "if", "through", "{", "}"].contains(&word);
        if depth == 0 && is_end && !words.is_empty() {
            break;
        }
        let word = if word.starts_with('@') {
            continue;
        } else {
            word
        };
        depth += word.matches('(').count();
        let closed = word.matches(')').count();
        words.push(word);
        if closed > depth {
            break;
        }
        depth -= closed;
    }
    Some(words.join(" ").trim_end_matches([')', ',', ';']).to_owned())
}
