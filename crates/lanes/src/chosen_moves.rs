//! The moves that lanes choose. Moves given by index are looked up in the lists.

use super::field::{LaneBits, each_lane, no_vectorize_barrier};
use super::listed_moves::ListedMove;
use super::recipes::{LaneMoves, MOST_ROW_WORDS};
use super::{Block, CountBlock, LANES, LaneLists, ranks};

/// The moves of some lanes at one decision point.
#[derive(Clone, Copy, Debug)]
pub struct LaneChoices<'l> {
    /// The lanes that make a move.
    pub lanes: LaneBits,
    pub(super) moves: ChosenMoves<'l>,
}

/// The moves, in one of two forms.
#[derive(Clone, Copy, Debug)]
pub(super) enum ChosenMoves<'l> {
    /// The index of each lane's move in its own list.
    Indices(&'l LaneLists, &'l Block),
    /// A move for each of the first lanes.
    Listed(&'l [ListedMove]),
    /// A move for each lane.
    Drawn(&'l DrawnMoves),
}

/// A move for each lane: its template and its anchor.
#[derive(Clone, Debug)]
pub struct DrawnMoves {
    /// The number of each lane's template.
    pub templates: [u32; LANES],
    /// The anchor of each lane's move.
    pub anchors: [u64; LANES],
}

impl Default for DrawnMoves {
    fn default() -> Self {
        Self {
            templates: [0; LANES],
            anchors: [0; LANES],
        }
    }
}

impl<'l> LaneChoices<'l> {
    /// Makes choices from indices. Each index must be below the number of the lane's legal moves.
    #[must_use]
    pub fn new(lists: &'l LaneLists, lanes: LaneBits, indices: &'l Block) -> Self {
        Self {
            lanes,
            moves: ChosenMoves::Indices(lists, indices),
        }
    }

    /// Makes choices from listed moves: the first lane makes the first move, and so on. Moves beyond the number of lanes are
    /// ignored.
    #[must_use]
    pub fn listed(moves: &'l [ListedMove]) -> Self {
        let others = LANES - moves.len().min(LANES);
        Self {
            lanes: LaneBits::MAX.checked_shr(others as u32).unwrap_or(0),
            moves: ChosenMoves::Listed(moves),
        }
    }

    /// Makes choices from drawn moves.
    #[must_use]
    pub fn drawn(lanes: LaneBits, moves: &'l DrawnMoves) -> Self {
        let moves = ChosenMoves::Drawn(moves);
        Self { lanes, moves }
    }

    /// Makes choices without any move.
    #[must_use]
    pub const fn none() -> Self {
        Self {
            lanes: 0,
            moves: ChosenMoves::Listed(&[]),
        }
    }
}

/// The last moves of the lanes, and intermediate results of their look-up.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct MadeMoves {
    /// The number of each lane's template.
    pub(super) templates: CountBlock,
    /// The anchor of each lane's move.
    pub(super) anchors: Block,
    /// The word of the mask that contains the anchor, with room for a second word, and the rank of the anchor's bit in it.
    pub(super) words: [Block; 2],
    pub(super) nth: Block,
    /// The row of places of each move, and the places of one stage.
    pub(super) rows: [Block; MOST_ROW_WORDS],
    pub(super) places: Block,
}

impl MadeMoves {
    pub(super) fn new() -> Self {
        Self {
            templates: [0; LANES],
            anchors: [0; LANES],
            words: [[0; LANES]; 2],
            nth: [0; LANES],
            rows: [[0; LANES]; MOST_ROW_WORDS],
            places: [0; LANES],
        }
    }

    /// Finds the template of each lane's move and the word that contains its anchor, for masks of a width that is known at
    /// compile time. In lanes without a move, the results are unspecified.
    #[inline(always)]
    pub(super) fn find_in<const WIDTH: usize>(&mut self, lists: &LaneLists, indices: &Block) {
        self.find_templates(lists, indices);
        let masks = lists.masks();
        for lane in 0..LANES {
            let mask = masks.of_width::<WIDTH>(self.templates[lane] as usize);
            for (word, block) in mask.iter().enumerate() {
                self.words[word][lane] = block[lane];
            }
        }
        if WIDTH == 1 {
            self.anchors = [0; LANES];
        } else {
            ranks::choose_words(&mut self.words, &mut self.nth, &mut self.anchors);
        }
    }

    /// Like `find_in`, for masks of any width, in some lanes.
    #[inline(always)]
    pub(super) fn find_words(&mut self, lists: &LaneLists, lanes: LaneBits, indices: &Block) {
        self.find_templates(lists, indices);
        let masks = lists.masks();
        for lane in each_lane(lanes) {
            let mask = masks.of(self.templates[lane] as usize);
            let found = ranks::word_with(mask, lane, self.nth[lane]);
            self.anchors[lane] = found.base;
            self.words[0][lane] = found.word;
            self.nth[lane] = found.n;
        }
    }

    #[inline(always)]
    fn find_templates(&mut self, lists: &LaneLists, indices: &Block) {
        let found = (&mut self.templates, &mut self.nth);
        ranks::templates(lists.before(), indices, found);
    }

    /// Finds the rows of all moves, from their templates and anchors. In lanes without a move, the rows are unspecified.
    #[inline(always)]
    pub(super) fn find_rows(&mut self, moves: &LaneMoves) {
        let entries = &mut self.places;
        for (lane, entry) in entries.iter_mut().enumerate() {
            let of_template = u64::from(self.templates[lane]) * u64::from(moves.anchors);
            *entry = of_template.wrapping_add(self.anchors[lane]);
        }
        for (table, row) in moves.places.iter().zip(&mut self.rows) {
            for (lane, entry) in entries.iter().enumerate() {
                // Scalar loads; a gather takes twice as long.
                no_vectorize_barrier();
                let entry = *entry as usize;
                row[lane] = if entry < table.len() { table[entry] } else { 0 };
            }
        }
    }

    /// Records the moves of the first lanes.
    #[inline(always)]
    pub(super) fn note(&mut self, moves: &[ListedMove]) {
        for (lane, mv) in moves.iter().enumerate().take(LANES) {
            self.templates[lane] = mv.template.into();
            self.anchors[lane] = mv.anchor.into();
        }
    }
}
