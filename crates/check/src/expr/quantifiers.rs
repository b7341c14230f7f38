//! Quantifiers over the members of a finite domain: `for`, `sum`, `best`, `where`. All of them are written out.

use crate::expr::members::same_member;
use crate::expr::number_ranges::literal;
use crate::expr::numbers::{added, counted_if, summed};
use crate::expr::truth_folding::{all_of, any_of, negated};
use crate::expr::typed::{Resolved, Typed, untagged, with_tags};
use crate::expr::zones::Pile;
use crate::names::{By, Scope, name_at, with_value};
use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use linstock_base::{Diagnostic, Span};
use linstock_model::visit::Walk;
use linstock_model::{
    Comparison, FiniteDomain, Member, MemberSet, Node, Num, NumOp, Set, Stmt, StmtKind, Truth,
};
use linstock_syntax::ast::{Binder, Expr, ExprKind, Name, StmtDecl};

/// The parts of a `best`: members or points, compared by one number after the other.
#[derive(Clone, Copy)]
pub(crate) struct Ranking<'e> {
    pub over: &'e Binder,
    pub by: &'e [Expr],
    /// Whether it must be better than all others.
    pub sole: bool,
}

/// The most comparisons of one `best`.
const MOST_COMPARISONS: usize = 10_000;

impl<'a> Resolver<'a> {
    /// Returns, for each member of a finite domain, the truth that it is in a set and a condition on its name holds.
    pub(crate) fn filtered(
        &mut self,
        name: &Name,
        set: Node<Typed>,
        filter: Option<&Expr>,
        scope: &Scope<'_>,
    ) -> Checked<(FiniteDomain, Vec<Node<Truth>>)> {
        let (finite_domain, set) = self.members_of(set)?;
        let mut members = Vec::new();
        for (at, truth) in (0u8..).zip(set.kind.0) {
            let truth = match filter {
                Some(filter) if !matches!(truth.kind, Truth::Fixed(false)) => {
                    let inner = self.bound_scope(name, (finite_domain, Member::Fixed(at)), scope);
                    let it = name_at("it", name.span);
                    let inner = self.bound_scope(&it, (finite_domain, Member::Fixed(at)), &inner);
                    let holds = self.check_as(filter, &inner)?;
                    all_of(filter.span, [truth, holds])
                }
                _ => truth,
            };
            members.push(truth);
        }
        Ok((finite_domain, members))
    }

    /// Elaborates a set of players or rows; returns, for each member of the finite domain, whether it is in the set
    /// and the condition holds.
    pub(crate) fn members_where(
        &mut self,
        name: &Name,
        set: &Expr,
        filter: Option<&Expr>,
        scope: &Scope<'_>,
    ) -> Checked<(FiniteDomain, Vec<Node<Truth>>)> {
        let set = self.infer(set, scope)?;
        self.filtered(name, set, filter, scope)
    }

    fn over(
        &mut self,
        (over, set): (&Binder, Node<Typed>),
        scope: &Scope<'_>,
    ) -> Checked<(FiniteDomain, Vec<Node<Truth>>)> {
        if over.name.text != "it" {
            self.check_local(&over.name);
        }
        self.filtered(&over.name, set, over.filter.as_ref(), scope)
    }

    /// Elaborates `some d in orthogonal where …`, `no p in others where …`.
    pub(crate) fn some_over(
        &mut self,
        e: &Expr,
        (none, over): (bool, &Binder),
        scope: &Scope<'_>,
    ) -> Resolved<Truth> {
        let set = self.infer(&over.set, scope)?;
        let any = match &set.kind {
            Typed::Range(ends) => any_of(e.span, self.numbers_where(over, ends, scope)?),
            points if points.ty().stands_for_points() => self.some_point(over, set, scope)?,
            _ => any_of(e.span, self.over((over, set), scope)?.1),
        };
        match none {
            true => untagged(negated(any)),
            false => with_tags(any),
        }
    }

    /// Returns, for each number of a range, the truth that a condition holds for it.
    fn numbers_where(
        &mut self,
        over: &Binder,
        ends: &(Node<Num>, Node<Num>),
        scope: &Scope<'_>,
    ) -> Checked<Vec<Node<Truth>>> {
        self.check_local(&over.name);
        let numbers = self.numbers_in(over, ends, scope)?;
        let holds = numbers.into_iter().map(|number| {
            let literal = literal(&over.name, number);
            let inner = with_value(scope, (&over.name.text, &literal), By::Call);
            match &over.filter {
                Some(filter) => self.check_as(filter, &inner),
                None => Ok(Node::plain(over.set.span, Truth::Fixed(true))),
            }
        });
        holds.collect()
    }

    /// Elaborates `shots(here, d) for each d in orthogonal`: the union of the points.
    pub(crate) fn for_each_of(
        &mut self,
        e: &Expr,
        (of, over): (&Expr, &Binder),
        scope: &Scope<'_>,
    ) -> Resolved<Set> {
        let set = self.infer(&over.set, scope)?;
        if set.kind.ty().stands_for_points() {
            return untagged(self.union_over_points((over, set), of, scope)?);
        }
        let (finite_domain, members) = self.over((over, set), scope)?;
        let mut all = Vec::new();
        for (at, truth) in (0u8..).zip(members) {
            if matches!(truth.kind, Truth::Fixed(false)) {
                continue;
            }
            let inner = self.bound_scope(&over.name, (finite_domain, Member::Fixed(at)), scope);
            let set: Node<Set> = self.check_as(of, &inner)?;
            all.push(match truth.kind {
                Truth::Fixed(true) => set,
                _ => {
                    let nothing = Box::new(Node::plain(e.span, Set::Or(Vec::new())));
                    let set = Set::If(Box::new(truth), Box::new(set), nothing);
                    Node::plain(e.span, set)
                }
            });
        }
        untagged(Set::Or(all))
    }

    /// Elaborates `sum k in pirate where …: number of k`.
    pub(crate) fn sum_over(
        &mut self,
        e: &Expr,
        (over, value): (&Binder, &Expr),
        scope: &Scope<'_>,
    ) -> Checked<Num> {
        let set = self.infer(&over.set, scope)?;
        if let Typed::Range(ends) = &set.kind {
            return self.sum_of_numbers(e, (over, ends), value, scope);
        }
        self.ends_before_comparison(value)?;
        if set.kind.ty().stands_for_points() {
            return self.sum_of_points((over, set), value, scope);
        }
        let pile = Pile::of(&set.kind);
        let (finite_domain, members) = self.over((over, set), scope)?;
        let mut sum = Num::Fixed(0);
        for (at, truth) in (0u8..).zip(members) {
            if matches!(truth.kind, Truth::Fixed(false)) {
                continue;
            }
            let inner = self.bound_scope(&over.name, (finite_domain, Member::Fixed(at)), scope);
            let mut value: Node<Num> = self.check_as(value, &inner)?;
            if let Some(pile) = &pile {
                // A row with several copies there counts once per copy.
                let row = Node::plain(e.span, Member::Fixed(at));
                let copies = Node::plain(e.span, pile.copies(row));
                value = Node::plain(e.span, summed(NumOp::Mul, copies, value));
            }
            let part = counted_if(truth, value);
            sum = added(e.span, sum, part);
        }
        Ok(sum)
    }

    /// Reports a comparison in place of a number: the part after the colon extends as far as it can.
    fn ends_before_comparison(&mut self, value: &Expr) -> Checked<()> {
        let ExprKind::Compare { .. } = &value.kind else {
            return Ok(());
        };
        let message = "the sum includes the whole comparison";
        let diagnostic = Diagnostic::error("E0653", value.span, message).label("a yes or no");
        Err(self.error(diagnostic.hint(
            "put brackets around the sum: `(sum k in card: rank of k) is 3`; to count the rows for which a condition holds: `sum k in card where … : 1`",
        )))
    }

    /// Elaborates `greatest n in 0..4 where some shore(n)`: the first match from one end; 0 if there is none.
    pub(crate) fn extreme(
        &mut self,
        least: bool,
        over: &Binder,
        scope: &Scope<'_>,
    ) -> Checked<Num> {
        let ExprKind::Range(from, to) = &over.set.kind else {
            let set = self.infer(&over.set, scope)?;
            return Err(self.type_mismatch(&set, ("a range of numbers, as `0..4`", None)));
        };
        self.check_local(&over.name);
        let ends = (self.check_as(from, scope)?, self.check_as(to, scope)?);
        let mut numbers = self.numbers_in(over, &ends, scope)?;
        if !least {
            numbers.reverse();
        }
        let mut found = Num::Fixed(0);
        for number in numbers.into_iter().rev() {
            let literal = literal(&over.name, number);
            let inner = with_value(scope, (&over.name.text, &literal), By::Call);
            let fits = match &over.filter {
                Some(filter) => self.check_as(filter, &inner)?,
                None => Node::plain(over.set.span, Truth::Fixed(true)),
            };
            let number = Num::Fixed(number);
            found = match fits.kind {
                Truth::Fixed(true) => number,
                Truth::Fixed(false) => found,
                _ => {
                    let boxed = |kind| Box::new(Node::plain(over.set.span, kind));
                    Num::If(Box::new(fits), boxed(number), boxed(found))
                }
            };
        }
        Ok(found)
    }

    /// Counts the members of a set of players or rows.
    pub(crate) fn count_members(&mut self, span: Span, members: MemberSet) -> Num {
        let one = |truth: Node<Truth>| {
            let one = Node::plain(truth.span, Num::Fixed(1));
            counted_if(truth, one)
        };
        let ones = members.0.into_iter().map(one);
        ones.fold(Num::Fixed(0), |sum, part| added(span, sum, part))
    }

    /// Returns, for each member, the truth that nothing is better; with `sole`, that it is better than all others.
    pub(crate) fn best(&mut self, ranking: Ranking<'_>, scope: &Scope<'_>) -> Checked<Typed> {
        let set = self.infer(&ranking.over.set, scope)?;
        if set.kind.ty().stands_for_points() {
            return self.best_points(ranking, set, scope).map(Typed::Set);
        }
        let (finite_domain, best) = self.best_members(ranking, set, scope)?;
        Ok(match ranking.sole {
            true => Typed::Member(finite_domain, Member::First(best)),
            false => Typed::Members(finite_domain, MemberSet(best)),
        })
    }

    fn best_members(
        &mut self,
        Ranking { over, by, sole }: Ranking<'_>,
        set: Node<Typed>,
        scope: &Scope<'_>,
    ) -> Checked<(FiniteDomain, Vec<Node<Truth>>)> {
        let (finite_domain, members) = self.over((over, set), scope)?;
        if members.len() * members.len() * by.len() > MOST_COMPARISONS {
            let message = "these are too many to compare each with every other";
            return self.refuse("E0654", over.set.span, message);
        }
        let before = self.fuel.spent();
        let mut values: Vec<Vec<Node<Num>>> = Vec::new();
        for at in (0u8..).take(members.len()) {
            let inner = self.bound_scope(&over.name, (finite_domain, Member::Fixed(at)), scope);
            let all: Vec<_> = by.iter().map(|e| self.check_as(e, &inner)).collect();
            values.push(all.into_iter().collect::<Checked<_>>()?);
        }
        // Each member is compared with each other, so everything is written out once more per member.
        let each = u64::try_from(members.len()).unwrap_or(u64::MAX);
        let written = self.fuel.spent() - before;
        self.fuel.spend(written.saturating_mul(each));
        self.nested(over.set.span, |_| Ok(()))?;
        let span = over.set.span;
        let best = |at: usize| {
            let others = (0..members.len()).filter(|&other| other != at);
            let beaten = others.map(|other| {
                let absent = Node::plain(span, negated(members[other].clone()));
                let less = ranks_below(span, (&values[other], &values[at]), sole);
                any_of(span, [absent, less])
            });
            all_of(span, std::iter::once(members[at].clone()).chain(beaten))
        };
        Ok((finite_domain, (0..members.len()).map(best).collect()))
    }

    /// Elaborates `for k in pirate where … from me { … }`: the block once for each member that is in the set when its turn comes.
    pub(crate) fn for_each(
        &mut self,
        stmt: &StmtDecl,
        (over, from): (&Binder, Option<&Expr>),
        body: &[StmtDecl],
        scope: &Scope<'_>,
    ) -> Checked<Vec<Stmt>> {
        let set = self.infer(&over.set, scope)?;
        if let Typed::Range(ends) = set.kind {
            return self.for_numbers(stmt, (over, &ends), (from, body), scope);
        }
        if set.kind.ty().stands_for_points() {
            return self.for_points(stmt, (over, set), (from, body), scope);
        }
        let tags = self.tags(&stmt.tags);
        let (finite_domain, members) = self.over((over, set), scope)?;
        let first = match from {
            Some(from) => self.first_of(from, finite_domain, scope)?,
            None => Member::Fixed(0),
        };
        if !matches!(first, Member::Fixed(_)) {
            // Each turn contains the truths of all members.
            self.pay_for_copies(members.len(), |parts| {
                members.iter().for_each(|truth| truth.walk(parts));
            })?;
        }
        let mut out = Vec::new();
        for (item, truth) in turns(first, members, stmt.span) {
            if matches!(truth.kind, Truth::Fixed(false)) {
                continue;
            }
            let inner = self.bound_scope(&over.name, (finite_domain, item), scope);
            let body = self.block(body, &inner)?;
            if matches!(truth.kind, Truth::Fixed(true)) && tags.is_empty() {
                out.extend(body);
                continue;
            }
            out.push(Stmt {
                tags: tags.clone(),
                span: stmt.span,
                kind: StmtKind::If(truth, body, Vec::new()),
            });
        }
        Ok(out)
    }

    /// Returns the first member of a `for`.
    fn first_of(
        &mut self,
        from: &Expr,
        finite_domain: FiniteDomain,
        scope: &Scope<'_>,
    ) -> Checked<Member> {
        let first = self.item(from, finite_domain, scope)?.kind;
        let known = match finite_domain {
            FiniteDomain::Players => matches!(first, Member::Me | Member::Fixed(_)),
            FiniteDomain::Rows(_) => matches!(first, Member::Fixed(_)),
        };
        if known {
            return Ok(first);
        }
        let diagnostic = Diagnostic::error(
            "E0655",
            from.span,
            "`from` needs `me`, or a player or row by name",
        );
        Err(self.error(diagnostic.hint("or go round the table: each player from … { … }")))
    }
}

/// Lists the members in turn, starting with `first`, each with its truth.
fn turns(first: Member, members: Vec<Node<Truth>>, span: Span) -> Vec<(Member, Node<Truth>)> {
    if let Member::Fixed(first) = first {
        let mut turns: Vec<_> = (0u8..).map(Member::Fixed).zip(members).collect();
        let by = usize::from(first).min(turns.len());
        turns.rotate_left(by);
        return turns;
    }
    let mut item = first;
    let mut turns = Vec::new();
    for _ in 0..members.len() {
        let each = (0u8..).zip(&members).map(|(at, truth)| {
            let (this, that) = (item.clone(), Member::Fixed(at));
            let is = same_member(Node::plain(span, this), Node::plain(span, that));
            let is = Node::plain(span, is);
            all_of(span, [is, truth.clone()])
        });
        turns.push((item.clone(), any_of(span, each)));
        item = Member::Next(Box::new(Node::plain(span, item)));
    }
    turns
}

/// Tests whether one row of numbers is lexicographically less than another, or equal to it unless `strictly`.
fn ranks_below(
    span: Span,
    (lower, upper): (&[Node<Num>], &[Node<Num>]),
    strictly: bool,
) -> Node<Truth> {
    let plain = |kind| Node::plain(span, kind);
    let (Some((a, lower)), Some((b, upper))) = (lower.split_first(), upper.split_first()) else {
        return plain(Truth::Fixed(!strictly));
    };
    let compare = |how: Comparison| {
        let (a, b) = (Box::new(a.clone()), Box::new(b.clone()));
        match (&a.kind, &b.kind) {
            (Num::Fixed(a), Num::Fixed(b)) => plain(Truth::Fixed(how.holds(*a, *b))),
            _ => plain(Truth::Compare(how, a, b)),
        }
    };
    let level = [
        compare(Comparison::Equal),
        ranks_below(span, (lower, upper), strictly),
    ];
    let level = all_of(span, level);
    any_of(span, [compare(Comparison::Less), level])
}
