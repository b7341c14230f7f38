//! A sequential test of which of two players is stronger: it ends as soon as the games say enough.
//!
//! The sequential probability ratio test (A. Wald, 1945), with a normal approximation of the points of a group of games
//! (M. Van den Bergh, "A practical introduction to the GSPRT").

/// Two guesses of a player's share of the points. The test rejects one of them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct SequentialTest {
    /// The share if the player is not stronger.
    pub(super) low: f64,
    /// The share if the player is stronger.
    pub(super) high: f64,
}

/// The verdict of a sequential test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TestVerdict {
    /// The higher share is likelier.
    Stronger,
    /// The lower share is likelier.
    NotStronger,
    /// More games are needed.
    Open,
}

impl TestVerdict {
    /// Returns the verdict when no more games can be played. A test that is still open follows the 95 % interval of the share, if
    /// that lies above or below the share of equal players.
    pub(super) fn at_the_end(self, groups: usize, (low, high): (f64, f64), even: f64) -> Self {
        match self {
            Self::Open if groups < FEWEST_GROUPS => Self::Open,
            Self::Open if low > even => Self::Stronger,
            Self::Open if high < even => Self::NotStronger,
            verdict => verdict,
        }
    }
}

/// The share of wrong verdicts of each kind.
const ERROR: f64 = 0.05;
/// The fewest groups of games for a verdict.
pub(super) const FEWEST_GROUPS: usize = 16;
/// So many groups with the variance of a fair coin are assumed beside those that were played: the variance of few groups says
/// little, and a small one would end the test too early.
const ASSUMED: f64 = 16.0;

impl SequentialTest {
    /// Makes a test of an Elo difference of 0 against a positive one, for a number of seats.
    pub(super) fn of_elo(difference: f64, seats: usize) -> Self {
        let low = 1.0 / seats.max(1) as f64;
        // The odds of a share grow by a factor of 10 with 400 points.
        let odds = low / (1.0 - low).max(1e-9) * 10_f64.powf(difference / 400.0);
        Self {
            low,
            high: odds / (1.0 + odds),
        }
    }

    /// Returns the logarithm of the likelihood ratio after groups of games with a mean share and the sum of the squares of
    /// their shares.
    pub(super) fn log_likelihood_ratio(&self, groups: usize, (mean, squares): (f64, f64)) -> f64 {
        let count = groups.max(1) as f64;
        let sum = (squares - count * mean * mean).max(0.0);
        let variance = (sum + ASSUMED * 0.25) / (count + ASSUMED);
        count * (self.high - self.low) * (2.0 * mean - self.low - self.high) / (2.0 * variance)
    }

    /// Returns the verdict after groups of games.
    pub(super) fn verdict(&self, groups: usize, sums: (f64, f64)) -> TestVerdict {
        let bound = ((1.0 - ERROR) / ERROR).ln();
        let ratio = self.log_likelihood_ratio(groups, sums);
        match ratio {
            _ if groups < FEWEST_GROUPS => TestVerdict::Open,
            ratio if ratio >= bound => TestVerdict::Stronger,
            ratio if ratio <= -bound => TestVerdict::NotStronger,
            _ => TestVerdict::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{SequentialTest, TestVerdict};
    use linstock_play::GameRandom;

    /// Plays groups whose share is 1 with a probability in per cent, and returns the verdict.
    fn verdict(percent: u128, seed: u64) -> TestVerdict {
        let test = SequentialTest::of_elo(100.0, 2);
        let mut random = GameRandom::new(seed, 0);
        let mut sum = 0.0;
        for groups in 1..10_000 {
            sum += f64::from(u8::from(random.below(100) < percent));
            // The square of 0 or 1 is the number itself.
            match test.verdict(groups, (sum / groups as f64, sum)) {
                TestVerdict::Open => {}
                verdict => return verdict,
            }
        }
        TestVerdict::Open
    }

    #[test]
    fn few_verdicts_are_wrong() {
        let wrong = |percent, wrong| {
            let wrong = (0..400).filter(|seed| verdict(percent, *seed) == wrong);
            wrong.count()
        };
        // A share of 64 % is an Elo difference of 100. Of 400 verdicts at an error of 5 %, 20 are wrong on average.
        assert!(wrong(50, TestVerdict::Stronger) <= 36);
        assert!(wrong(64, TestVerdict::NotStronger) <= 36);
        assert!(wrong(30, TestVerdict::Stronger) == 0);
    }

    #[test]
    fn an_open_test_follows_the_interval_at_the_end() {
        use TestVerdict::{NotStronger, Open, Stronger};
        for (verdict, groups, interval, expected) in [
            (Open, 40, (0.51, 0.72), Stronger),
            (Open, 40, (0.48, 0.69), Open),
            (Open, 40, (0.31, 0.49), NotStronger),
            // Few groups may be alike by chance.
            (Open, 15, (0.51, 0.99), Open),
            (NotStronger, 40, (0.51, 0.58), NotStronger),
            (Stronger, 40, (0.49, 0.72), Stronger),
        ] {
            let said = verdict.at_the_end(groups, interval, 0.5);
            assert_eq!(said, expected, "{verdict:?} {interval:?}");
        }
    }

    #[test]
    fn the_shares_follow_from_the_difference() {
        let test = SequentialTest::of_elo(100.0, 2);
        assert!((test.low - 0.5).abs() < 1e-9 && (test.high - 0.640).abs() < 0.001);
        let test = SequentialTest::of_elo(0.0, 4);
        assert!((test.low - 0.25).abs() < 1e-9 && (test.high - 0.25).abs() < 1e-9);
    }
}
