//! Goes through the tokens of a text one by one, and splits it into parts.

use crate::token::{Dialect, Token, TokenKind};
use linstock_base::{Diagnostic, Diagnostics, FileId, Limit, Span};
use std::ops::Range;

/// The deepest nesting of brackets.
pub(super) const DEEPEST: usize = 32;

/// The longest logical line.
pub(super) const LONGEST_LINE: Limit = Limit {
    what: "words and signs in this line",
    most: 2_000,
    remedy: "give its parts names of their own, as facts",
};

/// The most diagnostics of one file.
pub(crate) const MOST_FOUND: usize = 100;

/// A part of a text that is parsed on its own.
#[derive(Clone, Debug)]
pub(crate) struct TextPiece {
    /// Its bytes.
    pub bytes: Range<usize>,
    /// Its tokens.
    pub tokens: Range<usize>,
    /// The mistake in its brackets, quotes or size. Such a part is not parsed.
    pub fault: Option<Diagnostic>,
}

/// A bracket that is still open.
pub(super) struct Bracket {
    pub token: Token,
    /// It holds an expression, in which a line end is a blank.
    pub inline: bool,
    /// The indentation of its line.
    pub(crate) indent: usize,
}

/// The current logical line.
#[derive(Default)]
pub(super) struct LogicalLine {
    pub tokens: usize,
    /// It has only tags so far.
    pub(crate) only_tags: bool,
}

/// The state of the lexical pass at the current token.
pub(super) struct Layouter<'t> {
    pub(super) file: FileId,
    pub(super) text: &'t str,
    pub(super) dialect: Dialect,
    pub(super) tokens: &'t [Token],
    pub(super) heads: Vec<usize>,
    pub(super) out: Vec<u8>,
    pub(super) open: Vec<Bracket>,
    /// The last significant token of the current line.
    pub(super) before: Option<Token>,
    pub(super) line: LogicalLine,
    /// A `{` whose `}` has another indentation: a `}` is probably missing.
    pub(super) suspect: Option<Token>,
    /// The start of the physical line, and its first token.
    pub(super) margin: (usize, usize),
    pub(super) piece: Option<TextPiece>,
    pub(super) pieces: Vec<TextPiece>,
    pub(super) found: &'t mut Diagnostics,
}

impl Layouter<'_> {
    pub(super) fn token(&mut self, index: usize) {
        let token = self.tokens[index];
        match token.kind {
            TokenKind::Comment => return,
            TokenKind::WrongComment => return self.wrong_comment(token),
            TokenKind::Newline => return self.newline(index),
            _ => {}
        }
        self.margin(index);
        self.copy(token);
        if self.is_separator(token) {
            self.end_line(index + 1);
            return;
        }
        let piece = self.piece.get_or_insert(TextPiece {
            bytes: token.start..token.end,
            tokens: index..index,
            fault: None,
        });
        piece.bytes.end = token.end;
        self.count(token);
        match token.kind {
            TokenKind::Open => self.open(token),
            TokenKind::Close => self.close(token),
            TokenKind::OpenText | TokenKind::OpenPicture => self.unclosed_text(token),
            _ => {}
        }
        self.before = Some(token);
    }

    pub(super) fn copy(&mut self, token: Token) {
        let bytes = token.start..token.end;
        self.out[bytes.clone()].copy_from_slice(&self.text.as_bytes()[bytes]);
    }

    /// Counts the tokens of a line, and records whether it has only tags so far.
    pub(super) fn count(&mut self, token: Token) {
        let is_tag = token.kind == TokenKind::Tag;
        self.line.only_tags = is_tag && (self.line.tokens == 0 || self.line.only_tags);
        self.line.tokens += 1;
        if self.line.tokens == LONGEST_LINE.most + 1
            && let Err(too_many) = LONGEST_LINE.check(self.line.tokens)
        {
            self.fault(too_many.at(self.span(token)));
        }
    }

    /// Ends the part before the token at `index`; reports brackets that are still open.
    pub(super) fn end_piece(&mut self, index: usize) {
        let suspect = self.suspect.take();
        if let Some(bracket) = self.open.last() {
            self.unclosed(suspect.unwrap_or(bracket.token));
            self.open.clear();
        }
        if let Some(mut piece) = self.piece.take() {
            piece.tokens.end = index;
            self.pieces.push(piece);
        }
    }

    pub(super) fn wrong_comment(&mut self, token: Token) {
        if self.found.errors() >= MOST_FOUND {
            return;
        }
        let span = Span::new(self.file, token.start, token.start + 2);
        self.found.push(
            Diagnostic::error("E0101", span, "`//` does not begin a comment")
                .label("not a comment")
                .hint("a comment begins with `#`")
                .suggest("#"),
        );
    }

    /// Reports a text or a picture without its closing quotes.
    fn unclosed_text(&mut self, token: Token) {
        let (what, quotes, hint) = match token.kind {
            TokenKind::OpenPicture => (
                "picture",
                "\"\"\"",
                "a picture ends with `\"\"\"` on a line of its own",
            ),
            _ => ("text", "\"", "a text ends in the line in which it begins"),
        };
        let end = match token.kind {
            TokenKind::OpenPicture => token.start + quotes.len(),
            _ => token.end,
        };
        let span = self.span(Token { end, ..token });
        let message = format!("this {what} has no closing `{quotes}`");
        let diagnostic = Diagnostic::error("E0102", span, message).hint(hint);
        self.fault(match token.text(self.text).contains("\\\"") {
            true => diagnostic.hint(r#"`\"` is a quote within a text; `\\` is a `\`"#),
            false => diagnostic,
        });
    }

    pub(super) fn span(&self, token: Token) -> Span {
        Span::new(self.file, token.start, token.end)
    }

    /// Records a mistake and marks its part as unreadable. Drops later mistakes of the part, since they usually follow from
    /// the first.
    pub(super) fn fault(&mut self, diagnostic: Diagnostic) {
        if let Some(piece) = &mut self.piece {
            piece.fault.get_or_insert(diagnostic);
        }
    }
}
