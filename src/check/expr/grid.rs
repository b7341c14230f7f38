//! Rows, columns and rectangles of the board.

use crate::base::Diagnostic;
use crate::check::Resolver;
use crate::check::expr::types::Type;
use crate::check::names::Scope;
use crate::model::{Place, PointSet};
use crate::syntax::ast::{Expr, ExprKind, Name};

impl<'a> Resolver<'a> {
    /// Resolves `row 10` or `column e`.
    pub fn rank(&mut self, axis: &Name, index: &Expr) -> Option<PointSet> {
        let board = self.board_or_report(index.span)?;
        let mut points = board.none();
        let (width, height) = (i32::from(board.width), i32::from(board.height));
        let line: Vec<(i32, i32)> = match (axis.text.as_str(), &index.kind) {
            ("column", ExprKind::Word(letters)) if !self.is_number(index) => {
                let column = crate::model::column_number(letters).unwrap_or(-1);
                (0..height).map(|row| (column, row)).collect()
            }
            ("row", _) => {
                let row = i32::try_from(self.fixed_num(index)?).unwrap_or(0) - 1;
                (0..width).map(|column| (column, row)).collect()
            }
            ("column", _) if self.is_number(index) => {
                let column = i32::try_from(self.fixed_num(index)?).unwrap_or(0) - 1;
                (0..height).map(|row| (column, row)).collect()
            }
            _ => {
                return self.not_an_index(index, "columns have letters, as in `column a`");
            }
        };
        for (column, row) in line {
            let Some(point) = board.at(column, row) else {
                let last = crate::model::column_name(width - 1);
                let diagnostic =
                    Diagnostic::error(index.span, format!("the board has no such {}", axis.text))
                        .hint(format!("rows are 1 to {height}, columns a to {last}"));
                self.report(diagnostic);
                return None;
            };
            points.insert(point.index());
        }
        Some(points)
    }

    /// Tells whether a row or column is told by a number that is worked out.
    fn is_number(&mut self, index: &Expr) -> bool {
        let literal = matches!(index.kind, ExprKind::Number(_));
        !literal && self.type_of(index, &Scope::default()) == Type::Number
    }

    fn not_an_index<T>(&mut self, index: &Expr, hint: &str) -> Option<T> {
        let diagnostic = Diagnostic::error(
            index.span,
            "expected the number of a row or the letter of a column",
        );
        self.report(diagnostic.hint(hint));
        None
    }

    /// Resolves `a1..f6`.
    pub fn rectangle(&mut self, from: &Expr, to: &Expr, scope: &Scope<'_>) -> Option<PointSet> {
        let board = self.board_or_report(from.span)?;
        let corners = (self.place(from, scope)?.kind, self.place(to, scope)?.kind);
        let (Place::Fixed(a), Place::Fixed(b)) = corners else {
            let diagnostic = Diagnostic::error(from.span.to(to.span), "expected two named points");
            self.report(diagnostic.hint("as in `a1..f6`: two opposite corners"));
            return None;
        };
        let ((ac, ar), (bc, br)) = (board.column_row(a), board.column_row(b));
        let mut points = board.none();
        for row in ar.min(br)..=ar.max(br) {
            for column in ac.min(bc)..=ac.max(bc) {
                points.extend(board.at(column, row).map(|p| p.index()));
            }
        }
        Some(points)
    }
}
