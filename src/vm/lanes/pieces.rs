//! Pieces on the boards of all lanes: taken, moved, put.
//!
//! A place is a point of each lane, by its number; [`NOWHERE`](super::recipes::NOWHERE) is off the board. Where something
//! cannot be done in a lane, nothing is changed there, and the lane is told.

use super::field::{LaneBits, lanes_of, spread};
use super::{Block, LANES};
use crate::ir::Layout;

/// Writes the points of places as masks.
#[inline(always)]
pub(super) fn mark(places: &Block, points: &mut [Block]) {
    for (word, points) in (0u64..).zip(points) {
        for lane in 0..LANES {
            let here = 0u64.wrapping_sub(u64::from(places[lane] >> 6 == word));
            points[lane] = here & 1u64.wrapping_shl((places[lane] & 63) as u32);
        }
    }
}

/// Takes all pieces of the last layer off some points.
#[inline(always)]
pub(super) fn take(layout: &Layout, words: &mut [Block], points: &[Block], on: &Block) {
    for mask in words[layout.top()].chunks_exact_mut(points.len()) {
        for (word, points) in mask.iter_mut().zip(points) {
            for lane in 0..LANES {
                word[lane] &= !(points[lane] & on[lane]);
            }
        }
    }
}

/// Where a piece goes from, and where to.
#[derive(Clone, Copy)]
pub(super) struct LanePath<'m> {
    pub(super) from: &'m [Block],
    pub(super) to: &'m [Block],
}

/// Moves a piece of the last layer to an empty point; returns the lanes in which that cannot be done.
#[inline(always)]
pub(super) fn relocate(
    layout: &Layout,
    words: &mut [Block],
    LanePath { from, to }: LanePath<'_>,
    lanes: LaneBits,
) -> LaneBits {
    let (mut found, mut taken) = ([0; LANES], [0; LANES]);
    let top = layout.top();
    for mask in words[top.clone()].chunks_exact(from.len()) {
        for (word, (from, to)) in mask.iter().zip(from.iter().zip(to)) {
            for lane in 0..LANES {
                found[lane] |= word[lane] & from[lane];
                taken[lane] |= word[lane] & to[lane];
            }
        }
    }
    // A piece that goes nowhere would vanish.
    let mut somewhere = [0; LANES];
    for to in to {
        for lane in 0..LANES {
            somewhere[lane] |= to[lane];
        }
    }
    let done = lanes & lanes_of(&found) & !lanes_of(&taken) & lanes_of(&somewhere);
    let on = spread(done);
    for mask in words[top].chunks_exact_mut(from.len()) {
        let mut here = [0; LANES];
        for (word, from) in mask.iter_mut().zip(from) {
            for lane in 0..LANES {
                here[lane] |= word[lane] & from[lane];
            }
        }
        for lane in 0..LANES {
            here[lane] = 0u64.wrapping_sub(u64::from(here[lane] != 0)) & on[lane];
        }
        for (word, (from, to)) in mask.iter_mut().zip(from.iter().zip(to)) {
            for lane in 0..LANES {
                word[lane] = word[lane] & !(from[lane] & here[lane]) | to[lane] & here[lane];
            }
        }
    }
    lanes & !done
}

/// Puts a piece on each of some points, by the first word of its mask; returns the lanes in which that cannot be done,
/// because somebody stands there.
#[inline(always)]
pub(super) fn put(
    layout: &Layout,
    words: &mut [Block],
    (word, points): (usize, &[Block]),
    lanes: LaneBits,
) -> LaneBits {
    let mut taken = [0; LANES];
    for mask in words[layout.layer_with(word)].chunks_exact(points.len()) {
        for (word, points) in mask.iter().zip(points) {
            for lane in 0..LANES {
                taken[lane] |= word[lane] & points[lane];
            }
        }
    }
    let done = lanes & !lanes_of(&taken);
    let on = spread(done);
    for (word, points) in words[word..].iter_mut().zip(points) {
        for lane in 0..LANES {
            word[lane] |= points[lane] & on[lane];
        }
    }
    lanes & !done
}
