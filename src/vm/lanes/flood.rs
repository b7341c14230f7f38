//! The flood fill, in all lanes at once: it goes on until nothing is new in any.

use super::masks::LaneMachine;
use super::{Block, LANES, NumberBlock};

/// A flood fill of every lane.
pub(super) struct LaneFlood<'m> {
    /// Where it begins.
    pub(super) from: &'m [Block],
    /// Into which points a step may lead.
    pub(super) over: &'m [Block],
    /// The most steps of each lane; no limit without it.
    pub(super) within: Option<&'m NumberBlock>,
}

impl LaneMachine<'_> {
    /// Adds one step after the other, in turns over the words: so no second mask is needed.
    ///
    /// Where steps are limited, a word must not see what the same step added to another. Then the points of the last step
    /// lie in a mask of their own.
    #[inline(always)]
    pub(super) fn flood(&self, flood: LaneFlood<'_>, to: &mut [Block]) {
        to.copy_from_slice(flood.from);
        match flood.within {
            None => while self.spread(&flood, to) {},
            Some(within) => self.flood_within(&flood, within, to),
        }
    }

    /// Adds all points one step away; tells whether any is new.
    #[inline(always)]
    fn spread(&self, flood: &LaneFlood<'_>, to: &mut [Block]) -> bool {
        let mut news = [0; LANES];
        for word in 0..to.len() {
            let mut near = [0; LANES];
            for shift in &self.rules.next {
                self.shift(to, *shift).add_word_to(&mut near, word);
            }
            let (over, to) = (&flood.over[word], &mut to[word]);
            for lane in 0..LANES {
                let new = near[lane] & over[lane] & !to[lane];
                to[lane] |= new;
                news[lane] |= new;
            }
        }
        news.iter().fold(0, |all, new| all | new) != 0
    }

    /// As `flood`, in at most so many steps. Lanes without steps left stay as they are.
    #[inline(never)]
    fn flood_within(&self, flood: &LaneFlood<'_>, within: &NumberBlock, to: &mut [Block]) {
        for to in to.iter_mut() {
            for lane in 0..LANES {
                to[lane] &= if within[lane] < 0 { 0 } else { u64::MAX };
            }
        }
        let (mut before, mut steps) = (to.to_vec(), 0);
        loop {
            let mut news = [0; LANES];
            for word in 0..to.len() {
                let (to, over) = (&mut to[word], &flood.over[word]);
                let mut near = [0; LANES];
                for shift in &self.rules.next {
                    self.shift(&before, *shift).add_word_to(&mut near, word);
                }
                for lane in 0..LANES {
                    let goes_on = if steps < within[lane] { u64::MAX } else { 0 };
                    let new = near[lane] & over[lane] & !to[lane] & goes_on;
                    to[lane] |= new;
                    news[lane] |= new;
                }
            }
            if news == [0; LANES] {
                return;
            }
            before.copy_from_slice(to);
            steps += 1;
        }
    }
}
