//! The number of blanks between two tokens of a line.

use crate::token::{Token, TokenKind};

/// Signs with a blank on both sides.
const SPACED: [&str; 10] = ["->", "=", "<=", ">=", "<", ">", "+", "*", "%", "|"];

/// A token and its text.
#[derive(Clone, Copy)]
pub(super) struct SpacedToken<'t> {
    pub(super) token: Token,
    pub(super) text: &'t str,
    /// A brace with blanks inside: it holds statements or lines, not a set.
    pub(super) wide: bool,
}

impl SpacedToken<'_> {
    fn is(&self, kind: TokenKind) -> bool {
        self.token.kind == kind
    }

    fn is_word(&self) -> bool {
        matches!(
            self.token.kind,
            TokenKind::Word | TokenKind::Number | TokenKind::Text | TokenKind::Picture
        )
    }
}

/// Returns the number of blanks to write between two tokens of a line, which have `blanks` blanks now. Keeps more than one blank
/// where any may be. In raw values, such as `1/12`, blanks are part of the value.
pub(super) fn gap(
    before: SpacedToken<'_>,
    after: SpacedToken<'_>,
    blanks: usize,
    raw: bool,
) -> usize {
    let some = blanks.max(1);
    if after.is(TokenKind::Comment) {
        return some;
    }
    if before.is(TokenKind::Open) {
        return if before.wide { some } else { 0 };
    }
    if after.is(TokenKind::Close) {
        return if after.wide { some } else { 0 };
    }
    match (before.text, after.text) {
        (_, "," | ";") if after.is(TokenKind::Sign) => return 0,
        ("," | ";" | ":", _) if before.is(TokenKind::Sign) => return some,
        _ => {}
    }
    let spaced = |piece: SpacedToken<'_>| {
        piece.is(TokenKind::Sign)
            && SPACED.contains(&piece.text)
            && (!raw || matches!(piece.text, "=" | "|"))
    };
    let tag = before.is(TokenKind::Tag) || after.is(TokenKind::Tag);
    let opens_block = after.is(TokenKind::Open) && after.wide;
    let words = (before.is(TokenKind::Close) || before.is_word())
        && after.is_word()
        && !(raw && before.is(TokenKind::Number));
    if tag || opens_block || words || spaced(before) || spaced(after) {
        return some;
    }
    blanks
}
