//! `1.. d of p through empty or king`: read as `(… through empty) or king`, and often meant as `… through (empty or king)`.
//! So it is refused, and both are written out.

use crate::ast::{Expr, ExprKind, LogicOp};
use crate::build::Builder;
use linstock_base::{Diagnostic, Span};

impl Builder<'_> {
    /// Refuses a way without brackets before `or` and a plain set.
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
            Diagnostic::error(span, "this can be read in two ways: put brackets")
                .hint(format!(
                    "if the way may lead over both: {way} ({points} or {second}){rest}"
                ))
                .hint(format!(
                    "if these are points besides those of the way: ({way} {points}) or {second}{rest}"
                )),
        );
    }

    /// The text of a span, with one blank where there are blanks or line ends.
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

/// The first of what `and` and `except` join.
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
