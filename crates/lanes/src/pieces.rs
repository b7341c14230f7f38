//! Pieces on the boards of all lanes: taken, moved, put.
//!
//! A place is a point of each lane, by its number; [`NOWHERE`](super::stages::NOWHERE) is off the board. Where something
//! cannot be done in a lane, nothing is changed there, and the lane is told.
//!
//! Here as elsewhere in `lanes`, loops count words and lanes: `zip` and `map` of arrays are functions of their own, which are
//! not always inlined, and then not compiled for the wide instructions.

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

/// Returns the point of a place, if it is in a word.
#[inline(always)]
fn point_in_word(place: u64, word: usize) -> u64 {
    let here = 0u64.wrapping_sub(u64::from(place >> 6 == word as u64));
    here & 1u64.wrapping_shl((place & 63) as u32)
}

/// Points of some lanes that are worked on at once.
pub(super) trait FewPoints: Copy {
    /// Returns how many words they have.
    fn width(self) -> usize;

    /// Returns a word of them.
    fn word(self, at: usize) -> FewLanes;
}

/// A point of each lane, or none, by its place; on boards so narrow that their words stay in registers.
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

/// Points that are marked in memory, on boards of any width; and which lanes are meant.
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

/// Pieces that are put on some points.
pub(super) struct PutPieces<'p> {
    /// The first word of the mask of such pieces.
    pub(super) word: usize,
    pub(super) points: &'p [Block],
    /// Else it cannot be done where there is no point.
    pub(super) may_be_none: bool,
}

/// Lists the groups of lanes, which are worked on at once, with a lane that does something.
#[inline(always)]
fn groups(on: &Block) -> impl Iterator<Item = usize> + use<> {
    let on = lanes_of(on);
    (0..LANES / AT_ONCE).filter(move |group| has_any(on, *group))
}

/// Takes all pieces of the last layer off some points, in the lanes that are on.
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

/// Moves a piece of the last layer to an empty point, in the lanes that are on. Where that cannot be done, they are turned off.
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

/// Puts pieces where nobody stands, in the lanes that are on. Where that cannot be done, they are turned off.
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

/// The pieces of a layer, in some lanes that are worked on at once.
pub(super) struct FewPieces<'p> {
    /// The masks of all kinds and owners.
    pub(super) masks: &'p mut [Block],
    pub(super) some: usize,
    /// All ones in the lanes in which something is done.
    pub(super) on: FewLanes,
}

impl FewPieces<'_> {
    /// Takes all off some points; returns all ones in the lanes in which that is done.
    #[inline(always)]
    pub(super) fn take(self, points: impl FewPoints) -> FewLanes {
        for mask in self.masks.chunks_exact_mut(points.width()) {
            take_in(mask, (self.some, self.on), points);
        }
        self.on
    }

    /// Moves one to an empty point; returns all ones in the lanes in which that is done.
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
        // A piece that goes nowhere would vanish.
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

    /// Puts some where nobody stands, by the first word of their mask; returns all ones in the lanes in which that is done.
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

/// Returns all ones in those of some lanes in which a mask shares a point with others.
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

/// Takes pieces off a mask, in those of some lanes that are on.
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

/// Moves the pieces of a mask, in those of some lanes that are on.
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

/// Puts pieces into a mask, in those of some lanes that are on.
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

/// Adds the points that a mask shares with others, one word on the other.
#[inline(always)]
fn join_shared(to: &mut FewLanes, (mask, some): (&[Block], usize), points: impl FewPoints) {
    for (at, word) in mask.iter().enumerate() {
        let (word, points) = (lanes(word, some), points.word(at));
        for lane in 0..AT_ONCE {
            to[lane] |= word[lane] & points[lane];
        }
    }
}

/// Returns the points of all words, one on the other.
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
