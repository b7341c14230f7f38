//! Pieces on the boards of all lanes: taking, moving, putting.
//!
//! A place is the number of a point in each lane; [`NOWHERE`](super::stages::NOWHERE) is off the board. If something cannot be
//! done in a lane, nothing changes there, and the functions report the lane.
//!
//! As everywhere in `lanes`, loops count words and lanes. `zip` and `map` of arrays are functions of their own; the compiler
//! does not always inline them, and then does not compile them for the wide instructions.

use super::field::{
    AT_ONCE, FewLanes, has_any, if_some, lanes, lanes_of, no_vectorize_barrier, set_lanes,
};
use super::{Block, LANES};
use linstock_engine::ir::Layout;

/// Writes the points of places as masks.
#[inline(always)]
pub(super) fn mark(places: &Block, points: &mut [Block]) {
    for (word, points) in points.iter_mut().enumerate() {
        no_vectorize_barrier();
        for lane in 0..LANES {
            points[lane] = point_in_word(places[lane], word);
        }
    }
}

/// Returns the point of a place as a bit, if it is in the word.
#[inline(always)]
fn point_in_word(place: u64, word: usize) -> u64 {
    let here = 0u64.wrapping_sub(u64::from(place >> 6 == word as u64));
    here & 1u64.wrapping_shl((place & 63) as u32)
}

/// Points of one group of lanes.
pub(super) trait FewPoints: Copy {
    /// Returns the number of words.
    fn width(self) -> usize;

    /// Returns one word.
    fn word(self, at: usize) -> FewLanes;
}

/// One point of each lane, or none, from its place; for boards so narrow that the words stay in registers.
#[derive(Clone, Copy)]
pub(super) struct NarrowPoints<const WIDTH: usize>([FewLanes; WIDTH]);

impl<const WIDTH: usize> NarrowPoints<WIDTH> {
    #[inline(always)]
    pub(super) fn of(places: FewLanes) -> Self {
        let mut points = [[0; AT_ONCE]; WIDTH];
        for (word, points) in points.iter_mut().enumerate() {
            for lane in 0..AT_ONCE {
                points[lane] = point_in_word(places[lane], word);
            }
        }
        Self(points)
    }
}

impl<const WIDTH: usize> FewPoints for NarrowPoints<WIDTH> {
    #[inline(always)]
    fn width(self) -> usize {
        WIDTH
    }

    #[inline(always)]
    fn word(self, at: usize) -> FewLanes {
        self.0[at]
    }
}

/// Points that are marked in memory, for boards of any width, with the group of lanes.
#[derive(Clone, Copy)]
pub(super) struct MarkedPoints<'p> {
    points: &'p [Block],
    some: usize,
}

impl FewPoints for MarkedPoints<'_> {
    #[inline(always)]
    fn width(self) -> usize {
        self.points.len()
    }

    #[inline(always)]
    fn word(self, at: usize) -> FewLanes {
        no_vectorize_barrier();
        lanes(&self.points[at], self.some)
    }
}

/// Pieces to put on points.
pub(super) struct PutPieces<'p> {
    /// The first word of the mask for such pieces.
    pub(super) word: usize,
    pub(super) points: &'p [Block],
    /// Whether there may be no point; otherwise the lane fails.
    pub(super) may_be_none: bool,
}

/// Iterates over the groups with an active lane.
#[inline(always)]
fn groups(on: &Block) -> impl Iterator<Item = usize> + use<> {
    let on = lanes_of(on);
    (0..LANES / AT_ONCE).filter(move |group| has_any(on, *group))
}

/// Removes all pieces of the last layer from the points, in active lanes.
#[inline(always)]
pub(super) fn take((words, layout): (&mut [Block], &Layout), points: &[Block], on: &Block) {
    for some in groups(on) {
        let pieces = FewPieces {
            masks: &mut words[layout.top()],
            some,
            on: lanes(on, some),
        };
        pieces.take(MarkedPoints { points, some });
    }
}

/// Moves a piece of the last layer to an empty point, in active lanes. Deactivates lanes where this is impossible.
#[inline(always)]
pub(super) fn relocate(
    (words, layout): (&mut [Block], &Layout),
    (from, to): (&[Block], &[Block]),
    on: &mut Block,
) {
    for some in groups(on) {
        let pieces = FewPieces {
            masks: &mut words[layout.top()],
            some,
            on: lanes(on, some),
        };
        let marked = |points| MarkedPoints { points, some };
        let done = pieces.relocate(marked(from), marked(to));
        set_lanes(on, some, done);
    }
}

/// Puts pieces on empty points, in active lanes. Deactivates lanes where this is impossible.
#[inline(always)]
pub(super) fn put((words, layout): (&mut [Block], &Layout), put: &PutPieces<'_>, on: &mut Block) {
    let PutPieces {
        word,
        points,
        may_be_none,
    } = *put;
    let layer = layout.layer_with(word);
    for some in groups(on) {
        let pieces = FewPieces {
            masks: &mut words[layer.clone()],
            some,
            on: lanes(on, some),
        };
        let points = MarkedPoints { points, some };
        let done = pieces.put(word - layer.start, points, may_be_none);
        set_lanes(on, some, done);
    }
}

/// The pieces of a layer, in one group of lanes.
pub(super) struct FewPieces<'p> {
    /// The masks of all kinds and owners.
    pub(super) masks: &'p mut [Block],
    pub(super) some: usize,
    /// All ones in active lanes.
    pub(super) on: FewLanes,
}

impl FewPieces<'_> {
    /// Removes all pieces from the points. Returns all ones in the lanes where it succeeds.
    #[inline(always)]
    pub(super) fn take(self, points: impl FewPoints) -> FewLanes {
        for mask in self.masks.chunks_exact_mut(points.width()) {
            take_in(mask, (self.some, self.on), points);
        }
        self.on
    }

    /// Moves a piece to an empty point. Returns all ones in the lanes where it succeeds.
    #[inline(always)]
    pub(super) fn relocate<P: FewPoints>(self, from: P, to: P) -> FewLanes {
        let Self { masks, some, on } = self;
        let (mut found, mut taken) = ([0; AT_ONCE], [0; AT_ONCE]);
        for mask in masks.chunks_exact(from.width()) {
            for (at, word) in mask.iter().enumerate() {
                let (word, from, to) = (lanes(word, some), from.word(at), to.word(at));
                for lane in 0..AT_ONCE {
                    found[lane] |= word[lane] & from[lane];
                    taken[lane] |= word[lane] & to[lane];
                }
            }
        }
        // A piece that moved off the board would vanish.
        let somewhere = all_points(to);
        let mut done = on;
        for lane in 0..AT_ONCE {
            let here = if_some(found[lane]) & if_some(somewhere[lane]);
            done[lane] &= here & !if_some(taken[lane]);
        }
        for mask in masks.chunks_exact_mut(from.width()) {
            let here = standing_in((mask, some), from, done);
            move_in(mask, (some, here), (from, to));
        }
        done
    }

    /// Puts pieces on empty points; `word` is the first word of their mask. Returns all ones in the lanes where it succeeds.
    #[inline(always)]
    pub(super) fn put(self, word: usize, points: impl FewPoints, may_be_none: bool) -> FewLanes {
        let Self { masks, some, on } = self;
        let may_be_none = if may_be_none { u64::MAX } else { 0 };
        let mut taken = [0; AT_ONCE];
        for mask in masks.chunks_exact(points.width()) {
            join_shared(&mut taken, (mask, some), points);
        }
        let somewhere = all_points(points);
        let mut done = on;
        for lane in 0..AT_ONCE {
            let known = if_some(somewhere[lane]) | may_be_none;
            done[lane] &= known & !if_some(taken[lane]);
        }
        put_in(&mut masks[word..][..points.width()], (some, done), points);
        done
    }
}

/// Returns all ones in the lanes of a group where a mask contains one of the points.
#[inline(always)]
pub(super) fn standing_in(
    (mask, some): (&[Block], usize),
    points: impl FewPoints,
    on: FewLanes,
) -> FewLanes {
    let mut here = [0; AT_ONCE];
    join_shared(&mut here, (mask, some), points);
    for lane in 0..AT_ONCE {
        here[lane] = if_some(here[lane]) & on[lane];
    }
    here
}

/// Removes the points from a mask, in the active lanes of a group.
#[inline(always)]
pub(super) fn take_in(mask: &mut [Block], (some, on): (usize, FewLanes), points: impl FewPoints) {
    for (at, word) in mask.iter_mut().enumerate() {
        let points = points.word(at);
        let mut left = lanes(word, some);
        for lane in 0..AT_ONCE {
            left[lane] &= !(points[lane] & on[lane]);
        }
        set_lanes(word, some, left);
    }
}

/// Moves pieces within a mask, in the active lanes of a group.
#[inline(always)]
pub(super) fn move_in<P: FewPoints>(
    mask: &mut [Block],
    (some, on): (usize, FewLanes),
    (from, to): (P, P),
) {
    for (at, word) in mask.iter_mut().enumerate() {
        let (from, to) = (from.word(at), to.word(at));
        let mut left = lanes(word, some);
        for lane in 0..AT_ONCE {
            let gone = left[lane] & !(from[lane] & on[lane]);
            left[lane] = gone | to[lane] & on[lane];
        }
        set_lanes(word, some, left);
    }
}

/// Adds the points to a mask, in the active lanes of a group.
#[inline(always)]
pub(super) fn put_in(mask: &mut [Block], (some, on): (usize, FewLanes), points: impl FewPoints) {
    for (at, word) in mask.iter_mut().enumerate() {
        let points = points.word(at);
        let mut all = lanes(word, some);
        for lane in 0..AT_ONCE {
            all[lane] |= points[lane] & on[lane];
        }
        set_lanes(word, some, all);
    }
}

/// Adds the points that a mask contains; all words are united.
#[inline(always)]
fn join_shared(to: &mut FewLanes, (mask, some): (&[Block], usize), points: impl FewPoints) {
    for (at, word) in mask.iter().enumerate() {
        let (word, points) = (lanes(word, some), points.word(at));
        for lane in 0..AT_ONCE {
            to[lane] |= word[lane] & points[lane];
        }
    }
}

/// Returns the union of all words.
#[inline(always)]
fn all_points(points: impl FewPoints) -> FewLanes {
    let mut all = [0; AT_ONCE];
    for at in 0..points.width() {
        let word = points.word(at);
        for lane in 0..AT_ONCE {
            all[lane] |= word[lane];
        }
    }
    all
}
