//! A spelled-out position: the pieces by point, the zones and memories as values.
//!
//! It serves all work that need not be fast: drawing, explaining, scenarios, the reference evaluator.
//! [`SpelledPosition::spelled`] decodes a position of the virtual machine, and [`SpelledPosition::write`] encodes one.

use crate::ir::encoding::{bits, value_of, words_of};
use crate::ir::{Layout, Piece, WordsView};
use linstock_model::{LayerId, MemoryId, Model, Point, RuleId, SeatId, Value, Zone, ZoneId};

/// A spelled-out position: pieces, zones, memories, and the seat that acts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpelledPosition {
    /// The pieces by layer (the lowest first), then by point: see [`SpelledPosition::spot`].
    pub pieces: Vec<Option<Piece>>,
    /// The number of points of a layer.
    pub points: usize,
    /// The copies of each row: by zone, by owner (one entry for a zone that belongs to no player), by row.
    pub zones: Vec<Vec<Vec<u64>>>,
    /// The values of the memories: by memory, then by seat, row or point (one entry for a memory that exists once).
    pub memories: Vec<Vec<Value>>,
    /// The seat that acts.
    pub me: SeatId,
    /// The rule of the last move, if a rule reads it here.
    pub last: Option<RuleId>,
}

impl SpelledPosition {
    /// Returns the position before a game begins: no pieces, each zone and memory at its start, the first seat to act.
    #[must_use]
    pub fn empty(model: &Model) -> Self {
        let points = model
            .board
            .as_ref()
            .map_or(0, linstock_model::Board::points);
        Self {
            pieces: vec![None; points * model.layers.len()],
            points,
            zones: model
                .zones
                .iter()
                .map(|zone| zone_at_start(model, zone))
                .collect(),
            memories: model
                .memories
                .iter()
                .map(|m| vec![m.start.clone(); model.copies(m)])
                .collect(),
            me: SeatId(0),
            last: None,
        }
    }

    /// Decodes the words of a position.
    #[must_use]
    pub fn spelled(model: &Model, layout: &Layout, WordsView { words, me }: WordsView<'_>) -> Self {
        let mut spelled = Self::empty(model);
        spelled.me = me;
        spelled.last = layout.last_move_in(words);
        for (piece, word) in layout.masks() {
            let first = spelled.spot(model.layer_of(piece.kind), Point(0));
            for point in bits(&words[word..word + layout.width]) {
                if let Some(place) = spelled.pieces.get_mut(first + point as usize) {
                    *place = Some(piece);
                }
            }
        }
        for (id, owners) in (0u8..).map(ZoneId).zip(&mut spelled.zones) {
            for (owner, counts) in owners.iter_mut().enumerate() {
                counts.copy_from_slice(&words[layout.rows(id, owner)]);
            }
        }
        let memories = (0u16..).map(MemoryId).zip(&model.memories);
        for ((id, memory), values) in memories.zip(&mut spelled.memories) {
            let Some((first, size)) = layout.memory(id) else {
                continue;
            };
            for (value, words) in values.iter_mut().zip(words[first..].chunks_exact(size)) {
                *value = value_of(memory.ty, words, layout.points);
            }
        }
        spelled
    }

    /// Encodes pieces, zones, memories, the seat that acts and the last move.
    pub fn write(&self, model: &Model, layout: &Layout, words: &mut [u64]) {
        words[Layout::ME] = u64::from(self.me.0);
        layout.write_last_move(words, self.last);
        for (piece, word) in layout.masks() {
            words[word..word + layout.width].fill(0);
            let first = self.spot(model.layer_of(piece.kind), Point(0));
            let pieces = self.pieces.iter().skip(first).take(self.points);
            for (at, _) in pieces.enumerate().filter(|(_, p)| **p == Some(piece)) {
                words[word + at / 64] |= 1 << (at % 64);
            }
        }
        for (id, owners) in (0u8..).map(ZoneId).zip(&self.zones) {
            for (owner, counts) in owners.iter().enumerate() {
                words[layout.rows(id, owner)].copy_from_slice(counts);
            }
        }
        for (id, values) in (0u16..).map(MemoryId).zip(&self.memories) {
            let Some((first, size)) = layout.memory(id) else {
                continue;
            };
            for (value, words) in values.iter().zip(words[first..].chunks_exact_mut(size)) {
                words.copy_from_slice(&words_of(value, size));
            }
        }
    }

    /// Returns the words of this position, without the control words.
    #[must_use]
    pub fn words(&self, model: &Model) -> Vec<u64> {
        let layout = Layout::new(model);
        let mut words = vec![0; layout.control];
        self.write(model, &layout, &mut words);
        words
    }

    /// Returns the index of a point of a layer in `pieces`.
    #[must_use]
    pub fn spot(&self, layer: LayerId, point: Point) -> usize {
        layer.index() * self.points + point.index()
    }

    /// Returns the piece on a point of a layer.
    #[must_use]
    pub fn on(&self, layer: LayerId, point: Point) -> Option<Piece> {
        self.pieces.get(self.spot(layer, point)).copied().flatten()
    }

    /// Returns the pieces on a point, the lowest layer first.
    #[must_use]
    pub fn stack(&self, point: Point) -> impl DoubleEndedIterator<Item = Piece> + '_ {
        let layers = self.pieces.chunks(self.points.max(1));
        layers.filter_map(move |layer| layer.get(point.index()).copied().flatten())
    }

    /// Returns the piece on the last layer of a point, by the point's number.
    #[must_use]
    pub fn on_top(&self, point: usize) -> Option<Piece> {
        let last = self.pieces.chunks(self.points.max(1)).next_back()?;
        last.get(point).copied().flatten()
    }

    /// Returns the piece on the highest layer of a point that has one.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<Piece> {
        self.stack(point).next_back()
    }

    /// Returns the value of a memory. `of` is the seat, row or point, ignored for a memory that exists once.
    #[must_use]
    pub fn memory(&self, id: MemoryId, of: usize) -> &Value {
        let values = &self.memories[usize::from(id.0)];
        values.get(of).unwrap_or(&values[0])
    }

    /// Returns the copies of each row in a zone. Ignores the owner of a zone that belongs to no player.
    #[must_use]
    pub fn zone(&self, id: ZoneId, owner: usize) -> &[u64] {
        let owners = &self.zones[id.index()];
        owners.get(owner).unwrap_or(&owners[0])
    }
}

/// Returns the contents of a zone at the start, by owner.
fn zone_at_start(model: &Model, zone: &Zone) -> Vec<Vec<u64>> {
    let counts: Vec<u64> = zone.start.iter().map(|&n| u64::from(n)).collect();
    vec![counts; if zone.of_player { model.seats() } else { 1 }]
}
