//! The number of moves of each lane, and the n-th move.

use super::field::{
    AT_ONCE, FewLanes, LaneBits, groups_of, lanes, no_vectorize_barrier, set_lanes,
};
use super::{Block, CountBlock, LANES};

/// Adds the moves of a template to the number of moves before it, in the lanes of a set.
#[inline(always)]
pub(super) fn count(
    (mask, counted): (&[Block], LaneBits),
    before: &CountBlock,
    end: &mut CountBlock,
) {
    for some in 0..groups_of(counted) {
        let mut found = [0; AT_ONCE];
        match mask {
            // Most boards are this small; this avoids a loop over words.
            [word] => add_ones(word, some, &mut found),
            [low, high] => {
                add_ones(low, some, &mut found);
                add_ones(high, some, &mut found);
            }
            _ => {
                for word in mask {
                    no_vectorize_barrier();
                    add_ones(word, some, &mut found);
                }
            }
        }
        let mut count = lanes(before, some);
        for lane in 0..AT_ONCE {
            count[lane] += found[lane] as u32;
        }
        set_lanes(end, some, count);
    }
}

/// Adds the number of ones of a word, in one group of lanes.
#[inline(always)]
fn add_ones(word: &Block, some: usize, to: &mut FewLanes) {
    let words = lanes(word, some);
    for lane in 0..AT_ONCE {
        to[lane] += u64::from(words[lane].count_ones());
    }
}

/// The number of counts that are compared at once. They have as many bytes as [`AT_ONCE`] words.
const COUNTS_AT_ONCE: usize = 2 * AT_ONCE;

/// Finds the template of each lane's move, and the move's index within the template, from the move's index in the list and the
/// number of moves before each template. In lanes without such a move, the results are unspecified.
#[inline(always)]
pub(super) fn templates(
    before: &[CountBlock],
    at: &Block,
    (found, nth): (&mut CountBlock, &mut Block),
) {
    let begins = &before[..before.len() - 1];
    for some in 0..LANES / COUNTS_AT_ONCE {
        let (at, _) = at.as_chunks::<COUNTS_AT_ONCE>();
        let mut wanted = [0; COUNTS_AT_ONCE];
        for lane in 0..COUNTS_AT_ONCE {
            wanted[lane] = at[some][lane] as u32;
        }
        // The move belongs to the last template that begins at or before its index. The number of templates that begin there or
        // before, not counting the first, is the number of that template. Its begin has the smallest distance to the index: for
        // templates that begin later, the distance is negative, which is large if unsigned.
        let (mut count, mut left) = ([0; COUNTS_AT_ONCE], wanted);
        for begin in begins.iter().skip(1) {
            no_vectorize_barrier();
            let (begin, _) = begin.as_chunks::<COUNTS_AT_ONCE>();
            for lane in 0..COUNTS_AT_ONCE {
                // Signed numbers are compared in one instruction.
                let begun = begin[some][lane].cast_signed() <= wanted[lane].cast_signed();
                count[lane] += u32::from(begun);
                left[lane] = left[lane].min(wanted[lane].wrapping_sub(begin[some][lane]));
            }
        }
        found.as_chunks_mut::<COUNTS_AT_ONCE>().0[some] = count;
        let (nth, _) = nth.as_chunks_mut::<COUNTS_AT_ONCE>();
        for lane in 0..COUNTS_AT_ONCE {
            nth[some][lane] = left[lane].into();
        }
    }
}

/// Like `templates`, for one move of one lane. The template is not before `first`.
#[inline(always)]
pub(super) fn template<Count: Copy + Into<u64>>(
    before: &[[Count; LANES]],
    (lane, at): (usize, u64),
    first: usize,
) -> usize {
    let ends = before[first + 1..].iter();
    first + ends.take_while(|end| end[lane].into() <= at).count()
}

/// A word, and the rank of one of its ones.
pub(super) struct WantedOne {
    pub(super) word: u64,
    pub(super) n: u64,
    /// The number of the word's first point.
    pub(super) base: u64,
}

/// Like `word_with`, in each lane, for two words, without a branch (the processor could not predict it). Replaces the first
/// word and `nth` with the result, and writes the number of the word's first point to `base`.
#[inline(always)]
pub(super) fn choose_words(words: &mut [Block; 2], nth: &mut Block, base: &mut Block) {
    let [low, high] = words;
    for lane in 0..LANES {
        let ones = u64::from(low[lane].count_ones());
        // All ones if the n-th one is in the second word.
        let past = 0u64.wrapping_sub(u64::from(nth[lane].cast_signed() >= ones.cast_signed()));
        low[lane] = low[lane] & !past | high[lane] & past;
        nth[lane] -= ones & past;
        base[lane] = 64 & past;
    }
}

/// Finds the word that contains the n-th point of a lane's mask.
#[inline(always)]
pub(super) fn word_with(mask: &[Block], lane: usize, mut n: u64) -> WantedOne {
    let mut base = 0;
    let (last, before) = mask.split_last().unwrap_or((&[0; LANES], &[]));
    for block in before {
        let word = block[lane];
        let ones = u64::from(word.count_ones());
        if n < ones {
            return WantedOne { word, n, base };
        }
        n -= ones;
        base += 64;
    }
    let word = last[lane];
    WantedOne { word, n, base }
}

/// Adds the position of the n-th one of a word in each lane. The word must have more than `n` ones. There is no branch and no
/// multiplication, so all lanes are computed at once. In lanes without such a one, the result is unspecified.
#[inline(always)]
pub(super) fn add_places(words: &Block, nth: &Block, to: &mut Block) {
    let (words, _) = words.as_chunks::<COUNTS_AT_ONCE>();
    let (nth, _) = nth.as_chunks::<COUNTS_AT_ONCE>();
    let (to, _) = to.as_chunks_mut::<COUNTS_AT_ONCE>();
    for some in 0..LANES / COUNTS_AT_ONCE {
        let (words, nth) = (words[some], nth[some]);
        let mut low = [0; COUNTS_AT_ONCE];
        let mut high = [0; COUNTS_AT_ONCE];
        let mut n = [0; COUNTS_AT_ONCE];
        for lane in 0..COUNTS_AT_ONCE {
            low[lane] = words[lane] as u32;
            high[lane] = (words[lane] >> 32) as u32;
            n[lane] = nth[lane] as u32;
        }
        for lane in 0..COUNTS_AT_ONCE {
            n[lane] = nth_one([low[lane], high[lane]], n[lane]);
        }
        for lane in 0..COUNTS_AT_ONCE {
            to[some][lane] += u64::from(n[lane]);
        }
    }
}

/// Returns the position of the n-th one of a word. The word comes as its low and high half, because vector instructions compute
/// twice as many 32-bit numbers at once.
///
/// Ones are counted in parts of the word as in S. Vigna, "Broadword implementation of rank/select queries", WEA 2008. The
/// function then halves the part that contains the n-th one until one bit is left.
#[inline(always)]
fn nth_one([low, high]: [u32; 2], n: u32) -> u32 {
    let (mut place, mut left) = (0, n);
    // `ones` counts the ones in the low half of the part at `place`. If the n-th one is not among them, it is in the high half.
    let mut halve = |ones: u32, half: u32| {
        // Signed numbers are compared in one instruction.
        let past = 0u32.wrapping_sub(u32::from(left.cast_signed() >= ones.cast_signed()));
        left = left.wrapping_sub(ones & past);
        place |= past & half;
        (past, place % 32)
    };
    let (past, _) = halve(low.count_ones(), 32);
    // An `if` would become a branch or scalar loads.
    let word = low ^ (low ^ high) & past;
    // The number of ones in each two bits, four bits, and byte; later in the low two bytes.
    let pairs = word.wrapping_sub(word >> 1 & 0x5555_5555);
    let fours = (pairs & 0x3333_3333) + (pairs >> 2 & 0x3333_3333);
    let bytes = (fours + (fours >> 4)) & 0x0f0f_0f0f;
    let (_, at) = halve((bytes + (bytes >> 8)) & 0x1f, 16);
    let (_, at) = halve(bytes >> at & 0xf, 8);
    let (_, at) = halve(fours >> at & 0xf, 4);
    let (_, at) = halve(pairs >> at & 3, 2);
    halve(word >> at & 1, 1);
    place
}

#[cfg(test)]
mod tests {
    use super::{add_places, word_with};
    use crate::{Block, LANES};

    /// Finds the place of the n-th one in the last lane.
    fn place(word: u64, n: u64) -> u64 {
        let mut places = [0; LANES];
        add_places(&[word; LANES], &[n; LANES], &mut places);
        places[LANES - 1]
    }

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
                    assert_eq!(place(word, n), bit, "{word:x} {n}");
                }
            }
        }
    }

    #[test]
    fn each_point_of_a_mask_is_found() {
        let of = |word: u64| -> Block { std::array::from_fn(|lane| word.rotate_left(lane as u32)) };
        for words in [
            vec![7],
            vec![0, 5],
            vec![3, 0],
            vec![9, 6],
            vec![0, 1 << 63, 0, 6, 1],
        ] {
            let mask: Vec<Block> = words.into_iter().map(of).collect();
            for lane in 0..LANES {
                let points = mask.iter().enumerate().flat_map(|(at, block)| {
                    let bits = (0..64).filter(move |bit| block[lane] >> bit & 1 == 1);
                    bits.map(move |bit| at as u64 * 64 + bit)
                });
                for (n, point) in (0..).zip(points) {
                    let found = word_with(&mask, lane, n);
                    assert_eq!(found.base + place(found.word, found.n), point);
                }
            }
        }
    }

    #[test]
    fn no_word_is_too_odd() {
        for word in [0, 1, u64::MAX] {
            for n in [0, 63, 64, u64::MAX] {
                place(word, n);
            }
        }
    }
}
