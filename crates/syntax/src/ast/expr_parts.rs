//! The parts of an expression.

use crate::ast::{Binder, Expr, ExprKind};

impl Expr {
    /// Returns the expressions directly inside this one, in the order of the text.
    pub fn parts_mut(&mut self) -> Vec<&mut Expr> {
        match &mut self.kind {
            ExprKind::Braces(parts)
            | ExprKind::Call { args: parts, .. }
            | ExprKind::Script { args: parts, .. } => parts.iter_mut().collect(),
            ExprKind::Counted { what: of, .. }
            | ExprKind::Rank { index: of, .. }
            | ExprKind::NextTo(of)
            | ExprKind::NextPlayer(of)
            | ExprKind::PreviousPlayer(of)
            | ExprKind::EdgeOf(of)
            | ExprKind::Some { of, .. }
            | ExprKind::Count(of)
            | ExprKind::Reasoned { of, .. }
            | ExprKind::Not(of) => vec![of],
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
            } => vec![a, b],
            ExprKind::SumOver { over, value: of } | ExprKind::ForEach { of, over } => {
                let mut parts = of_binder(over);
                parts.push(of);
                parts
            }
            ExprKind::SomeOver { over, .. } | ExprKind::Extreme { over, .. } => of_binder(over),
            ExprKind::Reached(reached) => {
                let mut parts = vec![&mut reached.from, &mut reached.over];
                parts.extend(reached.within.iter_mut().chain(&mut reached.free));
                parts
            }
            ExprKind::Best { over, by, .. } => {
                let mut parts = of_binder(over);
                parts.extend(by);
                parts
            }
            ExprKind::If {
                then,
                cond,
                otherwise,
            } => vec![then, cond, otherwise],
            _ => Vec::new(),
        }
    }
}

fn of_binder(over: &mut Binder) -> Vec<&mut Expr> {
    let mut parts = vec![&mut over.set];
    parts.extend(&mut over.filter);
    parts
}
