//! A histogram of numbers.

use std::collections::BTreeMap;

/// Counts of numbers below this are in an array, without a lookup in a map.
const SMALL: usize = 1024;

/// The number of occurrences of each number.
#[derive(Clone, Debug)]
pub struct Histogram {
    small: Vec<u64>,
    others: BTreeMap<u32, u64>,
}

impl Histogram {
    pub(super) fn new() -> Self {
        Self {
            small: vec![0; SMALL],
            others: BTreeMap::new(),
        }
    }

    /// Counts `times` occurrences of a number.
    pub(super) fn add(&mut self, number: u32, times: u64) {
        match self.small.get_mut(number as usize) {
            Some(count) => *count += times,
            None => *self.others.entry(number).or_default() += times,
        }
    }

    /// Adds the counts of another histogram.
    pub(super) fn merge(&mut self, other: &Self) {
        other
            .iter()
            .for_each(|(number, times)| self.add(number, times));
    }

    /// Returns the numbers that occurred and their counts, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u64)> {
        let small = (0..).zip(self.small.iter().copied());
        let others = self.others.iter().map(|(number, times)| (*number, *times));
        small.filter(|(_, times)| *times > 0).chain(others)
    }

    /// Returns the least and the greatest number that occurred.
    pub fn range(&self) -> Option<(u32, u32)> {
        let first = self.iter().next()?;
        let last = self.iter().last()?;
        Some((first.0, last.0))
    }
}

#[cfg(test)]
mod tests {
    use super::{Histogram, SMALL};

    #[test]
    fn all_numbers_are_counted_in_order() {
        let large = SMALL as u32;
        let (mut one, mut other) = (Histogram::new(), Histogram::new());
        assert_eq!(one.range(), None);
        for number in [7, large + 9, 0, large, u32::MAX, 7] {
            one.add(number, 1);
        }
        for number in [large - 1, large, 7] {
            other.add(number, 2);
        }
        one.merge(&other);
        let counted = [
            (0, 1),
            (7, 4),
            (large - 1, 2),
            (large, 3),
            (large + 9, 1),
            (u32::MAX, 1),
        ];
        assert!(one.iter().eq(counted));
        assert_eq!(one.range(), Some((0, u32::MAX)));
    }
}
