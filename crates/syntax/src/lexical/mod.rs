//! The lexical pass: prepares a text for pest, and splits it into parts, which are parsed one by one.
//!
//! Comments and continued line ends become blanks, so every byte keeps its offset. This pass checks brackets, quotes and
//! sizes. So pest's recursion is bounded, and no text can overflow the stack.

mod brackets;
mod faults;
mod layouter;
mod lines;

pub(super) use brackets::opens_block;
pub(super) use faults::{nested_too_deeply, never_closed};
pub(super) use layouter::{MOST_FOUND, TextPiece};

use crate::token::{Dialect, Token, TokenKind, tokenise};
use layouter::{DEEPEST, LONGEST_LINE, Layouter, LogicalLine};
use linstock_base::{Diagnostics, FileId, Limit, Span};

/// The longest file.
const LONGEST_FILE: Limit = Limit {
    what: "bytes in this file",
    most: 1 << 20,
    remedy: "split the game, or shorten its pictures and texts",
};

/// A prepared text, and its parts.
#[derive(Default)]
pub(super) struct SplitText {
    /// The text; every byte has its original offset.
    pub text: String,
    /// Its tokens.
    pub tokens: Vec<Token>,
    /// Its parts: declarations of a game, lines of a scenario.
    pub pieces: Vec<TextPiece>,
}

impl SplitText {
    /// Returns the tokens of a range of bytes, without line ends and comments.
    pub(crate) fn tokens_of(&self, piece: &TextPiece) -> impl Iterator<Item = Token> + Clone {
        let tokens = self.tokens.get(piece.tokens.clone()).unwrap_or_default();
        tokens.iter().copied().filter(|t| t.counts())
    }
}

/// Returns whether neither the text nor one of its lines is longer than what can be parsed.
#[must_use]
pub fn is_within_limits(text: &str, dialect: Dialect) -> bool {
    if LONGEST_FILE.check(text.len()).is_err() {
        return false;
    }
    let mut words = 0;
    tokenise(text, dialect).iter().all(|token| {
        words = if token.counts() { words + 1 } else { 0 };
        LONGEST_LINE.check(words).is_ok()
    })
}

/// Prepares a text; `None` if it is too long.
pub(super) fn lay_out(
    file: FileId,
    text: &str,
    dialect: Dialect,
    found: &mut Diagnostics,
) -> Option<SplitText> {
    if let Err(too_many) = LONGEST_FILE.check(text.len()) {
        found.push(too_many.at(Span::new(file, 0, 0)));
        return None;
    }
    let tokens = tokenise(text, dialect);
    let mut layouter = Layouter {
        file,
        text,
        dialect,
        heads: heads(&tokens),
        tokens: &tokens,
        out: vec![b' '; text.len()],
        open: Vec::new(),
        before: None,
        line: LogicalLine::default(),
        suspect: None,
        margin: (0, 0),
        piece: None,
        pieces: Vec::new(),
        found,
    };
    for index in 0..tokens.len() {
        layouter.token(index);
    }
    layouter.end_piece(tokens.len());
    let Layouter { out, pieces, .. } = layouter;
    let text = String::from_utf8(out).unwrap_or_default();
    Some(SplitText {
        text,
        tokens,
        pieces,
    })
}

/// Returns whether a single expression is nested too deep or too long.
pub(super) fn is_too_deep(text: &str) -> bool {
    let tokens = tokenise(text, Dialect::Game);
    let opening = tokens.iter().filter(|t| t.kind == TokenKind::Open).count();
    opening > DEEPEST || tokens.len() > LONGEST_LINE.most
}

/// Returns for each token the index of the next one (itself included) that is no line end, comment or tag.
fn heads(tokens: &[Token]) -> Vec<usize> {
    let mut next = tokens.len();
    let mut heads: Vec<usize> = tokens
        .iter()
        .enumerate()
        .rev()
        .map(|(index, token)| {
            if token.counts() && token.kind != TokenKind::Tag {
                next = index;
            }
            next
        })
        .collect();
    heads.reverse();
    heads.push(tokens.len());
    heads
}
