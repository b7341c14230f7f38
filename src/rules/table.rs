//! A position spelled out, for everything that need not be fast: drawing, explaining, scripts, tests.

use crate::model::{KindId, MemoryId, Model, MoveId, Point, SeatId, Value};

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// What it is.
    pub kind: KindId,
    /// Whose it is.
    pub owner: SeatId,
}

/// A position spelled out: what stands where, what is remembered, who acts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// What stands on each point, by point.
    pub pieces: Vec<Option<Piece>>,
    /// The remembered values: by memory, then by seat (one entry if it is not per player).
    pub memories: Vec<Vec<Value>>,
    /// Who acts.
    pub me: SeatId,
    /// The move answered last, since the last wait began.
    pub last: Option<MoveId>,
}

impl Table {
    /// Returns the table before anything is laid on it: no pieces, every memory at its start, the first seat acting.
    #[must_use]
    pub fn bare(model: &Model) -> Self {
        let points = model.board.as_ref().map_or(0, crate::model::Board::points);
        let times = |per_player| if per_player { model.seats() } else { 1 };
        Self {
            pieces: vec![None; points],
            memories: model
                .memories
                .iter()
                .map(|m| vec![m.start.clone(); times(m.per_player)])
                .collect(),
            me: SeatId(0),
            last: None,
        }
    }

    /// Returns what stands on a point.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<Piece> {
        self.pieces.get(usize::from(point.0)).copied().flatten()
    }

    /// Returns a remembered value; `seat` is ignored for one that is not per player.
    #[must_use]
    pub fn memory(&self, id: MemoryId, seat: SeatId) -> &Value {
        let values = &self.memories[usize::from(id.0)];
        values.get(usize::from(seat.0)).unwrap_or(&values[0])
    }
}
