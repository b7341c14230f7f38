//! Sets of points, such as `reached from own fort over land`, `2 ahead of c`, `own stone where …`.

use crate::expr::context::{Expected, ExprContext};
use crate::expr::places::clip;
use crate::expr::typed::{Resolved, Typed, untagged, with_tags};
use crate::names::Scope;
use crate::report::error_guaranteed::ErrorGuaranteed;
use crate::resolver::Resolver;
use linstock_base::{Diagnostic, Span};
use linstock_model::{FiniteDomain, KindId, LayerId, MemberSet, Node, Reach, Set, TagId};
use linstock_syntax::ast::{Expr, ExprKind, Reached};

impl<'a> Resolver<'a> {
    /// Returns all kinds of piece.
    pub(crate) fn all_kinds(&self) -> Vec<KindId> {
        (0u8..).map(KindId).take(self.names.kinds.len()).collect()
    }

    /// Returns the kinds of piece of a layer.
    pub(crate) fn kinds_on(&self, layer: LayerId) -> Vec<KindId> {
        let on = |kind: &KindId| self.names.kinds[kind.index()].what.layer == layer;
        self.all_kinds().into_iter().filter(on).collect()
    }

    /// Elaborates `reached from own fort over land within 2 not counting lake`.
    pub(crate) fn reached(&mut self, reached: &Reached, scope: &Scope<'_>) -> Resolved<Set> {
        let from = self.check_as(&reached.from, scope);
        let over = self.check_as(&reached.over, scope);
        let within = reached.within.as_ref().map(|n| self.check_as(n, scope));
        let free = reached.free.as_ref().map(|s| self.check_as(s, scope));
        untagged(Set::Reached(Box::new(Reach {
            from: from?,
            over: over?,
            within: within.transpose()?,
            free: free.transpose()?,
        })))
    }

    /// Returns the clauses of a kind of piece.
    pub(crate) fn kind_tags(&self, kind: KindId) -> Vec<TagId> {
        self.names.kinds[kind.index()].tags.clone()
    }

    /// Elaborates `2 ahead of c`, `2..3 ahead of c`.
    pub(crate) fn ahead_of(
        &mut self,
        (least, most): (i64, i64),
        of: &Expr,
        scope: &Scope<'_>,
    ) -> Resolved<Typed> {
        let line = self.formation(of, scope)?;
        untagged(if least == most {
            let steps = i16::try_from(least).unwrap_or(i16::MAX);
            Typed::Place(self.on_line(line, steps))
        } else {
            Typed::Set(Set::Ahead {
                line,
                least: clip(least),
                most: clip(most),
                through: None,
            })
        })
    }

    /// Elaborates `2 north of here through empty`.
    pub(crate) fn through(
        &mut self,
        e: &Expr,
        (way, between): (&Expr, &Expr),
        scope: &Scope<'_>,
    ) -> Resolved<Set> {
        let between = self.check_as(between, scope);
        let mut way: Node<Set> = self.check_as(way, scope)?;
        if bounded(&mut way.kind, &between?) {
            return with_tags(way);
        }
        let message = "`through` needs a straight way over several points";
        let diagnostic = Diagnostic::error("E0662", e.span, message);
        Err(self.error(diagnostic.hint("as in `2 backwards of here through empty`")))
    }

    /// Elaborates `(own stone where …)`, `(players where …)`: the subset for which a condition holds.
    pub(crate) fn of_which(
        &mut self,
        e: &Expr,
        (written, cond): (&Expr, &Expr),
        ExprContext { expected, scope }: ExprContext<'_>,
    ) -> Resolved<Typed> {
        let hint = match expected {
            Expected::Set | Expected::Members => expected,
            _ => Expected::Any,
        };
        if let Some(member) = self.next_such(written, cond, scope)? {
            return untagged(Typed::Member(FiniteDomain::Players, member));
        }
        let of = self.elaborate(written, hint, scope)?;
        let of = self.as_values(of)?;
        let pieces = expected == Expected::Set && matches!(of.kind, Typed::Player(_));
        if of.kind.ty().finite_domain().is_some() && !pieces {
            let it = crate::names::name_at("it", e.span);
            let (finite_domain, members) = self.filtered(&it, of, Some(cond), scope)?;
            return untagged(Typed::Members(finite_domain, MemberSet(members)));
        }
        if let (Typed::Number(_), ExprKind::Count(counted)) = (&of.kind, &written.kind) {
            return Err(self.counted_before_where(written.span, counted.span));
        }
        let of: Node<Set> = self.coerce(of)?;
        let bound = scope.bound.iter().filter(|bound| bound.name != "it");
        let inner = Scope {
            it: true,
            bound: bound.cloned().collect(),
            ..scope.clone()
        };
        let cond = self.check_as(cond, &inner)?;
        untagged(Typed::Set(Set::Where(Box::new(of), Box::new(cond))))
    }
}

impl Resolver<'_> {
    /// Reports `count others where …`.
    fn counted_before_where(&mut self, count: Span, counted: Span) -> ErrorGuaranteed {
        let message = "`count` applies before `where`";
        let diagnostic = Diagnostic::error("E0663", count, message).label("this is a number");
        let hint = "put the set and its `where` in brackets: count (own where …)";
        self.error(
            diagnostic
                .related(counted, "the condition can be about these")
                .hint(hint),
        )
    }
}

/// Sets the points that must be between the ends of straight ways; returns `false` if the set has no ways.
fn bounded(set: &mut Set, between: &Node<Set>) -> bool {
    match set {
        Set::Along { through, .. } | Set::Ahead { through, .. } => {
            *through = Some(Box::new(between.clone()));
            true
        }
        Set::Or(ways) => {
            let straight = |way: &Node<Set>| matches!(way.kind, Set::Along { .. });
            ways.iter().all(straight) && ways.iter_mut().all(|way| bounded(&mut way.kind, between))
        }
        _ => false,
    }
}
