//! Clauses whose rule differs between two versions of a game, and whose text does not.

use crate::sheet::rule_lines::{self, plain};
use linstock_base::{CheckFuel, Source, Sources, Span};
use linstock_model::{Model, SheetEntry, TagId};
use linstock_syntax::ast::{EditKind, PartEditKind, RulesFile, Variant};
use std::collections::BTreeSet;

/// The place of a clause whose tag no rule has any more.
const NO_RULE: &str = "no rule has its tag";

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
    let edits = part_edits(after, added);
    let entries = later.sheet.entries().filter(|entry| !is_kept(entry));
    let stale = entries.filter_map(|entry| {
        let clause = later.tag(entry.tag);
        let mut known = earlier.sheet.entries();
        let known = known.find(|known| earlier.tag(known.tag) == clause)?;
        if known.text != entry.text || known.unplayed != entry.unplayed {
            return None;
        }
        let was = carried((earlier, before), known.tag);
        let edited = edits
            .iter()
            .filter(|edit| edit.concerns((later, after), entry.tag));
        let edited = edited.map(|edit| (edit.text.clone(), edit.place.clone()));
        let is = [carried((later, after), entry.tag), edited.collect()].concat();
        let texts = |parts: &[(String, String)]| -> BTreeSet<String> {
            parts.iter().map(|(text, _)| text.clone()).collect()
        };
        let (was, now) = (texts(&was), texts(&is));
        if was == now {
            return None;
        }
        let differs = is.iter().find(|(text, _)| !was.contains(text));
        let place = differs.or(is.first());
        let place = place.map_or_else(|| NO_RULE.to_owned(), |(_, place)| place.clone());
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

/// An edit of a variant within a declaration, without clauses of its own.
struct PartChange {
    /// The name of the declaration.
    of: String,
    /// How the edit names the part: by a clause, or by the argument that a line chooses.
    part: Option<String>,
    text: String,
    place: String,
}

impl PartChange {
    /// Returns whether a clause is about the part: the edit names the clause, or the clause is that of the declaration, or of
    /// the line.
    fn concerns(&self, (model, sources): (&Model, &Sources), tag: TagId) -> bool {
        let part = self.part.as_deref().unwrap_or_default();
        if let Some(named) = model.tags.iter().position(|known| known == part) {
            return named == tag.index();
        }
        let mut spans = carriers(model, tag);
        spans.any(|span| {
            let line = rule_lines::at(sources, span);
            let first = |text: &str| text.split_whitespace().next() == Some(part);
            match &line.within {
                None => declares(&line.text, &self.of),
                Some(head) => declares(head, &self.of) && first(&line.text),
            }
        })
    }
}

/// Returns whether the head of a declaration, such as `move step "…"`, has a name.
fn declares(head: &str, name: &str) -> bool {
    let mut words = head.split(|c: char| c.is_whitespace() || c == '(');
    words.by_ref().take(2).any(|word| word == name)
}

/// Lists the conditions and statements that variants replace or remove without clauses.
fn part_edits(sources: &Sources, variants: &[&Source]) -> Vec<PartChange> {
    if variants.is_empty() {
        return Vec::new();
    }
    let (files, _) = linstock_check::read(sources, &CheckFuel::default());
    let is_added = |variant: &Variant| {
        let path = &sources.get(variant.name.span.file).path;
        variants.iter().any(|source| source.path == *path)
    };
    let added = files.iter().filter_map(|file| match file {
        RulesFile::Variant(variant) if is_added(variant) => Some(&variant.edits),
        RulesFile::Variant(_) | RulesFile::Game(_) => None,
    });
    let edits = added.flatten().filter(|edit| edit.tags.is_empty());
    let changes = edits.filter_map(|edit| {
        let EditKind::Part(edit) = &edit.kind else {
            return None;
        };
        let part = match &edit.kind {
            PartEditKind::ReplaceCondition { part, .. } | PartEditKind::RemoveCondition(part) => {
                part
            }
            PartEditKind::ReplaceStmt { stmt, .. } | PartEditKind::RemoveStmt(stmt) => &stmt.part,
            _ => return None,
        };
        let line = rule_lines::at(sources, edit.span);
        Some(PartChange {
            of: edit.of.text.clone(),
            part: part.tag.as_ref().map(|name| name.text.clone()),
            text: line.text,
            place: line.place,
        })
    });
    changes.collect()
}

fn carriers(model: &Model, tag: TagId) -> impl Iterator<Item = Span> {
    let carriers = model.sheet.carriers.iter();
    let carriers = carriers.filter(move |(carried, _)| *carried == tag);
    carriers.map(|(_, span)| *span)
}

/// Returns the parts of the rules that carry a clause, without tags and comments, each with its place. What carries other
/// clauses within a part is left out.
fn carried((model, sources): (&Model, &Sources), tag: TagId) -> Vec<(String, String)> {
    let parts = carriers(model, tag).map(|span| {
        let line = rule_lines::at(sources, span);
        let part = match (line.whole.is_empty(), operand(sources, span)) {
            (false, _) => plain(&without_tagged(&line.whole)),
            (true, Some(operand)) => operand,
            (true, None) => match rule_lines::block(sources, span) {
                Some(block) => plain(&without_tagged(block)),
                None => line.text,
            },
        };
        let part = part.strip_prefix("replace ").unwrap_or(&part);
        (part.to_owned(), line.place)
    });
    let mut parts: Vec<(String, String)> = parts.collect();
    parts.sort();
    parts.dedup();
    parts
}

/// Leaves out the statements of a block that begin with a tag.
fn without_tagged(block: &str) -> String {
    let (mut own, mut rest) = (String::new(), block);
    while !rest.is_empty() {
        let line_end = rest.find('\n').map_or(rest.len(), |at| at + 1);
        let is_tagged = rest.trim_start_matches(' ').starts_with('@') && !own.is_empty();
        let end = match is_tagged {
            true => rule_lines::statement_end(rest).max(line_end),
            false => line_end,
        };
        if !is_tagged {
            own.push_str(&rest[..end]);
        }
        rest = &rest[end..];
    }
    own
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
