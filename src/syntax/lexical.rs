//! Lays a text out before pest sees it, and cuts it into parts that are read one by one.
//!
//! Laying out moves no byte: comments and continued line ends become blanks. Brackets, quotes and sizes are
//! checked here, so that what reaches pest is shallow and short enough to be read without care.

use super::token::{Dialect, Kind, Token, tokenise};
use super::words::opens_part;
use crate::base::{Diagnostic, Diagnostics, FileId, Span};
use std::ops::Range;

/// The longest file, in bytes.
const LONGEST_FILE: usize = 1 << 20;

/// How deep brackets may stand in each other.
const DEEPEST: usize = 32;

/// The longest line, in tokens, continued lines counted as one.
const LONGEST_LINE: usize = 2_000;

/// How many mistakes of one file are told; nobody reads more.
pub(super) const MOST_FOUND: usize = 100;

/// Words that continue the line before when they begin one; `if` does, too, unless it opens a statement.
const CONTINUING: [&str; 8] = [
    "and",
    "or",
    "except",
    "else",
    "otherwise",
    "where",
    "through",
    "of",
];

/// Words after which `{` opens a set rather than a block.
const BEFORE_SET: [&str; 19] = [
    "and", "or", "except", "not", "is", "if", "where", "through", "of", "in", "some", "no",
    "count", "to", "when", "weigh", "after", "from", "win",
];

/// A text laid out, and the parts it falls into.
#[derive(Default)]
pub(super) struct Laid {
    /// The text: every byte of the original is where it was.
    pub text: String,
    /// Its tokens.
    pub tokens: Vec<Token>,
    /// Its parts: declarations of a game, lines of a scenario.
    pub pieces: Vec<Piece>,
}

/// A part of a text that is read on its own.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// Its bytes.
    pub bytes: Range<usize>,
    /// Its tokens.
    pub tokens: Range<usize>,
    /// What is wrong with its brackets, quotes or size; then it is not read.
    pub fault: Option<Diagnostic>,
}

impl Laid {
    /// Returns the tokens of a piece that are neither line ends nor comments.
    pub fn tokens_of(&self, piece: &Piece) -> impl Iterator<Item = Token> + Clone {
        let tokens = self.tokens.get(piece.tokens.clone()).unwrap_or_default();
        tokens.iter().copied().filter(|t| t.counts())
    }
}

/// Lays a text out; `None` if it is too long to be read at all.
pub(super) fn lay_out(
    file: FileId,
    text: &str,
    dialect: Dialect,
    found: &mut Diagnostics,
) -> Option<Laid> {
    if text.len() > LONGEST_FILE {
        let message = format!(
            "this file is too long: {} bytes, at most {LONGEST_FILE}",
            text.len()
        );
        found.push(
            Diagnostic::error(Span::new(file, 0, 0), message)
                .hint("split the game, or shorten its pictures and texts"),
        );
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
        line: Line::default(),
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
    Some(Laid {
        text,
        tokens,
        pieces,
    })
}

/// Tells whether an expression, alone, is nested too deep or too long to be read.
pub(super) fn is_too_deep(text: &str) -> bool {
    let tokens = tokenise(text, Dialect::Game);
    let opening = tokens.iter().filter(|t| t.kind == Kind::Open).count();
    opening > DEEPEST || tokens.len() > LONGEST_LINE
}

/// Tells whether `{` after this token opens a block rather than a set.
pub(super) fn opens_block(before: Option<Token>, text: &str) -> bool {
    match before {
        None => false,
        Some(t) => match t.kind {
            Kind::Word => !BEFORE_SET.contains(&t.text(text)),
            Kind::Sign | Kind::Tag | Kind::Open | Kind::Newline => false,
            _ => true,
        },
    }
}

/// For each token the next one, itself included, that is neither a line end, a comment nor a tag.
fn heads(tokens: &[Token]) -> Vec<usize> {
    let mut next = tokens.len();
    let mut heads: Vec<usize> = tokens
        .iter()
        .enumerate()
        .rev()
        .map(|(index, token)| {
            if token.counts() && token.kind != Kind::Tag {
                next = index;
            }
            next
        })
        .collect();
    heads.reverse();
    heads.push(tokens.len());
    heads
}

/// A bracket that is still open.
struct Bracket {
    token: Token,
    /// It holds an expression: line ends in it are blanks.
    inline: bool,
    /// The indentation of its line.
    indent: usize,
}

/// The logical line being laid out.
#[derive(Default)]
struct Line {
    tokens: usize,
    only_tags: bool,
}

struct Layouter<'t> {
    file: FileId,
    text: &'t str,
    dialect: Dialect,
    tokens: &'t [Token],
    heads: Vec<usize>,
    out: Vec<u8>,
    open: Vec<Bracket>,
    /// The last token that counts, unless a line has ended since.
    before: Option<Token>,
    line: Line,
    /// A `{` that is closed by a `}` of another indentation: probably it is closed too late.
    suspect: Option<Token>,
    /// Where the physical line begins, and its first token.
    margin: (usize, usize),
    piece: Option<Piece>,
    pieces: Vec<Piece>,
    found: &'t mut Diagnostics,
}

impl Layouter<'_> {
    fn token(&mut self, index: usize) {
        let token = self.tokens[index];
        match token.kind {
            Kind::Comment => return,
            Kind::WrongComment => return self.wrong_comment(token),
            Kind::Newline => return self.newline(index),
            _ => {}
        }
        self.margin(index);
        self.copy(token);
        if self.is_separator(token) {
            self.end_line(index + 1);
            return;
        }
        let piece = self.piece.get_or_insert(Piece {
            bytes: token.start..token.end,
            tokens: index..index,
            fault: None,
        });
        piece.bytes.end = token.end;
        self.count(token);
        match token.kind {
            Kind::Open => self.open(token),
            Kind::Close => self.close(token),
            Kind::OpenText => self.fault(
                token,
                "this text has no closing `\"`",
                "a text ends in the line in which it begins",
            ),
            Kind::OpenPicture => self.fault(
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

    /// Counts the tokens of a line, and remembers whether it has been nothing but tags.
    fn count(&mut self, token: Token) {
        let is_tag = token.kind == Kind::Tag;
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

    fn newline(&mut self, index: usize) {
        if self.open.last().is_some_and(|b| b.inline) || self.continues(index) {
            return;
        }
        self.copy(self.tokens[index]);
        self.end_line(index);
    }

    fn end_line(&mut self, index: usize) {
        self.before = None;
        self.line = Line::default();
        if self.open.is_empty() {
            self.end_piece(index);
        }
    }

    /// A `;` that ends a line; one between brackets of an expression does not.
    fn is_separator(&self, token: Token) -> bool {
        token.text(self.text) == ";" && !self.open.last().is_some_and(|b| b.inline)
    }

    /// Tells whether the line after this line end continues the one before it.
    fn continues(&self, index: usize) -> bool {
        let Some(before) = self.before else {
            return false;
        };
        let head = self.heads[index];
        let Some(next) = self.tokens.get(head) else {
            return false;
        };
        let word = next.text(self.text);
        let at_top = self.open.is_empty();
        if before.kind == Kind::Open {
            return false;
        }
        if self.line.only_tags {
            return self.dialect == Dialect::Game;
        }
        match word {
            "+" => true,
            "if" => before.text(self.text) != "}" && !self.opens_statement(head),
            "{" => at_top && self.dialect == Dialect::Game,
            _ if CONTINUING.contains(&word) => true,
            _ => before.text(self.text) == "," && !(at_top && opens_part(word)),
        }
    }

    /// Tells whether the `if` at `index` is followed by a block in its line.
    fn opens_statement(&self, index: usize) -> bool {
        let mut depth = 0_usize;
        let mut before = None;
        for (at, token) in self
            .tokens
            .iter()
            .enumerate()
            .skip(index)
            .take(LONGEST_LINE)
        {
            let text = token.text(self.text);
            match token.kind {
                Kind::Comment | Kind::WrongComment => continue,
                Kind::Newline if depth == 0 => {
                    let next = self.tokens.get(self.heads[at]).map(|t| t.text(self.text));
                    if !next.is_some_and(|n| n == "+" || CONTINUING.contains(&n)) {
                        return false;
                    }
                }
                Kind::Open if depth == 0 && text == "{" && opens_block(before, self.text) => {
                    return true;
                }
                Kind::Open => depth += 1,
                Kind::Close if depth == 0 => return false,
                Kind::Close => depth -= 1,
                Kind::Sign if depth == 0 && text == ";" => return false,
                _ => {}
            }
            if token.counts() {
                before = Some(*token);
            }
        }
        false
    }

    /// Looks after the margin of a line: a word there that opens a declaration ends whatever was left open before it.
    fn margin(&mut self, index: usize) {
        let token = self.tokens[index];
        let line_end = index.checked_sub(1).map(|before| self.tokens[before]);
        if line_end.is_some_and(|t| t.kind != Kind::Newline) {
            return;
        }
        let line = line_end.map_or(0, |t| t.end);
        self.margin = (line, token.start);
        let word = self
            .tokens
            .get(self.heads[index])
            .map_or("", |t| t.text(self.text));
        let opens =
            matches!(token.kind, Kind::Word | Kind::Tag) && word != "phase" && opens_part(word);
        if token.start == line && opens && !self.open.is_empty() {
            self.end_piece(index);
            self.before = None;
            self.line = Line::default();
        }
    }

    fn open(&mut self, token: Token) {
        let inside = self.open.last().is_some_and(|b| b.inline);
        let block = token.text(self.text) == "{"
            && !inside
            && (self.open.is_empty() || opens_block(self.before, self.text));
        if self.open.len() == DEEPEST {
            let message = format!("brackets stand more than {DEEPEST} deep in each other");
            self.fault(
                token,
                message,
                "give the inner parts names of their own, as facts",
            );
        }
        self.open.push(Bracket {
            token,
            inline: !block,
            indent: self.margin.1 - self.margin.0,
        });
    }

    fn close(&mut self, token: Token) {
        let opening = if token.text(self.text) == ")" {
            "("
        } else {
            "{"
        };
        let matching = self
            .open
            .iter()
            .rposition(|b| b.token.text(self.text) == opening);
        // A `)` closes nothing beyond the block that it stands in.
        let matching = matching.filter(|&at| {
            opening == "{"
                || self.open[at..]
                    .iter()
                    .all(|b| b.token.text(self.text) == "(")
        });
        let Some(at) = matching else {
            let message = format!("this `{}` closes nothing", token.text(self.text));
            return self.fault(
                token,
                message,
                format!("take it away, or open `{opening}` before"),
            );
        };
        let closed = self.open.split_off(at);
        for bracket in closed.iter().skip(1) {
            self.unclosed(bracket.token);
        }
        let outer = token.start == self.margin.1;
        let indent = token.start - self.margin.0;
        if self.suspect.is_none() && outer {
            self.suspect = closed
                .first()
                .filter(|b| indent < b.indent)
                .map(|b| b.token);
        }
    }

    fn unclosed(&mut self, token: Token) {
        let opening = token.text(self.text);
        let closing = if opening == "(" { ")" } else { "}" };
        let message = format!("this `{opening}` is never closed");
        self.fault(
            token,
            message,
            format!("add `{closing}` where it should end"),
        );
    }

    /// Ends the part before the token at `index`; brackets that are open there are never closed.
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

    /// Notes what is wrong with a token and gives the part up that it stands in. After the first fault of a part
    /// the others are mostly its echo.
    fn fault(&mut self, token: Token, message: impl Into<String>, hint: impl Into<String>) {
        let diagnostic =
            Diagnostic::error(Span::new(self.file, token.start, token.end), message).hint(hint);
        if let Some(piece) = &mut self.piece {
            piece.fault.get_or_insert(diagnostic);
        }
    }
}
