//! Kinds of piece as values: a statement about a chosen kind is written out for each kind.

use crate::expr::coerce::ExpectedType as _;
use crate::expr::members::same_member;
use crate::expr::typed::Typed;
use crate::names::Scope;
use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use linstock_base::Diagnostic;
use linstock_model::{
    FiniteDomain, KindId, Member, Node, Owner, PiecesTaken, Place, SeatId, Set, Stmt, StmtKind,
    TagId, Truth,
};
use linstock_syntax::ast::{Expr, ExprKind, StmtDecl};

impl<'a> Resolver<'a> {
    /// Returns the kind of piece that an expression means, if it is a value: chosen, or the kind of a piece on the board.
    pub(super) fn kind_as_value(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<Node<Member>> {
        let pieces = self.pieces_list();
        let found = self.try_out(|r| r.infer(e, scope))?;
        let Node {
            tags, span, kind, ..
        } = found;
        match kind {
            Typed::Member(FiniteDomain::Rows(list), member)
                if Some(list) == self.pieces_list().or(pieces) =>
            {
                let member = Node::plain(span, member);
                Some(Node { tags, ..member })
            }
            _ => None,
        }
    }

    /// Writes a statement out for each kind of piece that a value may be; exactly one is executed.
    pub(super) fn by_kind(
        &mut self,
        stmt: &StmtDecl,
        kind: &Node<Member>,
        mut one: impl FnMut(&mut Self, &Expr) -> Checked<(StmtKind, Vec<TagId>)>,
    ) -> Checked<Vec<Stmt>> {
        self.each_kind(stmt, kind, |this, id| {
            let word = Expr {
                tags: Vec::new(),
                span: kind.span,
                kind: ExprKind::Word(this.names.kinds[id.index()].text.clone()),
            };
            let mut tags = this.tags(&stmt.tags);
            let (kind, more) = one(this, &word)?;
            tags.extend(more);
            let span = stmt.span;
            Ok(vec![Stmt { tags, span, kind }])
        })
    }

    /// Compares a value with each kind of piece that it may be, and executes the statement for that kind.
    fn each_kind(
        &mut self,
        stmt: &StmtDecl,
        kind: &Node<Member>,
        mut done: impl FnMut(&mut Self, KindId) -> Checked<Vec<Stmt>>,
    ) -> Checked<Vec<Stmt>> {
        let mut out = Vec::new();
        for id in self.all_kinds().into_iter().rev() {
            let this = Node::plain(kind.span, Member::Fixed(id.0));
            let is = same_member(kind.clone(), this);
            if matches!(is, Truth::Fixed(false)) {
                continue;
            }
            let done = done(self, id)?;
            let is = Node::plain(kind.span, is);
            out = vec![plain(stmt, StmtKind::If(is, done, out))];
        }
        Ok(out)
    }

    /// Resolves `here becomes queen`: another piece of the same owner replaces the piece.
    pub(super) fn becomes(
        &mut self,
        stmt: &StmtDecl,
        (at, what): (&Expr, &Expr),
        scope: &Scope<'_>,
    ) -> Checked<Vec<Stmt>> {
        let found = self.infer(at, scope)?;
        if !found.kind.ty().is_of_points() {
            let point = self.coerce_or(found, Some(at))?;
            return self.changed_to(stmt, (&point, what), scope);
        }
        match Place::coerced(self, found) {
            Ok(point) => self.changed_to(stmt, (&point, what), scope),
            Err(several) => {
                let several = self.coerce(several)?;
                self.of_all_points((at, several), |r, point| {
                    r.changed_to(stmt, (&point, what), scope)
                })
            }
        }
    }

    fn changed_to(
        &mut self,
        stmt: &StmtDecl,
        (at, what): (&Node<Place>, &Expr),
        scope: &Scope<'_>,
    ) -> Checked<Vec<Stmt>> {
        if let Some(kind) = self.kind_as_value(what, scope) {
            return self.each_kind(stmt, &kind, |this, id| Ok(this.changed(stmt, at, id)));
        }
        let found = self.infer(what, scope)?;
        match found.kind {
            Typed::Kind(kind) if self.names.kinds[kind.index()].what.layer == self.top_layer() => {
                Ok(self.changed(stmt, at, kind))
            }
            Typed::Kind(_) => {
                let message = "a piece of the last layer cannot become a piece of another layer";
                let diagnostic =
                    Diagnostic::error("E0505", what.span, message).label("on another layer");
                Err(self.error(diagnostic.hint("name a piece of the last layer")))
            }
            _ => {
                let hint = "name one, as in `here becomes queen`; it keeps its owner";
                Err(self.type_mismatch(&found, ("a kind of piece", Some(hint))))
            }
        }
    }

    /// Removes the piece at a place and puts one of another kind there for the same owner.
    fn changed(&mut self, stmt: &StmtDecl, at: &Node<Place>, kind: KindId) -> Vec<Stmt> {
        let tags = self.tags(&stmt.tags);
        let neutral = self.names.kinds[kind.index()].what.neutral;
        let on_top = self.kinds_on(self.top_layer());
        let point = || Node::plain(at.span, Set::At(at.kind));
        let top = PiecesTaken::Layer(self.top_layer());
        let tagged = |kind| Stmt {
            tags: tags.clone(),
            span: stmt.span,
            kind,
        };
        let change = |owner: Option<SeatId>| {
            let owner = owner.map(|seat| Node::plain(at.span, Member::Fixed(seat.0)));
            vec![
                tagged(StmtKind::Take(top, point(), None)),
                tagged(StmtKind::Put(kind, owner, point(), None)),
            ]
        };
        let stands = |owner: Owner| {
            let pieces = Node::plain(at.span, Set::Pieces(on_top.clone(), owner));
            Node::plain(at.span, Truth::In(at.kind, Box::new(pieces)))
        };
        if neutral {
            return vec![plain(
                stmt,
                StmtKind::If(stands(Owner::Any), change(None), Vec::new()),
            )];
        }
        let mut out = Vec::new();
        for seat in SeatId::all(self.names.players.len()) {
            let his = Node::plain(at.span, Member::Fixed(seat.0));
            let his = stands(Owner::Of(Box::new(his)));
            out = vec![plain(stmt, StmtKind::If(his, change(Some(seat)), out))];
        }
        out
    }
}

fn plain(stmt: &StmtDecl, kind: StmtKind) -> Stmt {
    Stmt {
        tags: Vec::new(),
        span: stmt.span,
        kind,
    }
}
