//! Quantifiers over the points of a set: `sum p in own: worth of p`, `some p in own where …`, `best p in own by …`.
//!
//! A condition that can be computed for all points at once is; any other is written out for each point of the board.

use crate::expr::numbers::{added, counted_if};
use crate::expr::quantifiers::Ranking;
use crate::expr::truth_folding::{all_of, any_of};
use crate::expr::typed::Typed;
use crate::names::{By, Scope, with_value};
use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use linstock_base::{Diagnostic, Span};
use linstock_model::visit::{Visitor, Walk};
use linstock_model::{Board, Comparison, Node, Num, NumOp, Place, Point, Set, Truth};
use linstock_syntax::ast::{Binder, Expr, ExprKind};

/// The most points of a board for which something is written out.
const MOST_POINTS: usize = 400;

/// The parts written around the body for one point: they join it to the others and test whether the point is in the set.
const FRAME: usize = 4;

impl Resolver<'_> {
    /// Elaborates `(own where …)` with a name for the point in place of `it`.
    pub(super) fn points_such(
        &mut self,
        over: &Binder,
        set: Node<Set>,
        scope: &Scope<'_>,
    ) -> Checked<Node<Set>> {
        self.check_local(&over.name);
        let Some(filter) = &over.filter else {
            return Ok(set);
        };
        self.such(over, set, scope, |r, scope| r.check_as(filter, scope))
    }

    /// Returns the points of a set for which a condition holds; the condition is elaborated under a name for the point.
    fn such(
        &mut self,
        over: &Binder,
        set: Node<Set>,
        scope: &Scope<'_>,
        mut cond: impl FnMut(&mut Self, &Scope<'_>) -> Checked<Node<Truth>>,
    ) -> Checked<Node<Set>> {
        let span = over.set.span;
        let bound = scope.bound.iter().filter(|bound| bound.name != "it");
        let named = Scope {
            it: true,
            bound: bound.cloned().collect(),
            ..scope.clone()
        };
        let it = word("it", span);
        let holds = cond(self, &with_value(&named, (&over.name.text, &it), By::Call))?;
        let holds = match asks_of_others(&holds) {
            false => holds,
            // In this condition `it` would be another point.
            true => {
                let of_each = self.for_each_of_board(over, scope, |r, point, scope| {
                    let point = Node::plain(span, Set::At(Place::Fixed(point)));
                    let is_it = Node::plain(span, Truth::In(Place::It, Box::new(point)));
                    Ok(all_of(holds.span, [is_it, cond(r, scope)?]))
                })?;
                any_of(holds.span, of_each)
            }
        };
        let whole = over
            .filter
            .as_ref()
            .map_or(span, |filter| span.to(filter.span));
        let such = Set::Where(Box::new(set), Box::new(holds));
        Ok(Node::plain(whole, such))
    }

    /// Calls `make` for each point of the board, with the name standing for that point.
    fn for_each_of_board<T>(
        &mut self,
        over: &Binder,
        scope: &Scope<'_>,
        mut make: impl FnMut(&mut Self, Point, &Scope<'_>) -> Checked<T>,
    ) -> Checked<Vec<T>> {
        let board = self.names.board.clone();
        // A board that is not a rectangle has spots without a point.
        let of_board = |board: &Board| {
            let points = board.topology.iter();
            points.map(|at| (at, board.name(at))).collect()
        };
        let names: Vec<(Point, String)> = board.as_deref().map_or_else(Vec::new, of_board);
        if names.len() > MOST_POINTS {
            let message = format!(
                "this board has too many points to go through one by one: {}",
                names.len()
            );
            let diagnostic = Diagnostic::error("E0614", over.set.span, message);
            return Err(self.error(diagnostic.hint(format!(
                "at most {MOST_POINTS} are possible; ask about all points at once: `count (own where …)`, `some (own where …)`"
            ))));
        }
        self.pay_for_parts(FRAME.saturating_mul(names.len()))?;
        let mut made = Vec::new();
        for (at, name) in names {
            let point = word(&name, over.name.span);
            let inner = with_value(scope, (&over.name.text, &point), By::Call);
            made.push(make(self, at, &inner)?);
        }
        Ok(made)
    }

    /// Returns the most points for which something is written out.
    fn most_points(&self) -> usize {
        let board = self.names.board.as_deref();
        board.map_or(0, Board::points).min(MOST_POINTS)
    }

    /// Elaborates `some p in own where …`.
    pub(super) fn some_point(
        &mut self,
        over: &Binder,
        set: Node<Typed>,
        scope: &Scope<'_>,
    ) -> Checked<Node<Truth>> {
        let set = self.coerce(set)?;
        let such = self.points_such(over, set, scope)?;
        Ok(Node::plain(such.span, Truth::Some(Box::new(such))))
    }

    /// Elaborates `sum p in own where …: worth of p`.
    pub(super) fn sum_of_points(
        &mut self,
        (over, set): (&Binder, Node<Typed>),
        value: &Expr,
        scope: &Scope<'_>,
    ) -> Checked<Num> {
        let set = self.coerce(set)?;
        let such = self.points_such(over, set, scope)?;
        self.pay_for_copies(self.most_points(), |parts| such.walk(parts))?;
        let span = over.set.span;
        let parts = self.for_each_of_board(over, scope, |r, point, scope| {
            let value: Node<Num> = r.check_as(value, scope)?;
            Ok(counted_if(is_among(point, &such), value))
        })?;
        Ok(halved(parts, &|a, b| added(span, a, b)).unwrap_or(Num::Fixed(0)))
    }

    /// Elaborates `reach(p) for each p in own`: the union over all points.
    pub(super) fn union_over_points(
        &mut self,
        (over, set): (&Binder, Node<Typed>),
        of: &Expr,
        scope: &Scope<'_>,
    ) -> Checked<Set> {
        let set = self.coerce(set)?;
        let such = self.points_such(over, set, scope)?;
        self.pay_for_copies(self.most_points(), |parts| such.walk(parts))?;
        let span = over.set.span;
        let parts = self.for_each_of_board(over, scope, |r, point, scope| {
            let points = Box::new(r.check_as(of, scope)?);
            let nothing = Box::new(Node::plain(span, Set::Or(Vec::new())));
            let part = Set::If(Box::new(is_among(point, &such)), points, nothing);
            Ok(Node::plain(span, part))
        })?;
        Ok(Set::Or(parts))
    }

    /// Elaborates `best p in own by worth of p`: the points with the greatest number; among equals, those with the
    /// greatest next number.
    pub(super) fn best_points(
        &mut self,
        Ranking { over, by, sole }: Ranking<'_>,
        set: Node<Typed>,
        scope: &Scope<'_>,
    ) -> Checked<Set> {
        let set = self.coerce(set)?;
        let mut best = self.points_such(over, set, scope)?;
        let span = over.set.span;
        for by in by {
            let greatest = self.greatest_of(over, &best, by, scope)?;
            best = self.such(over, best, scope, |r, scope| {
                r.pay_for_copies(1, |parts| greatest.walk(parts))?;
                let (number, greatest) = (r.check_as(by, scope)?, greatest.clone());
                let same = Truth::Compare(Comparison::Equal, Box::new(number), Box::new(greatest));
                Ok(Node::plain(by.span, same))
            })?;
        }
        if !sole {
            return Ok(best.kind);
        }
        let plain = |kind| Box::new(Node::plain(span, kind));
        let count = plain(Num::Count(Box::new(best.clone())));
        let one = plain(Num::Fixed(1));
        let alone = Truth::Compare(Comparison::Equal, count, one);
        Ok(Set::If(
            Box::new(Node::plain(span, alone)),
            Box::new(best),
            Box::new(Node::plain(span, Set::Or(Vec::new()))),
        ))
    }

    /// Returns the greatest number over the points of a set.
    fn greatest_of(
        &mut self,
        over: &Binder,
        set: &Node<Set>,
        by: &Expr,
        scope: &Scope<'_>,
    ) -> Checked<Node<Num>> {
        self.pay_for_copies(self.most_points(), |parts| set.walk(parts))?;
        let span = by.span;
        let numbers = self.for_each_of_board(over, scope, |r, point, scope| {
            let least = Box::new(Node::plain(span, Num::Fixed(i64::MIN)));
            let number = Box::new(r.check_as(by, scope)?);
            Ok(Num::If(Box::new(is_among(point, set)), number, least))
        })?;
        let greatest = halved(numbers, &|a, b| {
            let plain = |kind| Box::new(Node::plain(span, kind));
            Num::Sum(NumOp::Max, plain(a), plain(b))
        });
        Ok(Node::plain(span, greatest.unwrap_or(Num::Fixed(0))))
    }
}

/// Tests whether a point is in a set.
fn is_among(point: Point, set: &Node<Set>) -> Node<Truth> {
    let among = Truth::In(Place::Fixed(point), Box::new(set.clone()));
    any_of(set.span, [Node::plain(set.span, among)])
}

/// Joins numbers in pairs, so that the result is not deeply nested.
fn halved(mut numbers: Vec<Num>, join: &impl Fn(Num, Num) -> Num) -> Option<Num> {
    if numbers.len() < 2 {
        return numbers.pop();
    }
    let upper = numbers.split_off(numbers.len() / 2);
    let (lower, upper) = (halved(numbers, join), halved(upper, join));
    lower.zip(upper).map(|(a, b)| join(a, b))
}

/// Returns whether a condition contains a `where`.
fn asks_of_others(cond: &Node<Truth>) -> bool {
    let mut nested = Nested(false);
    cond.walk(&mut nested);
    nested.0
}

struct Nested(bool);

impl Visitor for Nested {
    fn begin_where(&mut self, _from: &Node<Set>) {
        self.0 = true;
    }
}

fn word(text: &str, span: Span) -> Expr {
    Expr {
        tags: Vec::new(),
        span,
        kind: ExprKind::Word(text.to_owned()),
    }
}
