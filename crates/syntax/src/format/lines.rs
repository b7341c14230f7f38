//! Formats the lines of a text: their indentation and their tokens.

use crate::format::gaps::{SpacedToken, gap};
use crate::lexical::{SplitText, opens_block};
use crate::token::{Token, TokenKind};

/// The columns by which a block is indented in another.
const STEP: usize = 2;

/// An open bracket.
#[derive(Default)]
struct OpenBracket {
    /// Line ends count in it: its content is indented.
    block: bool,
    /// It holds statements or lines, not a set.
    wide: bool,
    /// The column, before and after formatting, at which its tagged lines continue after their tags; untagged lines may align
    /// with it.
    hang: Option<Moved>,
}

/// A column before and after formatting.
#[derive(Clone, Copy)]
struct Moved {
    old: usize,
    new: usize,
}

/// Writes the formatted text.
pub(super) struct Writer<'t> {
    text: &'t str,
    split: &'t SplitText,
    out: String,
    /// The open brackets; the first stands for the whole text.
    open: Vec<OpenBracket>,
    /// The last token of the logical line.
    before: Option<Token>,
    /// The last token of the physical line.
    beside: Option<SpacedToken<'t>>,
    /// Line ends since the last token.
    ends: usize,
    /// The physical line continues the logical line before it.
    goes_on: bool,
    /// The column at which the logical line begins.
    head: Moved,
    /// The logical line has only tags so far.
    only_tags: bool,
    /// The logical line holds a raw value.
    raw_line: bool,
    /// The part is a block of options, which hold raw values.
    options: bool,
    /// The byte of the old text whose column was computed last, and that column.
    measured: (usize, usize),
    /// The same for the written text.
    measured_out: (usize, usize),
}

impl<'t> Writer<'t> {
    pub(super) fn new(text: &'t str, split: &'t SplitText) -> Self {
        Self {
            text,
            split,
            out: String::with_capacity(text.len()),
            open: vec![OpenBracket {
                block: true,
                ..OpenBracket::default()
            }],
            before: None,
            beside: None,
            ends: 0,
            goes_on: false,
            head: Moved { old: 0, new: 0 },
            only_tags: true,
            raw_line: false,
            options: false,
            measured: (0, 0),
            measured_out: (0, 0),
        }
    }

    pub(super) fn write(mut self) -> String {
        for token in &self.split.tokens {
            match token.kind {
                TokenKind::Newline => self.end(*token),
                _ => self.token(*token),
            }
        }
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.out
    }

    /// Records the end of a line.
    fn end(&mut self, token: Token) {
        self.ends += 1;
        self.beside = None;
        // The lexical pass keeps only the line ends that end a logical line.
        let ends = self.split.text.as_bytes().get(token.start) == Some(&b'\n');
        self.goes_on = !ends;
        if ends {
            self.end_logical();
        }
    }

    fn end_logical(&mut self) {
        self.before = None;
        self.only_tags = true;
        self.raw_line = false;
    }

    fn token(&mut self, token: Token) {
        let piece = self.piece(token);
        // A closing bracket belongs to what surrounds the pair.
        if token.kind == TokenKind::Close && self.open.len() > 1 {
            self.open.pop();
        }
        match self.beside {
            Some(before) => {
                let blanks = self.blanks(before.token, token);
                let raw = self.raw_line || self.options;
                let gap = gap(before, piece, blanks, raw);
                self.out.extend(std::iter::repeat_n(' ', gap));
            }
            None => self.begin_line(piece),
        }
        self.note(piece);
        self.out.push_str(trimmed(piece));
        if token.kind == TokenKind::Open {
            self.open.push(OpenBracket {
                block: piece.text == "{" && self.holds_lines(),
                wide: piece.wide,
                hang: None,
            });
        }
        self.beside = Some(piece);
        if token.counts() {
            self.before = Some(token);
        }
        let inline = self.open.last().is_some_and(|bracket| !bracket.block);
        if token.kind == TokenKind::Sign && piece.text == ";" && !inline {
            self.end_logical();
        }
    }

    fn piece(&self, token: Token) -> SpacedToken<'t> {
        let text = token.text(self.text);
        let wide = match token.kind {
            TokenKind::Close => self.open.last().is_some_and(|bracket| bracket.wide),
            TokenKind::Open => {
                let expects = self.before.is_some_and(|t| t.text(self.text) == "expect");
                text == "{"
                    && self.open.last().is_some_and(|bracket| bracket.block)
                    && opens_block(self.before, self.text)
                    && !expects
            }
            _ => false,
        };
        SpacedToken { token, text, wide }
    }

    /// Returns whether line ends count in a brace that opens here, by the same rule as the lexical pass.
    fn holds_lines(&self) -> bool {
        self.open.last().is_some_and(|bracket| bracket.block)
            && (self.open.len() == 1 || opens_block(self.before, self.text))
    }

    /// Returns the number of blanks between two tokens; raw text may end with blanks.
    fn blanks(&self, before: Token, after: Token) -> usize {
        let raw = before.text(self.text);
        let trailing = raw.len() - raw.trim_end().len();
        let from = match before.kind {
            TokenKind::Raw => before.end - trailing,
            _ => before.end,
        };
        let between = self.text.get(from..after.start).unwrap_or_default();
        if between.contains('\t') {
            return 1;
        }
        // Raw text begins with the blanks before it.
        if after.kind == TokenKind::Raw {
            let text = after.text(self.text);
            return between.len() + text.len() - text.trim_start().len();
        }
        between.chars().filter(|c| *c == ' ').count()
    }

    /// Ends the previous line, and indents the new one.
    fn begin_line(&mut self, piece: SpacedToken<'_>) {
        if !self.out.is_empty() {
            let ends = self.ends.clamp(1, 2);
            self.out.extend(std::iter::repeat_n('\n', ends));
        }
        self.ends = 0;
        let old = self.column(piece.token.start);
        let blocks = self.open.iter().skip(1).filter(|bracket| bracket.block);
        let blocks = blocks.count();
        let indent = if self.goes_on && self.before.is_some() {
            // The line keeps its distance from the beginning of the logical line.
            let closes = piece.token.kind == TokenKind::Close;
            let flush = self.only_tags || closes || piece.text == "else";
            let least = self.head.new + if flush { 0 } else { STEP };
            (old + self.head.new)
                .saturating_sub(self.head.old)
                .max(least)
        } else {
            let hang = self.open.last().and_then(|bracket| bracket.hang);
            let under_tags = hang.filter(|hang| hang.old == old && piece.token.counts());
            under_tags.map_or(blocks * STEP, |hang| hang.new)
        };
        if !self.goes_on || self.before.is_none() {
            self.head = Moved { old, new: indent };
        }
        self.out.extend(std::iter::repeat_n(' ', indent));
    }

    /// Updates the state of the logical line for a token, before it is written.
    fn note(&mut self, piece: SpacedToken<'_>) {
        let token = piece.token;
        if !token.counts() || !self.only_tags {
            return;
        }
        if token.kind == TokenKind::Tag {
            return;
        }
        self.only_tags = false;
        if self.open.len() == 1 {
            self.options = piece.text == "options";
        }
        self.raw_line = piece.text == "set";
        let tagged = self.before.is_some_and(|t| t.kind == TokenKind::Tag);
        let (old, new) = (self.column(token.start), self.column_out());
        if let Some(bracket) = self
            .open
            .last_mut()
            .filter(|_| tagged && self.beside.is_some())
        {
            bracket.hang = Some(Moved { old, new });
        }
    }

    /// Returns the column of a byte of the old text; a tab is as wide as a step. Calls come in the order of the text, so one pass
    /// is enough.
    fn column(&mut self, at: usize) -> usize {
        let (from, column) = self.measured;
        let passed = self.text.get(from..at).unwrap_or_default();
        let column = passed.chars().fold(column, |column, c| match c {
            '\n' => 0,
            '\t' => column + STEP,
            _ => column + 1,
        });
        self.measured = (at.max(from), column);
        column
    }

    /// Returns the column at which the next text is written. Only what was written since the last call is read.
    fn column_out(&mut self) -> usize {
        let (from, column) = self.measured_out;
        let added = self.out.get(from..).unwrap_or_default();
        let column = added.chars().fold(column, |column, c| match c {
            '\n' => 0,
            _ => column + 1,
        });
        self.measured_out = (self.out.len(), column);
        column
    }
}

/// Returns the text to write for a token.
fn trimmed(piece: SpacedToken<'_>) -> &str {
    match piece.token.kind {
        TokenKind::Raw => piece.text.trim(),
        TokenKind::Comment => piece.text.trim_end(),
        _ => piece.text,
    }
}
