//! Flood fills, in all lanes at once.

use super::field::{AT_ONCE, FewLanes, groups_of, lanes, set_lanes};
use super::flood_steps::FloodSteps;
use super::machine::LaneMachine;
use super::{Block, LANES, NumberBlock};

/// A flood fill in every lane.
pub(super) struct LaneFlood<'m> {
    /// The start points.
    pub(super) from: &'m [Block],
    /// The points into which a step may lead.
    pub(super) over: &'m [Block],
    /// The maximum number of steps of each lane; `None` for no limit.
    pub(super) within: Option<&'m NumberBlock>,
}

/// A flood fill without a limit. It fills one group of lanes after another, and each group word by word, up and down the board.
/// A word that gains no new points is not spread again.
struct Filling<'f> {
    steps: &'f FloodSteps,
    over: &'f [Block],
    to: &'f mut [Block],
    /// For each step within a word, the points into which it may lead.
    open: &'f mut [Block],
    /// The number of the group of lanes.
    at: usize,
}

impl Filling<'_> {
    #[inline(always)]
    fn run(&mut self) {
        let words = self.to.len();
        let mut goes_on = false;
        for word in 0..words {
            let more = self.take_in(word);
            goes_on |= self.spread(word) || more;
        }
        while goes_on && words > 1 {
            goes_on = false;
            for word in (0..words - 1).rev() {
                goes_on |= self.take_in_and_spread(word);
            }
            if !goes_on {
                return;
            }
            goes_on = false;
            for word in 1..words {
                goes_on |= self.take_in_and_spread(word);
            }
        }
    }

    #[inline(always)]
    fn take_in_and_spread(&mut self, word: usize) -> bool {
        let more = self.take_in(word);
        if more {
            self.spread(word);
        }
        more
    }

    /// Adds the points of a word that are one step away from points of other words. Returns whether any is new.
    #[inline(always)]
    fn take_in(&mut self, word: usize) -> bool {
        let mut near = [0; AT_ONCE];
        for (from, step) in &self.steps.words[word].outer {
            let moved = step.moved(lanes(&self.to[*from], self.at));
            for lane in 0..AT_ONCE {
                near[lane] |= moved[lane] & step.keep;
            }
        }
        let (mut here, over) = (
            lanes(&self.to[word], self.at),
            lanes(&self.over[word], self.at),
        );
        let mut new = 0;
        for lane in 0..AT_ONCE {
            near[lane] &= over[lane] & !here[lane];
            here[lane] |= near[lane];
            new |= near[lane];
        }
        set_lanes(&mut self.to[word], self.at, here);
        new != 0
    }

    /// Adds the points of a word that are reached within the word. Returns whether any is new.
    #[inline(always)]
    fn spread(&mut self, word: usize) -> bool {
        let steps = &self.steps.words[word].inner;
        let over = lanes(&self.over[word], self.at);
        for (at, step) in steps.iter().enumerate() {
            let mut into = [0; AT_ONCE];
            for lane in 0..AT_ONCE {
                into[lane] = over[lane] & step.keep;
            }
            set_lanes(&mut self.open[at], self.at, into);
        }
        let before = lanes(&self.to[word], self.at);
        let mut here = before;
        loop {
            let last = here;
            for (at, step) in steps.iter().enumerate() {
                let (moved, into) = (step.moved(here), lanes(&self.open[at], self.at));
                for lane in 0..AT_ONCE {
                    here[lane] |= moved[lane] & into[lane];
                }
            }
            if !differ(&here, &last) {
                break;
            }
        }
        set_lanes(&mut self.to[word], self.at, here);
        differ(&here, &before)
    }
}

#[inline(always)]
fn differ(a: &FewLanes, b: &FewLanes) -> bool {
    let mut differing = 0;
    for lane in 0..AT_ONCE {
        differing |= a[lane] ^ b[lane];
    }
    differing != 0
}

impl LaneMachine<'_> {
    /// Computes a flood fill.
    #[inline(always)]
    pub(super) fn flood(&self, flood: LaneFlood<'_>, (to, open): (&mut [Block], &mut [Block])) {
        to.copy_from_slice(flood.from);
        if let Some(within) = flood.within {
            return self.flood_within(&flood, within, to);
        }
        for at in 0..groups_of(self.lanes) {
            let mut filling = Filling {
                steps: &self.code.flood,
                over: flood.over,
                to: &mut *to,
                open: &mut *open,
                at,
            };
            filling.run();
        }
    }

    /// Like `flood`, with a maximum number of steps for each lane. A lane without steps left does not change.
    ///
    /// Within one step, a word must not see the new points of another. So the points before the step are in a mask of their own.
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
