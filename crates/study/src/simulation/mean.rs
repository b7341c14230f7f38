//! The mean of counts, as a floating-point number.

/// Divides a sum by a count; `None` if there is nothing to divide by.
pub(super) fn mean(sum: u128, count: u128) -> Option<f64> {
    (count > 0).then(|| real(sum) / real(count))
}

/// Converts a count to a floating-point number.
#[expect(
    clippy::cast_precision_loss,
    reason = "figures for people; counts beyond 2^53 are rounded"
)]
#[must_use]
pub fn real(count: u128) -> f64 {
    count as f64
}
