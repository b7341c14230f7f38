//! The search for lanes where the two templates of a pair have moves that meet, for example moves with the same text.

use super::field::{LaneBits, lanes_of, no_vectorize_barrier};
use super::{Block, LANES};
use linstock_engine::vm::TemplatePair;

/// The search for lanes where moves of a pair meet. `masks` returns the mask of a template.
pub(super) struct MeetingSearch<'m, F> {
    pub(super) pairs: &'m [TemplatePair],
    pub(super) masks: F,
}

impl<'m, F: Fn(u16) -> &'m [Block]> pulp::NullaryFnOnce for MeetingSearch<'m, F> {
    type Output = LaneBits;

    // As in `masks.rs`: all hot code must be inlined here.
    #[inline(always)]
    fn call(self) -> LaneBits {
        let mut met = [0; LANES];
        for pair in self.pairs {
            let masks = (
                (self.masks)(pair.templates.0),
                (self.masks)(pair.templates.1),
            );
            let words = 0..masks.0.len();
            let at = |word: usize| {
                let anchors = (pair.anchors.0[word], pair.anchors.1[word]);
                (&masks.0[word], &masks.1[word], anchors)
            };
            if pair.is_aligned {
                for (a, b, (x, y)) in words.map(at) {
                    no_vectorize_barrier();
                    for lane in 0..LANES {
                        met[lane] |= a[lane] & x & b[lane] & y;
                    }
                }
                continue;
            }
            let (mut of_a, mut of_b) = ([0u64; LANES], [0u64; LANES]);
            for (a, b, (x, y)) in words.map(at) {
                no_vectorize_barrier();
                for lane in 0..LANES {
                    of_a[lane] += u64::from((a[lane] & x).count_ones());
                    of_b[lane] += u64::from((b[lane] & y).count_ones());
                }
            }
            let same = pair.templates.0 == pair.templates.1;
            for lane in 0..LANES {
                let meet = if same {
                    of_a[lane] > 1
                } else {
                    of_a[lane] > 0 && of_b[lane] > 0
                };
                met[lane] |= u64::from(meet);
            }
        }
        lanes_of(&met)
    }
}
