//! Joins truths, sets, rows or directions by `and`, `or`, `except`, `{ … }`. The expected type decides the type of
//! the parts; without one, the first part does.

use crate::expr::coerce::ExpectedType;
use crate::expr::context::{Expected, ExprContext};
use crate::expr::numbers::steps_apart;
use crate::expr::truth_folding;
use crate::expr::typed::{Resolved, Typed, untagged};
use crate::expr::types::{Type, is_word};
use crate::expr::ways::Ways;
use crate::report::error_guaranteed::{Checked, ErrorGuaranteed};
use crate::resolver::Resolver;
use linstock_base::Diagnostic;
use linstock_model::{Node, Set, Truth};
use linstock_syntax::ast::{CompareOp, Expr, ExprKind, LogicOp};

impl Resolver<'_> {
    /// Elaborates `X and Y`, `X or Y`, `X except Y` by the expected type, else by the type of the first part.
    pub(crate) fn logic(
        &mut self,
        e: &Expr,
        op: LogicOp,
        (left, right): (&Expr, &Expr),
        ExprContext { expected, scope }: ExprContext<'_>,
    ) -> Resolved<Typed> {
        let hint = match expected {
            _ if self.are_directions_of_player(left, right) => Expected::Directions,
            Expected::Truth | Expected::Set | Expected::Members | Expected::Directions => expected,
            _ => Expected::Any,
        };
        if let Some(steps) = steps_apart(left, right) {
            return Err(self.steps_joined((left, steps), "or"));
        }
        let mut it = [left, right].into_iter().filter(|e| is_word(e, "it"));
        let it = it.next().map(|e| e.span);
        let left = self.elaborate(left, hint, scope);
        let beside = left
            .as_ref()
            .map_or(hint, |left| expected_beside(hint, left));
        let right = self.elaborate(right, beside, scope);
        let (mut left, mut right) = (left?, right?);
        let mut beside = beside;
        if [&left, &right]
            .map(|n| n.kind.ty())
            .contains(&Type::Directions)
        {
            (left, right) = (self.as_directions(left), self.as_directions(right));
            if [&left, &right].map(|n| n.kind.ty()) == [Type::Directions; 2] {
                beside = Expected::Directions;
            }
        }
        let of_points = left.kind.ty().is_of_points() && right.kind.ty().is_of_points();
        let truths = [&left, &right].map(|n| n.kind.ty()) == [Type::Truth; 2];
        match beside {
            Expected::Truth if !of_points => self.joined_truths(e, op, (left, right)),
            Expected::Set if truths => self.joined_truths(e, op, (left, right)),
            Expected::Members if right.kind.ty().is_of_points() && self.is_direction(&left) => {
                Err(self.type_mismatch(&left, ("a set of points", None)))
            }
            Expected::Members => self.joined_members(e, op, (left, right)),
            Expected::Directions if beside == expected || right.kind.ty() == Type::Directions => {
                self.joined_ways(e, op, (left, right))
            }
            _ => {
                let players = [&left, &right].map(|n| n.kind.ty() == Type::Seat);
                if let Some(span) = it
                    && players.contains(&true)
                {
                    return Err(self.it_of_point(span, scope));
                }
                let (left, right) = (self.coerce(left), self.coerce(right));
                untagged(Typed::Set(joined(op, left?, right?)))
            }
        }
    }

    /// Returns whether one part is a direction and the other one begins like the directions of a player: `forwards of w and
    /// diagonal`. Beside a direction, the name of a player does not mean the player's pieces.
    fn are_directions_of_player(&self, left: &Expr, right: &Expr) -> bool {
        let is_direction = |e: &Expr| match &e.kind {
            ExprKind::Word(text) => self.directions(text).is_some(),
            _ => false,
        };
        let is_relative = |e: &Expr| match &e.kind {
            ExprKind::Of { head, .. } => {
                Self::word_name(head).is_some_and(|name| self.topology().is_relative(&name.text))
            }
            _ => false,
        };
        (is_direction(left) && is_relative(right)) || (is_relative(left) && is_direction(right))
    }

    fn joined_truths(
        &mut self,
        e: &Expr,
        op: LogicOp,
        (left, right): (Node<Typed>, Node<Typed>),
    ) -> Resolved<Typed> {
        if right.kind.ty().is_of_points() && is_set_beside_is(e) {
            let hint = "`is` takes one value on each side: put two sets after it in brackets, as in `there is (pawn and far of me)`; to ask whether there is a point, say `some …`";
            return Err(self.type_mismatch(&right, ("a yes or no", Some(hint))));
        }
        let (left, right) = (self.coerce(left), self.coerce(right));
        let parts = (self.without_idle(op, left?), self.without_idle(op, right?));
        let joined = truth_folding::logic(op, e.span, parts);
        self.reason = joined.reason;
        Ok((Typed::Truth(joined.kind), joined.tags))
    }

    fn joined_ways(
        &mut self,
        e: &Expr,
        op: LogicOp,
        (left, right): (Node<Typed>, Node<Typed>),
    ) -> Resolved<Typed> {
        let (left, right) = (self.coerce(left), self.coerce(right));
        let (left, right): (Node<Ways>, Node<Ways>) = (left?, right?);
        let joined = Ways::joined(op, left.kind, right.kind);
        if joined.is_nowhere() {
            return Err(self.leads_nowhere(e, op));
        }
        untagged(Typed::Directions(joined))
    }

    /// Removes the clauses of an option with its default value from a part that decides nothing: the other part decides.
    fn without_idle(&self, op: LogicOp, mut part: Node<Truth>) -> Node<Truth> {
        let idle = match op {
            LogicOp::And => matches!(part.kind, Truth::Fixed(true)),
            LogicOp::Or => matches!(part.kind, Truth::Fixed(false)),
            LogicOp::Except => false,
        };
        if idle {
            part.tags
                .retain(|tag| !self.names.of_defaults.contains(tag));
        }
        part
    }

    /// Elaborates `{a7, j1}`, `{page, king}`, `{forwards, sideways}` by the expected type, else by the type of the first part.
    pub(crate) fn braces(
        &mut self,
        e: &Expr,
        parts: &[Expr],
        ExprContext { expected, scope }: ExprContext<'_>,
    ) -> Resolved<Typed> {
        let expected = match expected {
            Expected::Set | Expected::Members | Expected::Directions => expected,
            _ => Expected::Any,
        };
        let mut found: Vec<Node<Typed>> = Vec::new();
        let mut wrong: Option<ErrorGuaranteed> = None;
        for part in parts {
            let hint = match found.first().map(|first| first.kind.ty()) {
                Some(Type::Row(_) | Type::Rows(_)) if expected == Expected::Any => {
                    Expected::Members
                }
                Some(Type::Directions) if expected == Expected::Any => Expected::Directions,
                Some(Type::Seat) if expected == Expected::Any => Expected::Any,
                Some(_) if expected == Expected::Any => Expected::Set,
                _ => expected,
            };
            match self.elaborate(part, hint, scope) {
                Ok(part) => found.push(part),
                Err(reported) => wrong = Some(reported),
            }
        }
        if let Some(reported) = wrong {
            return Err(reported);
        }
        let players = !found.is_empty() && found.iter().all(|n| n.kind.ty() == Type::Seat);
        match (expected, found.first().map(|first| first.kind.ty())) {
            (Expected::Any, _) if players => self.members_among(e, found),
            (Expected::Members, _) | (Expected::Any, Some(Type::Row(_) | Type::Rows(_))) => {
                self.members_among(e, found)
            }
            (Expected::Directions, _) | (Expected::Any, Some(Type::Directions)) => {
                let ways = self.coerce_all::<Ways>(found)?.into_iter().map(|n| n.kind);
                let all = ways.reduce(|a, b| Ways::joined(LogicOp::Or, a, b));
                untagged(all.map_or(Typed::Set(Set::Or(Vec::new())), Typed::Directions))
            }
            _ if !found.is_empty() && found.iter().all(|n| n.kind.ty() == Type::Number) => {
                let diagnostic =
                    Diagnostic::error("E0609", e.span, "numbers cannot stand in braces");
                Err(self.error(
                    diagnostic
                        .label("these are numbers")
                        .hint("write a range with a condition: n in 2..8 where n is 2 or n is 8"),
                ))
            }
            _ => untagged(Typed::Set(Set::Or(self.coerce_all(found)?))),
        }
    }

    /// Converts each node to the expected type, and reports every mismatch.
    fn coerce_all<T: ExpectedType>(&mut self, all: Vec<Node<Typed>>) -> Checked<Vec<Node<T>>> {
        let all: Vec<_> = all.into_iter().map(|node| self.coerce(node)).collect();
        all.into_iter().collect()
    }

    /// Reports a combination of directions that is empty: `2 north and 1 east`.
    fn leads_nowhere(&mut self, e: &Expr, op: LogicOp) -> ErrorGuaranteed {
        if self.is_broken_kind("board") {
            // The forward directions are in the part of the board that could not be read.
            return self.excused(e.span);
        }
        let message = match op {
            LogicOp::And => "no direction is both of these",
            LogicOp::Or | LogicOp::Except => "no direction is left here",
        };
        let diagnostic = Diagnostic::error("E0610", e.span, message).label("this is no direction");
        self.error(diagnostic.hint(
            "for either of them, write `north or east`; for one after the other, write `2 north of 1 east of here`",
        ))
    }
}

/// Returns the expected type of the right side, from that of the whole and the left side.
fn expected_beside(hint: Expected, left: &Node<Typed>) -> Expected {
    match left.kind.ty() {
        Type::Row(_) if hint == Expected::Any => Expected::Members,
        Type::Seat | Type::Number if hint == Expected::Any => Expected::Set,
        ty => hint.beside(ty),
    }
}

/// Returns whether this is `there is pawn and far of me`: there the comparison ends before `and`.
fn is_set_beside_is(e: &Expr) -> bool {
    let ExprKind::Logic { left, .. } = &e.kind else {
        return false;
    };
    matches!(
        left.kind,
        ExprKind::Compare {
            op: CompareOp::Is | CompareOp::IsNot,
            ..
        }
    )
}

fn joined(op: LogicOp, left: Node<Set>, right: Node<Set>) -> Set {
    let untagged = |n: &Node<Set>| n.tags.is_empty() && n.reason.is_none();
    match (op, left) {
        (
            LogicOp::And,
            Node {
                kind: Set::And(mut all),
                tags,
                reason: None,
                ..
            },
        ) if tags.is_empty() => {
            all.push(right);
            Set::And(all)
        }
        (
            LogicOp::Or,
            Node {
                kind: Set::Or(mut all),
                tags,
                reason: None,
                ..
            },
        ) if tags.is_empty() && untagged(&right) => {
            all.push(right);
            Set::Or(all)
        }
        (LogicOp::And, left) => Set::And(vec![left, right]),
        (LogicOp::Or, left) => Set::Or(vec![left, right]),
        (LogicOp::Except, left) => Set::Except(Box::new(left), Box::new(right)),
    }
}
