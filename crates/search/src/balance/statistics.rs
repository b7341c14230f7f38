//! Intervals and tests.

use std::ops::RangeInclusive;

/// The 97.5 % point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;
/// The 95 % point of the normal distribution.
const Z90: f64 = 1.644_853_626_951_472_7;

/// An estimate with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The estimate.
    pub mean: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The sum of some numbers and of their squares.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct SampleSums {
    /// How many numbers there are.
    pub count: u64,
    sum: f64,
    squares: f64,
    least: f64,
    most: f64,
}

/// Fewer numbers than this show no difference for certain: the tests hold only approximately.
const LEAST_TO_DIFFER: u64 = 10;
/// The same for being near to a number.
const LEAST_TO_BE_NEAR: u64 = 20;

impl SampleSums {
    /// Adds a number.
    pub fn add(&mut self, value: f64) {
        let is_first = self.count == 0;
        self.least = if is_first {
            value
        } else {
            self.least.min(value)
        };
        self.most = if is_first {
            value
        } else {
            self.most.max(value)
        };
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// Returns the mean; 0 without numbers.
    #[must_use]
    pub fn mean(&self) -> f64 {
        match self.only_value() {
            Some(value) => value,
            None => self.sum / (self.count.max(1) as f64),
        }
    }

    /// Returns the value of all numbers if they are equal.
    #[must_use]
    pub fn only_value(&self) -> Option<f64> {
        (self.count > 0 && self.least == self.most).then_some(self.least)
    }

    /// Returns the variance of a number, from two different numbers on.
    fn variance(&self) -> f64 {
        let count = self.count as f64;
        if self.count < 2 || self.only_value().is_some() {
            return 0.0;
        }
        ((self.squares - self.sum * self.sum / count) / (count - 1.0)).max(0.0)
    }

    /// Returns the mean of numbers that have bounds with its interval: Student's, cut at the bounds. Returns `None` if all numbers are
    /// equal, because they say nothing about their spread.
    #[must_use]
    pub fn mean_within(&self, bounds: RangeInclusive<f64>) -> Option<Interval> {
        if self.count < 2 || self.only_value().is_some() {
            return None;
        }
        let (mean, count) = (self.mean(), self.count as f64);
        // The first terms of Student's 97.5 % point (E. Cornish, R. Fisher, 1938).
        let freedom = count - 1.0;
        let first = (Z.powi(3) + Z) / (4.0 * freedom);
        let second = (5.0 * Z.powi(5) + 16.0 * Z.powi(3) + 3.0 * Z) / (96.0 * freedom * freedom);
        let half = (Z + first + second) * (self.variance() / count).sqrt();
        Some(Interval {
            mean,
            low: (mean - half).max(*bounds.start()),
            high: (mean + half).min(*bounds.end()),
        })
    }

    /// Returns how large the variance of numbers from 0 to 1 is beside that of wins and losses with the same mean. Draws make it
    /// smaller. Where all numbers are equal, nothing is known about it.
    fn spread(&self) -> f64 {
        let mean = self.mean();
        match self.variance() {
            variance if variance > 0.0 => (variance / (mean * (1.0 - mean)).max(1e-9)).min(1.0),
            _ => 1.0,
        }
    }

    /// Returns the mean of numbers from 0 to 1 with Wilson's interval, for the variance that they have.
    #[must_use]
    pub fn share(&self) -> Interval {
        self.share_at(Z)
    }

    /// Returns the same with an interval of `z` standard deviations on each side.
    fn share_at(&self, z: f64) -> Interval {
        if self.count == 0 {
            return Interval {
                mean: 0.0,
                low: 0.0,
                high: 1.0,
            };
        }
        // Sums of shares may be a little above 1 or below 0.
        let mean = self.mean().clamp(0.0, 1.0);
        let z = z * z * self.spread() / self.count as f64;
        let middle = (mean + z / 2.0) / (1.0 + z);
        let half = (mean * (1.0 - mean) * z + z * z / 4.0).sqrt() / (1.0 + z);
        // Rounding must not move the mean out of its interval.
        Interval {
            mean,
            low: (middle - half).clamp(0.0, mean),
            high: (middle + half).clamp(mean, 1.0),
        }
    }

    /// Returns how much larger the mean of other numbers from 0 to 1 is, with a 95 % interval from those of both means (R. Newcombe,
    /// 1998). With very few numbers, it is everything that is possible.
    #[must_use]
    pub fn change_to(&self, other: &Self) -> Interval {
        self.change_at(other, Z)
    }

    /// Returns the same with a 90 % interval, which goes with two one-sided tests at 5 %.
    #[must_use]
    pub fn change_at_90(&self, other: &Self) -> Interval {
        self.change_at(other, Z90)
    }

    fn change_at(&self, other: &Self, z: f64) -> Interval {
        let is_few = self.count.min(other.count) < LEAST_TO_DIFFER;
        let (own, other) = (self.share_at(z), other.share_at(z));
        let mean = other.mean - own.mean;
        if is_few {
            return Interval {
                mean,
                low: -1.0,
                high: 1.0,
            };
        }
        Interval {
            mean,
            low: mean - (other.mean - other.low).hypot(own.high - own.mean),
            high: mean + (other.high - other.mean).hypot(own.mean - own.low),
        }
    }

    /// Returns by how many standard errors the mean of numbers from 0 to 1 is above an expected one (E. Wilson, 1927). The errors are
    /// those of the expected mean: those of the numbers themselves would be 0 where all are equal.
    fn errors_above(&self, expected: f64) -> f64 {
        let variance = self.spread() * (expected * (1.0 - expected)).max(1e-9);
        (self.mean() - expected) / (variance / self.count.max(1) as f64).sqrt()
    }

    /// Returns the probability that the mean of numbers from 0 to 1 is at least this far from a number if it is truly the true mean;
    /// two-sided.
    #[must_use]
    pub fn differs_from(&self, expected: f64) -> f64 {
        match self.count < LEAST_TO_DIFFER {
            true => 1.0,
            false => two_sided(self.errors_above(expected)),
        }
    }

    /// Returns the probability of a mean this near to a number if the true mean is at least `margin` away from it: the larger one of two
    /// one-sided tests (D. Schuirmann, 1987).
    #[must_use]
    pub fn within(&self, expected: f64, margin: f64) -> f64 {
        if self.count < LEAST_TO_BE_NEAR {
            return 1.0;
        }
        let (low, high) = ((expected - margin).max(0.0), (expected + margin).min(1.0));
        let above = upper_tail(self.errors_above(low));
        let below = upper_tail(-self.errors_above(high));
        above.max(below)
    }
}

/// Returns the probability that a normal variable is at least this large, in standard deviations.
fn upper_tail(z: f64) -> f64 {
    libm::erfc(z / std::f64::consts::SQRT_2) / 2.0
}

fn two_sided(z: f64) -> f64 {
    libm::erfc(z.abs() / std::f64::consts::SQRT_2)
}

/// Adjusts the probabilities of many tests so that those below a rate have at most this share of false ones among them, on
/// average (Y. Benjamini, Y. Hochberg, 1995).
#[must_use]
pub fn adjusted(probabilities: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|a, b| probabilities[*a].total_cmp(&probabilities[*b]));
    let mut adjusted = vec![1.0; probabilities.len()];
    let mut least = 1.0_f64;
    for (rank, at) in order.iter().enumerate().rev() {
        let factor = probabilities.len() as f64 / (rank as f64 + 1.0);
        least = least.min(probabilities[*at] * factor);
        adjusted[*at] = least;
    }
    adjusted
}

/// Returns the difference in Elo points at which a player scores a share; infinite at 0 and 1.
#[must_use]
pub fn elo_of(share: f64) -> f64 {
    -400.0 * (1.0 / share - 1.0).log10()
}

#[cfg(test)]
mod tests {
    use super::{SampleSums, adjusted, two_sided};

    fn sample(ones: u32, zeros: u32) -> SampleSums {
        let mut sample = SampleSums::default();
        (0..ones).for_each(|_| sample.add(1.0));
        (0..zeros).for_each(|_| sample.add(0.0));
        sample
    }

    #[test]
    fn the_interval_of_a_share_is_wilsons() {
        // E. Wilson (1927): 81 of 263 has the interval 0.2553 to 0.3662.
        let share = sample(81, 182).share();
        assert!((share.low - 0.2553).abs() < 0.0005, "{share:?}");
        assert!((share.high - 0.3662).abs() < 0.0005, "{share:?}");
    }

    fn of(numbers: &[f64]) -> SampleSums {
        let mut sample = SampleSums::default();
        numbers.iter().for_each(|number| sample.add(*number));
        sample
    }

    #[test]
    fn an_interval_has_a_width_and_stays_within_its_bounds() {
        // Samples of shares, with what their intervals must at least contain.
        let third = 1.0 / 3.0;
        for (sample, low, high) in [
            (sample(0, 20), 0.0, 0.16),
            (sample(20, 0), 0.84, 1.0),
            (sample(1, 0), 0.21, 1.0),
            (of(&[0.5; 20]), 0.31, 0.69),
            (of(&[third; 21]), 0.18, 0.53),
            (of(&[0.0, 0.5, 0.5, 0.5, 1.0, 0.5, 0.5, 0.5]), 0.35, 0.65),
        ] {
            let share = sample.share();
            assert!(share.low <= low && share.high >= high, "{share:?}");
            assert!(share.low >= 0.0 && share.high <= 1.0, "{share:?}");
            assert!(share.low.is_sign_positive(), "{share:?}");
        }
        // The means of counts are not below 0, and those of equal numbers have no interval.
        for (numbers, expected) in [
            (&[0.0; 20][..], None),
            (&[0.1; 20], None),
            (&[3.0], None),
            (&[0.0, 0.0, 0.0, 0.0, 1.0], Some((0.0, 0.755))),
            // Student's 97.5 % point for 4 degrees of freedom is 2.776.
            (&[1.0, 2.0, 3.0, 4.0, 5.0], Some((1.037, 4.963))),
        ] {
            let mean = of(numbers).mean_within(0.0..=9.0);
            let found = mean.map(|mean| (mean.low, mean.high));
            let is_near = |(a, b): (f64, f64), (c, d): (f64, f64)| {
                (a - c).abs() < 0.04 && (b - d).abs() < 0.04
            };
            match (found, expected) {
                (Some(found), Some(expected)) => {
                    assert!(is_near(found, expected), "{numbers:?}: {found:?}");
                }
                _ => assert_eq!(found, expected, "{numbers:?}"),
            }
        }
    }

    #[test]
    fn equal_numbers_prove_little() {
        // Two samples with the least and the largest probability that they differ from one half.
        for (sample, least, most) in [
            (sample(1, 0), 1.0, 1.0),
            (sample(5, 0), 1.0, 1.0),
            (sample(10, 0), 0.001, 0.01),
            (of(&[0.5; 100]), 1.0, 1.0),
        ] {
            let probability = sample.differs_from(0.5);
            assert!((least..=most).contains(&probability), "{probability}");
        }
        // Twenty draws do not show that a share is surely within ten points of one half; a hundred draws do.
        assert!(of(&[0.5; 20]).within(0.5, 0.1) > 0.1);
        assert!(of(&[0.5; 100]).within(0.5, 0.1) < 0.05);
        // A sum of shares may miss the bounds by the rounding of its parts.
        for number in [-7.5e-9, 1.0 + 7.5e-9] {
            let share = of(&[number; 20]).share();
            assert!(share.low >= 0.0 && share.high <= 1.0, "{share:?}");
        }
        // The change between equal games is not certain, either.
        let change = of(&[0.5; 20]).change_to(&of(&[0.5; 20]));
        assert!(change.low < -0.1 && change.high > 0.1, "{change:?}");
        let change = sample(150, 161).change_to(&sample(3, 0));
        assert_eq!((change.low, change.high), (-1.0, 1.0));
    }

    #[test]
    fn tests_have_the_probabilities_of_the_tables() {
        assert!((two_sided(1.959_964) - 0.05).abs() < 1e-6);
        assert!((two_sided(2.575_829) - 0.01).abs() < 1e-6);
        assert!(sample(60, 40).differs_from(0.5) < 0.05);
        assert!(sample(52, 48).differs_from(0.5) > 0.5);
        // R. Newcombe (1998): from 48 of 80 to 56 of 70, the interval of the change is 0.0524 to 0.3339.
        let change = sample(48, 32).change_to(&sample(56, 14));
        assert!((change.low - 0.0524).abs() < 0.0005, "{change:?}");
        assert!((change.high - 0.3339).abs() < 0.0005, "{change:?}");
        let narrower = sample(48, 32).change_at_90(&sample(56, 14));
        assert!(change.low < narrower.low && narrower.high < change.high);
    }

    #[test]
    fn probabilities_are_adjusted_as_published() {
        // The fifteen probabilities of Y. Benjamini and Y. Hochberg (1995): at 5 %, four are rejected.
        let published = [
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262,
            0.5719, 0.6528, 0.7590, 1.000,
        ];
        let rejected = adjusted(&published);
        assert_eq!(rejected.iter().filter(|p| **p <= 0.05).count(), 4);
    }
}
