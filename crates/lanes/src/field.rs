//! Positions side by side (a structure of arrays): each word of a position is next to the same word of all others.

use super::blocks::Blocks;
use super::{Block, LANES};
use linstock_engine::vm::arrays::array_of;

/// The number of lanes that stay in vector registers during a computation. The compiler would split variables with more
/// lanes into single numbers.
pub(super) const AT_ONCE: usize = 8;
/// A group of lanes of a block, which are computed at once.
pub(super) type FewLanes = [u64; AT_ONCE];

/// Keeps the compiler from vectorizing the loop around it, whose body already computes several lanes at once.
///
/// Otherwise the compiler may form vectors of neighbouring iterations instead of lanes, and gather distant words. It did so for
/// AVX-512, and such loops took two to ten times as long.
#[inline(always)]
pub(super) fn no_vectorize_barrier() {
    std::hint::black_box(());
}

/// Returns one group of lanes of a block.
#[inline(always)]
pub(super) fn lanes<Word: Copy>(block: &[Word; LANES], at: usize) -> [Word; AT_ONCE] {
    block.as_chunks().0[at]
}

/// Writes one group of lanes of a block.
#[inline(always)]
pub(super) fn set_lanes<Word>(block: &mut [Word; LANES], at: usize, words: [Word; AT_ONCE]) {
    block.as_chunks_mut().0[at] = words;
}

/// The positions of all lanes, as rows of words (see `Layout` in `ir`). One more word after the position holds the number of
/// its occurrences, as the last instruction that counts them found it.
#[derive(Debug)]
pub struct LaneField {
    pub(super) words: Blocks,
}

impl LaneField {
    /// Makes a field with the same position in each lane.
    #[must_use]
    pub fn new(words: &[u64]) -> Self {
        let mut field = Self {
            words: Blocks::new(words.len() + 1),
        };
        (0..LANES).for_each(|lane| field.load(lane, words));
        field
    }

    /// Puts a position, or a row of all words, into a lane.
    pub fn load(&mut self, lane: usize, words: &[u64]) {
        for (block, word) in self.words.iter_mut().zip(words.iter().chain([&0])) {
            block[lane] = *word;
        }
    }

    /// Returns the number of occurrences of a lane's position, as counted after its last move.
    #[must_use]
    pub fn repetitions(&self, lane: usize) -> u32 {
        u32::try_from(repetitions(&self.words, lane)).unwrap_or(u32::MAX)
    }

    /// Copies the positions of some lanes from another field, together with the rest of their groups.
    pub(super) fn copy_groups(&mut self, of: LaneBits, from: &Self) {
        let mut groups = [0; LANES / AT_ONCE];
        let mut count = 0;
        for at in (0..groups.len()).filter(|at| has_any(of, *at)) {
            groups[count] = at;
            count += 1;
        }
        for (to, from) in self.words.iter_mut().zip(&*from.words) {
            for at in &groups[..count] {
                set_lanes(to, *at, lanes(from, *at));
            }
        }
    }

    /// Copies the positions of some lanes from another field.
    pub(super) fn copy_lanes(&mut self, lanes: LaneBits, from: &Self) {
        for lane in each_lane(lanes) {
            for (to, from) in self.words.iter_mut().zip(&*from.words) {
                to[lane] = from[lane];
            }
        }
    }

    /// Copies the position of one lane of another field to all lanes.
    pub(super) fn repeat(&mut self, from: &Self, lane: usize) {
        for (to, from) in self.words.iter_mut().zip(&*from.words) {
            *to = [from[lane]; LANES];
        }
    }

    /// Returns the words of a lane: the position, and the word after it.
    pub(super) fn row(&self, lane: usize) -> impl Iterator<Item = u64> {
        self.words.iter().map(move |block| block[lane])
    }

    /// Copies the position of a lane.
    pub fn store(&self, lane: usize, words: &mut [u64]) {
        for (word, block) in words.iter_mut().zip(&*self.words) {
            *word = block[lane];
        }
    }
}

/// Returns the number of occurrences of a lane's position, which is the word after the position.
#[inline(always)]
pub(super) fn repetitions(words: &[Block], lane: usize) -> u64 {
    words.last().map_or(0, |block| block[lane])
}

/// A set of lanes, one bit each.
pub type LaneBits = u64;

/// Returns whether a set contains any lane of a group.
#[inline(always)]
pub(super) fn has_any(of: LaneBits, group: usize) -> bool {
    of >> (group * AT_ONCE) & ((1 << AT_ONCE) - 1) != 0
}

/// Returns the number of groups up to the last lane of a set.
#[inline(always)]
pub(super) fn groups_of(lanes: LaneBits) -> usize {
    let up_to = LaneBits::BITS - lanes.leading_zeros();
    (up_to as usize).div_ceil(AT_ONCE).min(LANES / AT_ONCE)
}

/// Returns the lowest lane of a set, and the set without it.
#[inline(always)]
fn without_lowest(lanes: LaneBits) -> (usize, LaneBits) {
    (
        lanes.trailing_zeros() as usize,
        lanes & lanes.wrapping_sub(1),
    )
}

/// Iterates over a set of lanes, the lowest first.
pub fn each_lane(lanes: LaneBits) -> impl Iterator<Item = usize> {
    let mut left = lanes;
    std::iter::from_fn(move || {
        let some = left != 0;
        let (lane, rest) = without_lowest(left);
        left = rest;
        some.then_some(lane)
    })
}

/// Writes all ones in the lanes of a set, and zeros in the others.
#[inline(always)]
pub(super) fn spread(lanes: LaneBits, to: &mut Block) {
    for (lane, to) in to.iter_mut().enumerate() {
        *to = 0u64.wrapping_sub(lanes >> lane & 1);
    }
}

/// Returns one group of lanes: all ones in the lanes of a set, zeros in the others.
#[inline(always)]
pub(super) fn few_of(lanes: LaneBits, some: usize) -> FewLanes {
    let lanes = lanes >> (some * AT_ONCE);
    array_of(|lane| 0u64.wrapping_sub(lanes >> lane & 1))
}

/// Writes the union of all words of a mask, in each lane.
#[inline(always)]
pub(super) fn join_words(mask: &[Block], to: &mut Block) {
    for some in 0..LANES / AT_ONCE {
        let mut all = [0; AT_ONCE];
        for block in mask {
            no_vectorize_barrier();
            let words = lanes(block, some);
            for lane in 0..AT_ONCE {
                all[lane] |= words[lane];
            }
        }
        set_lanes(to, some, all);
    }
}

/// Returns all ones if a word is not 0; otherwise 0.
#[inline(always)]
pub(super) fn if_some(word: u64) -> u64 {
    0u64.wrapping_sub(u64::from(word != 0))
}

/// Returns the lanes where a block is not 0.
#[inline(always)]
pub(super) fn lanes_of(block: &Block) -> LaneBits {
    let mut found = FoundLanes::new();
    for at in 0..LANES / AT_ONCE {
        no_vectorize_barrier();
        found.add(at, lanes(block, at));
    }
    found.all()
}

/// Returns the lanes where two blocks differ.
#[inline(always)]
pub(super) fn lanes_differing(a: &Block, b: &Block) -> LaneBits {
    let mut found = FoundLanes::new();
    for at in 0..LANES / AT_ONCE {
        no_vectorize_barrier();
        let (mut some, other) = (lanes(a, at), lanes(b, at));
        for lane in 0..AT_ONCE {
            some[lane] ^= other[lane];
        }
        found.add(at, some);
    }
    found.all()
}

/// The bit of each lane.
const LANE_BITS: Block = {
    let (mut bits, mut lane) = ([0; LANES], 0);
    while lane < LANES {
        bits[lane] = 1 << lane;
        lane += 1;
    }
    bits
};

/// A set of lanes under construction, in as many words as a group has lanes.
pub(super) struct FoundLanes(FewLanes);

impl FoundLanes {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self([0; AT_ONCE])
    }

    /// Adds the lanes of a group whose word is not 0; `at` is the number of the group.
    #[inline(always)]
    pub(super) fn add(&mut self, at: usize, some: FewLanes) {
        let bits = lanes(&LANE_BITS, at);
        for lane in 0..AT_ONCE {
            self.0[lane] |= if_some(some[lane]) & bits[lane];
        }
    }

    #[inline(always)]
    pub(super) fn all(self) -> LaneBits {
        self.0.iter().fold(0, |all, some| all | some)
    }
}
