//! Pieces on the boards of all lanes: taken, moved, put.
//!
//! A place is a point of each lane, by its number; [`NOWHERE`](super::recipes::NOWHERE) is off the board. Where something
//! cannot be done in a lane, nothing is changed there, and the lane is told.
//!
//! Here as elsewhere in `lanes`, loops count words and lanes: `zip` and `map` of arrays are functions of their own, which are
//! not always inlined, and then not compiled for the wide instructions.

use super::field::if_some;
use super::{Block, LANES};
use crate::ir::Layout;

/// Writes the points of places as masks.
#[inline(always)]
pub(super) fn mark(places: &Block, points: &mut [Block]) {
    for (word, points) in points.iter_mut().enumerate() {
        for lane in 0..LANES {
            let here = 0u64.wrapping_sub(u64::from(places[lane] >> 6 == word as u64));
            points[lane] = here & 1u64.wrapping_shl((places[lane] & 63) as u32);
        }
    }
}

/// Blocks that are worked with while pieces go from and to points. They lie in memory: in variables of a function, the
/// compiler would make 32 single numbers of each.
#[derive(Debug)]
pub(super) struct PieceBlocks {
    /// All ones in the lanes that do it. Where it cannot be done, this is cleared.
    pub(super) on: Block,
    found: Block,
    taken: Block,
    somewhere: Block,
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
        let nothing = [0; LANES];
        Self {
            on: nothing,
            found: nothing,
            taken: nothing,
            somewhere: nothing,
        }
    }

    /// Takes all pieces of the last layer off some points.
    #[inline(always)]
    pub(super) fn take(&self, layout: &Layout, words: &mut [Block], points: &[Block]) {
        for mask in words[layout.top()].chunks_exact_mut(points.len()) {
            for at in 0..points.len() {
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
        (self.found, self.taken, self.somewhere) = ([0; LANES], [0; LANES], [0; LANES]);
        let top = layout.top();
        for mask in words[top.clone()].chunks_exact(from.len()) {
            for at in 0..from.len() {
                let (word, from, to) = (&mask[at], &from[at], &to[at]);
                for lane in 0..LANES {
                    self.found[lane] |= word[lane] & from[lane];
                    self.taken[lane] |= word[lane] & to[lane];
                }
            }
        }
        // A piece that goes nowhere would vanish.
        self.note_points(to);
        for lane in 0..LANES {
            let here = if_some(self.found[lane]) & if_some(self.somewhere[lane]);
            self.on[lane] &= here & !if_some(self.taken[lane]);
        }
        for mask in words[top].chunks_exact_mut(from.len()) {
            self.found = [0; LANES];
            for at in 0..from.len() {
                let (word, from) = (&mask[at], &from[at]);
                for lane in 0..LANES {
                    self.found[lane] |= word[lane] & from[lane];
                }
            }
            for lane in 0..LANES {
                self.found[lane] = if_some(self.found[lane]) & self.on[lane];
            }
            for at in 0..from.len() {
                let (word, from, to) = (&mut mask[at], &from[at], &to[at]);
                for lane in 0..LANES {
                    let here = self.found[lane];
                    word[lane] = word[lane] & !(from[lane] & here) | to[lane] & here;
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
        self.taken = [0; LANES];
        for mask in words[layout.layer_with(word)].chunks_exact(points.len()) {
            for at in 0..points.len() {
                let (word, points) = (&mask[at], &points[at]);
                for lane in 0..LANES {
                    self.taken[lane] |= word[lane] & points[lane];
                }
            }
        }
        self.note_points(points);
        let may_be_none = if may_be_none { u64::MAX } else { 0 };
        for lane in 0..LANES {
            let some = if_some(self.somewhere[lane]) | may_be_none;
            self.on[lane] &= some & !if_some(self.taken[lane]);
        }
        let mask = &mut words[word..][..points.len()];
        for at in 0..points.len() {
            let (word, points) = (&mut mask[at], &points[at]);
            for lane in 0..LANES {
                word[lane] |= points[lane] & self.on[lane];
            }
        }
    }

    /// Notes in which lanes there are some points.
    #[inline(always)]
    fn note_points(&mut self, points: &[Block]) {
        self.somewhere = [0; LANES];
        for points in points {
            for (lane, points) in points.iter().enumerate() {
                self.somewhere[lane] |= points;
            }
        }
    }
}
