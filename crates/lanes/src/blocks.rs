//! Rows of blocks in memory.

use super::LANES;
use std::ops::{Deref, DerefMut};

/// The size of a cache line in bytes. Wide instructions are much slower if their operand crosses two lines.
const LINE: usize = 64;

/// A row of blocks, each aligned to a cache line. A block has one word, or one number of another size, for each lane.
#[derive(Debug, Default)]
pub(super) struct Blocks<Word = u64> {
    words: Vec<Word>,
    /// The first word of the first block.
    first: usize,
    len: usize,
}

impl<Word: Copy + Default> Blocks<Word> {
    /// The number of words in a cache line.
    const OF_LINE: usize = LINE / size_of::<Word>();

    /// Makes `len` blocks of zeros.
    pub(super) fn new(len: usize) -> Self {
        let mut blocks = Self::default();
        blocks.fit(len);
        blocks
    }

    /// Makes room for at least `len` blocks. If there were fewer, their contents are lost.
    pub(super) fn fit(&mut self, len: usize) {
        if len <= self.len {
            return;
        }
        self.words = vec![Word::default(); len * LANES + Self::OF_LINE - 1];
        let words_before = self.words.as_ptr().addr() / size_of::<Word>();
        self.first = words_before.next_multiple_of(Self::OF_LINE) - words_before;
        self.len = len;
    }
}

impl<Word> Deref for Blocks<Word> {
    type Target = [[Word; LANES]];

    #[inline(always)]
    fn deref(&self) -> &Self::Target {
        let words = &self.words[self.first..];
        &words.as_chunks().0[..self.len]
    }
}

impl<Word> DerefMut for Blocks<Word> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Self::Target {
        let words = &mut self.words[self.first..];
        &mut words.as_chunks_mut().0[..self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::{Blocks, LINE};
    use crate::LANES;

    #[test]
    fn each_block_begins_with_a_line() {
        let mut blocks: Blocks = Blocks::default();
        for len in [1, 3, 2, 100, 5_000] {
            blocks.fit(len);
            assert!(blocks.len() >= len);
            for block in blocks.iter_mut() {
                assert_eq!(block.as_ptr().addr() % LINE, 0);
                block.fill(7);
            }
        }
        assert_eq!(Blocks::<u64>::new(4).concat(), [0; 4 * LANES]);
    }
}
