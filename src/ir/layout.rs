//! Where everything lies in the words of a state.

use crate::ir::Piece;
use crate::model::{KindId, LayerId, MemoryId, MemoryType, Model, Point, SeatId, ZoneId};
use std::ops::Range;

/// The numbers of words a mask may have; a board takes the least that holds its points.
pub const WIDTHS: [usize; 8] = [1, 2, 3, 4, 5, 8, 16, 64];

/// Where everything lies in the words of a state.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Words a mask takes.
    pub width: usize,
    /// Points of the board; 1 where there is none.
    pub points: usize,
    /// The words of each kind's masks: a mask an owner.
    kinds: Vec<Range<usize>>,
    /// Every mask, the lowest layer's first: whose pieces it holds, and its first word.
    masks: Vec<(Piece, usize)>,
    /// The words of the masks of each layer.
    layers: Vec<Range<usize>>,
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
        let mut next = 1;
        let mut kinds = vec![0..0; model.kinds.len()];
        let (mut masks, mut layers) = (Vec::new(), Vec::new());
        for layer in (0u8..).map(LayerId).take(model.layers.len()) {
            let first = next;
            for kind in model.kinds_on(layer) {
                let first = next;
                for owner in model.owners_of(kind) {
                    masks.push((Piece { kind, owner }, next));
                    next += width;
                }
                kinds[kind.index()] = first..next;
            }
            layers.push(first..next);
        }
        let mut memories = Vec::new();
        for memory in &model.memories {
            let size = if memory.ty == MemoryType::Points {
                width
            } else {
                1
            };
            let copies = model.copies(memory);
            memories.push(memory.live.then_some((next, size)));
            next += if memory.live { size * copies } else { 0 };
        }
        let mut zones = Vec::new();
        for zone in &model.zones {
            let rows = model.list(zone.list).rows.len();
            zones.push((next, rows));
            next += rows * if zone.of_player { model.seats() } else { 1 };
        }
        Self {
            width,
            points,
            kinds,
            masks,
            layers,
            memories,
            zones,
            control: next,
        }
    }

    /// Returns the first word of the mask of one kind and owner; the owner is ignored for what belongs to nobody.
    #[must_use]
    pub fn mask(&self, kind: KindId, owner: Option<SeatId>) -> usize {
        let first = self.kinds[kind.index()].start;
        first + owner.map_or(0, SeatId::index) * self.width
    }

    /// Returns the words of all masks of a kind, one after the other by owner.
    #[must_use]
    pub fn masks_of(&self, kind: KindId) -> Range<usize> {
        self.kinds[kind.index()].clone()
    }

    /// Returns every mask, the lowest layer's first: whose pieces it holds, and its first word.
    pub fn masks(&self) -> impl DoubleEndedIterator<Item = (Piece, usize)> + '_ {
        self.masks.iter().copied()
    }

    /// Returns what lies on a point, the lowest layer first, and the first word of the mask that says so.
    pub fn stack<'a>(
        &'a self,
        words: &'a [u64],
        point: Point,
    ) -> impl DoubleEndedIterator<Item = (Piece, usize)> + 'a {
        let (at, bit) = (point.index() / 64, point.index() % 64);
        self.masks()
            .filter(move |(_, word)| words[word + at] >> bit & 1 != 0)
    }

    /// Returns the words of all masks of the last layer.
    #[inline]
    #[must_use]
    pub fn top(&self) -> Range<usize> {
        self.layers.last().cloned().unwrap_or(1..1)
    }

    /// Returns the words of all masks of the layer that a mask belongs to, by its first word.
    #[must_use]
    pub fn layer_with(&self, word: usize) -> Range<usize> {
        let mut layers = self.layers.iter();
        layers
            .find(|layer| layer.contains(&word))
            .cloned()
            .unwrap_or(1..1)
    }

    /// Returns the first word of each mask among the words of some.
    #[inline]
    pub fn firsts(&self, words: Range<usize>) -> impl Iterator<Item = usize> + use<> {
        let (width, end) = (self.width, words.end);
        // Not `step_by`, which divides to know how often it goes on.
        let next = move |first: &usize| Some(first + width).filter(|first| *first < end);
        std::iter::successors(Some(words.start).filter(|first| *first < end), next)
    }

    /// Returns the first word of a zone (of the first seat), and how many words one takes: how many copies of each row
    /// lie there.
    #[must_use]
    pub fn zone(&self, id: ZoneId) -> (usize, usize) {
        self.zones[id.index()]
    }

    /// Returns the words of the zone of an owner, a word a row; the first seat's are those of a zone of the table's.
    #[must_use]
    pub fn rows(&self, id: ZoneId, owner: usize) -> Range<usize> {
        let (first, rows) = self.zone(id);
        let at = first + owner * rows;
        at..at + rows
    }

    /// Returns the first word of a remembered value (of the first seat or row), and how many words one takes; `None` if
    /// nothing reads it.
    #[must_use]
    pub fn memory(&self, id: MemoryId) -> Option<(usize, usize)> {
        self.memories.get(usize::from(id.0)).copied().flatten()
    }
}
