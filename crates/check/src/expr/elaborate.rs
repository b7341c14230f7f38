//! The elaboration of expressions: each is walked from the outside in and becomes typed. Where the type of an
//! expression decides the meaning of a statement or a list, a trial elaborates it first, without reports (`try_out`).
//!
//! It works in both directions, as bidirectional type checkers do. [`Resolver::infer`] finds the type of an
//! expression by itself; [`Resolver::check_as`] hands an expected type down to where it decides something: `{a, b}`
//! are points or rows, `none` is nobody of some finite domain, `north` is a player or a direction. The result is
//! then coerced (see `coerce`). A fact's body and a value that is handed on are elaborated once at each place that uses them.

use crate::expr::coerce::ExpectedType;
use crate::expr::context::{Expected, ExprContext};
use crate::expr::inline::CallExpr;
use crate::expr::quantifiers::Ranking;
use crate::expr::typed::{Resolved, Typed, untagged};
use crate::names::{Meaning, Scope, name_at};
use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use linstock_base::Span;
use linstock_model::{FiniteDomain, Member, Node, Num, NumOp, Set, TagId, Truth};
use linstock_syntax::ast::{Expr, ExprKind, SumOp};

impl<'a> Resolver<'a> {
    /// Makes a node with the clauses before the expression and those of the things it names.
    pub(crate) fn node<T>(&mut self, e: &Expr, tags: Vec<TagId>, kind: T) -> Node<T> {
        self.node_at(e.span, e, (tags, kind))
    }

    /// Makes such a node, with `span`, for an expression that stands for one written elsewhere.
    pub(crate) fn node_at<T>(
        &mut self,
        span: Span,
        e: &Expr,
        (mut tags, kind): (Vec<TagId>, T),
    ) -> Node<T> {
        let mut own = self.tags(&e.tags);
        own.append(&mut tags);
        Node {
            tags: own,
            span,
            reason: self.reason.take(),
            kind,
        }
    }

    /// Elaborates an expression without an expected type.
    pub(crate) fn infer(&mut self, e: &Expr, scope: &Scope<'_>) -> Checked<Node<Typed>> {
        self.elaborate(e, Expected::Any, scope)
    }

    /// Elaborates an expression and converts it to a type.
    ///
    /// Mistakes in a value that is handed on are reported where the value is written.
    pub(crate) fn check_as<T: ExpectedType>(
        &mut self,
        e: &Expr,
        scope: &Scope<'_>,
    ) -> Checked<Node<T>> {
        if let Some((value, caller)) = self.handed_on(e, scope) {
            self.note_needed(value.span, e.span);
            let node = self.in_caller_scope(caller, |r| r.check_as::<T>(value, caller))?;
            self.reason = node.reason;
            return Ok(self.node_at(node.span, e, (node.tags, node.kind)));
        }
        let node = self.elaborate(e, T::EXPECTED, scope)?;
        self.coerce_or(node, Some(e))
    }

    /// Records where a value is needed. If that place is itself a value that is handed on, records where that one is needed.
    pub(crate) fn note_needed(&mut self, value: Span, place: Span) {
        let place = self.needed.get(&place).copied().unwrap_or(place);
        self.needed.insert(value, place);
    }

    /// Returns the value that a word stands for in a fact or routine, with the scope where it is written.
    pub(crate) fn handed_on<'s>(
        &mut self,
        e: &Expr,
        scope: &'s Scope<'s>,
    ) -> Option<(&'s Expr, &'s Scope<'s>)> {
        let is_named = |text: &String| scope.params.iter().any(|param| param.name == text);
        if !matches!(&e.kind, ExprKind::Word(text) if is_named(text)) {
            return None;
        }
        match self.find(&Self::word_name(e)?, scope)? {
            Meaning::Param(value, caller) => Some((value, caller)),
            _ => None,
        }
    }

    /// Elaborates an expression. The expected type helps to choose a meaning; it is not enforced here.
    ///
    /// A value that is handed on keeps the place where it is written: its mistakes are reported there.
    pub(crate) fn elaborate(
        &mut self,
        e: &Expr,
        expected: Expected,
        scope: &Scope<'_>,
    ) -> Checked<Node<Typed>> {
        if let Some((value, caller)) = self.handed_on(e, scope) {
            let node = self.nested(e.span, |r| {
                r.in_caller_scope(caller, |r| r.elaborate(value, expected, caller))
            })?;
            self.needed.insert(node.span, e.span);
            self.reason = node.reason;
            return Ok(self.node_at(node.span, e, (node.tags, node.kind)));
        }
        let context = ExprContext { expected, scope };
        let (typed, tags) = self.nested(e.span, |r| r.form(e, context))?;
        if let Typed::Set(Set::Fixed(points)) = &typed {
            self.fuel.spend(points.len() as u64);
        }
        Ok(self.node_at(e.span, e, (tags, typed)))
    }

    /// Elaborates each form of expression. A new form is added here and to `vocabulary`; compile errors lead to the
    /// other places of this layer, such as the index for editors.
    fn form(&mut self, e: &Expr, context: ExprContext<'_>) -> Resolved<Typed> {
        let scope = context.scope;
        match &e.kind {
            ExprKind::Number(n) => number(Num::Fixed(*n)),
            ExprKind::Word(text) => self.word(e, &name_at(text, e.span), context),
            ExprKind::Owned { owner, kind } if kind.text == "directions" => {
                self.word(e, owner, context.expecting(Expected::Directions))
            }
            ExprKind::Owned { owner, kind } => set(self.owned(owner, kind, scope)),
            ExprKind::Mapped(signs) => {
                let points = self.mapped(signs);
                let points = points?;
                set(untagged(Set::Fixed(points)))
            }
            ExprKind::Rank { axis, index } if axis.text == "border" => {
                set(self.border(index, scope))
            }
            ExprKind::Rank { axis, index } => {
                let points = self.rank(axis, index);
                let points = points?;
                set(untagged(Set::Fixed(points)))
            }
            ExprKind::Braces(parts) => self.braces(e, parts, context),
            ExprKind::Range(from, to) => self.range(e, (from, to), scope),
            ExprKind::Counted { least, most, what } => self.counted((*least, *most), what, scope),
            ExprKind::Of { head, of } => self.of(e, (head, of), context),
            ExprKind::Through { way, set: between } => set(self.through(e, (way, between), scope)),
            ExprKind::NextTo(of) => {
                let of = self.check_as(of, scope)?;
                set(untagged(Set::NextTo(Box::new(of))))
            }
            ExprKind::EdgeOf(of) => {
                let of = self.check_as(of, scope)?;
                set(untagged(Set::Edge(Box::new(of))))
            }
            ExprKind::Reflection { of, axis } => set(self.reflection((of, axis), scope)),
            ExprKind::Reached(reached) => set(self.reached(reached, scope)),
            ExprKind::NextPlayer(of) => {
                let of = self.member(of, FiniteDomain::Players, scope)?;
                untagged(Typed::Member(
                    FiniteDomain::Players,
                    Member::Next(Box::new(of)),
                ))
            }
            ExprKind::PreviousPlayer(of) => {
                let of = self.member(of, FiniteDomain::Players, scope)?;
                untagged(Typed::Member(FiniteDomain::Players, self.previous(of)))
            }
            ExprKind::Extreme { least, over } => number(self.extreme(*least, over, scope)?),
            ExprKind::Some { none, of } => truth(self.some(e, (*none, of), scope)),
            ExprKind::Count(of) => self.count(of, scope),
            ExprKind::Logic { op, left, right } => self.logic(e, *op, (left, right), context),
            ExprKind::Not(of) => truth(self.not(of, scope)),
            ExprKind::Sum { op, left, right } => {
                let (sum, tags) = self.sum(numeric(*op), (left, right), scope)?;
                Ok((Typed::Number(sum), tags))
            }
            ExprKind::Compare { op, left, right } => truth(self.compare(*op, (left, right), scope)),
            ExprKind::Reasoned { of, reason } => self.reasoned((of, reason), context),
            ExprKind::If {
                then,
                cond,
                otherwise,
            } => self.one_or_other(e, cond, (then, otherwise), context),
            ExprKind::Call { name, args } => self.call(e, CallExpr { name, args }, context),
            ExprKind::Script { name, args } => self.script(CallExpr { name, args }, scope),
            ExprKind::Seen(times) => truth(self.seen(e, *times)),
            ExprKind::Where { of, cond } => self.of_which(e, (of, cond), context),
            ExprKind::SomeOver { none, over } => truth(self.some_over(e, (*none, over), scope)),
            ExprKind::ForEach { of, over } => set(self.for_each_of(e, (of, over), scope)),
            ExprKind::SumOver { over, value } => number(self.sum_over(e, (over, value), scope)?),
            ExprKind::Best { sole, over, by } => {
                let sole = *sole;
                untagged(self.best(Ranking { over, by, sole }, scope)?)
            }
            ExprKind::Copies { of, zone } => {
                let (copies, tags) = self.copies((of, zone), scope)?;
                Ok((Typed::Number(copies), tags))
            }
        }
    }
}

fn number(num: Num) -> Resolved<Typed> {
    untagged(Typed::Number(num))
}

fn set(found: Resolved<Set>) -> Resolved<Typed> {
    found.map(|(set, tags)| (Typed::Set(set), tags))
}

fn truth(found: Resolved<Truth>) -> Resolved<Typed> {
    found.map(|(truth, tags)| (Typed::Truth(truth), tags))
}

fn numeric(op: SumOp) -> NumOp {
    match op {
        SumOp::Add => NumOp::Add,
        SumOp::Sub => NumOp::Sub,
        SumOp::Mul => NumOp::Mul,
        SumOp::Div => NumOp::Div,
        SumOp::Rem => NumOp::Rem,
    }
}
