//! The vocabulary of expressions: what each word and each form means, its types, its example in docs/language.md.
//!
//! This is the one place that tells. Names that cannot be declared, messages about unknown words and the table in
//! docs/language.md are made of it; a test checks each example as an expression of the stated type. A new form of expression
//! does not compile before [`form`] knows it.

mod builtin_words;
mod forms;
#[cfg(test)]
mod tests;

use crate::check::expr::types::Type;
use crate::model::ListId;
use crate::syntax::ast::{Expr, ExprKind};
use builtin_words::WORDS;
use forms::form;

/// A word of the language itself that stands for something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Builtin {
    Me,
    Opponent,
    Nobody,
    Others,
    Players,
    Own,
    Enemy,
    Empty,
    Everything,
    Nothing,
    Yes,
    No,
    Last,
    Box,
    Chance,
}

/// Where a word of the language stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stands {
    /// By itself.
    Alone(Builtin),
    /// Before `of`; it cannot be declared.
    BeforeOf,
    /// Before `of`, unless something is called so.
    BeforeOfUnlessDeclared,
    /// Where directions stand.
    AsDirection,
    /// Before values in brackets.
    BeforeValues,
}

/// A word or a form of expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// The word, or what the form looks like.
    pub(crate) name: &'static str,
    /// What it is, of a row: of whatever list.
    pub(crate) types: &'static [Type],
    /// What it means.
    pub(crate) meaning: &'static str,
    /// What to do where it stands in the wrong place.
    pub(crate) hint: Option<&'static str>,
    /// It stands in docs/language.md.
    pub(crate) example: &'static str,
}

const ROW: Type = Type::Row(ListId(0));
const ROWS: Type = Type::Rows(ListId(0));

const fn entry(
    name: &'static str,
    types: &'static [Type],
    meaning: &'static str,
    example: &'static str,
) -> Entry {
    Entry {
        name,
        types,
        meaning,
        hint: None,
        example,
    }
}

impl Entry {
    const fn hint(self, hint: &'static str) -> Self {
        Self {
            hint: Some(hint),
            ..self
        }
    }
}

/// Returns what is known of a word of the language.
pub(crate) fn word(text: &str) -> Option<&'static (Entry, Stands)> {
    WORDS.iter().find(|(entry, _)| entry.name == text)
}

/// Returns what a word of the language stands for by itself.
pub(crate) fn builtin(text: &str) -> Option<Builtin> {
    match word(text)?.1 {
        Stands::Alone(builtin) => Some(builtin),
        _ => None,
    }
}

/// The forms of expressions that a keyword is a part of.
pub(crate) fn forms_with(keyword: &str) -> impl Iterator<Item = &'static Entry> {
    let is_part = move |entry: &&Entry| {
        let mut words = entry.name.split(|c: char| !c.is_ascii_alphabetic());
        words.any(|word| word == keyword)
    };
    forms::FORMS.iter().filter(is_part)
}

/// What to do about an expression that stands in the wrong place.
pub(crate) fn hint(e: &Expr) -> Option<&'static str> {
    match &e.kind {
        ExprKind::Word(text) => word(text)?.0.hint,
        kind => form(kind).hint,
    }
}

/// All words of the language.
pub(crate) fn words() -> impl Iterator<Item = &'static str> {
    WORDS.iter().map(|(entry, _)| entry.name)
}

/// The words that cannot be declared as names.
pub(crate) fn reserved() -> impl Iterator<Item = &'static str> {
    let reserved = |stands| {
        !matches!(
            stands,
            Stands::BeforeOfUnlessDeclared | Stands::BeforeValues
        )
    };
    let words = WORDS.iter().filter(move |(_, stands)| reserved(*stands));
    words.map(|(entry, _)| entry.name)
}

/// Tells whether a word hides a value of rows of the same name: no `X of row` asks for that. Where directions stand, there may be one.
pub(crate) fn hides_values(text: &str) -> bool {
    let mut words = WORDS.iter();
    words.any(|(entry, stands)| {
        entry.name == text && matches!(stands, Stands::Alone(_) | Stands::BeforeOf)
    })
}

/// Tells whether a word cannot be declared as a name.
pub(crate) fn is_word_of_language(text: &str) -> bool {
    reserved().any(|word| word == text)
}
