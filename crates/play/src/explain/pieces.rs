//! The piece on a point, and the piece that should be there.

use crate::explain::describe::Explainer;
use crate::explain::problem::Problem;
use crate::explain::sets::own_tags;
use crate::reference::{Proof, SeenOwner, SetParts, WithParts};
use crate::wording::reasons::Rest;
use linstock_engine::vm::Piece;
use linstock_model::{KindId, LayerId, Owner, Point, SeatId, Set, TagId};

impl Explainer<'_> {
    /// Explains that a point has no piece of these kinds and this owner.
    pub(super) fn no_such_piece(
        &self,
        (kinds, owner): (&[KindId], &SeenOwner<'_, WithParts>),
        point: Point,
    ) -> Problem {
        let wanted = self.pieces(kinds, owner);
        let problem = self.wrong_piece(kinds, &wanted, point);
        let of_me = matches!(owner.owner, Owner::Own);
        let problem = self.instead(problem, (kinds, of_me), point);
        problem.within(self.other_kind(point, kinds))
    }

    /// Says what stands on a point, or that it is empty.
    pub(super) fn what_stands(&self, point: Point) -> String {
        let piece = self.stands(point);
        let here = self.point(point);
        self.say().stands((&here, Rest::Stands), piece.as_deref())
    }

    /// Says that the acting player has no piece on a point.
    pub(super) fn nothing_of_mine(&self, point: Point) -> String {
        let here = self.point(point);
        match self.stands(point) {
            Some(piece) => {
                let owner = self.table.at(point).and_then(|piece| piece.owner);
                match owner {
                    Some(_) => {
                        let me = self.player(Some(self.table.me));
                        self.say().not_your_piece(&me, &here, &piece)
                    }
                    None => self.say().not_yours(&here, &piece),
                }
            }
            None => self.say().is_empty(&here),
        }
    }

    /// Notes that the acting player has a piece of another kind on the point.
    fn instead(
        &self,
        problem: Problem,
        (kinds, of_me): (&[KindId], bool),
        point: Point,
    ) -> Problem {
        let piece = self.table.at(point);
        let own = piece.filter(|piece| piece.owner == Some(self.table.me));
        let other = own.filter(|piece| !kinds.contains(&piece.kind));
        // A piece of somebody else may be the wanted one.
        let lacks = own.is_none() && (piece.is_none() || of_me) && self.model.layers.len() == 1;
        Problem {
            instead: other.map(|_| point),
            lacks: lacks.then_some(point),
            ..problem
        }
    }

    /// Returns the clauses of the piece on a point, if it is of none of these kinds.
    fn other_kind(&self, point: Point, kinds: &[KindId]) -> &[TagId] {
        let kind = self.table.at(point).map(|piece| piece.kind);
        let other = kind.filter(|kind| !kinds.contains(kind));
        let known = other.and_then(|kind| self.model.kinds.get(usize::from(kind.0)));
        known.map_or(&[], |kind| kind.tags.as_slice())
    }

    /// Explains that a point has a piece of none of several sets.
    pub(super) fn none_of(&self, parts: &[Proof<'_, Set>], point: Point) -> Vec<Problem> {
        let (mut wanted, mut all, mut tags) = (Vec::new(), Vec::new(), Vec::new());
        let mut of_me = true;
        for part in parts {
            if let SetParts::Pieces(kinds, owner) = &*part.parts {
                wanted.push(self.pieces(kinds, owner));
                of_me &= matches!(owner.owner, Owner::Own);
                all.extend(*kinds);
                tags.extend(own_tags(self.model, part.node));
            }
        }
        let problem = self.wrong_piece(&all, &self.say().either(&wanted), point);
        let problem = self.instead(problem, (&all, of_me), point);
        vec![problem.within(&tags)]
    }

    /// Explains that a point has no piece of these kinds, and names the piece on their layer.
    fn wrong_piece(&self, kinds: &[KindId], wanted: &str, point: Point) -> Problem {
        let model = self.model;
        // With several layers, the piece on the top layer says most.
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

    /// Names the pieces on a point that must not have one of these kinds and this owner.
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
        Some(Problem::state(text).obstacle(&piece))
    }

    /// Returns whether a piece has this owner.
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

    /// Returns how a piece is on its layer: the ground is part of its point, and anything else below the pieces lies
    /// there.
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
