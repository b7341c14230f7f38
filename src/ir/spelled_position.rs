//! A position spelled out, for everything that need not be fast: drawing, explaining, tests.

use crate::ir::encoding::{bits, value_of, words_of};
use crate::ir::{Layout, WordsView};
use crate::model::{KindId, LayerId, MemoryId, Model, Point, RuleId, SeatId, Value, Zone, ZoneId};

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// What it is.
    pub kind: KindId,
    /// Whose it is; `None` if it belongs to nobody.
    pub owner: Option<SeatId>,
}

/// A position spelled out: what stands where, what is remembered, who acts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpelledPosition {
    /// What lies on each layer, the lowest first, by point: see [`SpelledPosition::spot`].
    pub pieces: Vec<Option<Piece>>,
    /// How many points a layer has.
    pub points: usize,
    /// What lies in the zones: by zone, by owner (one entry if the table owns it), how many of each row.
    pub zones: Vec<Vec<Vec<u64>>>,
    /// The remembered values: by memory, then by seat or row (one entry if it is remembered once).
    pub memories: Vec<Vec<Value>>,
    /// Who acts.
    pub me: SeatId,
    /// The move answered last, since the last wait began.
    pub last: Option<RuleId>,
}

impl SpelledPosition {
    /// Returns the table before anything is laid on it: no pieces, every zone and memory at its start, the first seat
    /// acting.
    #[must_use]
    pub fn bare(model: &Model) -> Self {
        let points = model.board.as_ref().map_or(0, crate::model::Board::points);
        Self {
            pieces: vec![None; points * model.layers.len()],
            points,
            zones: model
                .zones
                .iter()
                .map(|zone| laid_out(model, zone))
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

    /// Spells the words of a state out; what was answered last, they do not say.
    #[must_use]
    pub fn spelled(model: &Model, layout: &Layout, WordsView { words, me }: WordsView<'_>) -> Self {
        let mut table = Self::bare(model);
        table.me = me;
        for (piece, word) in layout.masks() {
            let first = table.spot(model.layer_of(piece.kind), Point(0));
            for point in bits(&words[word..word + layout.width]) {
                if let Some(place) = table.pieces.get_mut(first + point as usize) {
                    *place = Some(piece);
                }
            }
        }
        for (id, owners) in (0u8..).map(ZoneId).zip(&mut table.zones) {
            for (owner, counts) in owners.iter_mut().enumerate() {
                counts.copy_from_slice(&words[layout.rows(id, owner)]);
            }
        }
        let memories = (0u16..).map(MemoryId).zip(&model.memories);
        for ((id, memory), values) in memories.zip(&mut table.memories) {
            let Some((first, size)) = layout.memory(id) else {
                continue;
            };
            for (value, words) in values.iter_mut().zip(words[first..].chunks_exact(size)) {
                *value = value_of(memory.ty, words, layout.points);
            }
        }
        table
    }

    /// Writes pieces, zones, remembered values and who acts into the words of a state.
    pub fn write(&self, model: &Model, layout: &Layout, words: &mut [u64]) {
        words[Layout::ME] = u64::from(self.me.0);
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

    /// Returns the words of a state with this on the table, and nothing under way.
    #[must_use]
    pub fn words(&self, model: &Model) -> Vec<u64> {
        let layout = Layout::new(model);
        let mut words = vec![0; layout.control];
        self.write(model, &layout, &mut words);
        words
    }

    /// Returns the place of a point of a layer in the list of pieces.
    #[must_use]
    pub fn spot(&self, layer: LayerId, point: Point) -> usize {
        layer.index() * self.points + point.index()
    }

    /// Returns what lies on a point of a layer.
    #[must_use]
    pub fn on(&self, layer: LayerId, point: Point) -> Option<Piece> {
        self.pieces.get(self.spot(layer, point)).copied().flatten()
    }

    /// Returns what lies on a point, the lowest layer first.
    pub fn stack(&self, point: Point) -> impl DoubleEndedIterator<Item = Piece> + '_ {
        let layers = self.pieces.chunks(self.points.max(1));
        layers.filter_map(move |layer| layer.get(point.index()).copied().flatten())
    }

    /// Returns what lies uppermost on a point.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<Piece> {
        self.stack(point).next_back()
    }

    /// Returns a remembered value, by seat or row; which is ignored for one that is remembered once.
    #[must_use]
    pub fn memory(&self, id: MemoryId, of: usize) -> &Value {
        let values = &self.memories[usize::from(id.0)];
        values.get(of).unwrap_or(&values[0])
    }

    /// Returns how many of each row lie in a zone; the owner is ignored for one of the table's.
    #[must_use]
    pub fn zone(&self, id: ZoneId, owner: usize) -> &[u64] {
        let owners = &self.zones[id.index()];
        owners.get(owner).unwrap_or(&owners[0])
    }
}

/// Returns what lies in a zone at the start, by owner.
fn laid_out(model: &Model, zone: &Zone) -> Vec<Vec<u64>> {
    let counts: Vec<u64> = zone.start.iter().map(|&n| u64::from(n)).collect();
    vec![counts; if zone.of_player { model.seats() } else { 1 }]
}
