//! What stands on a point, and what should.

use crate::model::{KindId, LayerId, Point, Set, TagId};
use crate::play::explain::Problem;
use crate::play::explain::describe::Explainer;
use crate::play::explain::sets::own_tags;
use crate::play::wording::reasons::Rest;
use crate::reference::{Proof, SeenOwner, SetParts, WithParts};
use crate::vm::Piece;

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
        let layer = kinds.first().map_or(model.top(), |k| model.layer_of(*k));
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

    /// Says what stands on a point where none of some kinds may.
    pub(super) fn stands_there(&self, kinds: &[KindId], point: Point) -> Option<Problem> {
        let layer = self.model.layer_of(*kinds.first()?);
        let piece = self.table.on(layer, point);
        let rest = self.rest(layer, piece.as_ref());
        let piece = piece.map(|piece| self.piece(piece));
        let text = self
            .say()
            .stands((&self.point(point), rest), piece.as_deref());
        Some(Problem::state(text))
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
