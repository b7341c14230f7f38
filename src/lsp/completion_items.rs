//! Completion items: keywords, declared names, values of options.

use crate::lsp::ruleset::RulesetView;
use linstock_ide::index::{IndexedSymbol, Noun, Sort};
use linstock_syntax::{Dialect, keyword_form};
use lsp_types::{CompletionItem, CompletionItemKind};

/// Makes the item for a word of the language.
pub(super) fn keyword(word: &str, dialect: Dialect) -> CompletionItem {
    CompletionItem {
        label: word.to_owned(),
        kind: Some(CompletionItemKind::KEYWORD),
        detail: keyword_form(word, dialect),
        sort_text: Some(format!("2{word}")),
        ..CompletionItem::default()
    }
}

/// Offers the values of an option.
pub(super) fn values(view: &RulesetView, option: &str) -> Vec<CompletionItem> {
    let found = view.index.find(Sort::Declared(Noun::Option), option);
    let whole = found.and_then(|id| view.index.symbol(id).whole);
    let written = whole.map_or("", |whole| view.sources.slice(whole));
    let listed = written.split('"').next().unwrap_or_default();
    let words: Vec<&str> = listed.split_whitespace().skip(1).collect();
    let mut items = named(view, |symbol| match symbol.sort {
        Sort::Value => symbol.whole == whole,
        Sort::Declared(Noun::Player | Noun::Row) => words.contains(&symbol.text.as_str()),
        _ => false,
    });
    let truths = ["yes", "no", "none"].into_iter();
    let truths = truths.filter(|word| words.contains(word));
    items.extend(truths.map(|word| CompletionItem {
        label: word.to_owned(),
        kind: Some(CompletionItemKind::ENUM_MEMBER),
        sort_text: Some(format!("0{word}")),
        ..CompletionItem::default()
    }));
    items
}

/// Offers all names that satisfy a predicate.
pub(super) fn named(
    view: &RulesetView,
    fits: impl Fn(&IndexedSymbol) -> bool,
) -> Vec<CompletionItem> {
    let found = view.index.symbols().map(|(_, symbol)| symbol);
    let items = found
        .filter(|symbol| fits(symbol))
        .map(|symbol| item(&symbol.text, symbol.sort, symbol.said.as_deref()));
    items.collect()
}

pub(super) fn item(name: &str, sort: Sort, said: Option<&str>) -> CompletionItem {
    CompletionItem {
        label: name.to_owned(),
        kind: Some(item_kind(sort)),
        detail: Some(match said {
            Some(said) => format!("{}: {said}", sort.word()),
            None => sort.word().to_owned(),
        }),
        sort_text: Some(format!("0{name}")),
        ..CompletionItem::default()
    }
}

fn item_kind(sort: Sort) -> CompletionItemKind {
    match sort {
        Sort::Declared(Noun::Fact | Noun::Routine | Noun::Script) | Sort::Helper => {
            CompletionItemKind::FUNCTION
        }
        Sort::Declared(Noun::Move) => CompletionItemKind::METHOD,
        Sort::Declared(Noun::Player | Noun::Piece) => CompletionItemKind::CLASS,
        Sort::Declared(Noun::Option | Noun::Memory) => CompletionItemKind::PROPERTY,
        Sort::Declared(Noun::List) => CompletionItemKind::ENUM,
        Sort::Declared(Noun::Row) | Sort::Value => CompletionItemKind::ENUM_MEMBER,
        Sort::Declared(Noun::Layer | Noun::Phase) | Sort::Ruleset => CompletionItemKind::MODULE,
        Sort::Declared(Noun::Region | Noun::Drawing | Noun::Zone | Noun::Line)
        | Sort::Local
        | Sort::Variable => CompletionItemKind::VARIABLE,
        Sort::Constant => CompletionItemKind::CONSTANT,
        Sort::Field => CompletionItemKind::FIELD,
        Sort::Clause => CompletionItemKind::REFERENCE,
    }
}
