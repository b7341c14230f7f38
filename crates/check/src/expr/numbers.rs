//! Numbers: `count own pawn`, sums, ranges, and calls such as `max(a, b)`. Known values are folded.

use crate::expr::context::ExprContext;
use crate::expr::inline::CallExpr;
use crate::expr::typed::{Resolved, Typed, untagged, with_tags};
use crate::expr::types::{Type, is_word};
use crate::names::Scope;
use crate::report::error_guaranteed::{Checked, ErrorGuaranteed};
use crate::resolver::Resolver;
use linstock_base::{Diagnostic, Span};
use linstock_model::{Member, Node, Num, NumOp, Truth};
use linstock_syntax::ast::{Expr, ExprKind};

impl<'a> Resolver<'a> {
    /// Elaborates `count X`: the number of points, lines, players or rows.
    pub(crate) fn count(&mut self, of: &Expr, scope: &Scope<'_>) -> Resolved<Typed> {
        let found = self.infer(of, scope)?;
        let (number, tags) = match (found.kind.ty(), found.kind) {
            (_, Typed::Line(line)) => (Num::CountLines(line), found.tags),
            (Type::Seats | Type::Rows(_) | Type::Row(_), kind) => {
                let (_, members) = self.members_of(Node { kind, ..found })?;
                (self.count_members(of.span, members.kind), Vec::new())
            }
            (_, kind) => {
                let set = self.coerce(Node { kind, ..found })?;
                (Num::Count(Box::new(set)), Vec::new())
            }
        };
        Ok((Typed::Number(number), tags))
    }

    /// Elaborates `X + Y`.
    pub(crate) fn sum(
        &mut self,
        op: NumOp,
        (left, right): (&Expr, &Expr),
        scope: &Scope<'_>,
    ) -> Resolved<Num> {
        if is_word(left, "me") || is_word(left, "opponent") {
            let found = self.infer(left, scope)?;
            let hint = "numbers cannot be added to players: the next one is `next player after me`";
            return Err(self.type_mismatch(&found, ("a number", Some(hint))));
        }
        if op == NumOp::Sub
            && let Some(steps) = steps_apart(left, right)
        {
            return Err(self.steps_joined((left, steps), "-"));
        }
        let divided = (left.span.to(right.span), right.span);
        let (left, right) = (self.check_as(left, scope), self.check_as(right, scope));
        let (left, right): (Node<Num>, Node<Num>) = (left?, right?);
        if op.divides() && matches!(right.kind, Num::Fixed(0)) {
            return Err(self.divided_by_nothing(divided));
        }
        if let (Num::Fixed(a), Num::Fixed(b)) = (&left.kind, &right.kind)
            && op.apply(*a, *b).is_none()
        {
            let diagnostic =
                Diagnostic::error("E0628", left.span.to(right.span), op.overflow(*a, *b));
            let hint = "write smaller numbers";
            return Err(self.error(diagnostic.label("does not fit").hint(hint)));
        }
        // Two known numbers become one with the clauses of both.
        let known = matches!((&left.kind, &right.kind), (Num::Fixed(_), Num::Fixed(_)));
        let tags = if known {
            [left.tags.clone(), right.tags.clone()].concat()
        } else {
            Vec::new()
        };
        Ok((summed(op, left, right), tags))
    }

    /// Reports a division by a constant 0.
    fn divided_by_nothing(&mut self, (whole, by): (Span, Span)) -> ErrorGuaranteed {
        let diagnostic =
            Diagnostic::error("E0629", by, "this is 0, and a division by 0 has no result");
        self.error(
            diagnostic
                .label("always 0")
                .related(whole, "the division is here")
                .hint("divide by something else, or only where it is not 0: x / n if n > 0 else 0"),
        )
    }

    /// Reports two numbers of steps joined by a sign or a word.
    pub(crate) fn steps_joined(
        &mut self,
        (first, (steps, end)): (&Expr, (String, Span)),
        joined: &str,
    ) -> ErrorGuaranteed {
        let message = format!("expected `..` between two numbers of steps, found `{joined}`");
        let diagnostic = Diagnostic::error("E0630", first.span.to(end), message);
        let hinted = diagnostic.hint(format!("write the number of steps as `{steps}`"));
        let between = Span {
            start: first.span.end,
            end: end.start,
            ..first.span
        };
        // Only the joining word is between the two numbers, no bracket or the like.
        let apart = between.range().len() <= joined.len() + 2;
        self.error(match apart {
            true => hinted.suggest_at(between, ".."),
            false => hinted,
        })
    }

    /// Elaborates `max(a, b)`, `joined(land)`, or a fact with values.
    pub(crate) fn call(
        &mut self,
        e: &Expr,
        call: CallExpr<'_>,
        context: ExprContext<'_>,
    ) -> Resolved<Typed> {
        let (CallExpr { name, args }, scope) = (call, context.scope);
        let op = match name.text.as_str() {
            "max" => NumOp::Max,
            "min" => NumOp::Min,
            "joined" => {
                let (joined, tags) = self.joined(call, scope)?;
                return Ok((Typed::Truth(joined), tags));
            }
            _ => return self.open_fact(e.span, call, context),
        };
        let all: Vec<Checked<Node<Num>>> = args.iter().map(|a| self.check_as(a, scope)).collect();
        let mut all = all.into_iter().collect::<Checked<Vec<_>>>()?.into_iter();
        let Some(first) = all.next() else {
            let message = format!("`{}` takes at least one number", name.text);
            return self.refuse("E0631", name.span, message);
        };
        let (number, tags) =
            with_tags(all.fold(first, |a, b| Node::plain(e.span, summed(op, a, b))))?;
        Ok((Typed::Number(number), tags))
    }

    /// Elaborates `1..6`, `page..knight`, `a1..c3`, by the types of the ends.
    pub(crate) fn range(
        &mut self,
        e: &Expr,
        (from, to): (&Expr, &Expr),
        scope: &Scope<'_>,
    ) -> Resolved<Typed> {
        let (from, to) = (self.infer(from, scope), self.infer(to, scope));
        let (from, to) = (from?, to?);
        match (from.kind.ty(), to.kind.ty()) {
            (Type::Row(_), _) | (Type::Number, Type::Row(_)) => self.rows_between(e, (from, to)),
            (Type::Number, _) => {
                let (from, to) = (self.coerce(from), self.coerce(to));
                untagged(Typed::Range(Box::new((from?, to?))))
            }
            _ => {
                let corners = (self.coerce(from), self.coerce(to));
                let points = self.rectangle((corners.0?, corners.1?));
                let points = points?;
                untagged(Typed::Set(linstock_model::Set::Fixed(points)))
            }
        }
    }

    /// Resolves a number that is the same in every position.
    pub(crate) fn fixed_num(&mut self, e: &Expr) -> Checked<i64> {
        let node = self.check_as(e, &Scope::default())?;
        self.fixed(&node)
    }

    /// Returns a number that is the same in every position, or reports that it may change.
    pub(crate) fn fixed(&mut self, node: &Node<Num>) -> Checked<i64> {
        match node.kind {
            Num::Fixed(n) => Ok(n),
            _ => Err(self.may_change(node.span)),
        }
    }

    /// Reports an end of a range that may change during a game.
    pub(crate) fn range_changes(&mut self, span: Span) -> ErrorGuaranteed {
        self.no_constant(
            span,
            "write the widest range, and restrict it by a condition: n in 1..9 where n <= …",
        )
    }

    /// Reports a number that may change during a game, in a place that needs a constant.
    pub(crate) fn may_change(&mut self, span: Span) -> ErrorGuaranteed {
        self.no_constant(span, "write numbers, options, or the number of players")
    }

    fn no_constant(&mut self, span: Span, hint: &str) -> ErrorGuaranteed {
        let diagnostic = Diagnostic::error("E0632", span, "expected a number that never changes");
        let diagnostic = diagnostic.label("this one may change during a game");
        self.error(diagnostic.hint(hint))
    }
}

/// Returns the correct spelling of `2-3 ahead of c` or `2 or 3 ahead of c`, and the end of the part to replace.
pub(crate) fn steps_apart(left: &Expr, right: &Expr) -> Option<(String, Span)> {
    let ExprKind::Number(least) = &left.kind else {
        return None;
    };
    match &right.kind {
        ExprKind::Logic { left: first, .. } => steps_apart(left, first),
        ExprKind::Through { way, .. } => steps_apart(left, way),
        ExprKind::Of { head, .. } => steps_apart(left, head),
        ExprKind::Counted {
            least: most, what, ..
        } => {
            let direction = match &what.kind {
                ExprKind::Word(direction) => direction.as_str(),
                _ => "…",
            };
            Some((format!("{least}..{most} {direction}"), right.span))
        }
        _ => None,
    }
}

/// Makes the n-th of some numbers; folds it if n is known.
pub(crate) fn element(numbers: Vec<i64>, index: Node<Num>) -> Num {
    match index.kind {
        Num::Fixed(n) => {
            let at = usize::try_from(n).ok().and_then(|n| n.checked_sub(1));
            Num::Fixed(at.and_then(|at| numbers.get(at)).copied().unwrap_or(0))
        }
        _ => Num::Element(numbers, Box::new(index)),
    }
}

/// Makes the number in a field of a row; folds it if the row is known.
pub(crate) fn field_of(values: Vec<i64>, row: Node<Member>) -> Num {
    match row.kind {
        Member::Fixed(at) => Num::Fixed(values.get(usize::from(at)).copied().unwrap_or(0)),
        Member::None => Num::Fixed(0),
        _ => Num::Field(values, Box::new(row)),
    }
}

/// Joins two numbers; folds them if both are known.
pub(super) fn summed(op: NumOp, left: Node<Num>, right: Node<Num>) -> Num {
    if let (Num::Fixed(a), Num::Fixed(b)) = (&left.kind, &right.kind)
        && let Some(joined) = op.apply(*a, *b)
    {
        return Num::Fixed(joined);
    }
    Num::Sum(op, Box::new(left), Box::new(right))
}

/// Makes a number that is `value` if a truth holds, else 0.
pub(super) fn counted_if(truth: Node<Truth>, value: Node<Num>) -> Num {
    match truth.kind {
        Truth::Fixed(true) => value.kind,
        Truth::Fixed(false) => Num::Fixed(0),
        _ => {
            let zero = Node::plain(truth.span, Num::Fixed(0));
            Num::If(Box::new(truth), Box::new(value), Box::new(zero))
        }
    }
}

/// Adds to a sum; omits a constant 0.
pub(super) fn added(span: Span, sum: Num, part: Num) -> Num {
    match (&sum, &part) {
        (Num::Fixed(0), _) => part,
        (_, Num::Fixed(0)) => sum,
        _ => summed(NumOp::Add, Node::plain(span, sum), Node::plain(span, part)),
    }
}
