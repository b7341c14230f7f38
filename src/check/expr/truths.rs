//! Truths: what is asked of a position, such as `some own pawn` or `seen 3 times`. What is known at once is folded.

use crate::base::{Diagnostic, Span};
use crate::check::Resolver;
use crate::check::expr::elaborate::Expected;
use crate::check::expr::inline::CallExpr;
use crate::check::expr::typed::{Resolved, Typed, untagged};
use crate::check::expr::types::Type;
use crate::check::expr::vocabulary;
use crate::check::names::Scope;
use crate::model::{Comparison, Node, Num, Sentence, Set, TagId, Truth, ZoneRef};
use crate::syntax::ast::{Expr, LogicOp};

impl<'a> Resolver<'a> {
    /// `joined(land)`
    pub(crate) fn joined(
        &mut self,
        CallExpr { name, args }: CallExpr<'_>,
        scope: &Scope<'_>,
    ) -> Resolved<Truth> {
        let [set] = args else {
            let diagnostic = Diagnostic::error(name.span, "`joined` takes one set of points");
            return Err(self
                .error(diagnostic.hint("several are put together by `or`: joined(land or lake)")));
        };
        untagged(Truth::Joined(Box::new(self.check_as(set, scope)?)))
    }

    /// `not X`
    pub(crate) fn not(&mut self, of: &Expr, scope: &Scope<'_>) -> Resolved<Truth> {
        let node = self.elaborate(of, Expected::Truth, scope)?;
        if node.kind.ty().is_of_points() {
            let hint =
                "that there is none is said by `no …`; points are left out of a set by `except …`";
            return Err(self.type_mismatch(&node, ("a yes or no", Some(hint))));
        }
        untagged(negated(self.coerce_or(node, vocabulary::hint(of))?))
    }

    /// `seen 3 times`
    pub(crate) fn seen(&mut self, e: &Expr, times: i64) -> Resolved<Truth> {
        match u32::try_from(times) {
            Ok(times) if times >= 1 => untagged(Truth::Seen(times)),
            _ => {
                let diagnostic = Diagnostic::error(e.span, "a position is seen at least once");
                Err(self.error(diagnostic.hint("as in: seen 3 times")))
            }
        }
    }

    /// `some X`, `no X`: there is a point, a line, a player, a row, something in a zone.
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

    /// Tells whether a number is more than 0.
    pub(crate) fn is_more(&self, span: Span, number: Num) -> Truth {
        let plain = |kind| Box::new(Node::plain(span, kind));
        Truth::Compare(Comparison::Less, plain(Num::Fixed(0)), plain(number))
    }
}

/// The condition holds and so does the first, or it does not hold and the second does.
pub(crate) fn either(cond: Node<Truth>, then: Node<Truth>, otherwise: Node<Truth>) -> Node<Truth> {
    let span = then.span.to(otherwise.span);
    let not = Node::plain(cond.span, negated(cond.clone()));
    let yes = logic(LogicOp::And, span, (cond, then));
    let no = logic(LogicOp::And, span, (not, otherwise));
    logic(LogicOp::Or, span, (yes, no))
}

/// Joins two truths and folds what is fixed; the clauses of what was folded away stay.
pub(crate) fn logic(
    op: LogicOp,
    span: Span,
    (left, right): (Node<Truth>, Node<Truth>),
) -> Node<Truth> {
    let right = match op {
        LogicOp::Except => Node::plain(right.span, negated(right)),
        LogicOp::And | LogicOp::Or => right,
    };
    let either = op == LogicOp::Or;
    let fixed = |n: &Node<Truth>| match n.kind {
        Truth::Fixed(value) => Some(value),
        _ => None,
    };
    let (decided, kept) = match (fixed(&left), fixed(&right)) {
        (Some(value), _) if value == either => (left, None),
        (_, Some(value)) if value == either => (right, None),
        (Some(_), _) => (right, Some(left)),
        (_, Some(_)) => (left, Some(right)),
        (None, None) => return Node::plain(span, listed(either, left, right)),
    };
    let mut node = Node { span, ..decided };
    node.tags.extend(kept.into_iter().flat_map(|n| n.tags));
    node
}

/// All of some truths, folded.
pub(crate) fn all_of(span: Span, all: impl IntoIterator<Item = Node<Truth>>) -> Node<Truth> {
    let joined = all
        .into_iter()
        .reduce(|a, b| logic(LogicOp::And, span, (a, b)));
    joined.unwrap_or_else(|| Node::plain(span, Truth::Fixed(true)))
}

/// Any of some truths, folded.
pub(crate) fn any_of(span: Span, all: impl IntoIterator<Item = Node<Truth>>) -> Node<Truth> {
    let joined = all
        .into_iter()
        .reduce(|a, b| logic(LogicOp::Or, span, (a, b)));
    joined.unwrap_or_else(|| Node::plain(span, Truth::Fixed(false)))
}

/// Adds a truth to those of a list of the same sort, or begins one.
fn listed(either: bool, left: Node<Truth>, right: Node<Truth>) -> Truth {
    let untagged = left.tags.is_empty() && left.reason.is_none();
    match left.kind {
        Truth::And(mut all) if !either && untagged => {
            all.push(right);
            Truth::And(all)
        }
        Truth::Or(mut all) if either && untagged => {
            all.push(right);
            Truth::Or(all)
        }
        kind => {
            let all = vec![Node { kind, ..left }, right];
            if either {
                Truth::Or(all)
            } else {
                Truth::And(all)
            }
        }
    }
}

/// Tells whether a node carries neither clauses nor a reason.
fn is_bare(tags: &[TagId], reason: &Option<Sentence>) -> bool {
    tags.is_empty() && reason.is_none()
}

pub(crate) fn negated(node: Node<Truth>) -> Truth {
    match node.kind {
        Truth::Fixed(value) => Truth::Fixed(!value),
        Truth::Not(inner)
            if is_bare(&node.tags, &node.reason) && is_bare(&inner.tags, &inner.reason) =>
        {
            inner.kind
        }
        _ => Truth::Not(Box::new(node)),
    }
}

fn negated_if(negative: bool, span: Span, node: Node<Truth>) -> Truth {
    match (negative, node) {
        (
            false,
            Node {
                kind, tags, reason, ..
            },
        ) if is_bare(&tags, &reason) => kind,
        (false, node) => Truth::And(vec![node]),
        (true, node) => negated(Node { span, ..node }),
    }
}
