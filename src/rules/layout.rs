//! Where everything lies in the words of a state.

use crate::model::{KindId, MemoryId, MemoryType, Model, SeatId, ZoneId};

/// The numbers of words a mask may have; a board takes the least that holds its points.
pub const WIDTHS: [usize; 8] = [1, 2, 3, 4, 5, 8, 16, 64];

/// Where everything lies in the words of a state.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Words a mask takes.
    pub width: usize,
    /// Points of the board; 1 where there is none.
    pub points: usize,
    seats: usize,
    kinds: usize,
    memories: Vec<Option<(usize, usize)>>,
    /// The first word of each zone, and how many one of it takes: a word a row.
    zones: Vec<(usize, usize)>,
    /// The first word that control (loops, arguments) may use.
    pub control: usize,
}

impl Layout {
    /// The word that holds who acts.
    pub const ME: usize = 0;

    /// Lays out a game's state.
    #[must_use]
    pub fn new(model: &Model) -> Self {
        let points = model
            .board
            .as_ref()
            .map_or(1, crate::model::Board::points)
            .max(1);
        let width = WIDTHS
            .into_iter()
            .find(|w| w * 64 >= points)
            .unwrap_or(WIDTHS[WIDTHS.len() - 1]);
        let (seats, kinds) = (model.seats(), model.kinds.len());
        let mut next = 1 + seats * kinds * width;
        let mut memories = Vec::new();
        for memory in &model.memories {
            let size = if memory.ty == MemoryType::Points {
                width
            } else {
                1
            };
            let copies = memory.per.map_or(1, |family| model.members(family));
            memories.push(memory.live.then_some((next, size)));
            next += if memory.live { size * copies } else { 0 };
        }
        let mut zones = Vec::new();
        for zone in &model.zones {
            let rows = model.list(zone.list).rows.len();
            zones.push((next, rows));
            next += rows * if zone.of_player { seats } else { 1 };
        }
        Self {
            width,
            points,
            seats,
            kinds,
            memories,
            zones,
            control: next,
        }
    }

    /// Returns the first word of the mask of one kind and owner.
    #[must_use]
    pub fn mask(&self, kind: KindId, owner: SeatId) -> usize {
        1 + (usize::from(kind.0) * self.seats + usize::from(owner.0)) * self.width
    }

    /// Returns the words of all masks of pieces.
    #[must_use]
    pub fn pieces(&self) -> std::ops::Range<usize> {
        1..1 + self.kinds * self.seats * self.width
    }

    /// Returns every mask: kind, owner, first word.
    pub fn masks(&self) -> impl Iterator<Item = (KindId, SeatId, usize)> + '_ {
        let kinds = (0u8..).map(KindId).take(self.kinds);
        kinds.flat_map(move |k| {
            let seats = (0u8..).map(SeatId).take(self.seats);
            seats.map(move |s| (k, s, self.mask(k, s)))
        })
    }

    /// Returns the first word of a zone (of the first seat), and how many words one takes: how many copies of each row
    /// lie there.
    #[must_use]
    pub fn zone(&self, id: ZoneId) -> (usize, usize) {
        self.zones[id.index()]
    }

    /// Returns the first word of a remembered value (of the first seat or row), and how many words one takes; `None` if
    /// nothing reads it.
    #[must_use]
    pub fn memory(&self, id: MemoryId) -> Option<(usize, usize)> {
        self.memories.get(usize::from(id.0)).copied().flatten()
    }
}
