//! Uses of zones: which one, whose, and transfers between them.

use crate::expr::typed::{Resolved, Typed};
use crate::expr::types::{Type, is_word};
use crate::names::{ArgType, Meaning, Scope};
use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use linstock_base::{Diagnostic, Span};
use linstock_model::{
    ArgId, Cargo, Comparison, FiniteDomain, ListId, Member, MemberSet, Node, Num, RowId, Stmt,
    StmtKind, TagId, Truth, ZoneId, ZoneRef,
};
use linstock_syntax::ast::{Expr, ExprKind, Name, StmtDecl};

/// A place that holds copies of rows.
#[derive(Clone)]
pub(crate) enum Pile {
    /// In a zone.
    Zone(ZoneRef),
    /// The rows that an argument draws.
    Drawn(ArgId, ListId),
}

impl Pile {
    /// Returns the place that an expression means, if it can hold copies of rows.
    pub(crate) fn of(typed: &Typed) -> Option<Self> {
        match typed {
            Typed::Zone(zone) => Some(Self::Zone(zone.clone())),
            Typed::ZonePartArg(arg, list) => Some(Self::Drawn(*arg, *list)),
            _ => None,
        }
    }

    /// Makes the number of copies of a row in this place.
    pub(crate) fn copies(&self, row: Node<Member>) -> Num {
        let row = Box::new(row);
        match self {
            Self::Zone(zone) => Num::Copies(row, zone.clone()),
            Self::Drawn(arg, list) => Num::Drawn(*arg, *list, row),
        }
    }
}

impl<'a> Resolver<'a> {
    /// Returns the list of a zone's contents.
    pub(crate) fn list_in(&self, zone: &ZoneRef) -> ListId {
        // A reference to a zone exists only once its list is known.
        let list = self.names.zones[zone.zone.index()].what.list;
        list.unwrap_or(ListId(0))
    }

    /// Checks that the list of a zone's contents is known.
    pub(crate) fn check_resolved(&mut self, zone: ZoneId, span: Span) -> Checked<()> {
        let named = &self.names.zones[zone.index()];
        if named.what.list.is_some() {
            return Ok(());
        }
        if self.names.broken.contains(&named.text) {
            return Err(self.excused(span));
        }
        let message = format!("the contents of `{}` may change during a game", named.text);
        let diagnostic = Diagnostic::error("E0674", span, message);
        Err(self
            .error(diagnostic.hint("write something that never changes: numbers, options, points")))
    }

    /// Elaborates `copies of k in deck`, `copies of k in cards`.
    pub(crate) fn copies(
        &mut self,
        (of, zone): (&Expr, &Expr),
        scope: &Scope<'_>,
    ) -> Resolved<Num> {
        let found = self.infer(zone, scope)?;
        self.copies_in(of, found, scope)
    }

    /// Makes the number of copies of a row in a zone or among those drawn, with the zone's clauses.
    pub(crate) fn copies_in(
        &mut self,
        of: &Expr,
        pile: Node<Typed>,
        scope: &Scope<'_>,
    ) -> Resolved<Num> {
        let pile = self.pile(pile)?;
        let row = self.member(of, FiniteDomain::Rows(pile.kind.1), scope)?;
        Ok((pile.kind.0.copies(row), pile.tags))
    }

    /// Returns the place that an expression means, with its list.
    fn pile(&mut self, node: Node<Typed>) -> Checked<Node<(Pile, ListId)>> {
        let (tags, span, reason) = (node.tags.clone(), node.span, None);
        let kind = match node.kind {
            Typed::ZonePartArg(arg, list) => (Pile::Drawn(arg, list), list),
            _ => {
                let zone: Node<ZoneRef> = self.coerce(node)?;
                let list = self.list_in(&zone.kind);
                (Pile::Zone(zone.kind), list)
            }
        };
        Ok(Node {
            tags,
            span,
            reason,
            kind,
        })
    }

    /// Returns the rows with a copy in a zone, or among those drawn: `for k in hand of me`.
    pub(crate) fn rows_in(
        &mut self,
        node: Node<Typed>,
    ) -> Checked<(FiniteDomain, Node<MemberSet>)> {
        let zone = self.pile(node)?;
        let (pile, list) = &zone.kind;
        let plain = |kind| Box::new(Node::plain(zone.span, kind));
        let lies = |RowId(row): RowId| {
            let copies = pile.copies(Node::plain(zone.span, Member::Fixed(row)));
            let some = Truth::Compare(Comparison::Less, plain(Num::Fixed(0)), plain(copies));
            Node::plain(zone.span, some)
        };
        let rows = RowId::all(self.names.lists[list.index()].what.rows.len());
        let list = *list;
        let members = Node {
            tags: zone.tags.clone(),
            span: zone.span,
            reason: None,
            kind: MemberSet(rows.map(lies).collect()),
        };
        Ok((FiniteDomain::Rows(list), members))
    }

    /// Elaborates `k: deck -> hand of me`, `3 coin: bank -> purse of me`, `all: discards -> deck`.
    pub(crate) fn zone_transfer(
        &mut self,
        stmt: &StmtDecl,
        what: Option<&Expr>,
        (from, to): (Node<Typed>, Node<Typed>),
        scope: &Scope<'_>,
    ) -> Checked<Vec<Stmt>> {
        let mut tags = self.tags(&stmt.tags);
        let both = [&from, &to].iter().all(|end| end.kind.ty() == Type::Zone);
        let (from, to) = (self.coerce(from), self.coerce(to));
        if !both {
            let (from, to): (Checked<Node<ZoneRef>>, Checked<Node<ZoneRef>>) = (from, to);
            from?;
            to?;
            return Err(self.excused(stmt.span));
        }
        let Some(what) = what else {
            let diagnostic = Diagnostic::error(
                "E0675",
                stmt.span,
                "expected what goes from one zone to the other",
            );
            let hint = "write it before a colon: `all: discards -> deck`";
            return Err(self.error(diagnostic.hint(hint)));
        };
        let (from, to): (Node<ZoneRef>, Node<ZoneRef>) = (from?, to?);
        tags.extend(from.tags);
        let list = self.list_in(&from.kind);
        if list != self.list_in(&to.kind) {
            let diagnostic =
                Diagnostic::error("E0676", stmt.span, "these zones hold different things");
            let hint = "a zone takes only rows of its own list";
            return Err(self.error(diagnostic.hint(hint)));
        }
        let cargo = self.cargo((what, &from.kind), scope, &mut tags)?;
        Ok(vec![Stmt {
            tags,
            span: stmt.span,
            kind: StmtKind::Transfer(cargo, from.kind, to.kind),
        }])
    }

    fn cargo(
        &mut self,
        (what, from): (&Expr, &ZoneRef),
        scope: &Scope<'_>,
        tags: &mut Vec<TagId>,
    ) -> Checked<Cargo> {
        let list = self.list_in(from);
        if is_word(what, "all") {
            return Ok(Cargo::All);
        }
        if let Some(name) = Self::word_name(what)
            && let Some(Meaning::Arg(arg, ArgType::Multiset(of))) = self.find(&name, scope)
        {
            return if of == list {
                Ok(Cargo::Multiset(arg))
            } else {
                self.refuse("E0677", what.span, "these are rows of another list")
            };
        }
        let word = |name: &Name| Expr {
            tags: Vec::new(),
            span: name.span,
            kind: ExprKind::Word(name.text.clone()),
        };
        let fixed = |n: i64| Node::plain(what.span, Num::Fixed(n));
        let (item, number) = match &what.kind {
            ExprKind::Counted { least, most, what } if *most == Some(*least) => (
                self.member(what, FiniteDomain::Rows(list), scope)?,
                fixed(*least),
            ),
            // `all coin`: every copy in the zone.
            ExprKind::Owned { owner, kind } if owner.text == "all" => {
                let item = self.member(&word(kind), FiniteDomain::Rows(list), scope)?;
                let copies = Num::Copies(Box::new(item.clone()), from.clone());
                (item, Node::plain(what.span, copies))
            }
            // `n coin`: as many as a name says.
            ExprKind::Owned { owner, kind } => {
                let number = self.check_as(&word(owner), scope)?;
                (
                    self.member(&word(kind), FiniteDomain::Rows(list), scope)?,
                    number,
                )
            }
            _ => (
                self.member(what, FiniteDomain::Rows(list), scope)?,
                fixed(1),
            ),
        };
        tags.extend(&item.tags);
        Ok(Cargo::Copies(item, number))
    }
}
