//! Slides in all lanes at once: the points that are reached step by step in one direction.

use super::field::{AT_ONCE, lanes, set_lanes};
use super::machine::LaneMachine;
use super::{Block, LANES};
use linstock_engine::ir::program::SlideCode;

/// A slide of more steps tests whether any lane still advances.
const MANY_STEPS: u16 = 8;

/// Returns the number of blocks of working memory for slides.
pub(super) fn room(width: usize) -> usize {
    2 * width
}

impl LaneMachine<'_> {
    /// Computes the points that a slide reaches.
    #[inline(always)]
    pub(super) fn slide(
        &self,
        slide: usize,
        regs: &[Block],
        (to, room): (&mut [Block], &mut [Block]),
    ) {
        let slide = self.program.slides[slide];
        let at = |reg: u16| self.mask(regs, reg);
        let (from, through) = (at(slide.from), slide.through.map(at));
        match (from, &mut *to) {
            ([from], [to]) => self.slide_word(slide, (from, through.map(|t| &t[0])), to),
            ([low, high], [to_low, to_high]) => {
                let through = through.map_or([&EVERYWHERE; 2], |mask| [&mask[0], &mask[1]]);
                self.slide_pair(slide, ([low, high], through), [to_low, to_high]);
            }
            _ => self.slide_words(slide, (from, through), (to, room)),
        }
    }

    /// Like `slide`, for masks of one word.
    #[inline(always)]
    fn slide_word(
        &self,
        slide: SlideCode,
        (from, through): (&Block, Option<&Block>),
        to: &mut Block,
    ) {
        let (keep, bits) = (self.constant(slide.by.keep)[0], u32::from(slide.by.bits));
        let lowest: u64 = (1 << bits) - 1;
        let word = SlideLanes {
            from,
            through: through.unwrap_or(&EVERYWHERE),
            steps: slide.steps,
        };
        if keep & lowest == 0 {
            word.run(to, |points| points << bits & keep);
        } else if keep & !lowest == 0 {
            word.run(to, |points| points >> (64 - bits) & keep);
        } else {
            word.run(to, |points: u64| points.rotate_left(bits) & keep);
        }
    }

    /// Like `slide`, for masks of two words, which stay in registers.
    #[inline(always)]
    fn slide_pair(
        &self,
        slide: SlideCode,
        (from, through): ([&Block; 2], [&Block; 2]),
        to: [&mut Block; 2],
    ) {
        let (keep, bits) = (self.constant(slide.by.keep), u32::from(slide.by.bits));
        let keep = [keep[0], keep[1]];
        // The bits shifted out of one word enter the other. A shift by 0 bits moves none.
        let shifted = |word: u64, before: u64| word << bits | before >> 1 >> (63 - bits);
        let pairs = SlidePairs {
            from,
            through,
            steps: slide.steps,
        };
        if slide.by.words == 0 {
            pairs.run(to, |[low, high]| {
                [shifted(low, high) & keep[0], shifted(high, low) & keep[1]]
            });
        } else {
            pairs.run(to, |[low, high]| {
                [shifted(high, low) & keep[0], shifted(low, high) & keep[1]]
            });
        }
    }

    /// Like `slide`, for masks of several words.
    #[inline(always)]
    fn slide_words(
        &self,
        slide: SlideCode,
        (from, through): (&[Block], Option<&[Block]>),
        (to, room): (&mut [Block], &mut [Block]),
    ) {
        let (reached, moved) = room[..2 * self.width].split_at_mut(self.width);
        reached.copy_from_slice(from);
        to.fill([0; LANES]);
        for _ in 0..slide.steps {
            self.shift(reached, slide.by).write(moved);
            let mut any = 0;
            for word in 0..self.width {
                let (to, moved) = (&mut to[word], &moved[word]);
                let through = through.map_or(&EVERYWHERE, |through| &through[word]);
                let reached = &mut reached[word];
                for lane in 0..LANES {
                    to[lane] |= moved[lane];
                    reached[lane] = moved[lane] & through[lane];
                    any |= reached[lane];
                }
            }
            if slide.steps > MANY_STEPS && any == 0 {
                return;
            }
        }
    }
}

/// The `through` of an unobstructed slide.
const EVERYWHERE: Block = [u64::MAX; LANES];

/// A slide with masks of one word.
struct SlideLanes<'m> {
    from: &'m Block,
    through: &'m Block,
    steps: u16,
}

impl SlideLanes<'_> {
    /// Writes the reached points. `step` moves the points of one lane.
    #[inline(always)]
    fn run(&self, to: &mut Block, step: impl Fn(u64) -> u64) {
        let (from, through) = (
            self.from.as_chunks::<AT_ONCE>().0,
            self.through.as_chunks::<AT_ONCE>().0,
        );
        for (at, to) in to.as_chunks_mut().0.iter_mut().enumerate() {
            let (mut reached, through, mut all) = (from[at], &through[at], [0; AT_ONCE]);
            for _ in 0..self.steps {
                for lane in 0..AT_ONCE {
                    let moved = step(reached[lane]);
                    all[lane] |= moved;
                    reached[lane] = moved & through[lane];
                }
            }
            *to = all;
        }
    }
}

/// A slide with masks of two words.
struct SlidePairs<'m> {
    from: [&'m Block; 2],
    through: [&'m Block; 2],
    steps: u16,
}

impl SlidePairs<'_> {
    /// Writes the reached points. `step` moves the points of one lane.
    #[inline(always)]
    fn run(&self, [to_low, to_high]: [&mut Block; 2], step: impl Fn([u64; 2]) -> [u64; 2]) {
        for at in 0..LANES / AT_ONCE {
            let [mut low, mut high] = [lanes(self.from[0], at), lanes(self.from[1], at)];
            let through = [lanes(self.through[0], at), lanes(self.through[1], at)];
            let (mut all_low, mut all_high) = ([0; AT_ONCE], [0; AT_ONCE]);
            for _ in 0..self.steps {
                for lane in 0..AT_ONCE {
                    let moved = step([low[lane], high[lane]]);
                    all_low[lane] |= moved[0];
                    all_high[lane] |= moved[1];
                    low[lane] = moved[0] & through[0][lane];
                    high[lane] = moved[1] & through[1][lane];
                }
            }
            set_lanes(to_low, at, all_low);
            set_lanes(to_high, at, all_high);
        }
    }
}
