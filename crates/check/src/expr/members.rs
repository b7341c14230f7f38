//! Members of finite domains: players and rows of lists, one or several.

use crate::expr::coerce::ExpectedType;
use crate::expr::truth_folding::{all_of, any_of, negated};
use crate::expr::typed::{Resolved, Typed, untagged};
use crate::names::{BoundName, Scope, name_at};
use crate::report::error_guaranteed::{Checked, ErrorGuaranteed};
use crate::resolver::Resolver;
use linstock_base::check_fuel::COPIED_NAME;
use linstock_base::{Diagnostic, Span};
use linstock_model::{FiniteDomain, ListId, Member, MemberSet, Node, RowId, Set, TagId, Truth};
use linstock_syntax::ast::{Expr, ExprKind, LogicOp, Name};

impl<'a> Resolver<'a> {
    /// Returns the row that has a number as its name, with its clauses.
    pub(crate) fn row_called(
        &mut self,
        span: Span,
        list: ListId,
        number: i64,
    ) -> Checked<(Member, Vec<TagId>)> {
        let text = number.to_string();
        let rows = &self.names.lists[list.index()].what.rows;
        if let Some(row) = RowId::find(rows, |row| row.name == text) {
            let tags = rows[row.index()].tags.clone();
            return Ok((Member::Fixed(row.0), tags));
        }
        let known: Vec<String> = rows.iter().map(|row| row.name.clone()).collect();
        let message = format!("`{}` has no row `{text}`", self.list_name(list));
        let known = known.iter().map(String::as_str);
        let diagnostic = Diagnostic::error("E0621", span, message);
        Err(self.error(diagnostic.hint(linstock_base::listed("rows", known))))
    }

    /// Returns the previous player: the next one, taken once for each other player.
    pub(crate) fn previous(&self, of: Node<Member>) -> Member {
        let span = of.span;
        let others = self.members(FiniteDomain::Players).saturating_sub(1);
        let after = |member| Member::Next(Box::new(Node::plain(span, member)));
        match others {
            0 => of.kind,
            _ => (1..others).fold(Member::Next(Box::new(of)), |player, _| after(player)),
        }
    }

    /// Elaborates `next player after me where not out of it`: the first player in turn for whom a condition holds;
    /// the player himself comes last.
    pub(crate) fn next_such(
        &mut self,
        written: &Expr,
        cond: &Expr,
        scope: &Scope<'_>,
    ) -> Checked<Option<Member>> {
        let (after, backwards) = match &written.kind {
            ExprKind::NextPlayer(of) => (of, false),
            ExprKind::PreviousPlayer(of) => (of, true),
            _ => return Ok(None),
        };
        let after = self.member(after, FiniteDomain::Players, scope)?;
        let players = self.members(FiniteDomain::Players);
        self.pay_for_parts(players.saturating_mul(players))?;
        let it = name_at("it", written.span);
        let mut found = Member::None;
        for turn in (1..=players).rev() {
            let steps = if backwards {
                players - turn
            } else {
                turn % players
            };
            let next = |member| Member::Next(Box::new(Node::plain(written.span, member)));
            let player = (0..steps).fold(after.kind.clone(), |member, _| next(member));
            let inner = self.bound_scope(&it, (FiniteDomain::Players, player.clone()), scope);
            let holds: Node<Truth> = self.check_as(cond, &inner)?;
            let plain = |member| Box::new(Node::plain(written.span, member));
            found = Member::If(Box::new(holds), plain(player), plain(found));
        }
        Ok(Some(found))
    }

    /// Returns the name of a list.
    pub(crate) fn list_name(&self, list: ListId) -> String {
        self.names.lists[list.index()].text.clone()
    }

    /// Returns how many members a finite domain has.
    pub(crate) fn members(&self, finite_domain: FiniteDomain) -> usize {
        match finite_domain {
            FiniteDomain::Players => self.names.players.len(),
            FiniteDomain::Rows(list) => self.names.lists[list.index()].what.rows.len(),
        }
    }

    /// Checks that all players and rows among some nodes belong to one finite domain.
    pub(crate) fn one_finite_domain(&mut self, parts: &[&Node<Typed>]) -> Checked<()> {
        let mut known: Option<FiniteDomain> = None;
        for part in parts {
            let Some(finite_domain) = part.kind.ty().finite_domain() else {
                continue;
            };
            if *known.get_or_insert(finite_domain) != finite_domain {
                return Err(self.other_finite_domain(part.span));
            }
        }
        Ok(())
    }

    /// Reports a player or row of another finite domain than those next to it.
    pub(crate) fn other_finite_domain(&mut self, span: Span) -> ErrorGuaranteed {
        let message = "players and rows of different lists cannot be mixed";
        let diagnostic = Diagnostic::error("E0622", span, message).label("this is of another sort");
        self.error(diagnostic.hint("name players, or rows of one list"))
    }

    /// Returns, for each member of a finite domain, the truth that it is this one.
    pub(crate) fn single(
        &self,
        finite_domain: FiniteDomain,
        item: &Node<Member>,
    ) -> Vec<Node<Truth>> {
        let members = RowId::all(self.members(finite_domain));
        members
            .map(|RowId(at)| {
                let member = Node::plain(item.span, Member::Fixed(at));
                let bare = Node::plain(item.span, item.kind.clone());
                Node::plain(item.span, same_member(bare, member))
            })
            .collect()
    }

    /// Elaborates `treasure-hunter..captain`; a number may be a row's name, and is one if the other end is a row.
    pub(crate) fn rows_between(
        &mut self,
        e: &Expr,
        (first, last): (Node<Typed>, Node<Typed>),
    ) -> Resolved<Typed> {
        let finite_domains = [&first, &last].map(|node| node.kind.ty().finite_domain());
        let Some(finite_domain) = finite_domains.into_iter().flatten().next() else {
            return Err(self.type_mismatch(&first, (MemberSet::WORDS, None)));
        };
        let first = self.coerce_member(first, finite_domain)?;
        let last = self.coerce_member(last, finite_domain)?;
        let (Member::Fixed(from), Member::Fixed(to)) = (&first.kind, &last.kind) else {
            return self.refuse(
                "E0623",
                e.span,
                "a range of rows needs a fixed row at each end",
            );
        };
        if from > to {
            let message = "this range runs backwards";
            let diagnostic = Diagnostic::error("E0624", e.span, message);
            let hint = "write the row first that comes first in the list";
            return Err(self.error(diagnostic.hint(hint)));
        }
        let within = |at: usize| (usize::from(*from)..=usize::from(*to)).contains(&at);
        let members = 0..self.members(finite_domain);
        let members = members.map(|at| Node::plain(e.span, Truth::Fixed(within(at))));
        untagged(Typed::Members(finite_domain, MemberSet(members.collect())))
    }

    /// Elaborates `{cannon-thief, destroyer}`.
    pub(crate) fn members_among(&mut self, e: &Expr, parts: Vec<Node<Typed>>) -> Resolved<Typed> {
        self.one_finite_domain(&parts.iter().collect::<Vec<_>>())?;
        let mut all: Option<(FiniteDomain, Vec<Node<Truth>>)> = None;
        let mut tags: Vec<TagId> = Vec::new();
        for part in parts {
            let (finite_domain, part) = self.members_of(part)?;
            tags.extend(&part.tags);
            let known = all.take().map(|(_, known)| known);
            all = Some((
                finite_domain,
                match known {
                    None => part.kind.0,
                    Some(known) => {
                        let pairs = known.into_iter().zip(part.kind.0);
                        pairs.map(|(a, b)| any_of(e.span, [a, b])).collect()
                    }
                },
            ));
        }
        match all {
            Some((finite_domain, all)) => Ok((Typed::Members(finite_domain, MemberSet(all)), tags)),
            None => untagged(Typed::Set(Set::Or(Vec::new()))),
        }
    }

    /// Elaborates `cannon or {captain}`, `others except guard`.
    pub(crate) fn joined_members(
        &mut self,
        e: &Expr,
        op: LogicOp,
        (left, right): (Node<Typed>, Node<Typed>),
    ) -> Resolved<Typed> {
        self.one_finite_domain(&[&left, &right])?;
        let (finite_domain, left) = self.members_of(left)?;
        let (_, right) = self.members_of(right)?;
        let pairs = left.kind.0.into_iter().zip(right.kind.0);
        let joined = pairs.map(|(a, b)| match op {
            LogicOp::And => all_of(e.span, [a, b]),
            LogicOp::Or => any_of(e.span, [a, b]),
            LogicOp::Except => {
                let not = Node::plain(b.span, negated(b));
                all_of(e.span, [a, not])
            }
        });
        let joined = MemberSet(joined.collect());
        Ok((
            Typed::Members(finite_domain, joined),
            [left.tags, right.tags].concat(),
        ))
    }

    /// Pays fuel for the names copied from a scope into an inner one.
    pub(crate) fn spend_on_names(&self, scope: &Scope<'_>) {
        let names = scope.args.len() + scope.bound.len();
        self.fuel.spend(COPIED_NAME * names as u64);
    }

    /// Returns a scope in which a name stands for a member of a finite domain.
    pub(crate) fn bound_scope<'s>(
        &mut self,
        name: &Name,
        (finite_domain, item): (FiniteDomain, Member),
        scope: &Scope<'s>,
    ) -> Scope<'s> {
        self.spend_on_names(scope);
        let mut inner = scope.clone();
        inner.bound.push(BoundName {
            name: name.text.clone(),
            finite_domain,
            member: item,
        });
        inner
    }
}

/// Makes the truth that two members are the same; folds it if both are known.
pub(crate) fn same_member(a: Node<Member>, b: Node<Member>) -> Truth {
    match (&a.kind, &b.kind) {
        (Member::Fixed(a), Member::Fixed(b)) => Truth::Fixed(a == b),
        (Member::First(truths), Member::Fixed(at)) | (Member::Fixed(at), Member::First(truths))
            if is_kind(truths) =>
        {
            truths
                .get(usize::from(*at))
                .map_or(Truth::Fixed(false), |truth| truth.kind.clone())
        }
        (Member::First(truths), other) | (other, Member::First(truths)) if is_kind(truths) => {
            let other = Node::plain(a.span, other.clone());
            let each = (0u8..).zip(truths).map(|(at, truth)| {
                let this = Node::plain(truth.span, Member::Fixed(at));
                let is = Node::plain(truth.span, same_member(other.clone(), this));
                all_of(truth.span, [truth.clone(), is])
            });
            any_of(a.span, each).kind
        }
        (Member::None, Member::Fixed(_)) | (Member::Fixed(_), Member::None) => Truth::Fixed(false),
        _ => Truth::SameMember(Box::new(a), Box::new(b)),
    }
}

/// Returns whether the truths of a choice are the kinds of the piece at one place: at most one of them holds.
fn is_kind(truths: &[Node<Truth>]) -> bool {
    !truths.is_empty()
        && truths.iter().all(|truth| match &truth.kind {
            Truth::Fixed(holds) => !holds,
            Truth::In(_, set) => matches!(&set.kind, Set::Pieces(kinds, _) if kinds.len() == 1),
            _ => false,
        })
}
