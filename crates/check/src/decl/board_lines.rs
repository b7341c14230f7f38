//! Lines and texts that are drawn on a board: `line d1 to f3`, `no line b5..h5 to b6..h6`, `label "river" at a5..i6`.

use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use linstock_base::Diagnostic;
use linstock_model::{Look, Point, PointSet, TextLayout};
use linstock_syntax::ast::{Expr, QuotedText};

impl Resolver<'_> {
    /// Resolves `line d1 to f3`.
    pub(crate) fn board_line(&mut self, from: &Expr, to: &Expr) -> Checked<()> {
        let ends = (self.fixed_set(from), self.fixed_set(to));
        match (one(&ends.0?), one(&ends.1?)) {
            (Some(from), Some(to)) if from != to => {
                self.on_board(|board| board.picture.lines.push((from, to)));
                Ok(())
            }
            _ => {
                let message = "a line joins two different points";
                let diagnostic = Diagnostic::error("E0333", to.span, message);
                Err(self.error(diagnostic.hint("as in: line d1 to f3")))
            }
        }
    }

    /// Resolves `no line b5..h5 to b6..h6`.
    pub(crate) fn board_no_line(&mut self, from: &Expr, to: &Expr) -> Checked<()> {
        let ends = (self.fixed_set(from), self.fixed_set(to));
        let (one, other) = (ends.0?, ends.1?);
        let board = self.board_or_report(from.span)?;
        let layout = board.topology.text_layout();
        if board.look != Look::Points || layout.canvas.is_some() {
            let message = "this board has no lines that can be left out";
            let warning = Diagnostic::warning("E0340", from.span, message);
            self.report(
                warning.hint("a board of rows and columns has lines if it is `drawn as points`"),
            );
        } else if !self.names.sized && !are_joined(&layout, &one, &other) {
            let message = "there is no line between these points";
            let warning = Diagnostic::warning("E0334", from.span, message);
            self.report(warning.hint("name points on both sides of the lines that are left out"));
        }
        self.on_board(|board| board.picture.left_out.push((one, other)));
        Ok(())
    }

    /// Resolves `label "river" at a5..i6`.
    pub(crate) fn board_label(&mut self, text: &QuotedText, points: &Expr) -> Checked<()> {
        let points = self.fixed_set(points)?;
        self.check_label(text, "shorten it");
        let text = text.value.clone();
        self.on_board(|board| board.picture.labels.push((text, points)));
        Ok(())
    }
}

/// Returns whether a line joins points of two sets: in a picture, lines join neighbours in a row or in a column.
fn are_joined(layout: &TextLayout, one: &PointSet, other: &PointSet) -> bool {
    let is_in =
        |set: &PointSet, point: Option<Point>| point.is_some_and(|p| set.contains(p.index()));
    let joins = |a: Option<Point>, b: Option<Point>| {
        (is_in(one, a) && is_in(other, b)) || (is_in(other, a) && is_in(one, b))
    };
    layout.rows.iter().enumerate().any(|(row, line)| {
        (0..line.points.len()).any(|column| {
            let next = [layout.at(column + 1, row), layout.at(column, row + 1)];
            next.into_iter()
                .any(|next| joins(layout.at(column, row), next))
        })
    })
}

/// Returns the only point of a set.
fn one(points: &PointSet) -> Option<Point> {
    match points.count_ones(..) {
        1 => points.minimum().and_then(Point::nth),
        _ => None,
    }
}
