//! Intervals and tests.

/// The 97.5 % point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

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
}

impl SampleSums {
    /// Adds a number.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// Returns the mean; 0 without numbers.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.sum / (self.count.max(1) as f64)
    }

    /// Returns the variance of a number.
    fn variance(&self) -> f64 {
        let count = self.count as f64;
        if self.count < 2 {
            return 0.0;
        }
        ((self.squares - self.sum * self.sum / count) / (count - 1.0)).max(0.0)
    }

    /// Returns the standard error of the mean.
    #[must_use]
    pub fn error(&self) -> f64 {
        (self.variance() / self.count.max(1) as f64).sqrt()
    }

    /// Returns the mean of any numbers with its interval.
    #[must_use]
    pub fn interval(&self) -> Interval {
        let (mean, half) = (self.mean(), Z * self.error());
        Interval {
            mean,
            low: mean - half,
            high: mean + half,
        }
    }

    /// Returns the mean of numbers from 0 to 1 with Wilson's interval, for the variance that they have.
    #[must_use]
    pub fn share(&self) -> Interval {
        let (mean, count) = (self.mean(), self.count.max(1) as f64);
        // Draws make the variance smaller than that of wins and losses. Where all are equal, nothing is known about it.
        let spread = match self.variance() {
            variance if variance > 0.0 => (variance / (mean * (1.0 - mean)).max(1e-9)).min(1.0),
            _ => 1.0,
        };
        let z = Z * Z * spread / count;
        let middle = (mean + z / 2.0) / (1.0 + z);
        let half = (mean * (1.0 - mean) * z + z * z / 4.0).sqrt() / (1.0 + z);
        Interval {
            mean,
            low: (middle - half).max(0.0),
            high: (middle + half).min(1.0),
        }
    }

    /// Returns the probability that the mean is at least this far from a number if it is truly the true mean; two-sided.
    #[must_use]
    pub fn differs_from(&self, expected: f64) -> f64 {
        // A sample without any spread gets that of a single different number.
        let least = 1.0 / (self.count.max(1) as f64);
        let error = self.error().max(least / (self.count.max(1) as f64).sqrt());
        match self.count {
            0 | 1 => 1.0,
            _ => two_sided((self.mean() - expected) / error),
        }
    }

    /// Returns the probability of a mean this near to a number if the true mean is at least `margin` away from it: the larger one of two
    /// one-sided tests (D. Schuirmann, 1987).
    #[must_use]
    pub fn within(&self, expected: f64, margin: f64) -> f64 {
        difference_within((self.mean() - expected, self.error()), margin, self.count)
    }
}

/// Returns the probability of a difference this small if the true one is at least `margin`, on either side.
#[must_use]
pub fn difference_within((difference, error): (f64, f64), margin: f64, count: u64) -> f64 {
    if count < 20 {
        return 1.0;
    }
    let error = error.max(1e-9);
    let above = upper_tail((difference + margin) / error);
    let below = upper_tail((margin - difference) / error);
    above.max(below)
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
    use super::{SampleSums, adjusted, difference_within, two_sided};

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

    #[test]
    fn tests_have_the_probabilities_of_the_tables() {
        assert!((two_sided(1.959_964) - 0.05).abs() < 1e-6);
        assert!((two_sided(2.575_829) - 0.01).abs() < 1e-6);
        // A difference of 0 with the error 1 is within 1.645 with a probability of 5 %.
        assert!((difference_within((0.0, 1.0), 1.644_854, 100) - 0.05).abs() < 1e-6);
        assert!(sample(60, 40).differs_from(0.5) < 0.05);
        assert!(sample(52, 48).differs_from(0.5) > 0.5);
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
