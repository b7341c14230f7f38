//! Pieces that go from one place to another: on the board, in zones, in the box.

use crate::base::{Diagnostic, Span};
use crate::check::Resolver;
use crate::check::expr::types::{Type, is_word};
use crate::check::names::Scope;
use crate::model::{KindId, Member, Node, Owner, PiecesTaken, Set, Stmt, StmtKind, TagId, ZoneRef};
use crate::syntax::ast::{Expr, ExprKind, StmtDecl};

/// A piece that is named: its kind, its owner if one is named, its clauses.
type TypedPiece = (KindId, Option<Node<Member>>, Vec<TagId>);

/// What lies off the board, at one end of a transfer.
enum Off {
    /// Outside the game.
    Box,
    /// A zone of pieces.
    Zone(ZoneRef, Vec<TagId>),
}

impl Off {
    fn zone(self) -> (Option<ZoneRef>, Vec<TagId>) {
        match self {
            Self::Box => (None, Vec::new()),
            Self::Zone(zone, tags) => (Some(zone), tags),
        }
    }
}

impl<'a> Resolver<'a> {
    /// Resolves `here -> there`, `here -> box`, `town: box -> there`, `fort: supply of me -> there`.
    pub fn transfer(
        &mut self,
        stmt: &StmtDecl,
        (what, from, to): (Option<&Expr>, &Expr, &Expr),
        scope: &Scope<'_>,
    ) -> Option<Vec<Stmt>> {
        let mut tags = self.tags(&stmt.tags);
        let (kind, more) = if self.is_off(from, scope) {
            self.bring((what, from, to), scope)?
        } else if self.is_off(to, scope) {
            self.take((what, from, to), scope)?
        } else {
            let (from, to) = (self.place(from, scope), self.place(to, scope));
            if let Some(what) = what {
                return self.named_in_vain(what);
            }
            (StmtKind::Move(from?, to?), Vec::new())
        };
        tags.extend(more);
        Some(vec![Stmt {
            tags,
            span: stmt.span,
            kind,
        }])
    }

    fn is_off(&mut self, e: &Expr, scope: &Scope<'_>) -> bool {
        is_word(e, "box") || matches!(self.type_of(e, scope), Type::Zone(_))
    }

    fn off(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<Off> {
        if is_word(e, "box") {
            return Some(Off::Box);
        }
        let (zone, tags) = self.zone_ref(e, scope)?;
        if self.pieces_list() == Some(self.list_in(&zone)) {
            return Some(Off::Zone(zone, tags));
        }
        let message = "no pieces lie in this zone, so none goes between it and the board";
        let diagnostic = Diagnostic::error(e.span, message);
        self.report(
            diagnostic.hint("a zone of pieces names them: zone supply { holds 10 pawn; open }"),
        );
        None
    }

    /// Pieces that come to the board.
    fn bring(
        &mut self,
        (what, from, to): (Option<&Expr>, &Expr, &Expr),
        scope: &Scope<'_>,
    ) -> Option<(StmtKind, Vec<TagId>)> {
        let Some(what) = what else {
            let place = if is_word(from, "box") {
                "the box"
            } else {
                "there"
            };
            let message = format!("which piece comes from {place}?");
            let diagnostic = Diagnostic::error(from.span, message)
                .hint("say it before a colon, as in `town: box -> there`");
            self.report(diagnostic);
            return None;
        };
        let (zone, more) = self.off(from, scope)?.zone();
        let (piece, to) = (self.piece(what, scope), self.set(to, scope));
        let ((kind, owner, mut tags), to) = (piece?, to?);
        tags.extend(more);
        let owner = self.owner_of_new((kind, owner), (zone.as_ref(), what.span))?;
        Some((StmtKind::Put(kind, owner, to, zone), tags))
    }

    /// Whose a piece is that comes to the board: whom the rule names, else whose zone it lay in, else of who acts.
    fn owner_of_new(
        &mut self,
        (kind, owner): (KindId, Option<Node<Member>>),
        (zone, span): (Option<&ZoneRef>, Span),
    ) -> Option<Option<Node<Member>>> {
        if self.names.kinds[kind.index()].what.neutral {
            return Some(None);
        }
        let of_zone = zone.and_then(|zone| zone.of.as_deref().cloned());
        let me = || Node::plain(span, Member::Me);
        Some(Some(owner.or(of_zone).unwrap_or_else(me)))
    }

    /// Pieces that leave the board.
    fn take(
        &mut self,
        (what, from, to): (Option<&Expr>, &Expr, &Expr),
        scope: &Scope<'_>,
    ) -> Option<(StmtKind, Vec<TagId>)> {
        let (zone, more) = self.off(to, scope)?.zone();
        let piece = match what {
            Some(what) => Some(self.piece(what, scope)?),
            None => None,
        };
        let from = self.set(from, scope)?;
        let Some((kind, owner, mut tags)) = piece else {
            let top = PiecesTaken::Layer(self.top_layer());
            return Some((StmtKind::Take(top, from, zone), more));
        };
        tags.extend(more);
        let from = match owner {
            None => from,
            Some(owner) => {
                let his = Set::Pieces(vec![kind], Owner::Of(Box::new(owner)));
                let his = Node::plain(from.span, his);
                Node::plain(from.span, Set::And(vec![from, his]))
            }
        };
        Some((StmtKind::Take(PiecesTaken::Kind(kind), from, zone), tags))
    }

    fn named_in_vain<T>(&mut self, what: &Expr) -> Option<T> {
        let diagnostic = Diagnostic::error(
            what.span,
            "a piece is named only where it comes from the box",
        )
        .hint("what stands on the point goes");
        self.report(diagnostic);
        None
    }

    /// `town` or `white pawn`
    fn piece(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<TypedPiece> {
        if let ExprKind::Counted { .. } = &e.kind {
            let diagnostic = Diagnostic::error(e.span, "a piece comes to each of the points")
                .label("so many cannot be named");
            self.report(diagnostic.hint("leave the number out, and name as many points"));
            return None;
        }
        let set = self.set(e, scope)?;
        if let Set::Pieces(kinds, owner) = set.kind
            && let [kind] = kinds.as_slice()
        {
            let me = || Node::plain(e.span, Member::Me);
            return match owner {
                Owner::Any => Some((*kind, None, set.tags)),
                Owner::Own => Some((*kind, Some(me()), set.tags)),
                Owner::Of(seat) => Some((*kind, Some(*seat), set.tags)),
                Owner::Enemy => {
                    let diagnostic =
                        Diagnostic::error(e.span, "expected one player's piece").label("whose?");
                    self.report(
                        diagnostic.hint("name the player, as in `white pawn: box -> there`"),
                    );
                    None
                }
            };
        }
        let diagnostic =
            Diagnostic::error(e.span, "expected one piece").label("this is a set of points");
        self.report(diagnostic.hint("as in `town: box -> there`"));
        None
    }
}
