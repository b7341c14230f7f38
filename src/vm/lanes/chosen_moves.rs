//! The moves that lanes choose, by their indices in lists, and where they are found there.

use super::field::{LaneBits, each_lane};
use super::recipes::MOST_ROW_WORDS;
use super::{Block, LANES, LaneLists, ranks};

/// The moves that some lanes make at one decision point.
#[derive(Clone, Debug)]
pub(crate) struct LaneChoices<'l> {
    /// What they choose from.
    pub(super) lists: &'l LaneLists,
    /// Which lanes make one.
    pub(crate) lanes: LaneBits,
    /// The index of each lane's move in its list.
    pub(crate) indices: &'l Block,
    /// The lane from whose list each lane chooses; from its own without it.
    pub(super) list_of: Option<[u8; LANES]>,
}

impl<'l> LaneChoices<'l> {
    /// Makes the choices of some lanes by their indices, each below the number of the lane's legal moves.
    pub(crate) fn new(lists: &'l LaneLists, lanes: LaneBits, indices: &'l Block) -> Self {
        Self {
            lists,
            lanes,
            indices,
            list_of: None,
        }
    }

    /// Lets lanes choose from the lists of others, whose positions they have.
    pub(crate) fn with_lists_of(self, others: [u8; LANES]) -> Self {
        Self {
            list_of: Some(others),
            ..self
        }
    }

    /// The same choices, made by no lane.
    pub(super) fn of_none(&self) -> Self {
        Self::new(self.lists, 0, self.indices)
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

    /// Finds the word that holds each lane's anchor, where masks have so many words and each lane has its own list. In lanes that make
    /// no move, it may be any.
    #[inline(always)]
    pub(super) fn find_words_in<const WIDTH: usize>(&mut self, lists: &LaneLists, indices: &Block) {
        let (before, masks) = (lists.before(), lists.masks());
        for lane in 0..LANES {
            let template = self.templates[lane] as usize;
            let n = indices[lane].wrapping_sub(before[template][lane]);
            let found = ranks::word_in::<WIDTH>(masks.of_width(template), lane, n);
            self.anchors[lane] = found.base;
            self.words[lane] = found.word;
            self.nth[lane] = found.n;
        }
    }

    /// Finds the word that holds the anchor of each lane that makes a move, and the lane in whose list it is.
    #[inline(always)]
    pub(super) fn find_words(
        &mut self,
        lists: &LaneLists,
        choices: &LaneChoices<'_>,
        list_of: impl Fn(usize) -> usize,
    ) {
        let (before, masks) = (lists.before(), lists.masks());
        for lane in each_lane(choices.lanes) {
            let (template, list) = (self.templates[lane] as usize, list_of(lane));
            let n = choices.indices[lane] - before[template][list];
            let found = ranks::word_with(masks.of(template), list, n);
            self.anchors[lane] = found.base;
            self.words[lane] = found.word;
            self.nth[lane] = found.n;
        }
    }

    /// Finds the templates of moves in the lists of other lanes.
    #[inline(always)]
    pub(super) fn find_templates(
        &mut self,
        before: &[Block],
        choices: &LaneChoices<'_>,
        list_of: &[u8; LANES],
    ) {
        // Neighbours often choose one after the other from one list.
        let mut last = (LANES, 0, 0);
        for lane in each_lane(choices.lanes) {
            let (list, index) = (usize::from(list_of[lane]), choices.indices[lane]);
            let goes_on = last.0 == list && last.1 <= index;
            let first = if goes_on { last.2 } else { 0 };
            let template = ranks::template(before, (list, index), first);
            self.templates[lane] = template as u64;
            last = (list, index, template);
        }
    }
}
