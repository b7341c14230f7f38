//! Brackets: `{` opens a block or a set, `(` an expression. Reports brackets that are never closed.

use crate::lexical::layouter::{Bracket, DEEPEST, Layouter};
use crate::token::{Token, TokenKind};

/// Words after which `{` opens a set rather than a block.
const BEFORE_SET: [&str; 21] = [
    "and", "or", "except", "not", "is", "if", "where", "through", "over", "within", "of", "in",
    "some", "no", "count", "to", "when", "weigh", "after", "from", "win",
];

/// Returns whether `{` after this token opens a block rather than a set.
pub(crate) fn opens_block(before: Option<Token>, text: &str) -> bool {
    match before {
        None => false,
        Some(t) => match t.kind {
            TokenKind::Word => !BEFORE_SET.contains(&t.text(text)),
            TokenKind::Sign | TokenKind::Tag | TokenKind::Open | TokenKind::Newline => false,
            _ => true,
        },
    }
}

impl Layouter<'_> {
    pub(super) fn open(&mut self, token: Token) {
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

    pub(super) fn close(&mut self, token: Token) {
        let opening = if token.text(self.text) == ")" {
            "("
        } else {
            "{"
        };
        let matching = self
            .open
            .iter()
            .rposition(|b| b.token.text(self.text) == opening);
        // A `)` closes no bracket outside its block.
        let matching = matching.filter(|&at| {
            opening == "{"
                || self.open[at..]
                    .iter()
                    .all(|b| b.token.text(self.text) == "(")
        });
        let Some(at) = matching else {
            if opening == "{"
                && let Some(bracket) = self.open.pop()
            {
                return self.fault(
                    bracket.token,
                    "this `(` is closed by a `}`".to_owned(),
                    "a block stands between `{` and `}`: write `{` here; round brackets close with `)`",
                );
            }
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

    pub(super) fn unclosed(&mut self, token: Token) {
        let opening = token.text(self.text);
        let closing = if opening == "(" { ")" } else { "}" };
        let message = format!("this `{opening}` is never closed");
        self.fault(
            token,
            message,
            format!("add `{closing}` where it should end"),
        );
    }
}
