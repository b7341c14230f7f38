//! Slides in all lanes at once: what is reached in one direction, step by step.

use super::field::AT_ONCE;
use super::masks::LaneMachine;
use super::{Block, LANES};
use crate::ir::program::SlideCode;

/// Slides of more steps end where nothing goes on in any lane.
const MANY_STEPS: u16 = 8;

/// Returns how many blocks slides of masks of so many words need to work with.
pub(super) fn room(width: usize) -> usize {
    2 * width
}

impl LaneMachine<'_> {
    /// Computes what a slide reaches.
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
            _ => self.slide_words(slide, (from, through), (to, room)),
        }
    }

    /// As `slide`, for masks of one word.
    #[inline(always)]
    fn slide_word(
        &self,
        slide: SlideCode,
        (from, through): (&Block, Option<&Block>),
        to: &mut Block,
    ) {
        let (keep, bits) = (
            self.constant(slide.shift.keep)[0],
            u32::from(slide.shift.bits),
        );
        let lowest: u64 = (1 << bits) - 1;
        let lanes = SlideLanes {
            from,
            through: through.unwrap_or(&[u64::MAX; LANES]),
            steps: slide.steps,
        };
        if keep & lowest == 0 {
            lanes.run(to, |word| word << bits & keep);
        } else if keep & !lowest == 0 {
            lanes.run(to, |word| word >> (64 - bits) & keep);
        } else {
            lanes.run(to, |word: u64| word.rotate_left(bits) & keep);
        }
    }

    /// As `slide`, for masks of several words.
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
            let shifted = self.shift(reached, slide.shift);
            shifted.join(moved, None, |_, moved| moved);
            let mut any = 0;
            for word in 0..self.width {
                let (to, moved) = (&mut to[word], &moved[word]);
                let through = through.map_or(&[u64::MAX; LANES], |through| &through[word]);
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

/// A slide of masks of one word.
struct SlideLanes<'m> {
    from: &'m Block,
    through: &'m Block,
    steps: u16,
}

impl SlideLanes<'_> {
    /// Writes what is reached; `step` moves the points of one lane.
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
