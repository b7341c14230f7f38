//! How deep an expression is nested. What walks over it later goes as deep.

use crate::syntax::ast::{Binder, Expr, ExprKind};

/// Tells whether an expression is nested more than `limit` deep.
pub(super) fn depth_exceeds(expr: &Expr, limit: usize) -> bool {
    let Some(limit) = limit.checked_sub(1) else {
        return true;
    };
    let over = |e: &Expr| depth_exceeds(e, limit);
    let inside = |among: &Binder| over(&among.set) || among.filter.as_ref().is_some_and(over);
    match &expr.kind {
        ExprKind::Number(_)
        | ExprKind::Word(_)
        | ExprKind::Owned { .. }
        | ExprKind::Mapped(_)
        | ExprKind::Seen(_) => false,
        ExprKind::Braces(parts)
        | ExprKind::Call { args: parts, .. }
        | ExprKind::Script { args: parts, .. } => parts.iter().any(over),
        ExprKind::Counted { what: of, .. }
        | ExprKind::Rank { index: of, .. }
        | ExprKind::NextTo(of)
        | ExprKind::NextPlayer(of)
        | ExprKind::PreviousPlayer(of)
        | ExprKind::EdgeOf(of)
        | ExprKind::Some { of, .. }
        | ExprKind::Count(of)
        | ExprKind::Reasoned { of, .. }
        | ExprKind::Not(of) => over(of),
        ExprKind::Range(a, b)
        | ExprKind::Of { head: a, of: b }
        | ExprKind::Through { way: a, set: b }
        | ExprKind::Where { of: a, cond: b }
        | ExprKind::Copies { of: a, zone: b }
        | ExprKind::Logic {
            left: a, right: b, ..
        }
        | ExprKind::Sum {
            left: a, right: b, ..
        }
        | ExprKind::Compare {
            left: a, right: b, ..
        } => over(a) || over(b),
        ExprKind::SumOver {
            over: among,
            value: of,
        }
        | ExprKind::ForEach { of, over: among } => inside(among) || over(of),
        ExprKind::SomeOver { over: among, .. } | ExprKind::Extreme { over: among, .. } => {
            inside(among)
        }
        ExprKind::Reached(reached) => {
            let more = reached.within.iter().chain(&reached.free);
            over(&reached.from) || over(&reached.over) || more.into_iter().any(over)
        }
        ExprKind::Best {
            over: among, by, ..
        } => inside(among) || by.iter().any(over),
        ExprKind::If {
            then,
            cond,
            otherwise,
        } => over(then) || over(cond) || over(otherwise),
    }
}
