//! The probability of a difference if there is no true difference: Fisher's exact test for rare shares, a z-test for other
//! shares, Welch's test for means, with Holm's correction for many figures.

use crate::simulation::real;

/// The 97.5 % point of the normal distribution.
pub(super) const Z: f64 = 1.959_963_984_540_054;
/// With fewer expected cases, the normal distribution is too rough for shares.
const FEW: f64 = 10.0;
/// With fewer games, the normal distribution is too rough for means.
const FEW_GAMES: u64 = 30;

/// `some` of `all` cases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Count {
    pub some: u64,
    pub all: u64,
}

impl Count {
    /// Returns the share; 0 if there are no cases.
    pub(super) fn share(self) -> f64 {
        real(self.some.into()) / real(self.all.max(1).into())
    }
}

/// A mean and its precision.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Mean {
    pub mean: f64,
    /// The standard error.
    pub error: f64,
    /// The number of games.
    pub games: u64,
}

impl Mean {
    /// Returns the 95 % confidence interval of the mean.
    pub(super) fn interval(self) -> (f64, f64) {
        (self.mean - Z * self.error, self.mean + Z * self.error)
    }
}

/// Returns the probability that a normal variable is at least this far from its mean, in standard deviations, on either side.
fn two_sided(z: f64) -> f64 {
    libm::erfc(z.abs() / std::f64::consts::SQRT_2)
}

/// Returns the probability that two shares differ by at least this much if they are truly equal; `None` if unknown.
pub(super) fn shares_differ(left: Count, right: Count) -> Option<f64> {
    let (some, all) = (left.some + right.some, left.all + right.all);
    if left.all == 0 || right.all == 0 {
        return None;
    }
    if some == 0 || some == all {
        return Some(1.0);
    }
    let (n, m) = (real(left.all.into()), real(right.all.into()));
    let pooled = Count { some, all }.share();
    let rarest = pooled.min(1.0 - pooled) * n.min(m);
    if rarest < FEW {
        return Some(exactly(left, right));
    }
    let error = (pooled * (1.0 - pooled) * (1.0 / n + 1.0 / m)).sqrt();
    Some(two_sided((left.share() - right.share()) / error))
}

/// Fisher's exact test, two-sided: the sum over all tables that are at most as likely as this one.
fn exactly(left: Count, right: Count) -> f64 {
    let rare = |count: Count| match 2 * (left.some + right.some) > left.all + right.all {
        true => Count {
            some: count.all - count.some,
            ..count
        },
        false => count,
    };
    let (left, right) = (rare(left), rare(right));
    let some = left.some + right.some;
    let log_choose = |n: u64, k: u64| {
        let log = |n: u64| libm::lgamma(real(n.into()) + 1.0);
        log(n) - log(k) - log(n - k)
    };
    let log_of_all = log_choose(left.all + right.all, some);
    let likely =
        |k: u64| (log_choose(left.all, k) + log_choose(right.all, some - k) - log_of_all).exp();
    let seen = likely(left.some) * (1.0 + 1e-9);
    let possible = some.saturating_sub(right.all)..=some.min(left.all);
    let sum: f64 = possible.map(likely).filter(|p| *p <= seen).sum();
    sum.min(1.0)
}

/// Returns the probability that two means differ by at least this much if they are truly equal (Welch, for many games); `None` if
/// unknown, as for few games.
pub(super) fn means_differ(left: Mean, right: Mean) -> Option<f64> {
    let error = left.error.hypot(right.error);
    let apart = left.mean - right.mean;
    if !error.is_finite() || !apart.is_finite() || left.games.min(right.games) < FEW_GAMES {
        return None;
    }
    if error > 0.0 {
        return Some(two_sided(apart / error));
    }
    // Neither varies: they are equal or different.
    Some(if apart == 0.0 { 1.0 } else { 0.0 })
}

/// Corrects p-values for their number, so that the probability of any false positive below a limit is at most this limit.
///
/// S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6 (1979).
pub(super) fn holm(found: &[Option<f64>]) -> Vec<Option<f64>> {
    let mut order: Vec<(usize, f64)> = (found.iter().enumerate())
        .filter_map(|(at, p)| Some((at, (*p)?)))
        .collect();
    order.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut corrected = vec![None; found.len()];
    let mut largest: f64 = 0.0;
    for (rank, (at, p)) in order.iter().enumerate() {
        let left = u64::try_from(order.len() - rank).unwrap_or(u64::MAX);
        largest = largest.max(p * real(left.into())).min(1.0);
        corrected[*at] = Some(largest);
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::{Count, Mean, holm, means_differ, shares_differ};

    fn count(some: u64, all: u64) -> Count {
        Count { some, all }
    }

    fn near(found: Option<f64>, expected: f64) {
        let found = found.expect("something can be said");
        assert!((found - expected).abs() < 1e-6, "{found} {expected}");
    }

    /// `scipy.stats.fisher_exact([[8, 2], [1, 5]])` is 0.034965034965034975.
    #[test]
    fn few_cases_are_counted_exactly() {
        near(
            shares_differ(count(8, 10), count(1, 6)),
            0.034_965_034_965_035,
        );
        near(shares_differ(count(0, 100), count(0, 50)), 1.0);
    }

    /// The pooled test of two shares: z = 2 at 0.5 and 0.45 of 800 games each gives 0.0455.
    #[test]
    fn many_cases_are_taken_as_normal() {
        let found = shares_differ(count(400, 800), count(360, 800)).expect("said");
        assert!((found - 0.045_213).abs() < 1e-4, "{found}");
        assert_eq!(shares_differ(count(0, 0), count(1, 2)), None);
    }

    #[test]
    fn means_that_never_vary_differ_or_do_not() {
        let mean = |mean, error| Mean {
            mean,
            error,
            games: 30,
        };
        near(means_differ(mean(3.0, 0.0), mean(3.0, 0.0)), 1.0);
        near(means_differ(mean(3.0, 0.0), mean(4.0, 0.0)), 0.0);
        near(
            means_differ(mean(0.0, 3.0), mean(9.799_819_922_7, 4.0)),
            0.05,
        );
    }

    /// Two games of equal length would seem to have no variance.
    #[test]
    fn means_of_few_games_say_nothing() {
        let many = Mean {
            mean: 3.0,
            error: 0.0,
            games: 1000,
        };
        let few = Mean {
            mean: 4.0,
            games: 29,
            ..many
        };
        assert_eq!(means_differ(many, few), None);
    }

    /// The example of many textbooks: 0.01, 0.04, 0.03, 0.005 become 0.03, 0.06, 0.06, 0.02.
    #[test]
    fn the_more_is_looked_at_the_less_is_beyond_chance() {
        let found = holm(&[Some(0.01), Some(0.04), None, Some(0.03), Some(0.005)]);
        for (found, expected) in
            found
                .iter()
                .zip([Some(0.03), Some(0.06), None, Some(0.06), Some(0.02)])
        {
            match expected {
                Some(expected) => near(*found, expected),
                None => assert_eq!(*found, None),
            }
        }
    }
}
