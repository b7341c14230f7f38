//! The number of pieces that a game can ever bring to the board, as far as its rules alone determine it.

use linstock_engine::vm::Piece;
use linstock_model::{
    Ask, Asked, Drawing, KindId, Member, Model, MoveId, Node, Num, Placement, SeatId, Set, Stmt,
    StmtKind,
};
use std::collections::BTreeMap;

/// Returns the most pieces of a kind and an owner that come to the board from outside the game. Returns `None` if that is
/// unknown (they come without limit, as many as a condition says, or by a script), or if the rules bring none at all.
pub(super) fn brought(model: &Model, piece: Piece) -> Option<u64> {
    let mut supply = Supply {
        model,
        piece,
        of_moves: BTreeMap::new(),
    };
    let all = supply.block(&model.play)?.total();
    (all > 0).then_some(all)
}

/// The pieces that come each time something is done.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Brought {
    /// The pieces of the acting player.
    own: u64,
    /// The pieces whose owner does not depend on the acting player.
    any: u64,
}

impl Brought {
    fn total(self) -> u64 {
        self.own + self.any
    }

    fn and(self, other: Self) -> Self {
        Self {
            own: self.own + other.own,
            any: self.any + other.any,
        }
    }

    fn or(self, other: Self) -> Self {
        Self {
            own: self.own.max(other.own),
            any: self.any.max(other.any),
        }
    }

    fn times(self, times: u64) -> Self {
        Self {
            own: self.own.saturating_mul(times),
            any: self.any.saturating_mul(times),
        }
    }

    /// Returns the pieces that come if something is repeated without limit.
    fn again_and_again(self) -> Option<Self> {
        (self == Self::default()).then_some(self)
    }

    /// Returns the pieces that come if `seats` players each do it once.
    fn by_each(self, seats: u64) -> Self {
        Self {
            own: 0,
            any: self.own + self.any.saturating_mul(seats),
        }
    }
}

struct Supply<'m> {
    model: &'m Model,
    piece: Piece,
    of_moves: BTreeMap<MoveId, Option<Brought>>,
}

impl Supply<'_> {
    fn block(&mut self, body: &[Stmt]) -> Option<Brought> {
        let mut all = Brought::default();
        for stmt in body {
            all = all.and(self.stmt(stmt)?);
        }
        Some(all)
    }

    fn stmt(&mut self, stmt: &Stmt) -> Option<Brought> {
        let seats = self.model.seats() as u64;
        match &stmt.kind {
            StmtKind::Put(kind, owner, set, None) if *kind == self.piece.kind => {
                self.put(owner.as_ref(), set)
            }
            StmtKind::Lay(placement) => self.brought_by_drawing(placement),
            StmtKind::Script(script, _) => {
                let script = &self.model.scripts[script.index()];
                let changes = script.changes_kinds.contains(&self.piece.kind);
                (!changes).then(Brought::default)
            }
            StmtKind::If(_, then, otherwise) => Some(self.block(then)?.or(self.block(otherwise)?)),
            StmtKind::Repeat(times, body) => {
                let once = self.block(body)?;
                match times.as_ref().map(|times| &times.kind) {
                    Some(Num::Fixed(times)) => Some(once.times(u64::try_from(*times).unwrap_or(0))),
                    _ => once.again_and_again(),
                }
            }
            StmtKind::Each { endless, body, .. } => {
                let each = self.block(body)?.by_each(seats);
                if *endless {
                    each.again_and_again()
                } else {
                    Some(each)
                }
            }
            StmtKind::Phase(_, body) => self.block(body),
            StmtKind::Ask(ask) => self.brought_by_ask(ask),
            StmtKind::Move(..)
            | StmtKind::Take(..)
            | StmtKind::Put(..)
            | StmtKind::Transfer(..)
            | StmtKind::Remember(..)
            | StmtKind::Forget(_)
            | StmtKind::Leave(_)
            | StmtKind::Must(..)
            | StmtKind::End(_) => Some(Brought::default()),
        }
    }

    fn brought_by_ask(&mut self, ask: &Ask) -> Option<Brought> {
        let mut all = self.block(&ask.otherwise)?;
        for item in &ask.items {
            all = all.or(self.of_move(item.mv)?);
        }
        Some(match ask.who {
            Asked::Me => all,
            Asked::One(_) | Asked::Chance | Asked::Together(_) => {
                all.by_each(self.model.seats() as u64)
            }
        })
    }

    fn of_move(&mut self, mv: MoveId) -> Option<Brought> {
        if let Some(known) = self.of_moves.get(&mv) {
            return *known;
        }
        let model = self.model;
        let brought = self.block(&model.mv(mv).body);
        self.of_moves.insert(mv, brought);
        brought
    }

    fn put(&self, owner: Option<&Node<Member>>, set: &Node<Set>) -> Option<Brought> {
        let count = match &set.kind {
            Set::At(_) => 1,
            Set::Fixed(points) => points.count_ones(..) as u64,
            _ => return None,
        };
        let seat = self.piece.owner.map(|SeatId(seat)| seat);
        Some(match owner.map(|owner| &owner.kind) {
            Some(Member::Me) => Brought { own: count, any: 0 },
            Some(Member::Fixed(fixed)) if seat != Some(*fixed) => Brought::default(),
            _ => Brought { own: 0, any: count },
        })
    }

    fn brought_by_drawing(&self, placement: &Placement) -> Option<Brought> {
        let count = |drawing: &Drawing| {
            let alike = |kind: KindId, owner| kind == self.piece.kind && owner == self.piece.owner;
            let alike = drawing
                .pieces
                .iter()
                .filter(|spot| alike(spot.kind, spot.owner));
            alike.count() as u64
        };
        let drawing = |id: &linstock_model::DrawingId| &self.model.drawings[id.index()];
        match placement {
            Placement::Whole(id) => Some(Brought {
                own: 0,
                any: count(drawing(id)),
            }),
            Placement::Part(part) => {
                let most = part.drawings.iter().map(|id| count(drawing(id))).max();
                (most.unwrap_or(0) == 0).then(Brought::default)
            }
        }
    }
}
