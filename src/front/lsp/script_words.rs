//! What an editor tells of scripts: the functions that they can call.

use crate::base::Span;
use crate::front::lsp::ruleset::RulesetView;
use crate::script::{ScriptFunction, script_functions};
use lsp_types::{CompletionItem, CompletionItemKind, Documentation};

/// Tells of the function whose name stands at a byte.
pub(super) fn about(view: &RulesetView, byte: usize) -> Option<(Span, String)> {
    let text = view.text();
    let start = word_start(text, byte)?;
    let length = text[start..]
        .find(|c| !is_word(c))
        .unwrap_or(text.len() - start);
    let (word, of) = (&text[start..start + length], receiver(text, start));
    let known = script_functions().filter(|function| function.name == word);
    // What stands before a point may be a variable of any name.
    let known: Vec<ScriptFunction> = known
        .filter(|function| of.is_some() == function.has_receiver())
        .collect();
    let exact = known.iter().any(|function| of == function.receiver());
    let told = known
        .iter()
        .filter(|function| !exact || of == function.receiver())
        .map(|function| format!("`{}`: {}", function.form, function.result));
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| {
        (
            Span::new(view.file, start, start + length),
            told.join("\n\n"),
        )
    })
}

/// Offers the functions that fit at a byte.
pub(super) fn complete(view: &RulesetView, byte: usize) -> Vec<CompletionItem> {
    let text = view.text();
    let Some(start) = word_start(text, byte).filter(|start| !is_quiet(text, *start)) else {
        return Vec::new();
    };
    let of = receiver(text, start);
    let named = script_functions().any(|function| of.is_some() && function.receiver() == of);
    let fits = |function: &ScriptFunction| match (of, named) {
        (None, _) => !function.has_receiver(),
        (Some(_), true) => function.receiver() == of,
        (Some(_), false) => function.has_receiver(),
    };
    let items = script_functions()
        .filter(fits)
        .map(|function| CompletionItem {
            label: function.name.to_owned(),
            kind: Some(CompletionItemKind::FUNCTION),
            detail: Some(function.form),
            documentation: Some(Documentation::String(function.result.to_owned())),
            ..CompletionItem::default()
        });
    items.collect()
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns where the word before a byte begins.
fn word_start(text: &str, byte: usize) -> Option<usize> {
    Some(text.get(..byte)?.trim_end_matches(is_word).len())
}

/// Returns the word before the point that stands before a place; empty if that is no word.
fn receiver(text: &str, start: usize) -> Option<&str> {
    let before = text[..start].trim_end().strip_suffix('.')?;
    let begin = before.trim_end_matches(is_word).len();
    Some(&before[begin..])
}

/// Tells whether a place lies in a remark or a text, as far as its line shows.
fn is_quiet(text: &str, start: usize) -> bool {
    let line = text[..start].rsplit('\n').next().unwrap_or_default();
    line.contains("//") || line.matches('"').count() % 2 == 1
}
