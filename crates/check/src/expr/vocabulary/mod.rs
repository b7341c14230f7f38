//! The vocabulary of expressions: the meaning, the types and the example in docs/reference of each word and each form.
//!
//! This is the single source: the reserved names, the messages about unknown words and the table in
//! docs/reference/words.md come from it, and a test checks that each example has its stated type. A new form of expression
//! does not compile until [`form`] handles it.

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

/// Returns the entry of a word of the language.
#[must_use]
pub fn word(text: &str) -> Option<&'static (Entry, Stands)> {
    WORDS.iter().find(|(entry, _)| entry.name == text)
}

/// Returns the meaning of a word of the language by itself.
pub(crate) fn builtin(text: &str) -> Option<Builtin> {
    match word(text)?.1 {
        Stands::Alone(builtin) => Some(builtin),
        _ => None,
    }
}

/// Returns the forms of expressions that contain a keyword.
pub fn forms_with(keyword: &str) -> impl Iterator<Item = &'static Entry> {
    let is_part = move |entry: &&Entry| {
        let mut words = entry.name.split(|c: char| !c.is_ascii_alphabetic());
        words.any(|word| word == keyword)
    };
    forms::FORMS.iter().filter(is_part)
}

/// Returns the hint for an expression in the wrong place.
#[must_use]
pub fn hint(e: &Expr) -> Option<&'static str> {
    match &e.kind {
        ExprKind::Word(text) => word(text)?.0.hint,
        kind => form(kind).hint,
    }
}

/// Returns all words of the language.
pub fn words() -> impl Iterator<Item = &'static str> {
    WORDS.iter().map(|(entry, _)| entry.name)
}

/// Returns the words that cannot be declared as names.
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

/// Returns whether a word hides a field of the same name, so that `X of row` cannot read it. Words for directions do not.
pub(crate) fn hides_values(text: &str) -> bool {
    let mut words = WORDS.iter();
    words.any(|(entry, stands)| {
        entry.name == text && matches!(stands, Stands::Alone(_) | Stands::BeforeOf)
    })
}

/// Returns whether a word cannot be declared as a name.
#[must_use]
pub fn is_word_of_language(text: &str) -> bool {
    reserved().any(|word| word == text)
}
