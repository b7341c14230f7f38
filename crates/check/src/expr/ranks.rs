//! Lines of the board by name (`row 3`, `column c`), and rectangles between two points (`a1..c3`).

use crate::expr::context::Expected;
use crate::expr::fields::{any_of, one_of};
use crate::expr::typed::{Resolved, Typed, untagged};
use crate::names::{Meaning, Scope};
use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use linstock_base::Diagnostic;
use linstock_base::check_fuel::POINT;
use linstock_model::{Dir, FiniteDomain, LineLabel, Node, Place, PointSet, Set};
use linstock_syntax::ast::{Expr, ExprKind, Name};

impl<'a> Resolver<'a> {
    /// Resolves `row 10` or `column e`.
    pub(crate) fn rank(&mut self, axis: &Name, index: &Expr) -> Checked<PointSet> {
        let board = self.board_or_report(index.span)?;
        self.fuel.spend(POINT * board.topology.points() as u64);
        let axis = axis.text.as_str();
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
            let diagnostic = Diagnostic::error("E0656", index.span, message);
            self.error(diagnostic.hint(board.topology.lines_in_words()))
        })
    }

    /// Resolves `border north`, `border d`: the points that are farthest in that direction.
    pub(crate) fn border(&mut self, towards: &Expr, scope: &Scope<'_>) -> Resolved<Set> {
        let board = self.board_or_report(towards.span)?;
        let topology = &board.topology;
        let name = Self::word_name(towards);
        if let Some(dir) = name.and_then(|name| topology.direction(&name.text)) {
            self.fuel.spend(POINT * topology.points() as u64);
            return untagged(Set::Fixed(topology.farthest(dir)));
        }
        if let Some(name) = Self::word_name(towards)
            && self.directions(&name.text).is_none()
            && self.find(&name, scope).is_none()
        {
            return self.not_towards(towards);
        }
        let found = self.elaborate(towards, Expected::Directions, scope)?;
        let found = self.as_values(found)?;
        let finite_domain = FiniteDomain::Rows(self.directions_list()?);
        let count = self.members(finite_domain);
        self.fuel.spend(POINT * (count * topology.points()) as u64);
        let dirs = (0u8..).map(Dir::at).take(count);
        let sets = dirs.map(|dir| topology.farthest(dir)).collect();
        let points = match found.kind {
            Typed::Member(of, member) if of == finite_domain => {
                one_of(sets, Node::plain(found.span, member), board.none())
            }
            Typed::Members(of, members) if of == finite_domain => {
                any_of(sets, members.0, board.none())
            }
            _ => return self.not_towards(towards),
        };
        Ok((points, found.tags))
    }

    fn not_towards<T>(&mut self, towards: &Expr) -> Checked<T> {
        let known = self.topology().directions().iter().copied();
        let hint = linstock_base::listed("directions", known);
        let diagnostic = Diagnostic::error(
            "E0657",
            towards.span,
            "`border` needs a direction of the board",
        );
        Err(self.error(diagnostic.hint(hint)))
    }

    /// Returns whether the index of a row or column is a computed number.
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
            "E0658",
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
            let diagnostic =
                Diagnostic::error("E0659", from.span.to(to.span), "expected two named points");
            return Err(self.error(diagnostic.hint("as in `a1..f6`: two opposite corners")));
        };
        Ok(board.topology.range(a, b))
    }
}
