//! Bounds numbers. If the result of an operation always fits, it need not be guarded where it is not needed.

use crate::compile::value_graph::{NumNode, Number, ValueGraph};
use linstock_model::NumOp;

/// The least and the greatest value of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NumRange {
    least: i64,
    most: i64,
}

impl NumRange {
    /// Any number.
    const ANY: Self = Self {
        least: i64::MIN,
        most: i64::MAX,
    };
    /// 1 for yes, 0 for no.
    const TRUTH: Self = Self { least: 0, most: 1 };

    /// Returns the range of some numbers.
    fn of(numbers: impl IntoIterator<Item = i64>) -> Self {
        let ranges = numbers.into_iter().map(|n| Self { least: n, most: n });
        ranges.reduce(Self::with).unwrap_or(Self::ANY)
    }

    /// Returns the smallest range that contains both.
    fn with(self, other: Self) -> Self {
        Self {
            least: self.least.min(other.least),
            most: self.most.max(other.most),
        }
    }

    /// Returns the range of all results; `None` if some do not fit, or a divisor may be 0.
    fn joined(self, op: NumOp, other: Self) -> Option<Self> {
        if op.divides() {
            return None;
        }
        let ends = [
            (self.least, other.least),
            (self.least, other.most),
            (self.most, other.least),
            (self.most, other.most),
        ];
        // Each of these operations has its extreme results at the ends of the ranges.
        let mut results = [0; 4];
        for (result, (a, b)) in results.iter_mut().zip(ends) {
            *result = op.apply(a, b)?;
        }
        Some(Self::of(results))
    }
}

impl ValueGraph<'_> {
    /// Returns whether the result of an operation always fits.
    pub(crate) fn always_fits(&self, op: NumOp, a: NumNode, b: NumNode) -> bool {
        self.range(a).joined(op, self.range(b)).is_some()
    }

    /// Records that a number is between 0 and `most`.
    pub(crate) fn never_above(&mut self, node: NumNode, most: i64) {
        let range = &mut self.ranges[node.0];
        range.least = range.least.max(0);
        range.most = range.most.min(most);
    }

    fn range(&self, node: NumNode) -> NumRange {
        self.ranges[node.0]
    }

    pub(super) fn range_of(&self, number: &Number) -> NumRange {
        match number {
            Number::Fixed(n) => NumRange::of([*n]),
            Number::Count(mask) => {
                let most: u32 = self.bound(*mask).iter().map(|word| word.count_ones()).sum();
                NumRange::of([0, i64::from(most)])
            }
            Number::Join(op, a, b) => {
                let joined = self.range(*a).joined(*op, self.range(*b));
                joined.unwrap_or(NumRange::ANY)
            }
            Number::Select(_, a, b) => self.range(*a).with(self.range(*b)),
            Number::Lookup(values, _) => NumRange::of(values.iter().copied()),
            op if op.is_truth() => NumRange::TRUTH,
            _ => NumRange::ANY,
        }
    }
}
