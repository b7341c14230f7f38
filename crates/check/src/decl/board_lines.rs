//! Lines and texts that are drawn on a board: `line d1 to f3`, `no line b5..h5 to b6..h6`, `label "river" at a5..i6`.

use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use linstock_base::Diagnostic;
use linstock_model::{Point, PointSet};
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
        let every = board.topology.every_direction();
        let mut steps = one.ones().filter_map(Point::nth).flat_map(|point| {
            let board = &board;
            every.iter().filter_map(move |dir| board.step(point, dir))
        });
        if !self.names.sized && !steps.any(|next| other.contains(next.index())) {
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

/// Returns the only point of a set.
fn one(points: &PointSet) -> Option<Point> {
    match points.count_ones(..) {
        1 => points.minimum().and_then(Point::nth),
        _ => None,
    }
}
