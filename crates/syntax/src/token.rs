//! The tokeniser: words, quoted texts, brackets, line ends. The lexical pass and error messages use its tokens; pest parses
//! the text itself.

use crate::reserved_words::{SCENARIO_LINES, of};
use linstock_base::is_quote;

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TokenKind {
    /// A name or keyword, right or wrong: letters, digits, `-` and `_`.
    Word,
    /// Digits.
    Number,
    /// `@CA-12`, `@CB-66..CB-70`
    Tag,
    /// `"…"`
    Text,
    /// `"…` without an end in its line.
    OpenText,
    /// `"""…"""`
    Picture,
    /// `"""…` without an end.
    OpenPicture,
    /// The moves in a line of a scenario, as raw text.
    Raw,
    /// `(` or `{`
    Open,
    /// `)` or `}`
    Close,
    /// Any other sign, some of two characters.
    Sign,
    /// The end of a line.
    Newline,
    /// `# …`
    Comment,
    /// `// …`, which is not a comment in this language.
    WrongComment,
}

/// A token and its bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token {
    /// Its kind.
    pub kind: TokenKind,
    /// Its first byte.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
}

impl Token {
    /// Returns its text.
    pub(crate) fn text(self, source: &str) -> &str {
        source.get(self.start..self.end).unwrap_or_default()
    }

    /// Returns whether it is neither a line end nor a comment.
    pub(crate) fn counts(self) -> bool {
        !matches!(
            self.kind,
            TokenKind::Newline | TokenKind::Comment | TokenKind::WrongComment
        )
    }
}

/// The language of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// Games and variants.
    Game,
    /// Scenarios; the moves in a line are raw text.
    Scenario,
    /// A single expression.
    Expression,
}

/// The words that open a line of moves in a scenario.
const RAW_LINES: [&str; 8] = [
    "play", "as", "chance", "refuse", "moves", "seen", "warning", "no",
];

/// In the prepared text, the line end after which a list of moves continues; a blank of one byte that nobody types.
pub(super) const LINE_END: char = '\u{b}';

/// Signs of two characters: those of the language, and frequent mistakes.
const PAIRS: [&str; 10] = ["->", "..", "<=", ">=", "==", "!=", "&&", "||", "=>", "<>"];

/// Splits a text into tokens.
pub(super) fn tokenise(text: &str, dialect: Dialect) -> Vec<Token> {
    let mut reader = Tokenizer {
        text,
        at: 0,
        tokens: Vec::new(),
        listing: Listing::default(),
    };
    while reader.at < text.len() {
        reader.token(dialect);
    }
    reader.tokens
}

struct Tokenizer<'t> {
    text: &'t str,
    at: usize,
    tokens: Vec<Token>,
    listing: Listing,
}

/// The last significant token, if it is raw text.
#[derive(Clone, Copy, Default)]
struct Listing {
    /// It ends with a comma.
    comma: bool,
    /// It is a list of moves, or continues one: `moves are`, `moves include`, `chance are`.
    list: bool,
}

impl<'t> Tokenizer<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn push(&mut self, kind: TokenKind, length: usize) {
        let start = self.at;
        self.at += length;
        let end = self.at;
        let token = Token { kind, start, end };
        self.tokens.push(token);
        if token.counts() {
            let text = token.text(self.text).trim_end();
            let raw = kind == TokenKind::Raw;
            self.listing = Listing {
                comma: raw && text.ends_with(','),
                list: raw && (self.listing.list || is_list(self.tokens.as_slice(), self.text)),
            };
        }
    }

    /// Reads a token, or skips blanks.
    fn token(&mut self, dialect: Dialect) {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return;
        };
        match first {
            '\n' => self.push(TokenKind::Newline, 1),
            '#' => self.push(TokenKind::Comment, line_length(rest)),
            c if c.is_whitespace() || c == '\u{feff}' => self.at += c.len_utf8(),
            _ if dialect == Dialect::Scenario && self.goes_on() => self.raw(),
            '"' => self.text_or_picture(rest),
            '@' => self.push(TokenKind::Tag, 1 + tag_length(&rest[1..])),
            '(' | '{' => self.push(TokenKind::Open, 1),
            ')' | '}' => self.push(TokenKind::Close, 1),
            c if is_word(c) => self.word(rest, dialect),
            _ if rest.starts_with("//") => self.push(TokenKind::WrongComment, line_length(rest)),
            _ => {
                let pair = PAIRS.iter().find(|p| rest.starts_with(**p));
                self.push(TokenKind::Sign, pair.map_or(first.len_utf8(), |p| p.len()));
            }
        }
    }

    fn word(&mut self, rest: &str, dialect: Dialect) {
        let length = word_length(rest);
        let word = &rest[..length];
        let first = self
            .tokens
            .last()
            .is_none_or(|t| t.kind == TokenKind::Newline);
        if word.bytes().all(|b| b.is_ascii_digit()) {
            return self.push(TokenKind::Number, length);
        }
        self.push(TokenKind::Word, length);
        if dialect == Dialect::Scenario && first && RAW_LINES.contains(&word) {
            self.raw();
        }
    }

    /// Reads the rest of the line as raw text, without a carriage return before the line end.
    fn raw(&mut self) {
        let line = self.rest();
        let length = line.find(['\n', '#']).unwrap_or(line.len());
        let length = line[..length].trim_end_matches('\r').len();
        if !line[..length].trim().is_empty() {
            self.push(TokenKind::Raw, length);
        }
    }

    /// Returns whether a line that continues a list of moves begins here: the previous line ended with a comma, or this one
    /// is indented.
    fn goes_on(&self) -> bool {
        let begins = self
            .tokens
            .last()
            .is_some_and(|t| t.kind == TokenKind::Newline);
        let indented = self.tokens.last().is_some_and(|t| t.end < self.at);
        let word = &self.rest()[..word_length(self.rest())];
        let opens = of(SCENARIO_LINES).any(|opening| opening == word);
        begins && !opens && (self.listing.comma || self.listing.list && indented)
    }

    fn text_or_picture(&mut self, rest: &str) {
        if let Some(inside) = rest.strip_prefix("\"\"\"") {
            let (kind, length) = picture_length(inside);
            return self.push(kind, 3 + length);
        }
        let line = line_length(rest);
        match text_length(&rest[1..line.max(1)]) {
            Some(length) => self.push(TokenKind::Text, length + 2),
            None => self.push(TokenKind::OpenText, rest[..line].trim_end().len()),
        }
    }
}

/// Returns the length of a text up to its closing quote; `\"` and `\\` do not close it.
fn text_length(inside: &str) -> Option<usize> {
    let mut places = inside.match_indices('"').map(|(at, _)| at);
    places.find(|at| is_quote(inside, *at))
}

/// Returns whether the last token is raw text that begins a list of moves: `moves … are`, `moves … include`, `chance are`.
fn is_list(tokens: &[Token], text: &str) -> bool {
    let [.., first, raw] = tokens else {
        return false;
    };
    let (first, raw) = (first.text(text), raw.text(text));
    let mut words = raw.split_whitespace();
    match first {
        "chance" => words.next() == Some("are"),
        "moves" => {
            // After `of NAME` and `from POINT`.
            let mut left = words.take(5);
            left.any(|word| matches!(word, "are" | "include"))
        }
        _ => false,
    }
}

/// Returns the length up to the end of the line.
fn line_length(rest: &str) -> usize {
    rest.find('\n').unwrap_or(rest.len())
}

/// Returns the length of a word: letters, digits and `_`, and `-` before one of these.
fn word_length(rest: &str) -> usize {
    let mut chars = rest.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let joins = c == '-' && chars.peek().is_some_and(|&(_, next)| is_word(next));
        if !is_word(c) && !joins {
            return at;
        }
    }
    rest.len()
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns the length of a tag after its `@`, with the other end of a range.
fn tag_length(rest: &str) -> usize {
    let first = word_length(rest);
    match rest[first..].strip_prefix("..") {
        Some(last) if first > 0 && word_length(last) > 0 => first + 2 + word_length(last),
        _ => first,
    }
}

/// Returns the length of a picture after its opening quotes. A picture without closing quotes ends before the first line
/// that begins with a long word at the margin, which no line of a picture does.
fn picture_length(inside: &str) -> (TokenKind, usize) {
    let end = inside.find("\"\"\"");
    let body = &inside[..end.unwrap_or(inside.len())];
    let mut at = 0;
    for line in body.split_inclusive('\n') {
        let word = line
            .find(|c: char| !c.is_ascii_lowercase())
            .unwrap_or(line.len());
        if at > 0 && (word >= 4 || line.starts_with('}')) {
            return (TokenKind::OpenPicture, at);
        }
        at += line.len();
    }
    match end {
        Some(end) => (TokenKind::Picture, end + 3),
        None => (TokenKind::OpenPicture, inside.trim_end().len()),
    }
}
