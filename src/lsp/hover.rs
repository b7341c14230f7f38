//! Hover texts: the declaration of a name, its meaning, its clauses; for a fact, its value.

use crate::lsp::ruleset::{RulesetView, TextKind};
use crate::lsp::{fact_hover, script_words};
use linstock_base::Span;
use linstock_ide::index::{
    Index, IndexedSymbol, Noun, Sort, SymbolId, forms_of_expressions, word_of_language,
};
use linstock_syntax::{Dialect, LexemeKind, RESERVED, inner_meaning, keyword_form, lexemes};
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

/// The most forms of expressions that are listed for one word.
const MOST_FORMS: usize = 3;

/// Describes a word of the language: what it means or opens, the forms of expressions that contain it, and its meaning within
/// a line.
fn word_meaning(word: &str, dialect: Dialect) -> Option<String> {
    let told = |name: &str, meaning: &str, example: &str| match name == example {
        true => format!("`{name}`: {meaning}"),
        false => format!("`{name}`: {meaning}\n\nas in: `{example}`"),
    };
    if let Some((meaning, example)) = word_of_language(word) {
        return Some(told(word, meaning, example));
    }
    let mut all: Vec<String> = keyword_form(word, dialect).into_iter().collect();
    // For a word that opens a declaration, list only the forms that begin with it.
    let is_alone = RESERVED.contains(&word) || all.is_empty();
    let forms = forms_of_expressions(word).take(MOST_FORMS);
    let forms = forms.filter(|(name, ..)| is_alone || name.split(' ').next() == Some(word));
    all.extend(forms.map(|(name, meaning, example)| told(name, meaning, example)));
    if is_alone {
        all.extend(inner_meaning(word).map(|(meaning, example)| told(word, meaning, example)));
    }
    (!all.is_empty()).then(|| all.join("\n\n"))
}

#[cfg(test)]
mod tests {
    use super::word_meaning;
    use linstock_syntax::{Dialect, keywords};

    #[test]
    fn every_keyword_is_told() {
        let told = |word: &&str| {
            [Dialect::Game, Dialect::Scenario]
                .into_iter()
                .any(|dialect| word_meaning(word, dialect).is_some())
        };
        let untold: Vec<_> = keywords()
            .into_iter()
            .filter(|word| !word.contains(' ') && !told(word))
            .collect();
        assert_eq!(untold, [""; 0]);
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
