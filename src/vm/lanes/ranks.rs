//! How many moves each lane has, and which is the n-th.

use super::{Block, LANES};
use crate::ir::program::MaskReg;

/// Counts the moves of all templates before each, and at last of all.
#[inline(always)]
pub(super) fn count(
    (masks, width): (&[Block], usize),
    templates: &[MaskReg],
    before: &mut [Block],
) {
    let mut rest = before;
    for reg in templates {
        let Some(([before], after)) = rest.split_at_mut_checked(1) else {
            return;
        };
        let Some(end) = after.first_mut() else { return };
        *end = *before;
        for block in &masks[usize::from(*reg) * width..][..width] {
            for lane in 0..LANES {
                end[lane] += u64::from(block[lane].count_ones());
            }
        }
        rest = after;
    }
}

/// Finds the template of the move of each lane, by the move's index and how many moves come before each template.
#[inline(always)]
pub(super) fn templates(before: &[Block], at: &Block, found: &mut Block) {
    // As many templates come before as end at the index or below.
    *found = [0; LANES];
    for end in before.iter().skip(1) {
        for lane in 0..LANES {
            // Numbers with a sign, since those are compared in one instruction.
            let past = end[lane].cast_signed() <= at[lane].cast_signed();
            found[lane] += u64::from(past);
        }
    }
}

/// Returns the index of the n-th point of a mask of a lane.
#[inline(always)]
pub(super) fn nth_bit(mask: &[Block], lane: usize, n: u64) -> u32 {
    let (mut n, mut base) = (n, 0);
    for block in &mask[..mask.len() - 1] {
        let ones = u64::from(block[lane].count_ones());
        if n < ones {
            return base + nth_one(block[lane], n);
        }
        n -= ones;
        base += 64;
    }
    base + mask.last().map_or(0, |block| nth_one(block[lane], n))
}

/// For each byte and number: the place of that one among the ones of the byte.
const ONES_OF_BYTES: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut ones) = (0u8, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][ones] = bit;
                ones += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Returns the place of the n-th one of a word, which has more than `n`; without a branch.
///
/// S. Vigna, "Broadword implementation of rank/select queries", WEA 2008.
#[inline(always)]
fn nth_one(word: u64, n: u64) -> u32 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = EACH << 7;
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = fours + (fours >> 4) & 0x0f0f_0f0f_0f0f_0f0f;
    // In each byte: how many ones there are in it and all below.
    let upto = bytes.wrapping_mul(EACH);
    let beyond = (upto | TOPS).wrapping_sub((n + 1).wrapping_mul(EACH)) & TOPS;
    let shift = beyond.trailing_zeros() & 56;
    let before = upto << 8 >> shift & 0xff;
    let byte = (word >> shift & 0xff) as usize;
    shift + u32::from(ONES_OF_BYTES[byte][(n - before) as usize & 7])
}

#[cfg(test)]
mod tests {
    use super::nth_one;

    #[test]
    fn each_one_of_a_word_is_found() {
        let mut word = 0x9e37_79b9_7f4a_7c15u64;
        for round in 0..2_000 {
            word = word.wrapping_mul(0xd129_0d3b_2a5b_39f5).wrapping_add(round);
            let thinned = [
                word,
                word & word >> 7,
                word | word << 3,
                1 << (word >> 58),
                u64::MAX,
            ];
            for word in thinned {
                let ones = (0..64).filter(|bit| word >> bit & 1 == 1);
                for (n, bit) in (0..).zip(ones) {
                    assert_eq!(nth_one(word, n), bit, "{word:x} {n}");
                }
            }
        }
    }
}
