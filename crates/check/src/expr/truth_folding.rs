//! Joins and negates truths, and folds known ones: `yes and X` is `X`, `not not X` is `X`.

use linstock_base::Span;
use linstock_model::{Node, Sentence, TagId, Truth};
use linstock_syntax::ast::LogicOp;

/// Makes `then` if the condition holds, else `otherwise`.
pub(crate) fn either(cond: Node<Truth>, then: Node<Truth>, otherwise: Node<Truth>) -> Node<Truth> {
    let span = then.span.to(otherwise.span);
    let not = Node::plain(cond.span, negated(cond.clone()));
    let yes = logic(LogicOp::And, span, (cond, then));
    let no = logic(LogicOp::And, span, (not, otherwise));
    logic(LogicOp::Or, span, (yes, no))
}

/// Joins two truths and folds what is fixed; the clauses of the folded parts remain.
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

/// Joins truths by `and`, folded.
pub(crate) fn all_of(span: Span, all: impl IntoIterator<Item = Node<Truth>>) -> Node<Truth> {
    let joined = all
        .into_iter()
        .reduce(|a, b| logic(LogicOp::And, span, (a, b)));
    joined.unwrap_or_else(|| Node::plain(span, Truth::Fixed(true)))
}

/// Joins truths by `or`, folded.
pub(crate) fn any_of(span: Span, all: impl IntoIterator<Item = Node<Truth>>) -> Node<Truth> {
    let joined = all
        .into_iter()
        .reduce(|a, b| logic(LogicOp::Or, span, (a, b)));
    joined.unwrap_or_else(|| Node::plain(span, Truth::Fixed(false)))
}

/// Appends a truth to a list of the same connective, or starts one.
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

/// Returns whether a node has neither clauses nor a reason.
fn is_bare(tags: &[TagId], reason: &Option<Sentence>) -> bool {
    tags.is_empty() && reason.is_none()
}

/// Negates a truth; removes a double negation.
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

/// Returns a truth, negated if `negative`.
pub(super) fn negated_if(negative: bool, span: Span, node: Node<Truth>) -> Truth {
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
