//! `--threads`: on how many threads a long run works.

use clap::Args;
use std::num::NonZero;

/// No machine has more cores.
const MOST_THREADS: usize = 4096;

#[derive(Args, Clone, Copy, Debug)]
pub(super) struct ThreadsArg {
    /// How many threads work at once; one for each core without it
    #[arg(long, value_name = "N", value_parser = count)]
    threads: Option<NonZero<u64>>,
}

impl ThreadsArg {
    /// Returns how many threads are to work.
    pub(super) fn threads(self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
        let asked = self
            .threads
            .map(|n| usize::try_from(n.get()).unwrap_or(MOST_THREADS));
        asked.unwrap_or_else(cores).min(MOST_THREADS)
    }
}

/// Reads a number of things of which there is at least one.
pub(super) fn count(text: &str) -> Result<NonZero<u64>, String> {
    let wrong = || "write a whole number above 0".to_owned();
    text.parse().map_err(|_| wrong())
}
