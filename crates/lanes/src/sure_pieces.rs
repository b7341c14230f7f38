//! Taking, moving and putting pieces if this cannot fail: there is no search and no failed lane.
//!
//! Loops are as in `pieces.rs`: over one group of lanes, whose points stay in registers.

use super::field::{AT_ONCE, FewLanes, LaneBits, few_of};
use super::pieces::{FewPoints, NarrowPoints, move_in, put_in, standing_in, take_in};
use super::recipes::few_places_of;
use super::{Block, LANES};

/// A stage that cannot fail in any lane that has it, for boards of this width.
///
/// In other lanes, its places are off the board.
#[derive(Clone, Copy)]
pub(super) struct SureStage<'p, const WIDTH: usize> {
    /// The rows of places, and the slot of its first place.
    pub(super) rows: &'p [Block],
    pub(super) slot: usize,
    /// The lanes that make moves.
    pub(super) lanes: LaneBits,
}

impl<const WIDTH: usize> SureStage<'_, WIDTH> {
    /// Puts pieces into the mask at the start of `words`.
    #[inline(always)]
    pub(super) fn put(self, words: &mut [Block]) {
        let mask = &mut words[..WIDTH];
        for some in 0..LANES / AT_ONCE {
            put_in(mask, (some, self.on(some)), self.points(0, some));
        }
    }

    /// Removes all pieces of some masks, given as bits.
    #[inline(always)]
    pub(super) fn take(self, masks: &mut [Block], among: u64) {
        for some in 0..LANES / AT_ONCE {
            let (on, points) = (self.on(some), self.points(0, some));
            for (at, mask) in masks.chunks_exact_mut(WIDTH).enumerate() {
                if is_among(among, at) {
                    take_in(mask, (some, on), points);
                }
            }
        }
    }

    /// Moves pieces of the mask at the start of `words`.
    #[inline(always)]
    pub(super) fn relocate(self, words: &mut [Block]) {
        let mask = &mut words[..WIDTH];
        for some in 0..LANES / AT_ONCE {
            let ends = (self.points(0, some), self.points(1, some));
            move_in(mask, (some, self.on(some)), ends);
        }
    }

    /// Moves pieces of some masks, given as bits.
    #[inline(always)]
    pub(super) fn relocate_any(self, masks: &mut [Block], among: u64) {
        for some in 0..LANES / AT_ONCE {
            let (on, ends) = (self.on(some), (self.points(0, some), self.points(1, some)));
            for (at, mask) in masks.chunks_exact_mut(WIDTH).enumerate() {
                if is_among(among, at) {
                    let here = standing_in((mask, some), ends.0, on);
                    move_in(mask, (some, here), ends);
                }
            }
        }
    }

    /// Returns all ones in the lanes of a group that make moves.
    #[inline(always)]
    fn on(self, some: usize) -> FewLanes {
        few_of(self.lanes, some)
    }

    /// Returns the points of its n-th place.
    #[inline(always)]
    fn points(self, nth: usize, some: usize) -> impl FewPoints {
        NarrowPoints::<WIDTH>::of(few_places_of(self.rows, self.slot + nth, some))
    }
}

/// Returns whether a set of masks, given as bits, contains one.
#[inline(always)]
fn is_among(among: u64, at: usize) -> bool {
    among >> (at & 63) & 1 == 1
}
