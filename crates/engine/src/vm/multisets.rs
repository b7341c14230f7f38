//! Counts the multisets that a move can draw from a zone, and finds one by its number, without a list.
//!
//! Example: the draws of 2 cards from {a, a, b} are the multisets aa (number 0) and ab (number 1). The method is the
//! combinatorial number system (enumerative coding) extended to multisets: a table holds the numbers of multisets that
//! the later rows allow.

use crate::ir::CompiledRules;
use crate::ir::instructions::{MultisetCode, ZoneCode};
use crate::vm::fuel;
use crate::vm::interpreter::{Env, number};
use crate::vm::program_failure::ProgramFailure;
use linstock_base::Span;
use smallvec::SmallVec;

/// The number of copies of each row. Up to 64 rows need no allocation.
pub(crate) type Counts = SmallVec<[u64; 64]>;

/// All multisets of `size` copies out of a zone.
///
/// `ways` holds, for each row and each k, the number of multisets of k copies from this row and later ones.
/// [`Multisets::nth`] walks along the rows and subtracts these numbers. Multisets of one copy, or of none, need no table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Multisets {
    counts: Counts,
    size: usize,
    len: u32,
    /// By row, then by k from 0 to `size`; one more row at the end.
    ways: SmallVec<[u64; 64]>,
}

impl Multisets {
    /// Creates the multisets of `size` copies out of `counts`.
    #[cfg(test)]
    pub(super) fn new(counts: &[u64], size: usize) -> Self {
        let mut multisets = Self::default();
        multisets.refill(counts, size);
        multisets
    }

    /// Replaces the multisets by those of `size` copies out of `counts`, and reuses the memory. There are none if
    /// `counts` has fewer copies. Does nothing if the multisets are the same.
    pub(crate) fn refill(&mut self, counts: &[u64], size: usize) {
        if self.len > 0 && self.size == size && *self.counts == *counts {
            return;
        }
        self.clear();
        self.counts.extend_from_slice(counts);
        self.size = size;
        let all = match size {
            0 => 1,
            1 => counts.iter().filter(|copies| **copies > 0).count() as u64,
            _ => {
                let one = |_: u64, _: u64| Some(1);
                fill_table(&mut self.ways, (counts, size), one);
                self.ways[size]
            }
        };
        self.len = u32::try_from(all).unwrap_or(u32::MAX);
    }

    /// Removes all multisets.
    pub(super) fn clear(&mut self) {
        self.counts.clear();
        self.ways.clear();
        (self.size, self.len) = (0, 0);
    }

    /// Returns the number of multisets.
    pub(super) fn len(&self) -> u32 {
        self.len
    }

    /// Returns the available copies of each row.
    pub(super) fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Returns a multiset by its number. Multisets with more copies of an earlier row come first.
    pub(super) fn nth(&self, at: u32) -> Counts {
        if self.size <= 1 {
            return self.nth_single(at);
        }
        let columns = self.size + 1;
        let (mut at, mut left) = (u64::from(at), self.size);
        let mut multiset = Counts::new();
        for (row, copies) in self.counts.iter().enumerate() {
            let mut taken = at_most(*copies, left);
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

    /// Returns a multiset of at most one copy by its number.
    fn nth_single(&self, at: u32) -> Counts {
        let mut multiset = Counts::from_elem(0, self.counts.len());
        let there = (0..self.counts.len()).filter(|row| self.counts[*row] > 0);
        if let Some(row) = there.skip(at as usize).take(self.size).next() {
            multiset[row] = 1;
        }
        multiset
    }

    /// Returns the multisets with their weights; `None` if an intermediate sum does not fit in a word.
    pub(super) fn weighed(&self) -> Option<WeighedMultisets<'_>> {
        let mut ways = SmallVec::new();
        let sum = match self.size {
            0 => u64::from(self.len),
            1 => (self.counts.iter()).try_fold(0u64, |sum, copies| sum.checked_add(*copies))?,
            size => {
                fill_table(&mut ways, (&self.counts, size), binomial);
                ways[size]
            }
        };
        // Sums saturate, so the maximum means overflow.
        let fits = sum < u64::MAX && !ways.contains(&u64::MAX);
        fits.then_some(WeighedMultisets {
            all: self,
            ways,
            sum,
        })
    }
}

/// Multisets with their weights: the number of ways to draw each of them copy by copy.
#[derive(Debug)]
pub(crate) struct WeighedMultisets<'m> {
    all: &'m Multisets,
    /// As `Multisets::ways`, but with weights: the sum of the weights of the multisets.
    ways: SmallVec<[u64; 64]>,
    sum: u64,
}

impl WeighedMultisets<'_> {
    /// Returns the sum of all weights.
    pub(super) fn sum(&self) -> u64 {
        self.sum
    }

    /// Returns the number of the first multiset at which the running sum of the weights exceeds `weight`.
    pub(crate) fn at_weight(&self, weight: u64) -> u32 {
        let number = match self.all.size {
            0 => 0,
            1 => self.single_at(weight),
            _ => self.number_at(weight),
        };
        u32::try_from(number).unwrap_or(u32::MAX)
    }

    fn single_at(&self, mut weight: u64) -> u64 {
        let there = self.all.counts.iter().filter(|copies| **copies > 0);
        let before = there.take_while(|copies| {
            let is_before = weight >= **copies;
            weight -= if is_before { **copies } else { 0 };
            is_before
        });
        before.count() as u64
    }

    fn number_at(&self, mut weight: u64) -> u64 {
        let (columns, mut left, mut number) = (self.all.size + 1, self.all.size, 0);
        for (row, copies) in self.all.counts.iter().enumerate() {
            let mut taken = at_most(*copies, left);
            while taken > 0 {
                let after = (row + 1) * columns + left - taken;
                let chosen = binomial(*copies, taken as u64).unwrap_or(u64::MAX);
                let ways = self.ways[after].saturating_mul(chosen);
                if weight < ways {
                    // The later rows are the same for each choice of this row's copies, so divide by the number of these
                    // choices.
                    weight /= chosen;
                    break;
                }
                weight -= ways;
                number += self.all.ways[after];
                taken -= 1;
            }
            left -= taken;
        }
        number
    }
}

/// Fills a table, for each row and each k, with the sum over all multisets of k copies from this row and later ones. The
/// summand is the product of `ways(available, taken)` over the rows. Sums saturate.
fn fill_table(
    table: &mut SmallVec<[u64; 64]>,
    (counts, size): (&[u64], usize),
    ways: impl Fn(u64, u64) -> Option<u64>,
) {
    let columns = size + 1;
    table.resize(columns * (counts.len() + 1), 0);
    table[columns * counts.len()] = 1;
    for (row, copies) in counts.iter().enumerate().rev() {
        if *copies == 0 {
            // There is one way to take no copies.
            table.copy_within((row + 1) * columns..(row + 2) * columns, row * columns);
            continue;
        }
        for left in 0..columns {
            let after = (row + 1) * columns;
            let sum = (0..=at_most(*copies, left)).fold(0u64, |sum, taken| {
                let ways = ways(*copies, taken as u64).unwrap_or(u64::MAX);
                sum.saturating_add(table[after + left - taken].saturating_mul(ways))
            });
            table[row * columns + left] = sum;
        }
    }
}

fn at_most(copies: u64, left: usize) -> usize {
    usize::try_from(copies).map_or(left, |copies| copies.min(left))
}

/// Returns the binomial coefficient `copies` over `taken`; `None` if it does not fit in a word.
fn binomial(copies: u64, taken: u64) -> Option<u64> {
    // Each partial product is a binomial coefficient, so every division is exact.
    let mut ways = 1u128;
    for n in 0..taken {
        ways = ways.checked_mul(u128::from(copies - n))? / u128::from(n + 1);
    }
    u64::try_from(ways).ok()
}

/// Returns the number of ways to draw a multiset copy by copy: its weight when chance draws (a product of binomial
/// coefficients). `None` if it does not fit in a word.
pub(super) fn weight(multiset: &[u64], counts: &[u64]) -> Option<u64> {
    let mut taken = multiset.iter().zip(counts);
    taken.try_fold(1u64, |all, (taken, there)| {
        all.checked_mul(binomial(*there, *taken)?)
    })
}

/// Returns the words of a zone; `None` if its owner is nobody.
pub(super) fn contents<'s>(
    rules: &CompiledRules,
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

/// Replaces `found` by the multisets that a template can draw.
pub(crate) fn find_drawable(
    rules: &CompiledRules,
    drawn: &MultisetCode,
    env: Env<'_>,
    found: &mut Multisets,
) -> Result<(), ProgramFailure> {
    let filled = refill_for(rules, drawn, env, found);
    if !matches!(filled, Ok(true)) {
        found.clear();
    }
    filled.map(|_| ())
}

/// As [`find_drawable`]; returns whether there are enough copies. If not, `found` is unchanged.
fn refill_for(
    rules: &CompiledRules,
    drawn: &MultisetCode,
    env: Env<'_>,
    found: &mut Multisets,
) -> Result<bool, ProgramFailure> {
    let size = number(rules, drawn.number, env)?;
    let zone = contents(rules, &drawn.zone, env)?;
    let (Ok(size), Some(words)) = (usize::try_from(size), zone) else {
        return Ok(false);
    };
    let counts = &env.words[words];
    // Avoids a large table when there are too few copies.
    if size as u64 > counts.iter().sum::<u64>() {
        return Ok(false);
    }
    let cells = (size + 1).saturating_mul(counts.len() + 1);
    let most = counts.iter().copied().max().unwrap_or(0);
    let sums = usize::try_from(most).map_or(size, |most| most.min(size)) + 1;
    env.fuel
        .spend(cells.saturating_mul(fuel::TABLE_ENTRY.saturating_add(sums)));
    env.fuel.check(Span::default)?;
    found.refill(counts, size);
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::{Multisets, weight};

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

    #[test]
    fn multisets_in_the_place_of_others_are_those_that_are_asked_for() {
        let mut multisets = Multisets::default();
        for (counts, size) in [
            (&[2, 1, 0, 3][..], 3),
            (&[2, 1, 0, 3], 3),
            (&[2, 1, 0, 3], 2),
            (&[2, 0, 1, 3], 2),
            (&[2, 1], 3),
            (&[2, 1], 4),
            (&[2, 1], 0),
        ] {
            multisets.refill(counts, size);
            let alone = Multisets::new(counts, size);
            assert_eq!(multisets.len(), alone.len(), "{counts:?} {size}");
            let all = 0..alone.len();
            assert!(all.into_iter().all(|at| multisets.nth(at) == alone.nth(at)));
        }
    }

    #[test]
    fn the_multiset_at_a_weight_is_that_of_the_list() {
        for (counts, size) in [
            (&[2, 1, 0, 3][..], 3),
            (&[4, 0, 2, 5, 1], 4),
            (&[3, 0, 2], 1),
            (&[3, 2], 0),
            (&[1, 1], 3),
        ] {
            let multisets = Multisets::new(counts, size);
            let weights = (0..multisets.len()).map(|at| weight(&multisets.nth(at), counts));
            let weights: Vec<u64> = weights.map(|weight| weight.expect("it fits")).collect();
            let weighed = multisets.weighed().expect("the sums fit");
            assert_eq!(weighed.sum(), weights.iter().sum::<u64>());
            let expected = (0u32..).zip(&weights);
            let expected = expected.flat_map(|(at, weight)| (0..*weight).map(move |_| at));
            let found = (0..weighed.sum()).map(|weight| weighed.at_weight(weight));
            assert_eq!(found.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
        }
    }

    #[test]
    fn sums_of_weights_that_do_not_fit_are_not_used() {
        assert!(Multisets::new(&[60, 60, 60], 60).weighed().is_none());
    }
}
