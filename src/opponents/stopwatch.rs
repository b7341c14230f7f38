//! The clock by which the time of a computer player runs.

use std::time::{Duration, Instant};

/// A clock that began to run. It runs in the time of the world where a person waits, and in the processor time of this thread
/// where two players are compared: then other work on the machine takes nothing from either.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Stopwatch {
    /// The time of the world.
    World(Instant),
    /// The processor time of the thread that asks, which was this long at the beginning.
    Processor(Duration),
}

impl Stopwatch {
    /// Begins to run in the time of the world.
    pub(crate) fn of_world() -> Self {
        Self::World(Instant::now())
    }

    /// Begins to run in the processor time of this thread. A system that does not tell it runs in the time of the world.
    pub(crate) fn of_processor() -> Self {
        processor_time().map_or_else(Self::of_world, Self::Processor)
    }

    /// Returns how long it has run.
    pub(crate) fn elapsed(self) -> Duration {
        match self {
            Self::World(began) => began.elapsed(),
            Self::Processor(began) => processor_time().unwrap_or_default().saturating_sub(began),
        }
    }
}

/// Returns the processor time that this thread has used.
#[cfg(unix)]
fn processor_time() -> Option<Duration> {
    let clock = nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID;
    nix::time::clock_gettime(clock).ok().map(Duration::from)
}

/// Other systems have no such clock that is common to all.
#[cfg(not(unix))]
fn processor_time() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use super::Stopwatch;
    use std::time::Duration;

    #[test]
    fn sleep_takes_no_processor_time() {
        let (world, processor) = (Stopwatch::of_world(), Stopwatch::of_processor());
        std::thread::sleep(Duration::from_millis(200));
        assert!(world.elapsed() >= Duration::from_millis(200));
        if matches!(processor, Stopwatch::Processor(_)) {
            assert!(processor.elapsed() < Duration::from_millis(100));
        }
    }
}
