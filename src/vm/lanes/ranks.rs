//! How many moves each lane has, and which is the n-th.

use super::{Block, LANES};
use crate::ir::program::MaskReg;

/// Counts the moves of each template and all before it.
#[inline(always)]
pub(super) fn count((masks, width): (&[Block], usize), templates: &[MaskReg], ends: &mut [Block]) {
    let mut end = [0; LANES];
    for (reg, ends) in templates.iter().zip(ends) {
        for block in &masks[usize::from(*reg) * width..][..width] {
            for lane in 0..LANES {
                end[lane] += u64::from(block[lane].count_ones());
            }
        }
        *ends = end;
    }
}

/// Finds the template of a move of each lane: as many come before as end at its index or below.
pub(super) struct TemplateSearch<'m> {
    pub(super) ends: &'m [Block],
    /// The index of the move of each lane.
    pub(super) at: &'m Block,
    pub(super) templates: &'m mut Block,
}

impl pulp::NullaryFnOnce for TemplateSearch<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let mut found = [0; LANES];
        for ends in self.ends {
            for lane in 0..LANES {
                found[lane] += u64::from(ends[lane] <= self.at[lane]);
            }
        }
        *self.templates = found;
    }
}

/// Returns the index of the n-th point of a mask of a lane.
pub(super) fn nth_bit(mask: &[Block], lane: usize, mut n: u64) -> u32 {
    let mut base = 0;
    for block in mask {
        let ones = u64::from(block[lane].count_ones());
        if n < ones {
            let mut rest = block[lane];
            for _ in 0..n {
                rest &= rest - 1;
            }
            return base + rest.trailing_zeros();
        }
        n -= ones;
        base += 64;
    }
    base
}
