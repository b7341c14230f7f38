//! Elaborates `kind of here`: the kind of the piece at a point, or at the only point of a set.

use crate::expr::one_at_most::is_one_at_most;
use crate::expr::typed::{Resolved, Typed};
use crate::names::Scope;
use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use linstock_base::Span;
use linstock_model::{FiniteDomain, KindId, Member, Node, Owner, Place, Set, Truth};
use linstock_syntax::ast::{Expr, Name};

/// The place of a piece: a point, or the only point of a set, if it has one.
enum PieceAt {
    Place(Place),
    OneAtMost(Node<Set>),
}

impl PieceAt {
    /// Tests whether a piece of a kind is there.
    fn is(&self, span: Span, kind: KindId) -> Truth {
        let pieces = Node::plain(span, Set::Pieces(vec![kind], Owner::Any));
        match self {
            Self::Place(place) => Truth::In(*place, Box::new(pieces)),
            Self::OneAtMost(set) => {
                let both = Set::And(vec![set.clone(), pieces]);
                Truth::Some(Box::new(Node::plain(span, both)))
            }
        }
    }
}

impl Resolver<'_> {
    /// Elaborates `kind of here`: the kind of the piece on the top layer, if there is one.
    pub(super) fn kind_of(&mut self, name: &Name, of: &Expr, scope: &Scope<'_>) -> Resolved<Typed> {
        let piece = self.piece_at(of, scope)?;
        if self.names.kinds.is_empty() {
            return Err(self.unknown(name, scope));
        }
        let list = self.kinds_list()?;
        let on_top = self.kinds_on(self.top_layer());
        let is = |kind: KindId| match on_top.contains(&kind) {
            true => piece.kind.is(piece.span, kind),
            false => Truth::Fixed(false),
        };
        let kinds = self.all_kinds().into_iter();
        let truths = kinds.map(|kind| Node::plain(piece.span, is(kind)));
        let member = Member::First(truths.collect());
        Ok((Typed::Member(FiniteDomain::Rows(list), member), piece.tags))
    }

    /// Returns the place of the piece whose kind is read.
    fn piece_at(&mut self, of: &Expr, scope: &Scope<'_>) -> Checked<Node<PieceAt>> {
        let found = self.infer(of, scope)?;
        if let Typed::Set(set) = &found.kind
            && is_one_at_most(&found.kind)
        {
            let set = Node::plain(found.span, set.clone());
            return Ok(Node::plain(found.span, PieceAt::OneAtMost(set)));
        }
        let place: Node<Place> = self.coerce_or(found, Some(of))?;
        Ok(Node {
            tags: place.tags,
            span: place.span,
            reason: place.reason,
            kind: PieceAt::Place(place.kind),
        })
    }
}
