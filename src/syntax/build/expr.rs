//! Builds expressions. The grammar yields flat chains of operators; they are folded into a tree here.

use crate::base::{Diagnostic, Span};
use crate::syntax::ast::{Binder, CompareOp, Expr, ExprKind, LogicOp, Name, Reached, SumOp, Tag};
use crate::syntax::build::Builder;
use crate::syntax::parser::{Children, Pair, Rule};

/// The deepest nesting of an expression, through brackets, prefixes and chains.
const DEEPEST: usize = 200;

impl Builder<'_> {
    /// Builds the whole of an expression.
    pub(crate) fn expr(&mut self, pair: Pair<'_>) -> Option<Expr> {
        let expr = self.inner_expr(pair)?;
        if depth_exceeds(&expr, DEEPEST) {
            self.error(expr.span, "this expression is too long");
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

    fn inner_expr(&mut self, pair: Pair<'_>) -> Option<Expr> {
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
            expr = plain(span, kind);
        }
        if let Some(each) = each {
            let span = expr.span.to(self.span(&each));
            let mut children = Children::of(each);
            let name = self.take_name(&mut children)?;
            let set = self.any_of(children.pick(Rule::any_of)?)?;
            let filter = self.take_part(&mut children, Rule::filter);
            let (of, over) = (Box::new(expr), Binder { name, set, filter });
            let over = Box::new(over);
            expr = plain(span, ExprKind::ForEach { of, over });
        }
        self.reasoned(expr, reason)
    }

    /// Adds the reason to an expression that has one: `else "a sentence"`.
    fn reasoned(&mut self, of: Expr, reason: Option<Pair<'_>>) -> Option<Expr> {
        let Some(reason) = reason else {
            return Some(of);
        };
        let text = Children::of(reason).pick(Rule::string)?;
        let reason = Box::new(self.template(&text)?);
        let (span, of) = (of.span, Box::new(of));
        Some(plain(span, ExprKind::Reasoned { of, reason }))
    }

    fn any_of(&mut self, pair: Pair<'_>) -> Option<Expr> {
        let mut children = Children::of(pair);
        let mut left = self.all_of(children.next()?)?;
        for part in children {
            let right = self.all_of(part)?;
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
            expr = plain(not.to(expr.span), ExprKind::Not(Box::new(expr)));
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
        Some(plain(span, ExprKind::Compare { op, left, right }))
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
                _ => SumOp::Rest,
            };
            let right = self.signed(children.next()?)?;
            left = sum(op, left, right);
        }
        Some(left)
    }

    /// `-3`; the negative of anything else is 0 less it.
    fn signed(&mut self, pair: Pair<'_>) -> Option<Expr> {
        let mut children = Children::of(pair);
        let Some(minus) = children.pick(Rule::minus) else {
            return self.operand(children.next()?);
        };
        let minus = self.span(&minus);
        let of = self.operand(children.next()?)?;
        Some(match of.kind {
            ExprKind::Number(number) if of.tags.is_empty() => {
                plain(minus.to(of.span), ExprKind::Number(-number))
            }
            _ => sum(SumOp::Sub, plain(minus, ExprKind::Number(0)), of),
        })
    }

    /// `some A of no B of C through D`: the prefixes before A apply to the whole path through D, the other prefixes to what
    /// follows them.
    fn operand(&mut self, pair: Pair<'_>) -> Option<Expr> {
        let mut children = Children::of(pair);
        let mut tags = self.take_tags(&mut children);
        let mut links = Vec::new();
        while let Some(link) = children.pick(Rule::link) {
            links.push(self.link(link)?);
        }
        let mut links = links.into_iter().rev();
        let (mut prefixes, mut expr) = links.next()?;
        for (outer, head) in links {
            expr = prefixed(prefixes, expr);
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
            expr = plain(span, ExprKind::Through { way, set });
        }
        let expr = prefixed(prefixes, expr);
        tags.extend(expr.tags);
        Some(Expr { tags, ..expr })
    }

    fn link(&mut self, pair: Pair<'_>) -> Option<(Vec<(Prefix, Span)>, Expr)> {
        let mut children = Children::of(pair);
        let mut prefixes = Vec::new();
        while let Some(prefix) = children.pick(Rule::prefix) {
            let span = self.span(&prefix);
            let Some(prefix) = Prefix::of(prefix.into_inner().next()?.as_rule()) else {
                self.error(span, "this cannot stand before an expression");
                return None;
            };
            prefixes.push((prefix, span));
        }
        let expr = self.atom(children.next()?)?;
        Some((prefixes, expr))
    }

    pub(super) fn atom(&mut self, pair: Pair<'_>) -> Option<Expr> {
        let span = self.span(&pair);
        let kind = match pair.as_rule() {
            Rule::paren => return self.paren(pair),
            Rule::number | Rule::integer => ExprKind::Number(self.number(&pair)?.0),
            Rule::plain_word | Rule::bare_no => ExprKind::Word(pair.as_str().trim_end().to_owned()),
            Rule::owned => {
                let mut children = Children::of(pair);
                let owner = self.take_name(&mut children)?;
                let kind = self.take_name(&mut children)?;
                ExprKind::Owned { owner, kind }
            }
            Rule::counted => return self.counted(pair),
            Rule::range => {
                let mut children = Children::of(pair);
                let first = self.atom(children.next()?)?;
                let last = self.atom(children.next()?)?;
                ExprKind::Range(Box::new(first), Box::new(last))
            }
            Rule::mapped => ExprKind::Mapped(self.take_text(&mut Children::of(pair))?),
            Rule::rank => return self.rank(pair),
            Rule::seen => ExprKind::Seen(self.take_number(&mut Children::of(pair))?.0),
            Rule::braces => ExprKind::Braces(self.inner_exprs(Children::of(pair))?),
            Rule::call => {
                let (name, args) = self.call(pair)?;
                ExprKind::Call { name, args }
            }
            Rule::script_call => {
                let (name, args) = self.call(pair)?;
                ExprKind::Script { name, args }
            }
            Rule::some_over => {
                let mut children = Children::of(pair);
                let some = children.pick(Rule::some_word)?;
                let none = some.as_str().starts_with("no");
                let over = Box::new(self.over(&mut children)?);
                ExprKind::SomeOver { none, over }
            }
            Rule::sum_over => {
                let mut children = Children::of(pair);
                let over = Box::new(self.over(&mut children)?);
                let value = Box::new(self.take_inner(&mut children)?);
                ExprKind::SumOver { over, value }
            }
            Rule::best_of => {
                let mut children = Children::of(pair);
                let sole = children.pick(Rule::sole).is_some();
                let over = Box::new(self.over(&mut children)?);
                let by = self.inner_exprs(children)?;
                ExprKind::Best { sole, over, by }
            }
            Rule::extreme => {
                let mut children = Children::of(pair);
                let least = children
                    .pick(Rule::extreme_word)?
                    .as_str()
                    .starts_with("least");
                let over = Box::new(self.over(&mut children)?);
                ExprKind::Extreme { least, over }
            }
            Rule::reached => ExprKind::Reached(Box::new(self.reached(Children::of(pair))?)),
            Rule::copies_of => {
                let mut children = Children::of(pair);
                let of = Box::new(self.atom(children.next()?)?);
                let zone = Box::new(self.operand(children.next()?)?);
                ExprKind::Copies { of, zone }
            }
            _ => return None,
        };
        Some(plain(span, kind))
    }

    fn inner_exprs(&mut self, children: Children<'_>) -> Option<Vec<Expr>> {
        children.map(|pair| self.inner_expr(pair)).collect()
    }

    /// `reached from X over S within n not counting T`
    fn reached(&mut self, mut children: Children<'_>) -> Option<Reached> {
        let from = self.operand(children.next()?)?;
        let over = self.operand(children.next()?)?;
        let mut reached = Reached {
            from,
            over,
            within: None,
            free: None,
        };
        if let Some(within) = children.pick(Rule::within) {
            let mut within = Children::of(within);
            reached.within = Some(self.sum(within.next()?)?);
            if let Some(free) = within.pick(Rule::uncounted) {
                reached.free = Some(self.operand(Children::of(free).next()?)?);
            }
        }
        Some(reached)
    }

    /// Brackets group, or contain a condition; the span includes them.
    fn paren(&mut self, pair: Pair<'_>) -> Option<Expr> {
        let span = self.span(&pair);
        let mut children = Children::of(pair);
        let inner = self.take_inner(&mut children)?;
        let inner = match children.pick(Rule::filter) {
            Some(filter) => filtered(inner, self.take_inner(&mut Children::of(filter))?),
            None => inner,
        };
        Some(Expr { span, ..inner })
    }

    /// Builds the next child, an expression inside another.
    fn take_inner(&mut self, children: &mut Children<'_>) -> Option<Expr> {
        children
            .pick(Rule::expr)
            .and_then(|pair| self.inner_expr(pair))
    }

    /// Builds an expression that may have a condition after it.
    pub(super) fn take_filtered(&mut self, children: &mut Children<'_>) -> Option<Expr> {
        let expr = self.take_expr(children)?;
        match children.pick(Rule::filter) {
            Some(filter) => Some(filtered(expr, self.take_expr(&mut Children::of(filter))?)),
            None => Some(expr),
        }
    }

    /// `k in pirate where …`
    pub(super) fn over(&mut self, children: &mut Children<'_>) -> Option<Binder> {
        let name = self.take_name(children)?;
        let set = self.take_expr(children)?;
        let filter = match children.pick(Rule::filter) {
            Some(filter) => Some(self.take_expr(&mut Children::of(filter))?),
            None => None,
        };
        Some(Binder { name, set, filter })
    }

    fn counted(&mut self, pair: Pair<'_>) -> Option<Expr> {
        let span = self.span(&pair);
        let mut children = Children::of(pair);
        let amount = children.pick(Rule::amount)?;
        let at = self.span(&amount);
        let (least, most) = match amount.as_str().split_once("..") {
            None => {
                let number = self.digits(amount.as_str(), at)?;
                (number, Some(number))
            }
            Some((least, "")) => (self.digits(least, at)?, None),
            Some((least, most)) => (self.digits(least, at)?, Some(self.digits(most, at)?)),
        };
        if most.is_some_and(|most| most < least) {
            let diagnostic = Diagnostic::error(at, "this counts backwards, so it means nothing");
            self.found
                .push(diagnostic.hint("write the smaller number first, as in `2..4`"));
            return None;
        }
        let what = Box::new(self.atom(children.next()?)?);
        Some(plain(span, ExprKind::Counted { least, most, what }))
    }

    fn rank(&mut self, pair: Pair<'_>) -> Option<Expr> {
        let span = self.span(&pair);
        let mut children = Children::of(pair);
        let axis = self.name(&children.pick(Rule::axis)?);
        let index = Box::new(self.atom(children.next()?)?);
        Some(plain(span, ExprKind::Rank { axis, index }))
    }

    /// Builds the name and the arguments of a call (of a fact, routine or script).
    fn call(&mut self, pair: Pair<'_>) -> Option<(Name, Vec<Expr>)> {
        let mut children = Children::of(pair);
        let name = self.take_name(&mut children)?;
        let args = self.inner_exprs(Children::of(children.pick(Rule::args)?))?;
        Some((name, args))
    }
}

fn plain(span: Span, kind: ExprKind) -> Expr {
    let tags = Vec::<Tag>::new();
    Expr { tags, span, kind }
}

fn filtered(of: Expr, cond: Expr) -> Expr {
    let span = of.span.to(cond.span);
    let (of, cond) = (Box::new(of), Box::new(cond));
    plain(span, ExprKind::Where { of, cond })
}

fn logic(op: LogicOp, left: Expr, right: Expr) -> Expr {
    let span = left.span.to(right.span);
    let (left, right) = (Box::new(left), Box::new(right));
    plain(span, ExprKind::Logic { op, left, right })
}

fn sum(op: SumOp, left: Expr, right: Expr) -> Expr {
    let span = left.span.to(right.span);
    let (left, right) = (Box::new(left), Box::new(right));
    plain(span, ExprKind::Sum { op, left, right })
}

/// What stands before a link of an operand.
#[derive(Clone, Copy)]
enum Prefix {
    Some,
    No,
    Count,
    NextTo,
    NextPlayer,
    PreviousPlayer,
    EdgeOf,
    Not,
}

impl Prefix {
    /// Returns the prefix that a rule of the grammar reads, if it reads one.
    fn of(rule: Rule) -> Option<Self> {
        Some(match rule {
            Rule::k_some => Self::Some,
            Rule::none_of => Self::No,
            Rule::k_count => Self::Count,
            Rule::next_to => Self::NextTo,
            Rule::next_player => Self::NextPlayer,
            Rule::previous_player => Self::PreviousPlayer,
            Rule::edge_of => Self::EdgeOf,
            Rule::k_not => Self::Not,
            _ => return None,
        })
    }
}

/// `X of Y`
fn of(head: Expr, of: Expr) -> Expr {
    let span = head.span.to(of.span);
    let (head, of) = (Box::new(head), Box::new(of));
    plain(span, ExprKind::Of { head, of })
}

/// Puts prefixes before an expression, the last one nearest to it.
fn prefixed(prefixes: Vec<(Prefix, Span)>, mut expr: Expr) -> Expr {
    for (prefix, at) in prefixes.into_iter().rev() {
        let span = at.to(expr.span);
        let of = Box::new(expr);
        let kind = match prefix {
            Prefix::Some => ExprKind::Some { none: false, of },
            Prefix::No => ExprKind::Some { none: true, of },
            Prefix::Count => ExprKind::Count(of),
            Prefix::NextTo => ExprKind::NextTo(of),
            Prefix::NextPlayer => ExprKind::NextPlayer(of),
            Prefix::PreviousPlayer => ExprKind::PreviousPlayer(of),
            Prefix::EdgeOf => ExprKind::EdgeOf(of),
            Prefix::Not => ExprKind::Not(of),
        };
        expr = plain(span, kind);
    }
    expr
}

/// Tells whether an expression is nested more than `limit` deep.
fn depth_exceeds(expr: &Expr, limit: usize) -> bool {
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

#[cfg(test)]
mod tests {
    use super::{Prefix, Rule};

    #[test]
    fn every_prefix_of_the_grammar_is_known() {
        let grammar = include_str!("../../../grammar/game.pest");
        let line = grammar.lines().find(|line| line.starts_with("prefix "));
        let (_, alternatives) = line
            .and_then(|line| line.split_once('{'))
            .expect("the rule");
        for name in alternatives.trim_end_matches('}').split('|').map(str::trim) {
            let rule = Rule::all_rules()
                .iter()
                .find(|rule| format!("{rule:?}") == name);
            let rule = *rule.unwrap_or_else(|| panic!("no rule `{name}`"));
            assert!(
                Prefix::of(rule).is_some(),
                "the tree does not know `{name}`"
            );
        }
    }
}
