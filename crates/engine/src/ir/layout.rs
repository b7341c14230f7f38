//! Assigns the words of a position.
//!
//! Word 0 holds the seat that acts. Then come the masks by layer, kind and owner, the memories, the zones (one word per
//! row), the last move if a rule reads it, and from [`Layout::control`] on the words of loops, arguments and simultaneous
//! choices. Example: a game of two players with one kind of piece on a board of 64 points. Word 1 is the mask of the
//! first player's pieces, word 2 the mask of the second player's pieces.

use linstock_model::{
    KindId, LastMoveUse, LayerId, Memory, MemoryId, MemoryType, Model, Point, RuleId, SeatId,
    ZoneId,
};
use std::ops::Range;

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Its kind.
    pub kind: KindId,
    /// Its owner; `None` if it belongs to nobody.
    pub owner: Option<SeatId>,
}

/// The possible widths of a mask in words; a board takes the smallest that holds its points.
pub(crate) const WIDTHS: [usize; 8] = [1, 2, 3, 4, 5, 8, 16, 64];

/// Assigns the words of a position.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The width of a mask in words.
    pub width: usize,
    /// The number of points of the board; 1 without a board.
    pub points: usize,
    /// The words of the masks of each kind, one mask for each owner.
    kinds: Vec<Range<usize>>,
    /// All masks, the lowest layer first: kind and owner of the pieces, and the first word.
    masks: Vec<(Piece, usize)>,
    /// The words of the masks of each layer.
    layers: Vec<Range<usize>>,
    /// The first word of each memory, and the size of a value in words; `None` if nothing reads it.
    memories: Vec<Option<(usize, usize)>>,
    /// The first word of each zone, and its number of rows (one word per row).
    zones: Vec<(usize, usize)>,
    /// How many words `seen` compares; the memories that do not count come after them.
    pub counted: usize,
    /// The word that holds the rule of the last move plus 1, or 0 for none; `None` if no rule reads it.
    pub last_move: Option<usize>,
    /// Whether a rule reads the last move at a decision point. If not, it is cleared before, so that equal positions are
    /// equal rows.
    pub keeps_last_move: bool,
    /// The first word of control: loops, arguments, simultaneous choices.
    pub control: usize,
}

impl Layout {
    /// The word that holds the seat that acts.
    pub const ME: usize = 0;

    /// Creates the layout of a game.
    #[must_use]
    pub fn new(model: &Model) -> Self {
        let points = model
            .board
            .as_ref()
            .map_or(1, linstock_model::Board::points)
            .max(1);
        let width = WIDTHS
            .into_iter()
            .find(|w| w * 64 >= points)
            .unwrap_or(WIDTHS[WIDTHS.len() - 1]);
        let mut layout = Self {
            width,
            points,
            kinds: vec![0..0; model.kinds.len()],
            masks: Vec::new(),
            layers: Vec::new(),
            memories: vec![None; model.memories.len()],
            zones: Vec::new(),
            counted: 0,
            last_move: None,
            keeps_last_move: false,
            control: Self::ME + 1,
        };
        layout.add_masks(model);
        layout.add_memories(model, |memory| !memory.uncounted);
        layout.add_zones(model);
        layout.counted = layout.control;
        layout.add_memories(model, |memory| memory.uncounted);
        layout.add_last_move(model.last_move_use());
        layout
    }

    fn add_masks(&mut self, model: &Model) {
        for layer in (0u8..).map(LayerId).take(model.layers.len()) {
            let first = self.control;
            for kind in model.kinds_on(layer) {
                let first = self.control;
                for owner in model.owners_of(kind) {
                    self.masks.push((Piece { kind, owner }, self.control));
                    self.control += self.width;
                }
                self.kinds[kind.index()] = first..self.control;
            }
            self.layers.push(first..self.control);
        }
    }

    /// Adds the memories that `takes` accepts, in the order of the model.
    fn add_memories(&mut self, model: &Model, takes: impl Fn(&Memory) -> bool) {
        for (at, memory) in model.memories.iter().enumerate() {
            if !takes(memory) || !memory.live {
                continue;
            }
            let size = if memory.ty == MemoryType::Points {
                self.width
            } else {
                1
            };
            self.memories[at] = Some((self.control, size));
            self.control += size * model.copies(memory);
        }
    }

    fn add_last_move(&mut self, asked: LastMoveUse) {
        self.keeps_last_move = asked == LastMoveUse::WhileChoosing;
        if asked != LastMoveUse::Never {
            self.last_move = Some(self.control);
            self.control += 1;
        }
    }

    fn add_zones(&mut self, model: &Model) {
        for zone in &model.zones {
            let rows = model.list(zone.list).rows.len();
            self.zones.push((self.control, rows));
            self.control += rows * if zone.of_player { model.seats() } else { 1 };
        }
    }

    /// Returns the first word of the mask of one kind and owner; ignores the owner if the kind belongs to nobody.
    #[must_use]
    pub fn mask(&self, kind: KindId, owner: Option<SeatId>) -> usize {
        let first = self.kinds[kind.index()].start;
        first + owner.map_or(0, SeatId::index) * self.width
    }

    /// Returns the words of all masks of a kind, one after the other by owner.
    #[must_use]
    pub(crate) fn masks_of(&self, kind: KindId) -> Range<usize> {
        self.kinds[kind.index()].clone()
    }

    /// Returns all masks, the lowest layer first: kind and owner of the pieces, and the first word.
    #[must_use]
    pub fn masks(&self) -> impl DoubleEndedIterator<Item = (Piece, usize)> + '_ {
        self.masks.iter().copied()
    }

    /// Returns the pieces on a point, the lowest layer first, each with the first word of its mask.
    #[must_use]
    pub fn stack<'a>(
        &'a self,
        words: &'a [u64],
        point: Point,
    ) -> impl DoubleEndedIterator<Item = (Piece, usize)> + 'a {
        let (at, bit) = (point.index() / 64, point.index() % 64);
        self.masks()
            .filter(move |(_, word)| words[word + at] >> bit & 1 != 0)
    }

    /// Returns the words whose bits show the pieces on a point.
    pub fn stack_words(&self, point: Point) -> impl Iterator<Item = usize> {
        let at = point.index() / 64;
        self.masks().map(move |(_, word)| word + at)
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

    /// Returns the first word of each mask in a range of words.
    #[inline]
    pub fn firsts(&self, words: Range<usize>) -> impl Iterator<Item = usize> + use<> {
        let (width, end) = (self.width, words.end);
        // `step_by` would be slower: it divides to find the number of steps.
        let next = move |first: &usize| Some(first + width).filter(|first| *first < end);
        std::iter::successors(Some(words.start).filter(|first| *first < end), next)
    }

    /// Returns the first word of a zone (of the first seat), and its number of rows. A word holds the copies of one row.
    #[must_use]
    pub fn zone(&self, id: ZoneId) -> (usize, usize) {
        self.zones[id.index()]
    }

    /// Returns the words of an owner's zone; `owner` is 0 for a zone that belongs to no player.
    #[must_use]
    pub fn rows(&self, id: ZoneId, owner: usize) -> Range<usize> {
        let (first, rows) = self.zone(id);
        let at = first + owner * rows;
        at..at + rows
    }

    /// Returns the rule of the last move from the words of a position.
    pub(crate) fn last_move_in(&self, words: &[u64]) -> Option<RuleId> {
        let number = words[self.last_move?].checked_sub(1)?;
        u16::try_from(number).ok().map(RuleId)
    }

    /// Writes the rule of the last move, if a rule reads it.
    #[inline]
    pub(crate) fn write_last_move(&self, words: &mut [u64], rule: Option<RuleId>) {
        if let Some(word) = self.last_move {
            words[word] = rule.map_or(0, |rule| u64::from(rule.0) + 1);
        }
    }

    /// Clears the rule of the last move, unless a rule reads it at a decision point.
    #[inline]
    pub(crate) fn forget_last_move(&self, words: &mut [u64]) {
        if !self.keeps_last_move {
            self.write_last_move(words, None);
        }
    }

    /// Returns the first word of a memory (of the first seat, row or point), and the size of a value in words; `None` if
    /// nothing reads it.
    #[must_use]
    pub fn memory(&self, id: MemoryId) -> Option<(usize, usize)> {
        self.memories.get(usize::from(id.0)).copied().flatten()
    }
}
