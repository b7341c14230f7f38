//! A table of positions of a fixed size: a position may be in one of a few places, and replaces the one that took least work.

/// What is known about a position.
pub(super) trait TableEntry: Copy {
    /// The content of a place without a position.
    const EMPTY: Self;

    /// Returns the hash of the position.
    fn key(&self) -> u64;

    /// Returns a number that grows with the number of positions that were searched for it.
    fn work(&self) -> u32;
}

/// The places in which a position may be.
const BUCKET: usize = 4;

/// The table.
#[derive(Debug)]
pub(super) struct BucketTable<E>(Vec<[E; BUCKET]>);

impl<E: TableEntry> BucketTable<E> {
    /// Makes an empty table that takes at most a number of bytes, but has room for some positions.
    pub(super) fn new(memory: usize) -> Self {
        const LEAST: usize = 1024;
        let buckets = (memory / size_of::<[E; BUCKET]>()).max(LEAST);
        Self(vec![[E::EMPTY; BUCKET]; 1 << buckets.ilog2()])
    }

    /// Removes all positions.
    pub(super) fn clear(&mut self) {
        self.0.fill([E::EMPTY; BUCKET]);
    }

    /// Returns what is known about a position.
    pub(super) fn get(&self, key: u64) -> Option<&E> {
        let bucket = &self.0[key as usize & (self.0.len() - 1)];
        bucket.iter().find(|entry| entry.key() == key)
    }

    /// Returns the place of a position: its own, or that of another position, which it replaces.
    pub(super) fn place(&mut self, key: u64) -> &mut E {
        let last = self.0.len() - 1;
        let bucket = &mut self.0[key as usize & last];
        let own = bucket.iter().position(|entry| entry.key() == key);
        let place = own.unwrap_or_else(|| {
            let least = (0..BUCKET).min_by_key(|place| bucket[*place].work());
            least.unwrap_or(0)
        });
        &mut bucket[place]
    }
}

#[cfg(test)]
mod tests {
    use super::{BUCKET, BucketTable, TableEntry};

    #[derive(Clone, Copy, PartialEq, Debug)]
    struct TestedEntry(u64, u32);

    impl TableEntry for TestedEntry {
        const EMPTY: Self = Self(0, 0);

        fn key(&self) -> u64 {
            self.0
        }

        fn work(&self) -> u32 {
            self.1
        }
    }

    #[test]
    fn the_position_that_took_least_work_is_replaced() {
        let mut table = BucketTable::<TestedEntry>::new(0);
        let key = |number: usize| (number as u64 + 1) << 32;
        for number in 0..BUCKET {
            *table.place(key(number)) = TestedEntry(key(number), 10 + number as u32);
        }
        *table.place(key(9)) = TestedEntry(key(9), 1);
        assert_eq!(table.get(key(0)), None);
        assert_eq!(table.get(key(1)), Some(&TestedEntry(key(1), 11)));
        assert_eq!(table.get(key(9)), Some(&TestedEntry(key(9), 1)));
        table.clear();
        assert_eq!(table.get(key(9)), None);
    }
}
