//! Pieces that go from one place to another.

use super::Resolver;
use super::names::Scope;
use super::types::is_word;
use crate::base::Diagnostic;
use crate::model::{Item, KindId, Node, Owner, Set, Stmt, StmtKind};
use crate::syntax::ast::{Expr, Stmt as StmtDecl};

impl<'a> Resolver<'a> {
    /// Resolves `here -> there`, `here -> box`, `town: box -> there`.
    pub fn transfer(
        &mut self,
        stmt: &StmtDecl,
        (what, from, to): (Option<&Expr>, &Expr, &Expr),
        scope: &Scope<'_>,
    ) -> Option<Vec<Stmt>> {
        let tags = self.tags(&stmt.tags);
        let kind = if is_word(from, "box") {
            let Some(what) = what else {
                let diagnostic = Diagnostic::error(from.span, "which piece comes from the box?")
                    .hint("say it before a colon, as in `town: box -> there`");
                self.report(diagnostic);
                return None;
            };
            let piece = self.piece(what, scope);
            let to = self.set(to, scope)?;
            let (kind, owner, more) = piece?;
            let tags = [tags, more].concat();
            return Some(vec![Stmt {
                tags,
                span: stmt.span,
                kind: StmtKind::Put(kind, owner, to),
            }]);
        } else if is_word(to, "box") {
            StmtKind::Take(self.set(from, scope)?)
        } else {
            let (from, to) = (self.place(from, scope), self.place(to, scope));
            StmtKind::Move(from?, to?)
        };
        if let Some(what) = what {
            let diagnostic = Diagnostic::error(
                what.span,
                "a piece is named only where it comes from the box",
            )
            .hint("what stands on the point goes");
            self.report(diagnostic);
            return None;
        }
        Some(vec![Stmt {
            tags,
            span: stmt.span,
            kind,
        }])
    }

    /// `town` (one's own) or `white pawn`
    fn piece(
        &mut self,
        e: &Expr,
        scope: &Scope<'_>,
    ) -> Option<(KindId, Node<Item>, Vec<crate::model::TagId>)> {
        let set = self.set(e, scope)?;
        let me = Node::plain(e.span, Item::Me);
        if let Set::Pieces(kinds, owner) = set.kind
            && let [kind] = kinds.as_slice()
        {
            return match owner {
                Owner::Any | Owner::Own => Some((*kind, me, set.tags)),
                Owner::Of(seat) => Some((*kind, *seat, set.tags)),
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
