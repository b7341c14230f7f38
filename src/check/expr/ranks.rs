//! Lines of the board by name (`row 3`, `column c`), and what lies between two points (`a1..c3`).

use crate::base::Diagnostic;
use crate::base::work::POINT;
use crate::check::Resolver;
use crate::check::names::{Meaning, Scope};
use crate::check::report::reported::Checked;
use crate::model::{Board, LineLabel, Node, Place, PointSet};
use crate::syntax::ast::{Expr, ExprKind, Name};

impl<'a> Resolver<'a> {
    /// Resolves `row 10` or `column e`.
    pub(crate) fn rank(&mut self, axis: &Name, index: &Expr) -> Checked<PointSet> {
        let board = self.board_or_report(index.span)?;
        self.work.spend(POINT * board.topology.points() as u64);
        let axis = axis.text.as_str();
        if axis == "border" {
            return self.border(&board, index);
        }
        let label = match &index.kind {
            _ if !board.topology.has_letters(axis) => LineLabel::Number(self.fixed_num(index)?),
            ExprKind::Word(letters) if !self.is_number(index) => {
                LineLabel::Letters(letters.clone())
            }
            _ if self.is_number(index) => LineLabel::Number(self.fixed_num(index)?),
            _ => {
                return self.not_an_index(index, "columns have letters, as in `column a`");
            }
        };
        board.topology.line(axis, &label).ok_or_else(|| {
            let message = format!("the board has no such {axis}");
            let diagnostic = Diagnostic::error(index.span, message);
            self.error(diagnostic.hint(board.topology.lines_in_words()))
        })
    }

    /// Resolves `border north`: the points that lie farthest that way.
    fn border(&mut self, board: &Board, towards: &Expr) -> Checked<PointSet> {
        let name = Self::word_name(towards);
        let dir = name.and_then(|name| board.topology.direction(&name.text));
        dir.map(|dir| board.topology.farthest(dir)).ok_or_else(|| {
            let known = board.topology.directions().iter().copied();
            let diagnostic = Diagnostic::error(
                towards.span,
                "`border` takes the name of a direction of the board",
            );
            self.error(diagnostic.hint(crate::check::listed("directions", known)))
        })
    }

    /// Tells whether a row or column is told by a number that is worked out.
    fn is_number(&mut self, index: &Expr) -> bool {
        let Some(name) = Self::word_name(index) else {
            return !matches!(index.kind, ExprKind::Number(_));
        };
        let scope = Scope::default();
        matches!(
            self.find(&name, &scope),
            Some(Meaning::Option(_) | Meaning::Fact | Meaning::Memory(_))
        )
    }

    fn not_an_index<T>(&mut self, index: &Expr, hint: &str) -> Checked<T> {
        let diagnostic = Diagnostic::error(
            index.span,
            "expected the number of a row or the letter of a column",
        );
        Err(self.error(diagnostic.hint(hint)))
    }

    /// Resolves `a1..f6`.
    pub(crate) fn rectangle(
        &mut self,
        (from, to): (Node<Place>, Node<Place>),
    ) -> Checked<PointSet> {
        let board = self.board_or_report(from.span)?;
        let (Place::Fixed(a), Place::Fixed(b)) = (from.kind, to.kind) else {
            let diagnostic = Diagnostic::error(from.span.to(to.span), "expected two named points");
            return Err(self.error(diagnostic.hint("as in `a1..f6`: two opposite corners")));
        };
        Ok(board.topology.range(a, b))
    }
}
