//! The vocabulary of expressions: what each word and each form means, its types, its example in docs/language.md.
//!
//! This is the one place that tells. Names that cannot be declared, messages about unknown words and the table in
//! docs/language.md are made of it; a test checks each example as an expression of the stated type. A new form of expression
//! does not compile before [`form`] knows it.

mod builtin_words;
mod entry;
mod forms;
#[cfg(test)]
mod tests;

use builtin_words::WORDS;
pub(crate) use entry::Builtin;
pub use entry::{Entry, Stands};
use forms::form;
use linstock_syntax::ast::{Expr, ExprKind};

/// Returns what is known of a word of the language.
#[must_use]
pub fn word(text: &str) -> Option<&'static (Entry, Stands)> {
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
pub fn forms_with(keyword: &str) -> impl Iterator<Item = &'static Entry> {
    let is_part = move |entry: &&Entry| {
        let mut words = entry.name.split(|c: char| !c.is_ascii_alphabetic());
        words.any(|word| word == keyword)
    };
    forms::FORMS.iter().filter(is_part)
}

/// What to do about an expression that stands in the wrong place.
#[must_use]
pub fn hint(e: &Expr) -> Option<&'static str> {
    match &e.kind {
        ExprKind::Word(text) => word(text)?.0.hint,
        kind => form(kind).hint,
    }
}

/// All words of the language.
pub fn words() -> impl Iterator<Item = &'static str> {
    WORDS.iter().map(|(entry, _)| entry.name)
}

/// The words that cannot be declared as names.
pub fn reserved() -> impl Iterator<Item = &'static str> {
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
#[must_use]
pub fn is_word_of_language(text: &str) -> bool {
    reserved().any(|word| word == text)
}
