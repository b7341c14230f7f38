//! The moves that lanes choose, and where those that are told by their indices in lists are found there.

use super::field::{AT_ONCE, LaneBits, each_lane, lanes, one_by_one, set_lanes};
use super::listed_moves::ListedMove;
use super::recipes::{LaneMoves, MOST_ROW_WORDS};
use super::{Block, CountBlock, LANES, LaneLists, TemplateMasks, ranks};

/// Where there are fewer templates, those of all lanes are found by reading the masks of all.
const FEW_TEMPLATES: usize = 8;

/// The moves that some lanes make at one decision point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LaneChoices<'l> {
    /// Which lanes make one.
    pub(crate) lanes: LaneBits,
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
    pub(crate) fn new(lists: &'l LaneLists, lanes: LaneBits, indices: &'l Block) -> Self {
        Self {
            lanes,
            moves: ChosenMoves::Indices(lists, indices),
        }
    }

    /// Lets a lane make each of some moves, the first lane the first; at most as many as there are lanes.
    pub(crate) fn listed(moves: &'l [ListedMove]) -> Self {
        let others = LANES - moves.len().min(LANES);
        Self {
            lanes: LaneBits::MAX.checked_shr(others as u32).unwrap_or(0),
            moves: ChosenMoves::Listed(moves),
        }
    }

    /// No lane makes a move.
    pub(crate) const fn none() -> Self {
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
    pub(super) templates: Block,
    /// The anchor of each lane's move.
    pub(super) anchors: Block,
    /// The word of the mask that holds the anchor, and which of its ones that is.
    pub(super) words: Block,
    pub(super) nth: Block,
    /// The row of its places, and the places of one stage.
    pub(super) rows: [Block; MOST_ROW_WORDS],
    pub(super) places: Block,
}

/// Returns a word where there are all ones, and else the other.
#[inline(always)]
fn select(by: u64, word: u64, other: u64) -> u64 {
    word & by | other & !by
}

impl MadeMoves {
    pub(super) fn new() -> Self {
        Self {
            templates: [0; LANES],
            anchors: [0; LANES],
            words: [0; LANES],
            nth: [0; LANES],
            rows: [[0; LANES]; MOST_ROW_WORDS],
            places: [0; LANES],
        }
    }

    /// Finds the template of each lane's move and the word that holds its anchor, where masks have so many words. In lanes that make no
    /// move, they may be any.
    #[inline(always)]
    pub(super) fn find_in<const WIDTH: usize>(&mut self, lists: &LaneLists, indices: &Block) {
        let (before, masks) = (lists.before(), lists.masks());
        if before.len() <= FEW_TEMPLATES {
            return self.find_among_few::<WIDTH>((before, masks), indices);
        }
        ranks::templates(before, indices, &mut self.templates);
        for lane in 0..LANES {
            let template = self.templates[lane] as usize;
            let n = indices[lane].wrapping_sub(before[template][lane].into());
            let found = ranks::word_in::<WIDTH>(masks.of_width(template), lane, n);
            self.anchors[lane] = found.base;
            self.words[lane] = found.word;
            self.nth[lane] = found.n;
        }
    }

    /// As `find_in`, where there are few templates: the masks of all are read, in many lanes at once.
    #[inline(always)]
    fn find_among_few<const WIDTH: usize>(
        &mut self,
        (before, masks): (&[CountBlock], TemplateMasks<'_>),
        indices: &Block,
    ) {
        for some in 0..LANES / AT_ONCE {
            let wanted = lanes(indices, some);
            let (mut begun, mut first) = ([0; AT_ONCE], [0; AT_ONCE]);
            let mut words = [[0; AT_ONCE]; WIDTH];
            for (at, begin) in before[..before.len() - 1].iter().enumerate() {
                one_by_one();
                let (begin, mask) = (lanes(begin, some), masks.of_width::<WIDTH>(at));
                // The last template that begins at the index or before has it: those before it that are empty begin there, too.
                let mut begins = [0; AT_ONCE];
                for lane in 0..AT_ONCE {
                    let (begin, wanted) = (i64::from(begin[lane]), wanted[lane].cast_signed());
                    begins[lane] = 0u64.wrapping_sub(u64::from(begin <= wanted));
                }
                for lane in 0..AT_ONCE {
                    begun[lane] += begins[lane] & 1;
                    first[lane] = select(begins[lane], begin[lane].into(), first[lane]);
                }
                for word in 0..WIDTH {
                    let block = lanes(&mask[word], some);
                    for lane in 0..AT_ONCE {
                        words[word][lane] = select(begins[lane], block[lane], words[word][lane]);
                    }
                }
            }
            let mut found = [[0; AT_ONCE]; 4];
            for lane in 0..AT_ONCE {
                let (low, high) = (words[0][lane], words[WIDTH - 1][lane]);
                let (n, ones) = (wanted[lane].wrapping_sub(first[lane]), low.count_ones());
                let is_past = WIDTH > 1 && n.cast_signed() >= ones.into();
                let past = 0u64.wrapping_sub(u64::from(is_past));
                found[0][lane] = begun[lane].wrapping_sub(1);
                found[1][lane] = 64 & past;
                found[2][lane] = select(past, high, low);
                found[3][lane] = n.wrapping_sub(u64::from(ones) & past);
            }
            set_lanes(&mut self.templates, some, found[0]);
            set_lanes(&mut self.anchors, some, found[1]);
            set_lanes(&mut self.words, some, found[2]);
            set_lanes(&mut self.nth, some, found[3]);
        }
    }

    /// As `find_in`, where masks have any number of words, for some lanes.
    #[inline(always)]
    pub(super) fn find_words(&mut self, lists: &LaneLists, lanes: LaneBits, indices: &Block) {
        let (before, masks) = (lists.before(), lists.masks());
        ranks::templates(before, indices, &mut self.templates);
        for lane in each_lane(lanes) {
            let template = self.templates[lane] as usize;
            let n = indices[lane] - u64::from(before[template][lane]);
            let found = ranks::word_with(masks.of(template), lane, n);
            self.anchors[lane] = found.base;
            self.words[lane] = found.word;
            self.nth[lane] = found.n;
        }
    }

    /// Finds the words of the rows of all moves, by their templates and anchors; where there is no such move, any word.
    #[inline(always)]
    pub(super) fn find_rows(&mut self, moves: &LaneMoves) {
        let entries = &mut self.places;
        for (lane, entry) in entries.iter_mut().enumerate() {
            let of_template = self.templates[lane].wrapping_mul(moves.anchors as u64);
            *entry = of_template.wrapping_add(self.anchors[lane]);
        }
        for (table, row) in moves.places.iter().zip(&mut self.rows) {
            for (lane, entry) in entries.iter().enumerate() {
                // Without a gather, which takes twice as long.
                one_by_one();
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
