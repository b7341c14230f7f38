//! Brackets: `{` opens a block or a set, `(` an expression. Reports brackets that are never closed.

use crate::lexical::faults::{nested_too_deeply, never_closed};
use crate::lexical::layouter::{Bracket, DEEPEST, Layouter};
use crate::token::{Token, TokenKind};
use linstock_base::Diagnostic;

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
            self.fault(nested_too_deeply(self.span(token)));
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
                let span = self.span(bracket.token);
                let wrong = Diagnostic::error("E0170", span, "this `(` is closed by a `}`");
                return self.fault(
                    wrong.hint(
                        "write `{` here to begin a block, or close the round bracket with `)`",
                    ),
                );
            }
            let message = format!("this `{}` closes no bracket", token.text(self.text));
            let hint = format!("remove it, or write the missing `{opening}` before it");
            return self.fault(Diagnostic::error("E0171", self.span(token), message).hint(hint));
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
        let hint = format!("add `{closing}` where it should end");
        self.fault(never_closed(self.span(token), opening).hint(hint));
    }
}
