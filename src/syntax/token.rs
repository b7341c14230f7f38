//! A first look at a text: words, texts, brackets, line ends; enough to lay it out and to say what is wrong.

use crate::syntax::keywords::{SCENARIO_LINES, of};

/// What a token is.
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
    /// The moves of a scenario's line, as they stand.
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
    /// `// …`, which is no comment here.
    WrongComment,
}

/// A token and its bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Its first byte.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
}

impl Token {
    /// Returns its text.
    pub fn text(self, source: &str) -> &str {
        source.get(self.start..self.end).unwrap_or_default()
    }

    /// Tells whether it is neither a line end nor a comment.
    pub fn counts(self) -> bool {
        !matches!(
            self.kind,
            TokenKind::Newline | TokenKind::Comment | TokenKind::WrongComment
        )
    }
}

/// Which language a text is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dialect {
    /// Games and variants.
    Game,
    /// Scenarios: the moves that a line names stand for themselves.
    Scenario,
    /// An expression alone.
    Expression,
}

/// The words that open a line of moves in a scenario.
const RAW_LINES: [&str; 6] = ["play", "as", "chance", "refuse", "moves", "seen"];

/// Signs of two characters, right ones and those that people try.
const PAIRS: [&str; 10] = ["->", "..", "<=", ">=", "==", "!=", "&&", "||", "=>", "<>"];

/// Takes a text apart.
pub(super) fn tokenise(text: &str, dialect: Dialect) -> Vec<Token> {
    let mut reader = Tokenizer {
        text,
        at: 0,
        tokens: Vec::new(),
        listing: false,
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
    /// The last token that counts is a list of moves that ends with a comma.
    listing: bool,
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
            self.listing = kind == TokenKind::Raw && text.ends_with(',');
        }
    }

    /// Reads one token, or passes over blanks.
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

    /// Reads the rest of the line as it stands.
    fn raw(&mut self) {
        let line = self.rest();
        let length = line.find(['\n', '#']).unwrap_or(line.len());
        if !line[..length].trim().is_empty() {
            self.push(TokenKind::Raw, length);
        }
    }

    /// Tells whether a line begins here that goes on with a list of moves: the one before it ended with a comma.
    fn goes_on(&self) -> bool {
        let begins = self
            .tokens
            .last()
            .is_some_and(|t| t.kind == TokenKind::Newline);
        let word = &self.rest()[..word_length(self.rest())];
        self.listing && begins && !of(SCENARIO_LINES).any(|opening| opening == word)
    }

    fn text_or_picture(&mut self, rest: &str) {
        if let Some(inside) = rest.strip_prefix("\"\"\"") {
            let (kind, length) = picture_length(inside);
            return self.push(kind, 3 + length);
        }
        let line = line_length(rest);
        match rest[1..line.max(1)].find('"') {
            Some(length) => self.push(TokenKind::Text, length + 2),
            None => self.push(TokenKind::OpenText, rest[..line].trim_end().len()),
        }
    }
}

/// The bytes up to the end of the line.
fn line_length(rest: &str) -> usize {
    rest.find('\n').unwrap_or(rest.len())
}

/// Letters, digits and `_`, and `-` where one of them follows.
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

/// The tag after its `@`, with a range's other end.
fn tag_length(rest: &str) -> usize {
    let first = word_length(rest);
    match rest[first..].strip_prefix("..") {
        Some(last) if first > 0 && word_length(last) > 0 => first + 2 + word_length(last),
        _ => first,
    }
}

/// A picture after its opening quotes. One without an end stops where something else clearly begins: no line of
/// a picture begins at the margin with a long word.
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
