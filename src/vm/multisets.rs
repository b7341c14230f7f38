//! The multisets that a move can draw from a zone: counted, and found by number, without a list.
//!
//! Example: 2 of the cards {a, a, b} are the multisets aa (number 0) and ab (number 1). The method is the combinatorial
//! number system (enumerative coding) extended to multisets: a table of the numbers of multisets that the later rows allow.

use crate::base::Span;
use crate::ir::Rules;
use crate::ir::instructions::{MultisetCode, ZoneCode};
use crate::vm::budget;
use crate::vm::interpreter::{Env, ProgramFailure, number};
use smallvec::SmallVec;

/// How many copies of each row.
pub(crate) type Counts = SmallVec<[u64; 16]>;

/// All multisets of `size` copies out of a zone.
///
/// `ways` holds, for each row and each k, the number of multisets of k copies from this row on. [`Multisets::nth`] walks
/// along the rows and subtracts these numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Multisets {
    counts: Counts,
    size: usize,
    /// By row, then by k from 0 to `size`; one more row at the end.
    ways: SmallVec<[u64; 64]>,
}

impl Multisets {
    /// Counts the multisets of `size` copies out of `counts`; none if there are fewer copies.
    pub(crate) fn new(counts: &[u64], size: usize) -> Self {
        let columns = size + 1;
        let mut ways = SmallVec::from_elem(0, columns * (counts.len() + 1));
        ways[columns * counts.len()] = 1;
        for (row, copies) in counts.iter().enumerate().rev() {
            for left in 0..columns {
                let most = usize::try_from(*copies).map_or(left, |copies| copies.min(left));
                let after = (row + 1) * columns;
                let sum =
                    (0..=most).fold(0u64, |sum, n| sum.saturating_add(ways[after + left - n]));
                ways[row * columns + left] = sum;
            }
        }
        Self {
            counts: SmallVec::from_slice(counts),
            size,
            ways,
        }
    }

    /// Returns how many multisets there are.
    pub(crate) fn len(&self) -> u32 {
        let all = self.ways.get(self.size).copied().unwrap_or(0);
        u32::try_from(all).unwrap_or(u32::MAX)
    }

    /// Returns the copies of each row that can be drawn from.
    pub(crate) fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Returns a multiset by its number. More copies of an earlier row come first.
    pub(crate) fn nth(&self, at: u32) -> Counts {
        let columns = self.size + 1;
        let (mut at, mut left) = (u64::from(at), self.size);
        let mut multiset = Counts::new();
        for (row, copies) in self.counts.iter().enumerate() {
            let mut taken = usize::try_from(*copies).map_or(left, |copies| copies.min(left));
            while taken > 0 {
                let ways = self.ways[(row + 1) * columns + left - taken];
                if at < ways {
                    break;
                }
                at -= ways;
                taken -= 1;
            }
            left -= taken;
            multiset.push(taken as u64);
        }
        multiset
    }
}

/// Returns in how many ways single copies make up a multiset: its weight when chance draws (a product of binomials).
/// `None` if there are more than a word can hold.
pub(crate) fn weight(multiset: &[u64], counts: &[u64]) -> Option<u64> {
    let mut all = 1u128;
    for (taken, there) in multiset.iter().zip(counts) {
        // Each partial product is a binomial itself, so that every division is without remainder.
        let mut ways = 1u128;
        for n in 0..*taken {
            ways = ways.checked_mul(u128::from(there - n))? / u128::from(n + 1);
        }
        all = all.checked_mul(ways)?;
    }
    u64::try_from(all).ok()
}

/// Returns the words of a zone; `None` if its owner is nobody.
pub(crate) fn contents<'s>(
    rules: &Rules,
    zone: &ZoneCode,
    env: Env<'s>,
) -> Result<Option<std::ops::Range<usize>>, ProgramFailure> {
    let owner = number(rules, zone.owner, env)?;
    let rows = zone.rows as usize;
    Ok(usize::try_from(owner).ok().map(|owner| {
        let first = zone.word as usize + owner * rows;
        first..first + rows
    }))
}

/// Returns the multisets that a template can draw.
pub(crate) fn drawable(
    rules: &Rules,
    drawn: &MultisetCode,
    env: Env<'_>,
) -> Result<Multisets, ProgramFailure> {
    let size = number(rules, drawn.number, env)?;
    let zone = contents(rules, &drawn.zone, env)?;
    Ok(match (usize::try_from(size), zone) {
        (Ok(size), Some(words)) => {
            let counts = &env.words[words];
            // Avoids a large table when there are too few copies.
            if size as u64 > counts.iter().sum::<u64>() {
                return Ok(Multisets::default());
            }
            let cells = (size + 1).saturating_mul(counts.len() + 1);
            let most = counts.iter().copied().max().unwrap_or(0);
            let sums = usize::try_from(most).map_or(size, |most| most.min(size)) + 1;
            env.budget
                .spend(cells.saturating_mul(budget::TABLE_ENTRY.saturating_add(sums)));
            env.budget.check(Span::default)?;
            Multisets::new(counts, size)
        }
        _ => Multisets::default(),
    })
}

#[cfg(test)]
mod tests {
    use super::Multisets;

    #[test]
    fn each_number_is_another_multiset() {
        for (counts, number, many) in [
            (&[2, 1, 0, 3][..], 3, 6),
            (&[1, 1, 1, 1], 2, 6),
            (&[5], 5, 1),
            (&[5], 0, 1),
            (&[2, 2], 5, 0),
            (&[0, 0], 0, 1),
        ] {
            let multisets = Multisets::new(counts, number);
            assert_eq!(multisets.len(), many, "{counts:?} {number}");
            let mut seen = Vec::new();
            for at in 0..many {
                let multiset = multisets.nth(at).to_vec();
                assert_eq!(multiset.iter().sum::<u64>(), number as u64);
                assert!(multiset.iter().zip(counts).all(|(n, most)| n <= most));
                assert!(!seen.contains(&multiset), "{multiset:?}");
                seen.push(multiset);
            }
        }
    }
}
