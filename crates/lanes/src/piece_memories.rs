//! What is remembered of pieces, in many lanes at once: it goes where they go.
//!
//! The points are those that are marked, in the lanes that are on.

use super::Block;
use super::field::{LaneBits, each_lane, lanes_of};
use super::strands::StrandRunner;

impl StrandRunner<'_> {
    /// Lets pieces that have moved take along what is remembered of them.
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

    /// Forgets what is remembered of the pieces on the points of the first mask: they have left.
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

/// Lists the points of a mask in one lane.
#[inline(always)]
fn each_point(mask: &[Block], lane: usize) -> impl Iterator<Item = usize> {
    let words = mask.iter().enumerate();
    words.flat_map(move |(at, word)| {
        let word: LaneBits = word[lane];
        each_lane(word).map(move |bit| at * 64 + bit)
    })
}
