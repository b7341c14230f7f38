//! Logical lines: a statement or declaration may continue over several physical lines.

use crate::lexical::brackets::opens_block;
use crate::lexical::layouter::{LONGEST_LINE, Layouter, LogicalLine};
use crate::reserved_words::opens_part;
use crate::token::{Dialect, LINE_END, Token, TokenKind};

/// Words that continue the previous line when they begin a line; so does `if`, unless it opens a statement.
const CONTINUING: [&str; 11] = [
    "and",
    "or",
    "except",
    "else",
    "otherwise",
    "where",
    "through",
    "over",
    "within",
    "not",
    "of",
];

impl Layouter<'_> {
    pub(super) fn newline(&mut self, index: usize) {
        if self.open.last().is_some_and(|b| b.inline) || self.continues(index) {
            let goes_on = self.tokens.get(self.heads[index]);
            if goes_on.is_some_and(|next| next.kind == TokenKind::Raw) {
                self.out[self.tokens[index].start] = LINE_END as u8;
            }
            return;
        }
        self.copy(self.tokens[index]);
        self.end_line(index);
    }

    pub(super) fn end_line(&mut self, index: usize) {
        self.before = None;
        self.line = LogicalLine::default();
        if self.open.is_empty() {
            self.end_piece(index);
        }
    }

    /// Returns whether a token is a `;` that ends the logical line; between the brackets of an expression it does not.
    pub(super) fn is_separator(&self, token: Token) -> bool {
        token.text(self.text) == ";" && !self.open.last().is_some_and(|b| b.inline)
    }

    /// Returns whether the line after this line end continues the previous one.
    pub(super) fn continues(&self, index: usize) -> bool {
        let Some(before) = self.before else {
            return false;
        };
        let head = self.heads[index];
        let Some(next) = self.tokens.get(head) else {
            return false;
        };
        let word = next.text(self.text);
        let at_top = self.open.is_empty();
        if before.kind == TokenKind::Open {
            return false;
        }
        if next.kind == TokenKind::Raw {
            return true;
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

    /// Returns whether a block follows the `if` at `index` in its line.
    pub(super) fn opens_statement(&self, index: usize) -> bool {
        let mut depth = 0_usize;
        let mut before = None;
        for (at, token) in self
            .tokens
            .iter()
            .enumerate()
            .skip(index)
            .take(LONGEST_LINE.most)
        {
            let text = token.text(self.text);
            match token.kind {
                TokenKind::Comment | TokenKind::WrongComment => continue,
                TokenKind::Newline if depth == 0 => {
                    let next = self.tokens.get(self.heads[at]).map(|t| t.text(self.text));
                    if !next.is_some_and(|n| n == "+" || CONTINUING.contains(&n)) {
                        return false;
                    }
                }
                TokenKind::Open if depth == 0 && text == "{" && opens_block(before, self.text) => {
                    return true;
                }
                TokenKind::Open => depth += 1,
                TokenKind::Close if depth == 0 => return false,
                TokenKind::Close => depth -= 1,
                TokenKind::Sign if depth == 0 && text == ";" => return false,
                _ => {}
            }
            if token.counts() {
                before = Some(*token);
            }
        }
        false
    }

    /// Checks the first word of a line: at the left margin, a word that opens a declaration ends every open bracket.
    pub(super) fn margin(&mut self, index: usize) {
        let token = self.tokens[index];
        let line_end = index.checked_sub(1).map(|before| self.tokens[before]);
        if line_end.is_some_and(|t| t.kind != TokenKind::Newline) {
            return;
        }
        let line = line_end.map_or(0, |t| t.end);
        self.margin = (line, token.start);
        let word = self
            .tokens
            .get(self.heads[index])
            .map_or("", |t| t.text(self.text));
        let opens = matches!(token.kind, TokenKind::Word | TokenKind::Tag)
            && word != "phase"
            && opens_part(word);
        if token.start == line && opens && !self.open.is_empty() {
            self.end_piece(index);
            self.before = None;
            self.line = LogicalLine::default();
        }
    }
}
