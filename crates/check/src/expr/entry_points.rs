//! The entry points for other parts of the checker: they elaborate an expression as a number, a set, players and so on.

use crate::expr::context::Expected;
use crate::expr::typed::Typed;
use crate::expr::types::Type;
use crate::names::Scope;
use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use linstock_base::Diagnostic;
use linstock_model::{FiniteDomain, FormationRef, Member, MemberSet, Node, Num, Place, Set, Truth};
use linstock_syntax::ast::{Expr, ExprKind, LogicOp};

impl<'a> Resolver<'a> {
    /// Elaborates a number.
    pub(crate) fn num(&mut self, e: &Expr, scope: &Scope<'_>) -> Checked<Node<Num>> {
        self.check_as(e, scope)
    }

    /// Elaborates a truth; folds what the options decide.
    pub(crate) fn truth(&mut self, e: &Expr, scope: &Scope<'_>) -> Checked<Node<Truth>> {
        self.check_as(e, scope)
    }

    /// Elaborates a set of points.
    pub(crate) fn set(&mut self, e: &Expr, scope: &Scope<'_>) -> Checked<Node<Set>> {
        self.check_as(e, scope)
    }

    /// Elaborates a single point.
    pub(crate) fn place(&mut self, e: &Expr, scope: &Scope<'_>) -> Checked<Node<Place>> {
        self.check_as(e, scope)
    }

    /// Elaborates a player, or none.
    pub(crate) fn seat(&mut self, e: &Expr, scope: &Scope<'_>) -> Checked<Node<Member>> {
        self.member(e, FiniteDomain::Players, scope)
    }

    /// Elaborates a member of a finite domain, or none.
    pub(crate) fn item(
        &mut self,
        e: &Expr,
        finite_domain: FiniteDomain,
        scope: &Scope<'_>,
    ) -> Checked<Node<Member>> {
        self.member(e, finite_domain, scope)
    }

    /// Elaborates a set of players.
    pub(crate) fn seats(&mut self, e: &Expr, scope: &Scope<'_>) -> Checked<Node<MemberSet>> {
        let expected = match &e.kind {
            ExprKind::Braces(_)
            | ExprKind::Logic {
                op: LogicOp::Or, ..
            } => Expected::Members,
            _ => Expected::Any,
        };
        if let ExprKind::Logic {
            op: LogicOp::And,
            left,
            ..
        } = &e.kind
        {
            let left = self.try_out(|r| r.infer(left, scope));
            if left.is_some_and(|left| {
                matches!(
                    left.kind,
                    Typed::Player(_) | Typed::Member(FiniteDomain::Players, _)
                )
            }) {
                let diagnostic =
                    Diagnostic::error("E0615", e.span, "nobody is two players at once");
                let hint = "put several players in braces: `{white, black}`; after `seen by`, put commas between them";
                return Err(self.error(diagnostic.hint(hint)));
            }
        }
        let node = self.elaborate(e, expected, scope)?;
        self.players_of(node)
    }

    /// Elaborates an argument that is bound to a formation.
    pub(crate) fn formation(&mut self, e: &Expr, scope: &Scope<'_>) -> Checked<FormationRef> {
        let node = self.infer(e, scope)?;
        if let Typed::Formation(formation) = node.kind {
            return Ok(formation);
        }
        let message = "this needs a line of pieces that the move has chosen";
        let diagnostic = Diagnostic::error("E0616", e.span, message)
            .hint("declare what a line is, as in: line three = 3 own man in all directions")
            .hint("then choose one as an argument of the move, as in: c in three");
        Err(self.error(diagnostic))
    }

    /// Converts a value to a set of players.
    pub(crate) fn players_of(&mut self, node: Node<Typed>) -> Checked<Node<MemberSet>> {
        match node.kind.ty() {
            Type::Row(_) | Type::Rows(_) => Err(self.type_mismatch(&node, ("players", None))),
            Type::Seats => self.coerce(node),
            _ => {
                let seat = self.coerce_member(node, FiniteDomain::Players)?;
                let members = self.single(FiniteDomain::Players, &seat);
                Ok(Node {
                    tags: seat.tags,
                    span: seat.span,
                    reason: seat.reason,
                    kind: MemberSet(members),
                })
            }
        }
    }
}
