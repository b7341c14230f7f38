//! Rows of blocks in memory.

use super::{Block, LANES};
use std::ops::{Deref, DerefMut};

/// The bytes of a line of the cache. Wide instructions take much longer where what they read or write lies in two of them.
const LINE: usize = 64;
/// The words of a line.
const WORDS_OF_LINE: usize = LINE / size_of::<u64>();

/// A row of blocks, of which each begins with a line of the cache.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    words: Vec<u64>,
    /// The first word of the first block.
    first: usize,
    len: usize,
}

impl Blocks {
    /// Makes so many blocks of zeros.
    pub(super) fn new(len: usize) -> Self {
        let mut blocks = Self::default();
        blocks.fit(len);
        blocks
    }

    /// Makes room for so many blocks at least; if there were fewer, what they held is lost.
    pub(super) fn fit(&mut self, len: usize) {
        if len <= self.len {
            return;
        }
        self.words = vec![0; len * LANES + WORDS_OF_LINE - 1];
        let words_before = self.words.as_ptr().addr() / size_of::<u64>();
        self.first = words_before.next_multiple_of(WORDS_OF_LINE) - words_before;
        self.len = len;
    }
}

impl Deref for Blocks {
    type Target = [Block];

    #[inline(always)]
    fn deref(&self) -> &[Block] {
        let words = &self.words[self.first..];
        &words.as_chunks().0[..self.len]
    }
}

impl DerefMut for Blocks {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [Block] {
        let words = &mut self.words[self.first..];
        &mut words.as_chunks_mut().0[..self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::{Blocks, LINE};
    use crate::vm::lanes::LANES;

    #[test]
    fn each_block_begins_with_a_line() {
        let mut blocks = Blocks::default();
        for len in [1, 3, 2, 100, 5_000] {
            blocks.fit(len);
            assert!(blocks.len() >= len);
            for block in blocks.iter_mut() {
                assert_eq!(block.as_ptr().addr() % LINE, 0);
                block.fill(7);
            }
        }
        assert_eq!(Blocks::new(4).concat(), [0; 4 * LANES]);
    }
}
