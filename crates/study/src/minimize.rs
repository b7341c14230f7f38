//! Shortens a list by leaving items out, as long as the rest still passes a test.

use std::ops::Range;

/// The longest list from which pairs are left out.
const PAIRS: usize = 40;

/// Shortens a list.
pub(crate) struct Minimizer<'l, F> {
    /// Tries a list; returns the part of it that passes, if that has at most the given length.
    pub replay: F,
    /// Returns whether the time is over.
    pub is_over: &'l dyn Fn() -> bool,
}

impl<F> Minimizer<'_, F> {
    /// Leaves items out: first many at once, then few, then pairs from different places.
    ///
    /// A. Zeller and R. Hildebrandt, "Simplifying and isolating failure-inducing input", IEEE TSE 28 (2002).
    pub(crate) fn shortened<T: Clone>(&self, mut row: Vec<T>) -> Vec<T>
    where
        F: Fn(&[T], usize) -> Option<Vec<T>>,
    {
        loop {
            let before = row.len();
            let mut many = before / 2;
            while many > 0 {
                let mut at = 0;
                while at + many <= row.len() && !(self.is_over)() {
                    let rest = without(&row, at..at + many);
                    match (self.replay)(&rest, row.len() - 1) {
                        Some(shorter) => row = shorter,
                        None => at += many.div_ceil(2),
                    }
                }
                many /= 2;
            }
            row = self.without_pairs(row);
            if row.len() == before || (self.is_over)() {
                return row;
            }
        }
    }

    /// Leaves out pairs of items from different places: for example a move of each player, where they take turns.
    fn without_pairs<T: Clone>(&self, mut row: Vec<T>) -> Vec<T>
    where
        F: Fn(&[T], usize) -> Option<Vec<T>>,
    {
        let mut first = 0;
        while row.len() <= PAIRS && first < row.len() {
            let shorter = (first + 1..row.len()).find_map(|second| {
                if (self.is_over)() {
                    return None;
                }
                let rest = without(&row, second..second + 1);
                let rest = without(&rest, first..first + 1);
                (self.replay)(&rest, row.len() - 1)
            });
            match shorter {
                Some(shorter) => row = shorter,
                None => first += 1,
            }
        }
        row
    }
}

fn without<T: Clone>(row: &[T], gone: Range<usize>) -> Vec<T> {
    [&row[..gone.start], &row[gone.end..]].concat()
}

#[cfg(test)]
mod tests {
    use super::Minimizer;

    #[test]
    fn what_is_not_needed_is_left_out() {
        // The list needs these numbers, and each 7 needs an 8.
        let replay = |row: &[u32], most: usize| {
            let count = |n| row.iter().filter(|x| **x == n).count();
            let will_do = row.contains(&3) && row.contains(&5) && count(7) == count(8);
            (will_do && row.len() <= most).then(|| row.to_vec())
        };
        let row = vec![1, 7, 2, 3, 7, 4, 4, 4, 8, 5, 6, 8];
        let minimizer = Minimizer {
            replay,
            is_over: &|| false,
        };
        assert_eq!(minimizer.shortened(row.clone()), [3, 5]);
        let hurried = Minimizer {
            replay,
            is_over: &|| true,
        };
        assert_eq!(hurried.shortened(row.clone()), row);
    }
}
