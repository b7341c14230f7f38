//! The moves that lanes choose, and where those that are told by their indices in lists are found there.

use super::field::{LaneBits, each_lane, no_vectorize_barrier};
use super::listed_moves::ListedMove;
use super::recipes::{LaneMoves, MOST_ROW_WORDS};
use super::{Block, CountBlock, LANES, LaneLists, ranks};

/// The moves that some lanes make at one decision point.
#[derive(Clone, Copy, Debug)]
pub struct LaneChoices<'l> {
    /// Which lanes make one.
    pub lanes: LaneBits,
    pub(super) moves: ChosenMoves<'l>,
}

/// How the moves of lanes are told.
#[derive(Clone, Copy, Debug)]
pub(super) enum ChosenMoves<'l> {
    /// The index of each lane's move in its own list.
    Indices(&'l LaneLists, &'l Block),
    /// A move for each of the first lanes.
    Listed(&'l [ListedMove]),
}

impl<'l> LaneChoices<'l> {
    /// Makes the choices of some lanes by their indices, each below the number of the lane's legal moves.
    #[must_use]
    pub fn new(lists: &'l LaneLists, lanes: LaneBits, indices: &'l Block) -> Self {
        Self {
            lanes,
            moves: ChosenMoves::Indices(lists, indices),
        }
    }

    /// Lets a lane make each of some moves, the first lane the first; at most as many as there are lanes.
    #[must_use]
    pub fn listed(moves: &'l [ListedMove]) -> Self {
        let others = LANES - moves.len().min(LANES);
        Self {
            lanes: LaneBits::MAX.checked_shr(others as u32).unwrap_or(0),
            moves: ChosenMoves::Listed(moves),
        }
    }

    /// No lane makes a move.
    #[must_use]
    pub const fn none() -> Self {
        Self {
            lanes: 0,
            moves: ChosenMoves::Listed(&[]),
        }
    }
}

/// The moves that lanes have made last, and what was worked out of them on the way.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct MadeMoves {
    /// The number of each lane's template.
    pub(super) templates: CountBlock,
    /// The anchor of each lane's move.
    pub(super) anchors: Block,
    /// The word of the mask that holds the anchor, with room for another, and which of its ones that is.
    pub(super) words: [Block; 2],
    pub(super) nth: Block,
    /// The row of its places, and the places of one stage.
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

    /// Finds the template of each lane's move and the word that holds its anchor, where masks have so many words. In lanes that make no
    /// move, they may be any.
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

    /// As `find_in`, where masks have any number of words, for some lanes.
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

    /// Finds the words of the rows of all moves, by their templates and anchors; where there is no such move, any word.
    #[inline(always)]
    pub(super) fn find_rows(&mut self, moves: &LaneMoves) {
        let entries = &mut self.places;
        for (lane, entry) in entries.iter_mut().enumerate() {
            let of_template = u64::from(self.templates[lane]) * u64::from(moves.anchors);
            *entry = of_template.wrapping_add(self.anchors[lane]);
        }
        for (table, row) in moves.places.iter().zip(&mut self.rows) {
            for (lane, entry) in entries.iter().enumerate() {
                // Without a gather, which takes twice as long.
                no_vectorize_barrier();
                let entry = *entry as usize;
                row[lane] = if entry < table.len() { table[entry] } else { 0 };
            }
        }
    }

    /// Notes the moves of the first lanes.
    #[inline(always)]
    pub(super) fn note(&mut self, moves: &[ListedMove]) {
        for (lane, mv) in moves.iter().enumerate().take(LANES) {
            self.templates[lane] = mv.template.into();
            self.anchors[lane] = mv.anchor.into();
        }
    }
}
