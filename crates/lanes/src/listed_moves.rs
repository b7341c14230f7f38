//! Moves that are listed one by one, not only counted, and copies of the positions before them.

use super::field::{AT_ONCE, LaneField, lanes, no_vectorize_barrier, set_lanes};
use super::{Block, LANES, LaneArch, LaneLists};

/// A move in the list of a lane: its template, and its anchor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ListedMove {
    pub(super) lane: u8,
    pub(super) template: u16,
    pub(super) anchor: u16,
}

impl ListedMove {
    /// Returns the lane whose list contains the move.
    #[must_use]
    pub fn lane(self) -> usize {
        self.lane.into()
    }

    /// Returns the number of the template, and the anchor.
    #[must_use]
    pub fn template_and_anchor(self) -> (u64, u32) {
        (self.template.into(), self.anchor.into())
    }
}

impl LaneLists {
    /// Calls a function with each move of a lane, in the order of the list.
    pub fn each_move(&self, lane: usize, mut each: impl FnMut(ListedMove)) {
        let masks = self.masks();
        for template in 0..self.ends - 1 {
            for (word, block) in masks.of(template).iter().enumerate() {
                let mut left = block[lane];
                while left != 0 {
                    each(ListedMove {
                        lane: lane as u8,
                        template: template as u16,
                        anchor: word as u16 * 64 + left.trailing_zeros() as u16,
                    });
                    left &= left - 1;
                }
            }
        }
    }
}

impl LaneField {
    /// Fills the first lanes: each gets the position before the move with its index, from the lane of `from` whose list
    /// contains the move. The positions of further lanes are unspecified.
    pub fn gather(&mut self, from: &Self, moves: &[ListedMove]) {
        LaneArch::detect().dispatch(GatherRun {
            to: &mut self.words,
            from: &from.words,
            moves,
        });
    }
}

/// Copies positions, one for each move.
struct GatherRun<'f> {
    to: &'f mut [Block],
    from: &'f [Block],
    moves: &'f [ListedMove],
}

impl pulp::NullaryFnOnce for GatherRun<'_> {
    type Output = ();

    // As in `masks.rs`: all hot code must be inlined here.
    #[inline(always)]
    fn call(self) {
        // Most neighbouring moves start from the same position.
        let mut first = 0;
        for run in self.moves.chunk_by(|a, b| a.lane == b.lane) {
            let (lane, end) = (usize::from(run[0].lane), (first + run.len()).min(LANES));
            for (to, from) in self.to.iter_mut().zip(self.from) {
                no_vectorize_barrier();
                let word = from[lane % LANES];
                for at in first / AT_ONCE..end.div_ceil(AT_ONCE) {
                    let mut some = lanes(to, at);
                    for (few, to) in some.iter_mut().enumerate() {
                        let is_before = at * AT_ONCE + few < first;
                        *to = if is_before { *to } else { word };
                    }
                    set_lanes(to, at, some);
                }
            }
            first = end;
        }
    }
}
