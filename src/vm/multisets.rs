//! The mixtures that can be drawn from a heap: counted, and told apart by their number, without being listed.

use crate::ir::Rules;
use crate::ir::instructions::{HeapCode, ZoneCode};
use crate::vm::interpreter::{Env, Failed, number};
use smallvec::SmallVec;

/// How many of each row there are.
pub(crate) type Counts = SmallVec<[u64; 16]>;

/// All mixtures of so many things out of a heap.
///
/// The n-th is found by counting, row by row, how many mixtures the rows after it leave: a table of the numbers of
/// ways to draw k things from the last rows, for every k.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mixtures {
    counts: Counts,
    number: usize,
    /// For each row, and for each number of things up to `number`: how many ways there are to draw so many from this row
    /// on; one more row at the end.
    ways: SmallVec<[u64; 64]>,
}

impl Mixtures {
    /// Counts the mixtures of `number` things; none if there are not so many.
    pub fn new(counts: &[u64], number: usize) -> Self {
        let columns = number + 1;
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
            number,
            ways,
        }
    }

    /// Returns how many mixtures there are.
    pub fn len(&self) -> u32 {
        let all = self.ways.get(self.number).copied().unwrap_or(0);
        u32::try_from(all).unwrap_or(u32::MAX)
    }

    /// Returns how many of each row there are to draw from.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Returns a mixture by its number: the more of an earlier row, the earlier.
    pub fn nth(&self, at: u32) -> Counts {
        let columns = self.number + 1;
        let (mut at, mut left) = (u64::from(at), self.number);
        let mut mixture = Counts::new();
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
            mixture.push(taken as u64);
        }
        mixture
    }
}

/// Returns in how many ways single things make up a mixture: how likely chance is to draw it.
pub(crate) fn weight(mixture: &[u64], counts: &[u64]) -> u64 {
    let ways = |(taken, there): (&u64, &u64)| {
        (0..*taken).fold(1u64, |ways, n| ways.saturating_mul(there - n) / (n + 1))
    };
    let rows = mixture.iter().zip(counts);
    rows.map(ways).fold(1, u64::saturating_mul)
}

/// Returns the words of a zone; none of nobody's.
pub(crate) fn contents<'s>(
    rules: &Rules,
    zone: &ZoneCode,
    env: Env<'s>,
) -> Result<Option<std::ops::Range<usize>>, Failed> {
    let owner = number(rules, zone.owner, env)?;
    let rows = zone.rows as usize;
    Ok(usize::try_from(owner).ok().map(|owner| {
        let first = zone.word as usize + owner * rows;
        first..first + rows
    }))
}

/// Counts what may be drawn at a bucket.
pub(crate) fn mixtures(rules: &Rules, heap: &HeapCode, env: Env<'_>) -> Result<Mixtures, Failed> {
    let wanted = number(rules, heap.number, env)?;
    let there = contents(rules, &heap.zone, env)?;
    Ok(match (usize::try_from(wanted), there) {
        (Ok(wanted), Some(words)) => {
            let counts = &env.words[words];
            // More than there is cannot be drawn, and would only cost room.
            let size: u64 = counts.iter().sum();
            if wanted as u64 > size {
                return Ok(Mixtures::default());
            }
            Mixtures::new(counts, wanted)
        }
        _ => Mixtures::default(),
    })
}

#[cfg(test)]
mod tests {
    use super::Mixtures;

    #[test]
    fn mixtures_are_told_apart_by_their_number() {
        for (counts, number, many) in [
            (&[2, 1, 0, 3][..], 3, 6),
            (&[1, 1, 1, 1], 2, 6),
            (&[5], 5, 1),
            (&[5], 0, 1),
            (&[2, 2], 5, 0),
            (&[0, 0], 0, 1),
        ] {
            let mixtures = Mixtures::new(counts, number);
            assert_eq!(mixtures.len(), many, "{counts:?} {number}");
            let mut seen = Vec::new();
            for at in 0..many {
                let mixture = mixtures.nth(at).to_vec();
                assert_eq!(mixture.iter().sum::<u64>(), number as u64);
                assert!(mixture.iter().zip(counts).all(|(n, most)| n <= most));
                assert!(!seen.contains(&mixture), "{mixture:?}");
                seen.push(mixture);
            }
        }
    }
}
