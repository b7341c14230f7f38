//! Builds expressions. The grammar yields flat chains of operators; this module folds them into a tree.

use crate::ast::{Binder, CompareOp, Expr, ExprKind, LogicOp, SumOp};
use crate::build::Builder;
use crate::build::depth::depth_exceeds;
use crate::build::prefix::prefixed;
use crate::grammar::Rule;
use crate::lexical;
use crate::parser::{Children, Pair};
use linstock_base::Span;

/// The deepest nesting of an expression, through brackets, prefixes and chains.
const DEEPEST: usize = 200;

impl Builder<'_> {
    /// Builds a whole expression.
    pub(crate) fn expr(&mut self, pair: Pair<'_>) -> Option<Expr> {
        let mut expr = self.inner_expr(pair)?;
        if depth_exceeds(&mut expr, DEEPEST) {
            self.found.push(lexical::nested_too_deeply(expr.span));
            return None;
        }
        Some(expr)
    }

    /// Builds the next child, an expression.
    pub(super) fn take_expr(&mut self, children: &mut Children<'_>) -> Option<Expr> {
        children.pick(Rule::expr).and_then(|pair| self.expr(pair))
    }

    pub(super) fn exprs(&mut self, children: Children<'_>) -> Option<Vec<Expr>> {
        children.map(|pair| self.expr(pair)).collect()
    }

    pub(super) fn inner_expr(&mut self, pair: Pair<'_>) -> Option<Expr> {
        let (mut parts, mut each, mut reason) = (Vec::new(), None, None);
        for part in Children::of(pair) {
            match part.as_rule() {
                Rule::reason => reason = Some(part),
                Rule::for_each_of => each = Some(part),
                _ => parts.push(self.any_of(part)?),
            }
        }
        let mut parts = parts.into_iter().rev();
        let mut expr = parts.next()?;
        while let (Some(cond), Some(then)) = (parts.next(), parts.next()) {
            let span = then.span.to(expr.span);
            let kind = ExprKind::If {
                then: Box::new(then),
                cond: Box::new(cond),
                otherwise: Box::new(expr),
            };
            expr = Expr::untagged(span, kind);
        }
        if let Some(each) = each {
            let span = expr.span.to(self.span(&each));
            let mut children = Children::of(each);
            let name = self.take_name(&mut children)?;
            let set = self.any_of(children.pick(Rule::any_of)?)?;
            let filter = self.take_part(&mut children, Rule::filter);
            let (of, over) = (Box::new(expr), Binder { name, set, filter });
            let over = Box::new(over);
            expr = Expr::untagged(span, ExprKind::ForEach { of, over });
        }
        self.reasoned(expr, reason)
    }

    /// Adds a reason to an expression, if there is one: `else "a sentence"`.
    fn reasoned(&mut self, of: Expr, reason: Option<Pair<'_>>) -> Option<Expr> {
        let Some(reason) = reason else {
            return Some(of);
        };
        let text = Children::of(reason).pick(Rule::string)?;
        let reason = Box::new(self.template(&text)?);
        let (span, of) = (of.span, Box::new(of));
        Some(Expr::untagged(span, ExprKind::Reasoned { of, reason }))
    }

    pub(super) fn any_of(&mut self, pair: Pair<'_>) -> Option<Expr> {
        let mut children = Children::of(pair);
        let mut left = self.all_of(children.next()?)?;
        for part in children {
            let right = self.all_of(part)?;
            self.refuse_open_way(&left, &right);
            left = logic(LogicOp::Or, left, right);
        }
        Some(left)
    }

    fn all_of(&mut self, pair: Pair<'_>) -> Option<Expr> {
        let mut children = Children::of(pair);
        let mut left = self.factor(children.next()?)?;
        while let Some(joiner) = children.pick(Rule::joiner) {
            let op = match joiner.as_str().trim_end() {
                "and" => LogicOp::And,
                _ => LogicOp::Except,
            };
            let right = self.factor(children.next()?)?;
            let right = self.reasoned(right, children.pick(Rule::reason))?;
            left = logic(op, left, right);
        }
        Some(left)
    }

    fn factor(&mut self, pair: Pair<'_>) -> Option<Expr> {
        let mut children = Children::of(pair);
        let mut tags = self.take_tags(&mut children);
        let mut negations = Vec::new();
        while let Some(negation) = children.pick(Rule::negation) {
            negations.push(self.span(&negation));
        }
        let mut expr = self.comparison(children.next()?)?;
        for not in negations.into_iter().rev() {
            expr = Expr::untagged(not.to(expr.span), ExprKind::Not(Box::new(expr)));
        }
        tags.append(&mut expr.tags);
        Some(Expr { tags, ..expr })
    }

    fn comparison(&mut self, pair: Pair<'_>) -> Option<Expr> {
        let mut children = Children::of(pair);
        let left = self.sum(children.next()?)?;
        let Some(op) = children.pick(Rule::compare_op) else {
            return Some(left);
        };
        let words: Vec<&str> = op.as_str().split_whitespace().collect();
        let op = match words.as_slice() {
            ["is"] => CompareOp::Is,
            ["is", "in"] => CompareOp::IsIn,
            ["is", "not"] => CompareOp::IsNot,
            ["<"] => CompareOp::Less,
            ["<="] => CompareOp::AtMost,
            [">"] => CompareOp::More,
            [">="] => CompareOp::AtLeast,
            _ => CompareOp::IsNotIn,
        };
        let right = self.sum(children.next()?)?;
        let span = left.span.to(right.span);
        let (left, right) = (Box::new(left), Box::new(right));
        Some(Expr::untagged(span, ExprKind::Compare { op, left, right }))
    }

    pub(super) fn sum(&mut self, pair: Pair<'_>) -> Option<Expr> {
        let mut children = Children::of(pair);
        let mut left = self.product(children.next()?)?;
        while let Some(op) = children.pick(Rule::sum_op) {
            let op = match op.as_str() {
                "+" => SumOp::Add,
                _ => SumOp::Sub,
            };
            let right = self.product(children.next()?)?;
            left = sum(op, left, right);
        }
        Some(left)
    }

    fn product(&mut self, pair: Pair<'_>) -> Option<Expr> {
        let mut children = Children::of(pair);
        let mut left = self.signed(children.next()?)?;
        while let Some(op) = children.pick(Rule::times_op) {
            let op = match op.as_str() {
                "*" => SumOp::Mul,
                "/" => SumOp::Div,
                _ => SumOp::Rem,
            };
            let right = self.signed(children.next()?)?;
            left = sum(op, left, right);
        }
        Some(left)
    }

    /// `-3`; the negation of any other expression is 0 minus the expression.
    fn signed(&mut self, pair: Pair<'_>) -> Option<Expr> {
        let mut children = Children::of(pair);
        let Some(minus) = children.pick(Rule::minus) else {
            return self.operand(children.next()?);
        };
        let minus = self.span(&minus);
        let of = self.operand(children.next()?)?;
        Some(match of.kind {
            ExprKind::Number(number) if of.tags.is_empty() => {
                Expr::untagged(minus.to(of.span), ExprKind::Number(-number))
            }
            _ => sum(SumOp::Sub, Expr::untagged(minus, ExprKind::Number(0)), of),
        })
    }

    /// `some A of no B of C through D`: the prefixes before A apply to the whole path through D, the other prefixes to what
    /// follows them.
    pub(super) fn operand(&mut self, pair: Pair<'_>) -> Option<Expr> {
        let mut children = Children::of(pair);
        let mut tags = self.take_tags(&mut children);
        let mut links = Vec::new();
        while let Some(link) = children.pick(Rule::link) {
            links.push(self.link(link)?);
        }
        let mut links = links.into_iter().rev();
        let (mut prefixes, mut expr) = links.next()?;
        for (outer, head) in links {
            expr = with_prefixes(prefixes, expr)?;
            expr = of(head, expr);
            prefixes = outer;
        }
        if let Some(through) = children.pick(Rule::through) {
            let mut set = Children::of(through);
            let mut each = self.atom(set.next()?)?;
            if let Some(owner) = set.next() {
                each = of(each, self.atom(owner)?);
            }
            let set = each;
            let span = expr.span.to(set.span);
            let (way, set) = (Box::new(expr), Box::new(set));
            expr = Expr::untagged(span, ExprKind::Through { way, set });
        }
        let expr = with_prefixes(prefixes, expr)?;
        tags.extend(expr.tags);
        Some(Expr { tags, ..expr })
    }

    fn link(&mut self, pair: Pair<'_>) -> Option<(Vec<(Rule, Span)>, Expr)> {
        let mut children = Children::of(pair);
        let mut prefixes = Vec::new();
        while let Some(prefix) = children.pick(Rule::prefix) {
            let span = self.span(&prefix);
            prefixes.push((prefix.into_inner().next()?.as_rule(), span));
        }
        let expr = self.atom(children.next()?)?;
        Some((prefixes, expr))
    }
}

/// Applies prefixes to an expression, the last one first.
fn with_prefixes(prefixes: Vec<(Rule, Span)>, mut expr: Expr) -> Option<Expr> {
    for (rule, at) in prefixes.into_iter().rev() {
        let span = at.to(expr.span);
        expr = Expr::untagged(span, prefixed(rule, Box::new(expr))?);
    }
    Some(expr)
}

pub(super) fn filtered(of: Expr, cond: Expr) -> Expr {
    let span = of.span.to(cond.span);
    let (of, cond) = (Box::new(of), Box::new(cond));
    Expr::untagged(span, ExprKind::Where { of, cond })
}

fn logic(op: LogicOp, left: Expr, right: Expr) -> Expr {
    let span = left.span.to(right.span);
    let (left, right) = (Box::new(left), Box::new(right));
    Expr::untagged(span, ExprKind::Logic { op, left, right })
}

fn sum(op: SumOp, left: Expr, right: Expr) -> Expr {
    let span = left.span.to(right.span);
    let (left, right) = (Box::new(left), Box::new(right));
    Expr::untagged(span, ExprKind::Sum { op, left, right })
}

/// `X of Y`
fn of(head: Expr, of: Expr) -> Expr {
    let span = head.span.to(of.span);
    let (head, of) = (Box::new(head), Box::new(of));
    Expr::untagged(span, ExprKind::Of { head, of })
}
