//! What stands on a point, and what should.

use crate::explain::describe::Explainer;
use crate::explain::problem::Problem;
use crate::explain::sets::own_tags;
use crate::reference::{Proof, SeenOwner, SetParts, WithParts};
use crate::wording::reasons::Rest;
use linstock_engine::vm::Piece;
use linstock_model::{KindId, LayerId, Owner, Point, SeatId, Set, TagId};

impl Explainer<'_> {
    /// Says that no piece of some kinds and of somebody stands on a point.
    pub(super) fn no_such_piece(
        &self,
        (kinds, owner): (&[KindId], &SeenOwner<'_, WithParts>),
        point: Point,
    ) -> Problem {
        let wanted = self.pieces(kinds, owner);
        let problem = self.wrong_piece(kinds, &wanted, point);
        let problem = self.instead(problem, (kinds, point));
        problem.within(self.other_kind(point, kinds))
    }

    /// Takes down that who acts has another piece on the point than one of these kinds.
    fn instead(&self, problem: Problem, (kinds, point): (&[KindId], Point)) -> Problem {
        let piece = self.table.at(point);
        let own = piece.filter(|piece| piece.owner == Some(self.table.me));
        let other = own.filter(|piece| !kinds.contains(&piece.kind));
        Problem {
            instead: other.map(|_| point),
            ..problem
        }
    }

    /// Returns the clauses of what stands on a point, if it is of none of these kinds.
    fn other_kind(&self, point: Point, kinds: &[KindId]) -> &[TagId] {
        let kind = self.table.at(point).map(|piece| piece.kind);
        let other = kind.filter(|kind| !kinds.contains(kind));
        let known = other.and_then(|kind| self.model.kinds.get(usize::from(kind.0)));
        known.map_or(&[], |kind| kind.tags.as_slice())
    }

    /// Says that none of several kinds of piece stands on a point.
    pub(super) fn none_of(&self, parts: &[Proof<'_, Set>], point: Point) -> Vec<Problem> {
        let (mut wanted, mut all, mut tags) = (Vec::new(), Vec::new(), Vec::new());
        for part in parts {
            if let SetParts::Pieces(kinds, owner) = &*part.parts {
                wanted.push(self.pieces(kinds, owner));
                all.extend(*kinds);
                tags.extend(own_tags(self.model, part.node));
            }
        }
        let problem = self.wrong_piece(&all, &self.say().either(&wanted), point);
        let problem = self.instead(problem, (&all, point));
        vec![problem.within(&tags)]
    }

    /// Says that no piece of some kinds stands on a point, and what stands there on their layer.
    fn wrong_piece(&self, kinds: &[KindId], wanted: &str, point: Point) -> Problem {
        let model = self.model;
        // Where several layers are meant, what stands on top says most.
        let layers = kinds.iter().map(|kind| model.layer_of(*kind));
        let layer = layers.max().unwrap_or(model.top());
        let there = self.table.on(layer, point);
        let rest = self.rest(layer, there.as_ref());
        let there = there.map(|piece| self.piece(piece));
        let text = self
            .say()
            .wrong_piece((&self.point(point), rest), wanted, there.as_deref());
        let empty = there.is_none() && model.layers.len() == 1;
        Problem::state(if empty {
            self.say().but_empty(&text)
        } else {
            text
        })
    }

    /// Says what stands on a point where none of some kinds and of somebody may.
    pub(super) fn stands_there(
        &self,
        (kinds, owner): (&[KindId], &SeenOwner<'_, WithParts>),
        point: Point,
    ) -> Option<Problem> {
        let all = LayerId::all(self.model.layers.len());
        let meant = all.filter_map(|layer| {
            let piece = self.table.on(layer, point)?;
            let is_meant = kinds.contains(&piece.kind) && self.is_of(piece, owner);
            is_meant.then_some((layer, piece))
        });
        let (layer, piece) = meant.last()?;
        let rest = self.rest(layer, Some(&piece));
        let piece = self.piece(piece);
        let text = self.say().stands((&self.point(point), rest), Some(&piece));
        Some(Problem::state(text))
    }

    /// Tells whether a piece is of those who are meant.
    fn is_of(&self, piece: Piece, owner: &SeenOwner<'_, WithParts>) -> bool {
        let me = Some(self.table.me);
        match owner.owner {
            Owner::Any => true,
            Owner::Own => piece.owner == me,
            Owner::Enemy => piece.owner.is_some() && piece.owner != me,
            Owner::Of(_) => {
                let of = owner.of.as_ref().and_then(|of| of.value);
                piece.owner == of.map(SeatId)
            }
        }
    }

    /// Returns how what is on a layer is there: the ground is what a point is, and what is below the pieces lies there.
    pub(super) fn rest(&self, layer: LayerId, piece: Option<&Piece>) -> Rest {
        let ground = LayerId::all(self.model.layers.len()).next();
        if layer == self.model.top() {
            Rest::Stands
        } else if ground == Some(layer) && piece.is_some_and(|piece| piece.owner.is_none()) {
            Rest::Is
        } else {
            Rest::Lies
        }
    }
}
