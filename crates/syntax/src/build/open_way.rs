//! `1.. d of p through empty or king` parses as `(… through empty) or king`, but often means `… through (empty or king)`.
//! So it is an error, which shows both forms.

use crate::ast::{Expr, ExprKind, LogicOp};
use crate::build::Builder;
use linstock_base::{Diagnostic, Span};

impl Builder<'_> {
    /// Reports a path without brackets before `or` and a plain set.
    pub(super) fn refuse_open_way(&mut self, left: &Expr, right: &Expr) {
        let ExprKind::Through { set, .. } = &left.kind else {
            return;
        };
        let plain = leftmost(right);
        let points = self.one_line(set.span);
        let bracketed = left.span.end != set.span.end || points.starts_with('(');
        if bracketed || !matches!(plain.kind, ExprKind::Word(_) | ExprKind::Owned { .. }) {
            return;
        }
        let way = self.one_line(Span {
            end: set.span.start,
            ..left.span
        });
        let second = self.one_line(plain.span);
        let rest = self.one_line(Span {
            start: plain.span.end,
            ..right.span
        });
        let rest = if rest.is_empty() {
            rest
        } else {
            format!(" {rest}")
        };
        let span = set.span.to(plain.span);
        self.found.push(
            Diagnostic::error("E0112", span, "this can be read in two ways")
                .hint(format!(
                    "if the way may lead through both, write: {way} ({points} or {second}){rest}"
                ))
                .hint(format!(
                    "if these points are not part of the way, write: ({way} {points}) or {second}{rest}"
                )),
        );
    }

    /// Returns the text of a span in one line: each run of blanks and line ends becomes one blank.
    fn one_line(&self, span: Span) -> String {
        let range = span.range();
        let part = self.part;
        let text = part
            .text
            .get(range.start - part.start..range.end - part.start);
        let words: Vec<&str> = text.unwrap_or_default().split_whitespace().collect();
        words.join(" ")
    }
}

/// Returns the first operand of a chain of `and` and `except`.
fn leftmost(mut expr: &Expr) -> &Expr {
    while let ExprKind::Logic {
        op: LogicOp::And | LogicOp::Except,
        left,
        ..
    } = &expr.kind
    {
        expr = left;
    }
    expr
}
