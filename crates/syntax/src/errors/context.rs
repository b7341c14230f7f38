//! The context of a parse error, for all messages: where the parser stopped, what it expected, and the tokens around.

use crate::errors::expected::{Symbol, symbol};
use crate::grammar::Rule;
use crate::parser::Part;
use crate::token::{Dialect, Token, TokenKind, tokenise};
use linstock_base::{Diagnostic, Span};

/// Where the parser stopped, what it expected there, and the tokens around.
pub(crate) struct ErrorContext<'t> {
    part: Part<'t>,
    pub(super) dialect: Dialect,
    tokens: Vec<Token>,
    /// The index of the first unexpected token; the number of tokens at the end of the text.
    index: usize,
    /// The grammar rules that were possible there.
    pub expected: Vec<Rule>,
}

impl<'t> ErrorContext<'t> {
    /// Splits a part into tokens, and finds the one at which the parser stopped.
    pub(super) fn new(part: Part<'t>, dialect: Dialect, at: usize, expected: &[Rule]) -> Self {
        // The moves of a scenario line are split into words.
        let tokens = tokenise(part.text, Dialect::Game);
        let index = tokens
            .iter()
            .position(|t| t.end > at)
            .unwrap_or(tokens.len());
        let expected = expected.to_vec();
        Self {
            part,
            dialect,
            tokens,
            index,
            expected,
        }
    }

    pub(crate) fn text(&self, token: Token) -> &'t str {
        token.text(self.part.text)
    }

    /// Returns the unexpected token, unless it is the end of a line.
    pub(crate) fn found(&self) -> Option<Token> {
        self.tokens.get(self.index).copied().filter(|t| t.counts())
    }

    /// Returns the token before the error in its line.
    pub(crate) fn before(&self) -> Option<Token> {
        let before = self.tokens.get(self.index.checked_sub(1)?)?;
        before.counts().then_some(*before)
    }

    /// Returns the token after the error in its line.
    pub(crate) fn after(&self) -> Option<Token> {
        self.tokens
            .get(self.index + 1)
            .copied()
            .filter(|t| t.counts())
    }

    /// Describes the unexpected token.
    pub(crate) fn found_words(&self) -> String {
        let Some(found) = self.found() else {
            return match self.dialect {
                Dialect::Expression => "nothing".to_owned(),
                _ => "the end of the line".to_owned(),
            };
        };
        match found.kind {
            TokenKind::Text | TokenKind::OpenText => "a text".to_owned(),
            TokenKind::Picture | TokenKind::OpenPicture => "a picture".to_owned(),
            _ => format!("`{}`", shortened(self.text(found))),
        }
    }

    /// Returns the span to underline: the unexpected token, or the end of the token before.
    pub(crate) fn span(&self) -> Span {
        let end = || {
            let before = self
                .tokens
                .get(..self.index)
                .unwrap_or_default()
                .iter()
                .rev();
            before.copied().find(|t| t.counts()).map_or(0, |t| t.end)
        };
        match self.found() {
            Some(found) => self.part.span(found.start..found.end),
            None => self.part.span(end()..end()),
        }
    }

    /// Makes a diagnostic about the unexpected token.
    pub(super) fn error(&self, code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(code, self.span(), message)
    }

    /// Makes the diagnostic "expected X, found Y" about the unexpected token.
    pub(super) fn unexpected(&self, wanted: &str) -> Diagnostic {
        expected(self.span(), wanted, &self.found_words())
    }

    /// Makes the diagnostic that the unexpected token is in the place of `ours`.
    pub(super) fn instead_of(&self, ours: &str) -> Diagnostic {
        let theirs = self.found().map_or("", |t| self.text(t));
        expected_word(self.span(), ours, theirs)
    }

    /// Makes the diagnostic that the unexpected token, or the one before, is a reserved word in the place of a name.
    pub(super) fn reserved(&self, word: &str) -> Diagnostic {
        let message = format!("`{word}` is a reserved word and cannot be a name");
        self.error("E0136", message).label("not a name")
    }

    pub(crate) fn expects(&self, rule: Rule) -> bool {
        self.expected.contains(&rule)
    }

    pub(crate) fn expects_expression(&self) -> bool {
        self.expected
            .iter()
            .any(|r| symbol(*r) == Symbol::Thing("an expression"))
    }

    /// Returns the word that opens the part: `move`, `options` …
    pub(crate) fn opening(&self) -> &'t str {
        let first = self
            .tokens
            .iter()
            .find(|t| t.counts() && t.kind != TokenKind::Tag);
        first.map_or("", |t| self.text(*t))
    }

    /// Returns the word that opens the line, and whether the line is the part's first.
    pub(crate) fn head(&self) -> Option<(Token, bool)> {
        let stopped = self.tokens.get(..=self.index).unwrap_or(&self.tokens);
        let consumed = match stopped {
            // The end of a line belongs to the line.
            [rest @ .., last] if !last.counts() || matches!(self.text(*last), "{" | "}" | ";") => {
                rest
            }
            all => all,
        };
        let ends =
            |t: &Token| t.kind == TokenKind::Newline || matches!(self.text(*t), ";" | "{" | "}");
        let start = consumed.iter().rposition(ends).map_or(0, |at| at + 1);
        let head = consumed
            .get(start..)?
            .iter()
            .find(|t| t.kind != TokenKind::Tag)?;
        Some((*head, start == 0))
    }

    /// Returns the next token after a token.
    pub(crate) fn next(&self, token: Token) -> Option<Token> {
        self.tokens.iter().copied().find(|t| t.start >= token.end)
    }

    /// Returns the word that opens the line, if the line holds a statement with `->`.
    pub(crate) fn opening_of_statement(&self) -> &'t str {
        let moves = self.in_line("->").is_some();
        let head = self.head().filter(|_| moves);
        head.map_or("->", |(head, _)| self.text(head))
    }

    /// Returns the previous token, in any line.
    pub(crate) fn token_before(&self, token: Token) -> Option<Token> {
        let mut before = self.tokens.iter().copied();
        before.rfind(|t| t.end <= token.start && t.counts())
    }

    /// Returns the first token with this text between the head of the line and the error.
    pub(crate) fn in_line(&self, text: &str) -> Option<Token> {
        let start = self.head()?.0.start;
        let line = self.tokens.get(..=self.index).unwrap_or(&self.tokens);
        let mut line = line.iter().copied().filter(|t| t.start >= start);
        line.find(|t| self.text(*t) == text)
    }

    /// Returns whether a word stands in this part of the text twice or more, as a name does.
    pub(crate) fn repeats(&self, word: &str) -> bool {
        let same = self.tokens.iter().filter(|t| self.text(**t) == word);
        same.count() > 1
    }

    /// Returns the text between two bytes, without blanks around it.
    pub(crate) fn between(&self, start: usize, end: usize) -> &'t str {
        self.part.text.get(start..end).unwrap_or_default().trim()
    }

    /// Returns the rest of the line from a byte on.
    pub(crate) fn rest_of_line(&self, start: usize) -> &'t str {
        let rest = self.part.text.get(start..).unwrap_or_default();
        let end = rest.find(['\n', ';', '}']).unwrap_or(rest.len());
        rest.get(..end).unwrap_or_default().trim()
    }

    pub(crate) fn span_between(&self, start: usize, end: usize) -> Span {
        self.part.span(start..end)
    }

    pub(crate) fn span_of(&self, token: Token) -> Span {
        self.part.span(token.start..token.end)
    }
}

/// Makes the diagnostic "expected X, found Y".
pub(super) fn expected(span: Span, wanted: &str, found: &str) -> Diagnostic {
    Diagnostic::error("E0131", span, format!("expected {wanted}, found {found}"))
}

/// Makes the diagnostic for a word or sign in the place of one of this language.
pub(super) fn expected_word(span: Span, ours: &str, theirs: &str) -> Diagnostic {
    let message = format!("expected `{ours}`, found `{theirs}`");
    Diagnostic::error("E0132", span, message).label(format!("write `{ours}`"))
}

/// Makes the diagnostic for a word or sign that needs something after it.
pub(super) fn nothing_after(span: Span, word: &str) -> Diagnostic {
    Diagnostic::error("E0147", span, format!("there is nothing after `{word}`"))
        .label("something is missing after this")
}

/// Shortens a text for a message.
pub(crate) fn shortened(text: &str) -> String {
    let text = text.trim();
    if text.chars().count() <= 30 {
        return text.to_owned();
    }
    text.chars().take(29).chain(['…']).collect()
}
