//! How many moves each lane has, and which is the n-th.

use super::field::{
    AT_ONCE, FewLanes, LaneBits, groups_of, lanes, no_vectorize_barrier, set_lanes,
};
use super::{Block, CountBlock, LANES};

/// Adds the moves of a template, by its mask, to how many come before, in some lanes.
#[inline(always)]
pub(super) fn count(
    (mask, counted): (&[Block], LaneBits),
    before: &CountBlock,
    end: &mut CountBlock,
) {
    for some in 0..groups_of(counted) {
        let mut found = [0; AT_ONCE];
        match mask {
            // Most boards are as narrow: without a loop over words.
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

/// Adds how many ones a word has, in some lanes.
#[inline(always)]
fn add_ones(word: &Block, some: usize, to: &mut FewLanes) {
    let words = lanes(word, some);
    for lane in 0..AT_ONCE {
        to[lane] += u64::from(words[lane].count_ones());
    }
}

/// So many counts are compared at once: as many bytes as [`AT_ONCE`] words have.
const COUNTS_AT_ONCE: usize = 2 * AT_ONCE;

/// Finds the template of the move of each lane, and which of the template's moves it is, by the move's index and how many moves come
/// before each template. In lanes without such a move, it may be any template.
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
        // The last template that begins at the index or below has the move. Its number is how many begin so, without the first. From
        // where it begins, fewest moves are left to the index; from one that begins later, a negative number, which is high without a sign.
        let (mut count, mut left) = ([0; COUNTS_AT_ONCE], wanted);
        for begin in begins.iter().skip(1) {
            no_vectorize_barrier();
            let (begin, _) = begin.as_chunks::<COUNTS_AT_ONCE>();
            for lane in 0..COUNTS_AT_ONCE {
                // Numbers with a sign are compared in one instruction.
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

/// As `templates`, for one move in the list of a lane, by its index. No template before `first` has it.
#[inline(always)]
pub(super) fn template<Count: Copy + Into<u64>>(
    before: &[[Count; LANES]],
    (lane, at): (usize, u64),
    first: usize,
) -> usize {
    let ends = before[first + 1..].iter();
    first + ends.take_while(|end| end[lane].into() <= at).count()
}

/// A word of a mask, and which of its ones is wanted.
pub(super) struct WantedOne {
    pub(super) word: u64,
    pub(super) n: u64,
    /// The index of the word's first point.
    pub(super) base: u64,
}

/// As `word_with`, in each lane of two words, without a branch: nobody can guess which it is. The first word and `nth` are changed to what
/// is found, and the index of the word's first point is written to `base`.
#[inline(always)]
pub(super) fn choose_words(words: &mut [Block; 2], nth: &mut Block, base: &mut Block) {
    let [low, high] = words;
    for lane in 0..LANES {
        let ones = u64::from(low[lane].count_ones());
        // Ones where the wanted one is in the second word.
        let past = 0u64.wrapping_sub(u64::from(nth[lane].cast_signed() >= ones.cast_signed()));
        low[lane] = low[lane] & !past | high[lane] & past;
        nth[lane] -= ones & past;
        base[lane] = 64 & past;
    }
}

/// Finds the word that holds the n-th point of the mask of a lane.
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

/// Adds to each lane the place of the n-th one of a word, which has more than `n`; without a branch or a multiplication, so
/// that all lanes are done at once. In lanes without such a one, it may be any place.
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

/// Returns the place of the n-th one of a word, of which the lower and the higher half are told: numbers of 32 bits are worked on twice
/// as many at once.
///
/// Ones are counted in parts of a word as in S. Vigna, "Broadword implementation of rank/select queries", WEA 2008. Then the part
/// that holds the wanted one is halved until one bit is left.
#[inline(always)]
fn nth_one([low, high]: [u32; 2], n: u32) -> u32 {
    let (mut place, mut left) = (0, n);
    // Of the part that begins at the place, the lower half has so many ones. If that is not enough, the higher half has the wanted one.
    let mut halve = |ones: u32, half: u32| {
        // Numbers with a sign are compared in one instruction.
        let past = 0u32.wrapping_sub(u32::from(left.cast_signed() >= ones.cast_signed()));
        left = left.wrapping_sub(ones & past);
        place |= past & half;
        (past, place % 32)
    };
    let (past, _) = halve(low.count_ones(), 32);
    // As a choice, it would become a branch or single loads.
    let word = low ^ (low ^ high) & past;
    // How many ones are in each two bits, four bits, and byte, and in the lower two bytes.
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
