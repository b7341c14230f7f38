//! Pieces on the boards of all lanes: taken, moved, put.
//!
//! A place is a point of each lane, by its number; [`NOWHERE`](super::recipes::NOWHERE) is off the board. Where something
//! cannot be done in a lane, nothing is changed there, and the lane is told.
//!
//! Here as elsewhere in `lanes`, loops count words and lanes: `zip` and `map` of arrays are functions of their own, which are
//! not always inlined, and then not compiled for the wide instructions.

use super::field::{AT_ONCE, FewLanes, if_some, lanes, one_by_one, set_lanes};
use super::{Block, LANES};
use crate::ir::Layout;

/// Writes the points of places as masks.
#[inline(always)]
pub(super) fn mark(places: &Block, points: &mut [Block]) {
    for (word, points) in points.iter_mut().enumerate() {
        one_by_one();
        for lane in 0..LANES {
            let here = 0u64.wrapping_sub(u64::from(places[lane] >> 6 == word as u64));
            points[lane] = here & 1u64.wrapping_shl((places[lane] & 63) as u32);
        }
    }
}

/// The lanes in which something is done to pieces.
#[derive(Debug)]
pub(super) struct PieceBlocks {
    /// All ones in the lanes that do it. Where it cannot be done, this is cleared.
    pub(super) on: Block,
}

/// Pieces that are put on some points.
pub(super) struct PutPieces<'p> {
    /// The first word of the mask of such pieces.
    pub(super) word: usize,
    pub(super) points: &'p [Block],
    /// Else it cannot be done where there is no point.
    pub(super) may_be_none: bool,
}

impl PieceBlocks {
    pub(super) fn new() -> Self {
        Self { on: [0; LANES] }
    }

    /// Takes all pieces of the last layer off some points.
    #[inline(always)]
    pub(super) fn take(&self, layout: &Layout, words: &mut [Block], points: &[Block]) {
        for mask in words[layout.top()].chunks_exact_mut(points.len()) {
            for at in 0..points.len() {
                one_by_one();
                let (word, points) = (&mut mask[at], &points[at]);
                for lane in 0..LANES {
                    word[lane] &= !(points[lane] & self.on[lane]);
                }
            }
        }
    }

    /// Moves a piece of the last layer to an empty point.
    #[inline(always)]
    pub(super) fn relocate(
        &mut self,
        layout: &Layout,
        words: &mut [Block],
        (from, to): (&[Block], &[Block]),
    ) {
        let top = layout.top();
        for some in 0..LANES / AT_ONCE {
            let (mut found, mut taken) = ([0; AT_ONCE], [0; AT_ONCE]);
            for mask in words[top.clone()].chunks_exact(from.len()) {
                join_shared(&mut found, (mask, from), some);
                join_shared(&mut taken, (mask, to), some);
            }
            // A piece that goes nowhere would vanish.
            let somewhere = all_points(to, some);
            let mut on = lanes(&self.on, some);
            for lane in 0..AT_ONCE {
                let here = if_some(found[lane]) & if_some(somewhere[lane]);
                on[lane] &= here & !if_some(taken[lane]);
            }
            set_lanes(&mut self.on, some, on);
            for mask in words[top.clone()].chunks_exact_mut(from.len()) {
                let mut here = [0; AT_ONCE];
                join_shared(&mut here, (mask, from), some);
                for lane in 0..AT_ONCE {
                    here[lane] = if_some(here[lane]) & on[lane];
                }
                for at in 0..from.len() {
                    one_by_one();
                    let (from, to) = (lanes(&from[at], some), lanes(&to[at], some));
                    let mut left = lanes(&mask[at], some);
                    for lane in 0..AT_ONCE {
                        let gone = left[lane] & !(from[lane] & here[lane]);
                        left[lane] = gone | to[lane] & here[lane];
                    }
                    set_lanes(&mut mask[at], some, left);
                }
            }
        }
    }

    /// Puts pieces where nobody stands.
    #[inline(always)]
    pub(super) fn put(
        &mut self,
        layout: &Layout,
        words: &mut [Block],
        PutPieces {
            word,
            points,
            may_be_none,
        }: PutPieces<'_>,
    ) {
        let may_be_none = if may_be_none { u64::MAX } else { 0 };
        for some in 0..LANES / AT_ONCE {
            let mut taken = [0; AT_ONCE];
            for mask in words[layout.layer_with(word)].chunks_exact(points.len()) {
                join_shared(&mut taken, (mask, points), some);
            }
            let somewhere = all_points(points, some);
            let mut on = lanes(&self.on, some);
            for lane in 0..AT_ONCE {
                let known = if_some(somewhere[lane]) | may_be_none;
                on[lane] &= known & !if_some(taken[lane]);
            }
            set_lanes(&mut self.on, some, on);
            let mask = &mut words[word..][..points.len()];
            for at in 0..points.len() {
                one_by_one();
                let (mut all, points) = (lanes(&mask[at], some), lanes(&points[at], some));
                for lane in 0..AT_ONCE {
                    all[lane] |= points[lane] & on[lane];
                }
                set_lanes(&mut mask[at], some, all);
            }
        }
    }
}

/// Adds the points that two masks share, one word on the other.
#[inline(always)]
fn join_shared(to: &mut FewLanes, (mask, points): (&[Block], &[Block]), some: usize) {
    for at in 0..points.len() {
        one_by_one();
        let (word, points) = (lanes(&mask[at], some), lanes(&points[at], some));
        for lane in 0..AT_ONCE {
            to[lane] |= word[lane] & points[lane];
        }
    }
}

/// Returns the points of all words of a mask, one on the other.
#[inline(always)]
fn all_points(mask: &[Block], some: usize) -> FewLanes {
    let mut all = [0; AT_ONCE];
    join_shared(&mut all, (mask, mask), some);
    all
}
