//! How figures are written.

use linstock_search::balance::{Interval, SampleSums};
use std::ops::RangeInclusive;

/// Rounds to tenths; never to `-0.0`.
pub(super) fn tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0 + 0.0
}

/// Writes a share with its interval.
pub(super) fn percent(interval: Interval) -> String {
    format!(
        "{:.1} % ({:.1} to {:.1})",
        tenths(interval.mean * 100.0),
        tenths(interval.low * 100.0),
        tenths(interval.high * 100.0)
    )
}

/// Writes an even share among players.
pub(super) fn even_share(seats: usize) -> String {
    let share = tenths(100.0 / seats.max(1) as f64);
    match share.fract() == 0.0 {
        true => format!("{share:.0} %"),
        false => format!("{share:.1} %"),
    }
}

/// Writes a mean with its interval, each times a factor; `None` if all numbers are equal, so that there is no interval.
pub(super) fn mean(
    sample: &SampleSums,
    bounds: RangeInclusive<f64>,
    factor: f64,
) -> Option<(String, String)> {
    let mean = sample.mean_within(bounds)?;
    let numbers = [mean.mean, mean.low, mean.high].map(|number| number * factor + 0.0);
    let digits = if numbers[2] < 1.0 { 2 } else { 1 };
    let [mean, low, high] = numbers.map(|number| format!("{number:.digits$}"));
    Some((mean, format!("({low} to {high})")))
}

/// Writes a number of Elo points with a sign.
pub(super) fn elo(points: f64) -> String {
    format!("{:+.0}", points.round() + 0.0)
}

/// Joins parts of a sentence: `a`, `a and b`, `a, b, and c`.
pub(super) fn joined(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first, second] => format!("{first} and {second}"),
        [first @ .., last] => format!("{}, and {last}", first.join(", ")),
    }
}

/// Begins a text with a capital letter.
pub(super) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::{capitalised, elo, even_share, mean, percent};
    use linstock_search::balance::{Interval, SampleSums};

    #[test]
    fn nothing_is_written_as_minus_zero() {
        let interval = |mean: f64, low: f64, high: f64| Interval { mean, low, high };
        assert_eq!(percent(interval(0.0, -1e-9, 0.0004)), "0.0 % (0.0 to 0.0)");
        assert_eq!(percent(interval(0.5, 0.25, 1.0)), "50.0 % (25.0 to 100.0)");
        assert_eq!(elo(-0.4), "+0");
        let mut sample = SampleSums::default();
        for number in [0.0, 0.0, 0.0, 1.0] {
            sample.add(number);
        }
        let written = mean(&sample, 0.0..=f64::INFINITY, 1.0).expect("different numbers");
        assert_eq!(written, ("0.2".to_owned(), "(0.0 to 1.0)".to_owned()));
        sample.add(0.0);
        for _ in 0..95 {
            sample.add(0.0);
        }
        let written = mean(&sample, 0.0..=f64::INFINITY, 1.0).expect("different numbers");
        assert_eq!(written, ("0.01".to_owned(), "(0.00 to 0.03)".to_owned()));
        assert_eq!(mean(&SampleSums::default(), 0.0..=1.0, 1.0), None);
        assert_eq!(
            ["50 %", "33.3 %"],
            [2, 3].map(even_share).each_ref().map(String::as_str)
        );
        assert_eq!(capitalised("north"), "North");
    }
}
