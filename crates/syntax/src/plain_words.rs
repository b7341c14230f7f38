//! The words, numbers and signs of a rule text, for code that changes them one by one.

use crate::token::{Dialect, TokenKind, tokenise};
use std::ops::Range;

/// The kind of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WordSort {
    /// A name or keyword.
    Word,
    /// A number without a sign.
    Number,
    /// A sign, such as `<=`.
    Sign,
}

/// A word, number or sign, and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlainWord {
    /// Its kind.
    pub sort: WordSort,
    /// Its bytes.
    pub bytes: Range<usize>,
}

/// Returns the words, numbers and signs of a rule text, except those in comments, tags, quoted texts and pictures.
#[must_use]
pub fn plain_words(text: &str) -> Vec<PlainWord> {
    let tokens = tokenise(text, Dialect::Game).into_iter();
    let word = tokens.filter_map(|token| {
        let sort = match token.kind {
            TokenKind::Word => WordSort::Word,
            TokenKind::Number => WordSort::Number,
            TokenKind::Sign => WordSort::Sign,
            _ => return None,
        };
        Some(PlainWord {
            sort,
            bytes: token.start..token.end,
        })
    });
    word.collect()
}
