//! The time of a hint or an analysis: first the search, then what is found out about its moves.

use crate::opponents::stopwatch::Stopwatch;
use std::time::Duration;

/// How long a hint takes.
pub(crate) const HINT_TIME: Duration = Duration::from_secs(1);
/// The search has six of eight parts of the time. The last two parts are for the forced end and for what the move does.
const SEARCH_PARTS: u32 = 6;
const ALL_PARTS: u32 = 8;

/// The time that a user gives for an answer, which has begun to run.
pub(crate) struct AnswerTime<'s> {
    clock: Stopwatch,
    time: Duration,
    stop: &'s (dyn Fn() -> bool + Sync),
}

impl<'s> AnswerTime<'s> {
    /// Returns how long the search may take.
    pub(crate) fn of_search(time: Duration) -> Duration {
        time / ALL_PARTS * SEARCH_PARTS
    }

    /// Begins to run. `stop` returns whether the user wants the answer at once.
    pub(crate) fn begin(time: Duration, stop: &'s (dyn Fn() -> bool + Sync)) -> Self {
        Self {
            clock: Stopwatch::of_world(),
            time,
            stop,
        }
    }

    /// Begins a part of the time: half of what is left, divided by `shares`. The function that it returns says whether this part is
    /// over.
    pub(crate) fn share(&self, shares: u32) -> impl Fn() -> bool {
        let now = self.clock.elapsed();
        let end = now + self.time.saturating_sub(now) / 2 / shares.max(1);
        move || (self.stop)() || self.clock.elapsed() >= end
    }
}

#[cfg(test)]
mod tests {
    use super::AnswerTime;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::{Duration, Instant};

    #[test]
    fn a_share_ends_with_the_time_and_when_the_user_wants() {
        let stopped = AtomicBool::new(false);
        let stop = || stopped.load(Ordering::Relaxed);
        let long = AnswerTime::begin(Duration::from_secs(3600), &stop);
        let share = long.share(1);
        assert!(!share());
        stopped.store(true, Ordering::Relaxed);
        assert!(share());
        let began = Instant::now();
        let never = || false;
        let short = AnswerTime::begin(Duration::from_millis(80), &never);
        // Half of the time, and a quarter of the rest.
        for shares in [1, 2] {
            let share = short.share(shares);
            while !share() {}
        }
        let passed = began.elapsed();
        assert!(passed >= Duration::from_millis(50), "{passed:?}");
        while began.elapsed() < Duration::from_millis(80) {}
        assert!(short.share(1)());
    }
}
