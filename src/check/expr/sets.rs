//! Sets of points, such as `reached from own fort over land`, and what joins sets, truths or directions alike: `and`, `or`, `{ … }`.

use crate::base::{Diagnostic, Span};
use crate::check::Resolver;
use crate::check::expr::elaborate::{Expected, ExprContext};
use crate::check::expr::numbers::steps_apart;
use crate::check::expr::places::clip;
use crate::check::expr::truths;
use crate::check::expr::typed::{Resolved, Typed, untagged, with_tags};
use crate::check::expr::types::{Type, is_word};
use crate::check::expr::ways::Ways;
use crate::check::names::Scope;
use crate::check::report::reported::{Checked, Reported};
use crate::model::{Family, KindId, LayerId, MemberSet, Node, Reach, Set, TagId, Truth};
use crate::syntax::ast::{CompareOp, Expr, ExprKind, LogicOp, Reached};

impl<'a> Resolver<'a> {
    /// Returns all kinds of piece.
    pub(crate) fn all_kinds(&self) -> Vec<KindId> {
        (0u8..).map(KindId).take(self.names.kinds.len()).collect()
    }

    /// Returns the kinds of piece of a layer.
    pub(crate) fn kinds_on(&self, layer: LayerId) -> Vec<KindId> {
        let on = |kind: &KindId| self.names.kinds[kind.index()].what.layer == layer;
        self.all_kinds().into_iter().filter(on).collect()
    }

    /// `reached from own fort over land within 2 not counting lake`
    pub(crate) fn reached(&mut self, reached: &Reached, scope: &Scope<'_>) -> Resolved<Set> {
        let from = self.check_as(&reached.from, scope);
        let over = self.check_as(&reached.over, scope);
        let within = reached.within.as_ref().map(|n| self.check_as(n, scope));
        let free = reached.free.as_ref().map(|s| self.check_as(s, scope));
        untagged(Set::Reached(Box::new(Reach {
            from: from?,
            over: over?,
            within: within.transpose()?,
            free: free.transpose()?,
        })))
    }

    /// Returns the clauses of a kind of piece.
    pub(crate) fn kind_tags(&self, kind: KindId) -> Vec<TagId> {
        self.names.kinds[kind.index()].tags.clone()
    }

    /// `2 ahead of c`, `2..3 ahead of c`
    pub(crate) fn ahead_of(
        &mut self,
        (least, most): (i64, i64),
        of: &Expr,
        scope: &Scope<'_>,
    ) -> Resolved<Typed> {
        let line = self.formation(of, scope)?;
        untagged(if least == most {
            let steps = i16::try_from(least).unwrap_or(i16::MAX);
            Typed::Place(self.on_line(line, steps))
        } else {
            Typed::Set(Set::Ahead {
                line,
                least: clip(least),
                most: clip(most),
                through: None,
            })
        })
    }

    /// `{a7, j1}`, `{page, king}`, `{forwards, sideways}`: by what is expected, else by the first of them.
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
        let mut wrong: Option<Reported> = None;
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
                let diagnostic = Diagnostic::error(e.span, "numbers do not stand in braces");
                Err(self.error(diagnostic.label("these are numbers").hint(
                    "choose one from a range, and say which: n in 2..8 where n is 2 or n is 8",
                )))
            }
            _ => untagged(Typed::Set(Set::Or(self.coerce_all(found)?))),
        }
    }

    /// Makes each of some nodes what is expected, and reports all that cannot be.
    fn coerce_all<T: crate::check::expr::coerce::ExpectedType>(
        &mut self,
        all: Vec<Node<Typed>>,
    ) -> Checked<Vec<Node<T>>> {
        let all: Vec<_> = all.into_iter().map(|node| self.coerce(node)).collect();
        all.into_iter().collect()
    }

    /// Takes the clauses of an option from what it leaves undecided: nobody has set it, and the part beside it decides.
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

    fn joined_truths(
        &mut self,
        e: &Expr,
        op: LogicOp,
        (left, right): (Node<Typed>, Node<Typed>),
    ) -> Resolved<Typed> {
        if right.kind.ty().is_of_points() && is_set_beside_is(e) {
            let hint = "`is` takes one value on each side: two sets behind it stand in brackets, as in `there is (pawn and far of me)`; to ask whether there is a point, say `some …`";
            return Err(self.type_mismatch(&right, ("a yes or no", Some(hint))));
        }
        let (left, right) = (self.coerce(left), self.coerce(right));
        let parts = (self.without_idle(op, left?), self.without_idle(op, right?));
        let joined = truths::logic(op, e.span, parts);
        self.reason = joined.reason;
        Ok((Typed::Truth(joined.kind), joined.tags))
    }

    /// `X and Y`, `X or Y`, `X except Y`, by what is expected, else by the first of them.
    pub(crate) fn logic(
        &mut self,
        e: &Expr,
        op: LogicOp,
        (left, right): (&Expr, &Expr),
        ExprContext { expected, scope }: ExprContext<'_>,
    ) -> Resolved<Typed> {
        let hint = match expected {
            Expected::Truth | Expected::Set | Expected::Members | Expected::Directions => expected,
            _ => Expected::Any,
        };
        if let Some(steps) = steps_apart(left, right) {
            return Err(self.steps_joined((left, steps), "or"));
        }
        let mut it = [left, right].into_iter().filter(|e| is_word(e, "it"));
        let it = it.next().map(|e| e.span);
        let left = self.elaborate(left, hint, scope);
        let beside = match &left {
            Ok(left) => match left.kind.ty() {
                Type::Row(_) if hint == Expected::Any => Expected::Members,
                Type::Seat | Type::Number if hint == Expected::Any => Expected::Set,
                ty => hint.beside(ty),
            },
            Err(_) => hint,
        };
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
                let (left, right) = (self.coerce(left), self.coerce(right));
                let (left, right): (Node<Ways>, Node<Ways>) = (left?, right?);
                let joined = Ways::joined(op, left.kind, right.kind);
                if joined.is_nowhere() {
                    return Err(self.leads_nowhere(e, op));
                }
                untagged(Typed::Directions(joined))
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

    /// Reports directions of which none is left: `2 north and 1 east`.
    fn leads_nowhere(&mut self, e: &Expr, op: LogicOp) -> Reported {
        if self.is_broken_kind("board") {
            // Which way is forward stands where nothing could be read.
            return self.excused(e.span);
        }
        let message = match op {
            LogicOp::And => "no direction is both of these",
            LogicOp::Or | LogicOp::Except => "no direction is left of these",
        };
        let diagnostic = Diagnostic::error(e.span, message).label("this leads nowhere");
        self.error(diagnostic.hint(
            "the one or the other is `north or east`; the one after the other is `2 north of 1 east of here`",
        ))
    }

    /// `2 north of here through empty`
    pub(crate) fn through(
        &mut self,
        e: &Expr,
        (way, between): (&Expr, &Expr),
        scope: &Scope<'_>,
    ) -> Resolved<Set> {
        let between = self.check_as(between, scope);
        let mut way: Node<Set> = self.check_as(way, scope)?;
        if bounded(&mut way.kind, &between?) {
            return with_tags(way);
        }
        let message = "`through` belongs to a straight way over several points";
        let diagnostic = Diagnostic::error(e.span, message);
        Err(self.error(diagnostic.hint("as in `2 backwards of here through empty`")))
    }

    /// `(own stone where …)`, `(players where …)`: those of which a condition holds.
    pub(crate) fn of_which(
        &mut self,
        e: &Expr,
        (written, cond): (&Expr, &Expr),
        ExprContext { expected, scope }: ExprContext<'_>,
    ) -> Resolved<Typed> {
        let hint = match expected {
            Expected::Set | Expected::Members => expected,
            _ => Expected::Any,
        };
        if let Some(member) = self.next_such(written, cond, scope)? {
            return untagged(Typed::Member(Family::Players, member));
        }
        let of = self.elaborate(written, hint, scope)?;
        let of = self.as_values(of)?;
        let pieces = expected == Expected::Set && matches!(of.kind, Typed::Player(_));
        if of.kind.ty().family().is_some() && !pieces {
            let it = crate::check::names::name_at("it", e.span);
            let (family, members) = self.filtered(&it, of, Some(cond), scope)?;
            return untagged(Typed::Members(family, MemberSet(members)));
        }
        if let (Typed::Number(_), ExprKind::Count(counted)) = (&of.kind, &written.kind) {
            return Err(self.counted_before_where(written.span, counted.span));
        }
        let of: Node<Set> = self.coerce(of)?;
        let bound = scope.bound.iter().filter(|bound| bound.name != "it");
        let inner = Scope {
            it: true,
            bound: bound.cloned().collect(),
            ..scope.clone()
        };
        let cond = self.check_as(cond, &inner)?;
        untagged(Typed::Set(Set::Where(Box::new(of), Box::new(cond))))
    }
}

impl Resolver<'_> {
    /// `count others where …`
    fn counted_before_where(&mut self, count: Span, counted: Span) -> Reported {
        let message = "`count` is read before `where`";
        let diagnostic = Diagnostic::error(count, message).label("this is a number");
        let hint = "what is counted stands in brackets, with its `where`: count (own where …)";
        self.error(
            diagnostic
                .related(counted, "of these it may be said")
                .hint(hint),
        )
    }
}

/// `there is pawn and far of me`: the comparison ends before `and`.
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

/// Says what lies between the points of straight ways; `false` if it is something else.
fn bounded(set: &mut Set, between: &Node<Set>) -> bool {
    match set {
        Set::Along { through, .. } | Set::Ahead { through, .. } => {
            *through = Some(Box::new(between.clone()));
            true
        }
        Set::Or(ways) => {
            let straight = |way: &Node<Set>| matches!(way.kind, Set::Along { .. });
            ways.iter().all(straight) && ways.iter_mut().all(|way| bounded(&mut way.kind, between))
        }
        _ => false,
    }
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
