//! Remembered values of pieces, in many lanes at once: they move with the pieces.
//!
//! The functions use the marked points, in active lanes.

use super::Block;
use super::field::{LaneBits, each_lane, lanes_of};
use super::strands::StrandRunner;

impl StrandRunner<'_> {
    /// Moves the values of pieces that have moved.
    #[inline(always)]
    pub(super) fn carry_memories(&self, words: &mut [Block]) {
        if self.rules.piece_memories.is_empty() {
            return;
        }
        let [from, to] = &self.points;
        for lane in each_lane(lanes_of(&self.on)) {
            let points = each_point(from, lane)
                .next()
                .zip(each_point(to, lane).next());
            let Some((from, to)) = points else { continue };
            for &(first, start) in &self.rules.piece_memories {
                let carried = std::mem::replace(&mut words[first + from][lane], start);
                words[first + to][lane] = carried;
            }
        }
    }

    /// Resets the values of the pieces on the points of the first mask: these pieces have left the board.
    #[inline(always)]
    pub(super) fn forget_pieces(&self, words: &mut [Block]) {
        if self.rules.piece_memories.is_empty() {
            return;
        }
        for lane in each_lane(lanes_of(&self.on)) {
            for point in each_point(&self.points[0], lane) {
                for &(first, start) in &self.rules.piece_memories {
                    words[first + point][lane] = start;
                }
            }
        }
    }
}

/// Iterates over the points of a mask in one lane.
#[inline(always)]
fn each_point(mask: &[Block], lane: usize) -> impl Iterator<Item = usize> {
    let words = mask.iter().enumerate();
    words.flat_map(move |(at, word)| {
        let word: LaneBits = word[lane];
        each_lane(word).map(move |bit| at * 64 + bit)
    })
}
