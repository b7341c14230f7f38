//! The depth of an expression, which bounds the recursion of later passes.

use crate::ast::Expr;

/// Returns whether an expression is nested more than `limit` deep.
pub(super) fn depth_exceeds(expr: &mut Expr, limit: usize) -> bool {
    let Some(limit) = limit.checked_sub(1) else {
        return true;
    };
    let mut parts = expr.parts_mut().into_iter();
    parts.any(|part| depth_exceeds(part, limit))
}
