//! Scripts in an editor: the functions that they can call, and the names that fit in quotes.

use crate::lsp::completion_items::{item, named};
use crate::lsp::ruleset::RulesetView;
use linstock_base::Span;
use linstock_ide::index::{IndexedSymbol, Sort};
use linstock_script::{
    ScriptFunction, ScriptVariable, named_in_quotes, script_functions, script_variables,
};
use lsp_types::{CompletionItem, CompletionItemKind, Documentation};
use std::collections::BTreeSet;

/// Describes the function whose name is at a byte.
pub(super) fn about(view: &RulesetView, byte: usize) -> Option<(Span, String)> {
    let text = view.text();
    let start = word_start(text, byte)?;
    let length = text[start..]
        .find(|c| !is_word(c))
        .unwrap_or(text.len() - start);
    let (word, of) = (&text[start..start + length], receiver(text, start));
    let known = script_functions().filter(|function| function.name == word);
    // The word before the dot may be a variable of any name.
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

/// Offers what fits at a byte: functions and, in quotes, names that the rules declare.
pub(super) fn complete(view: &RulesetView, byte: usize) -> Vec<CompletionItem> {
    let text = view.text();
    let line = text[..byte].rfind('\n').map_or(0, |at| at + 1);
    match uncoded(&text[line..byte]) {
        Some(Uncoded::Quotes(at)) => {
            let sorts = named_in_quotes(&text[..line + at]);
            named(view, |symbol| sorts.contains(&symbol.sort))
        }
        Some(Uncoded::Remark) => Vec::new(),
        None => functions(view, byte),
    }
}

fn functions(view: &RulesetView, byte: usize) -> Vec<CompletionItem> {
    let text = view.text();
    let Some(start) = word_start(text, byte) else {
        return Vec::new();
    };
    let of = receiver(text, start);
    if text[..start].ends_with("::") {
        return variables(view, start, true);
    }
    let exact = script_functions().any(|function| of.is_some() && function.receiver() == of);
    let fits = |function: &ScriptFunction| match (of, exact) {
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
    let here = |symbol: &IndexedSymbol| symbol.whole.is_some_and(|whole| whole.file == view.file);
    let own = named(view, |symbol| {
        of.is_none() && symbol.sort == Sort::Helper && here(symbol)
    });
    let variables = match of {
        None => variables(view, start, false),
        Some(_) => Vec::new(),
    };
    items.chain(own).chain(variables).collect()
}

/// Offers the variables visible at a byte; with `of_file`, the constants of the file, which follow `global::`.
fn variables(view: &RulesetView, start: usize, of_file: bool) -> Vec<CompletionItem> {
    let fits = |variable: &ScriptVariable| {
        let is_here = variable.scope.start <= start && start <= variable.scope.end;
        variable.is_constant == of_file && is_here
    };
    let all = script_variables(view.text());
    let names: BTreeSet<&str> = all
        .iter()
        .filter(|variable| fits(variable))
        .map(|variable| variable.text.as_str())
        .collect();
    let sort = match of_file {
        true => Sort::Constant,
        false => Sort::Variable,
    };
    let items = names.into_iter().map(|name| item(name, sort, None));
    items.collect()
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns where the word before a byte begins.
fn word_start(text: &str, byte: usize) -> Option<usize> {
    Some(text.get(..byte)?.trim_end_matches(is_word).len())
}

/// Returns the word before a dot before a place; empty if there is no word.
fn receiver(text: &str, start: usize) -> Option<&str> {
    let before = text[..start].trim_end().strip_suffix('.')?;
    let begin = before.trim_end_matches(is_word).len();
    Some(&before[begin..])
}

/// Text that is not code.
enum Uncoded {
    Remark,
    /// A string that begins at this byte of the line.
    Quotes(usize),
}

/// Returns whether the end of a part of a line is in a remark or in a string, as far as this line shows.
fn uncoded(line: &str) -> Option<Uncoded> {
    let mut quotes = None;
    for (at, c) in line.char_indices() {
        match (c, quotes) {
            ('"', None) => quotes = Some(at),
            ('"', Some(_)) => quotes = None,
            ('/', None) if line[at..].starts_with("//") => return Some(Uncoded::Remark),
            _ => {}
        }
    }
    quotes.map(Uncoded::Quotes)
}
