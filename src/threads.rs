//! `--threads`: the number of threads for a long run.

use crate::arguments::count;
use clap::Args;
use std::num::NonZero;

/// No machine has more cores.
const MOST_THREADS: u64 = 4096;

#[derive(Args, Clone, Copy, Debug)]
pub(super) struct ThreadsArg {
    /// The number of threads; by default one for each core
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count(MOST_THREADS))]
    threads: Option<NonZero<u64>>,
}

impl ThreadsArg {
    /// Returns the number of threads to use.
    pub(super) fn threads(self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
        let asked = self.threads.and_then(|n| usize::try_from(n.get()).ok());
        asked.unwrap_or_else(cores)
    }
}
