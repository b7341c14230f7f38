//! Hover texts: the declaration of a name, its meaning, its clauses; for a fact, its value.

use crate::lsp::ruleset::{RulesetView, TextKind};
use crate::lsp::{fact_hover, script_words};
use crate::word_meaning::{WordMeaning, word_meanings};
use linstock_base::Span;
use linstock_ide::index::{Index, IndexedSymbol, Noun, Sort, SymbolId};
use linstock_syntax::{Dialect, LexemeKind, lexemes};
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};
use std::fmt::Write as _;

/// The most lines of a declaration that are shown.
const MOST_LINES: usize = 12;

pub(super) fn hover(view: &RulesetView, byte: usize, kind: TextKind) -> Option<Hover> {
    let (span, value) = match (kind, view.at(byte)) {
        (_, Some((found, symbol))) => {
            let mut text = about(view, found.symbol, symbol);
            if symbol.sort == Sort::Declared(Noun::Fact)
                && let Some(value) = fact_hover::value(view, byte, &symbol.text)
            {
                let _ = write!(text, "\n\n{value}");
            }
            (found.span, text)
        }
        (TextKind::Script, None) => script_words::about(view, byte)?,
        (kind, None) => about_word(view, byte, kind.dialect())?,
    };
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value,
        }),
        range: Some(view.range(span)),
    })
}

fn about(view: &RulesetView, id: SymbolId, symbol: &IndexedSymbol) -> String {
    let mut text = format!("{} `{}`", symbol.sort.word(), symbol.text);
    if let Some(said) = &symbol.said {
        let _ = write!(text, ": {said}");
    }
    if symbol.sort == Sort::Clause {
        let uses = view.index.of(id).filter(|found| !found.declares);
        let _ = write!(text, "\n\nmarks {} places", uses.count());
        return text;
    }
    if let Some(declared) = symbol.whole.map(|whole| declaration(view, whole)) {
        let language = match symbol.sort {
            sort if sort.is_of_scripts() => "rhai",
            _ => "linstock",
        };
        let _ = write!(text, "\n\n```{language}\n{declared}\n```");
    }
    for tag in &symbol.tags {
        let _ = write!(text, "\n\n{}", clause(&view.index, tag));
    }
    text
}

/// Returns the first lines of a declaration.
fn declaration(view: &RulesetView, whole: Span) -> String {
    let text = view.sources.slice(whole).trim_end();
    let mut lines: Vec<&str> = text.lines().take(MOST_LINES).collect();
    if text.lines().count() > MOST_LINES {
        lines.push("  …");
    }
    lines.join("\n")
}

/// Returns the text of a clause.
fn clause(index: &Index, tag: &str) -> String {
    let known = index.find(Sort::Clause, tag).map(|id| index.symbol(id));
    match known.and_then(|clause| clause.said.as_deref()) {
        Some(said) => format!("**{tag}** {said}"),
        None => format!("**{tag}**"),
    }
}

/// Describes a word of the language.
fn about_word(view: &RulesetView, byte: usize, dialect: Dialect) -> Option<(Span, String)> {
    let text = view.text();
    let mut lexemes = lexemes(text, dialect).into_iter();
    let here = lexemes.find(|lexeme| {
        lexeme.kind == LexemeKind::Word && lexeme.bytes.start <= byte && byte <= lexeme.bytes.end
    })?;
    let told = word_meaning(text.get(here.bytes.clone())?, dialect)?;
    Some((Span::new(view.file, here.bytes.start, here.bytes.end), told))
}

/// Describes a word of the language in Markdown.
fn word_meaning(word: &str, dialect: Dialect) -> Option<String> {
    let told = |meaning: WordMeaning| match meaning {
        WordMeaning::Begins(form) => form,
        WordMeaning::Means {
            name,
            meaning,
            example,
        } if name == example => format!("`{name}`: {meaning}"),
        WordMeaning::Means {
            name,
            meaning,
            example,
        } => format!("`{name}`: {meaning}\n\nas in: `{example}`"),
    };
    let all: Vec<String> = word_meanings(word, dialect).into_iter().map(told).collect();
    (!all.is_empty()).then(|| all.join("\n\n"))
}

#[cfg(test)]
mod tests {
    use super::word_meaning;
    use linstock_syntax::Dialect;

    #[test]
    fn words_are_told() {
        let words = [
            "through",
            "except",
            "some",
            "where",
            "otherwise",
            "of",
            "is",
            "times",
            "if",
        ];
        let told = words.map(|word| word_meaning(word, Dialect::Game).expect("told"));
        insta::assert_snapshot!(told.join("\n---\n"));
        assert_eq!(word_meaning("my-fact", Dialect::Game), None);
    }
}
