//! The lexical pass: prepares a text for pest, and splits it into parts that are parsed one by one.
//!
//! Comments and continued line ends become blanks, so every byte keeps its offset. Brackets, quotes and sizes are checked
//! here. So pest's recursion is bounded, and no text can overflow the stack.

mod brackets;
mod lines;

pub(super) use brackets::opens_block;

use crate::base::{Diagnostic, Diagnostics, FileId, Span};
use crate::syntax::token::{Dialect, Token, TokenKind, tokenise};
use brackets::Bracket;
use lines::LogicalLine;
use std::ops::Range;

/// The longest file, in bytes.
const LONGEST_FILE: usize = 1 << 20;

/// The deepest nesting of brackets.
const DEEPEST: usize = 32;

/// The longest logical line, in tokens.
const LONGEST_LINE: usize = 2_000;

/// The most diagnostics of one file.
pub(super) const MOST_FOUND: usize = 100;

/// A prepared text, and its parts.
#[derive(Default)]
pub(super) struct SplitText {
    /// The text; every byte has its original offset.
    pub(crate) text: String,
    /// Its tokens.
    pub(crate) tokens: Vec<Token>,
    /// Its parts: declarations of a game, lines of a scenario.
    pub(crate) pieces: Vec<TextPiece>,
}

/// A part of a text that is parsed on its own.
#[derive(Clone, Debug)]
pub(super) struct TextPiece {
    /// Its bytes.
    pub(crate) bytes: Range<usize>,
    /// Its tokens.
    pub(crate) tokens: Range<usize>,
    /// The mistake in its brackets, quotes or size. Such a part is not parsed.
    pub(crate) fault: Option<Diagnostic>,
}

impl SplitText {
    /// Returns the tokens of a range of bytes, without line ends and comments.
    pub(crate) fn tokens_of(&self, piece: &TextPiece) -> impl Iterator<Item = Token> + Clone {
        let tokens = self.tokens.get(piece.tokens.clone()).unwrap_or_default();
        tokens.iter().copied().filter(|t| t.counts())
    }
}

/// Prepares a text; `None` if it is too long.
pub(super) fn lay_out(
    file: FileId,
    text: &str,
    dialect: Dialect,
    found: &mut Diagnostics,
) -> Option<SplitText> {
    if text.len() > LONGEST_FILE {
        found.push(too_long(file, text));
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

fn too_long(file: FileId, text: &str) -> Diagnostic {
    let message = format!(
        "this file is too long: {} bytes, at most {LONGEST_FILE}",
        text.len()
    );
    Diagnostic::error(Span::new(file, 0, 0), message)
        .hint("split the game, or shorten its pictures and texts")
}

/// Tells whether a single expression is nested too deep or too long.
pub(super) fn is_too_deep(text: &str) -> bool {
    let tokens = tokenise(text, Dialect::Game);
    let opening = tokens.iter().filter(|t| t.kind == TokenKind::Open).count();
    opening > DEEPEST || tokens.len() > LONGEST_LINE
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

struct Layouter<'t> {
    file: FileId,
    text: &'t str,
    dialect: Dialect,
    tokens: &'t [Token],
    heads: Vec<usize>,
    out: Vec<u8>,
    open: Vec<Bracket>,
    /// The last significant token of the current line.
    before: Option<Token>,
    line: LogicalLine,
    /// A `{` that is closed by a `}` of another indentation: a `}` is probably missing.
    suspect: Option<Token>,
    /// The start of the physical line, and its first token.
    margin: (usize, usize),
    piece: Option<TextPiece>,
    pieces: Vec<TextPiece>,
    found: &'t mut Diagnostics,
}

impl Layouter<'_> {
    fn token(&mut self, index: usize) {
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
            TokenKind::OpenText => self.fault(
                token,
                "this text has no closing `\"`",
                "a text ends in the line in which it begins",
            ),
            TokenKind::OpenPicture => self.fault(
                Token {
                    end: token.start + 3,
                    ..token
                },
                "this picture has no closing `\"\"\"`",
                "a picture ends with `\"\"\"` on a line of its own",
            ),
            _ => {}
        }
        self.before = Some(token);
    }

    fn copy(&mut self, token: Token) {
        let bytes = token.start..token.end;
        self.out[bytes.clone()].copy_from_slice(&self.text.as_bytes()[bytes]);
    }

    /// Counts the tokens of a line, and records whether it has only tags so far.
    fn count(&mut self, token: Token) {
        let is_tag = token.kind == TokenKind::Tag;
        self.line.only_tags = is_tag && (self.line.tokens == 0 || self.line.only_tags);
        self.line.tokens += 1;
        if self.line.tokens == LONGEST_LINE + 1 {
            let message =
                format!("this line is too long: more than {LONGEST_LINE} words and signs");
            self.fault(
                token,
                message,
                "give its parts names of their own, as facts",
            );
        }
    }

    /// Ends the part before the token at `index`; reports brackets that are open there.
    fn end_piece(&mut self, index: usize) {
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

    fn wrong_comment(&mut self, token: Token) {
        if self.found.errors() >= MOST_FOUND {
            return;
        }
        let span = Span::new(self.file, token.start, token.start + 2);
        self.found.push(
            Diagnostic::error(span, "`//` does not begin a comment")
                .label("not a comment")
                .hint("a comment begins with `#`"),
        );
    }

    /// Records a mistake and marks its part as unreadable. Later mistakes of the part usually follow from the first, so they
    /// are dropped.
    fn fault(&mut self, token: Token, message: impl Into<String>, hint: impl Into<String>) {
        let diagnostic =
            Diagnostic::error(Span::new(self.file, token.start, token.end), message).hint(hint);
        if let Some(piece) = &mut self.piece {
            piece.fault.get_or_insert(diagnostic);
        }
    }
}
