//! A table of positions of a limited size: a position may be in one of a few places. It replaces the one that took least work
//! once the table has grown to its limit.

/// What is known about a position.
pub(super) trait TableEntry: Copy {
    /// The content of a place without a position; no position has its key.
    const EMPTY: Self;

    /// Returns the hash of the position.
    fn key(&self) -> u64;

    /// Returns a number that grows with the number of positions that were searched for it.
    fn work(&self) -> u32;
}

/// The places in which a position may be.
const BUCKET: usize = 4;

/// The number of buckets of a new table, and the smallest limit. Both are powers of 2.
const FIRST: usize = 1 << 14;
const LEAST: usize = 1 << 10;

/// The table. It begins small, because filling a large one takes longer than small games.
#[derive(Debug)]
pub(super) struct BucketTable<E> {
    /// Their number is a power of 2.
    buckets: Vec<[E; BUCKET]>,
    /// The most buckets.
    most: usize,
    /// The number of positions.
    used: usize,
}

impl<E: TableEntry> BucketTable<E> {
    /// Makes an empty table that takes at most a number of bytes, but has room for some positions.
    pub(super) fn new(memory: usize) -> Self {
        let buckets = (memory / size_of::<[E; BUCKET]>()).max(LEAST);
        let most = 1 << buckets.ilog2();
        Self {
            buckets: vec![[E::EMPTY; BUCKET]; FIRST.min(most)],
            most,
            used: 0,
        }
    }

    /// Removes all positions.
    pub(super) fn clear(&mut self) {
        self.buckets.fill([E::EMPTY; BUCKET]);
        self.used = 0;
    }

    /// Returns the bucket of a position.
    fn at(&self, key: u64) -> usize {
        key as usize & (self.buckets.len() - 1)
    }

    /// Makes room for twice as many positions. Each bucket becomes two.
    fn grow(&mut self) {
        let old = self.buckets.len();
        self.buckets.resize(2 * old, [E::EMPTY; BUCKET]);
        for number in 0..old {
            for place in 0..BUCKET {
                let entry = self.buckets[number][place];
                let at = self.at(entry.key());
                if entry.key() != E::EMPTY.key() && at != number {
                    self.buckets[at][place] = entry;
                    self.buckets[number][place] = E::EMPTY;
                }
            }
        }
    }

    /// Returns what is known about a position.
    pub(super) fn get(&self, key: u64) -> Option<&E> {
        let bucket = &self.buckets[self.at(key)];
        bucket.iter().find(|entry| entry.key() == key)
    }

    /// Returns the place of a position: its own, or that of another position, which it replaces.
    pub(super) fn place(&mut self, key: u64) -> &mut E {
        let own = |bucket: &[E; BUCKET]| bucket.iter().position(|entry| entry.key() == key);
        if let Some(place) = own(&self.buckets[self.at(key)]) {
            let at = self.at(key);
            return &mut self.buckets[at][place];
        }
        // A table grows before it is so full that it loses many positions.
        if 4 * self.used > self.buckets.len() * BUCKET && self.buckets.len() < self.most {
            self.grow();
        }
        let at = self.at(key);
        let bucket = &mut self.buckets[at];
        let least = (0..BUCKET).min_by_key(|place| bucket[*place].work());
        let entry = &mut bucket[least.unwrap_or(0)];
        self.used += usize::from(entry.key() == E::EMPTY.key());
        entry
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

    #[test]
    fn a_table_grows_and_keeps_its_positions() {
        let mut table = BucketTable::<TestedEntry>::new(1 << 26);
        let first = table.buckets.len();
        // Multiples of an odd number are spread evenly.
        let key = |number: u64| (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let count = 8 * first as u64;
        for number in 0..count {
            *table.place(key(number)) = TestedEntry(key(number), 1);
        }
        assert!(table.buckets.len() >= 2 * first && table.buckets.len() <= table.most);
        let kept = (0..count).filter(|number| table.get(key(*number)).is_some());
        let kept = kept.count() as u64;
        assert!(kept > count * 95 / 100, "{kept} of {count}");
    }
}
