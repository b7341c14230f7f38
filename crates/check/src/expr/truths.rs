//! Truths: conditions on a position, such as `some own pawn` or `seen 3 times`.

use crate::expr::context::Expected;
use crate::expr::inline::CallExpr;
use crate::expr::truth_folding::{any_of, negated, negated_if};
use crate::expr::typed::{Resolved, Typed, untagged};
use crate::expr::types::Type;
use crate::names::Scope;
use crate::resolver::Resolver;
use linstock_base::{Diagnostic, Span};
use linstock_model::{Comparison, Node, Num, Set, Truth, ZoneRef};
use linstock_syntax::ast::Expr;

impl<'a> Resolver<'a> {
    /// Elaborates `joined(land)`.
    pub(crate) fn joined(
        &mut self,
        CallExpr { name, args }: CallExpr<'_>,
        scope: &Scope<'_>,
    ) -> Resolved<Truth> {
        let [set] = args else {
            let diagnostic =
                Diagnostic::error("E0666", name.span, "`joined` takes one set of points");
            return Err(self.error(diagnostic.hint("join several by `or`: joined(land or lake)")));
        };
        untagged(Truth::Joined(Box::new(self.check_as(set, scope)?)))
    }

    /// Elaborates `not X`.
    pub(crate) fn not(&mut self, of: &Expr, scope: &Scope<'_>) -> Resolved<Truth> {
        let node = self.elaborate(of, Expected::Truth, scope)?;
        if node.kind.ty().is_of_points() {
            let hint = "to say that there is none, write `no …`; to leave points out of a set, write `except …`";
            return Err(self.type_mismatch(&node, ("a yes or no", Some(hint))));
        }
        untagged(negated(self.coerce_or(node, Some(of))?))
    }

    /// Elaborates `seen 3 times`.
    pub(crate) fn seen(&mut self, e: &Expr, times: i64) -> Resolved<Truth> {
        match u32::try_from(times) {
            Ok(times) if times >= 1 => untagged(Truth::Seen(times)),
            _ => {
                let diagnostic =
                    Diagnostic::error("E0667", e.span, "a position is seen at least once");
                Err(self.error(diagnostic.hint("as in: seen 3 times")))
            }
        }
    }

    /// Elaborates `some X`, `no X`: whether there is a point, a line, a player, a row, or something in a zone.
    pub(crate) fn some(
        &mut self,
        e: &Expr,
        (none, of): (bool, &Expr),
        scope: &Scope<'_>,
    ) -> Resolved<Truth> {
        let found = self.infer(of, scope)?;
        let some = match (found.kind.ty(), found.kind) {
            (_, Typed::Line(line)) => Node {
                tags: found.tags,
                span: of.span,
                reason: found.reason,
                kind: Truth::SomeLine(line),
            },
            (Type::Seats | Type::Rows(_) | Type::Row(_), kind) => {
                let found = Node { kind, ..found };
                let (_, members) = self.members_of(found)?;
                let any = any_of(of.span, members.kind.0);
                self.node(of, [any.tags, members.tags].concat(), any.kind)
            }
            (Type::Zone, kind) => {
                let zone: Node<ZoneRef> = self.coerce(Node { kind, ..found })?;
                let some = self.is_more(of.span, Num::Size(zone.kind));
                self.node(of, zone.tags, some)
            }
            (_, kind) => {
                let set: Node<Set> = self.coerce(Node { kind, ..found })?;
                Node::plain(of.span, Truth::Some(Box::new(set)))
            }
        };
        untagged(negated_if(none, e.span, some))
    }

    /// Tests whether a number is greater than 0.
    pub(crate) fn is_more(&self, span: Span, number: Num) -> Truth {
        let plain = |kind| Box::new(Node::plain(span, kind));
        Truth::Compare(Comparison::Less, plain(Num::Fixed(0)), plain(number))
    }
}
