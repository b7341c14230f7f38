//! Shows on standard error, if that is a terminal, how far a long count has come.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};

/// How often it is shown.
const PAUSE: Duration = Duration::from_millis(250);

/// The counts of so many lengths fit into a line.
const LENGTHS: usize = 3;

/// A line that is written over until the work is done.
#[derive(Debug)]
pub(super) struct Progress {
    bar: ProgressBar,
    /// When the line was written last, or the work begun; nothing where nobody looks.
    last: Option<Instant>,
}

impl Progress {
    /// Begins the work.
    pub(crate) fn begin() -> Self {
        let bar = ProgressBar::new_spinner();
        let bar = match ProgressStyle::with_template("{msg}") {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        };
        let last = (!bar.is_hidden()).then(Instant::now);
        Self { bar, last }
    }

    /// Shows how many sequences of each length were counted so far, from a length on.
    pub(crate) fn show(&mut self, first: usize, counts: &[u64]) {
        if self.last.is_none_or(|last| last.elapsed() < PAUSE) {
            return;
        }
        self.last = Some(Instant::now());
        let counts = (first..).zip(counts).filter(|(_, count)| **count > 0);
        let counts = counts.map(|(length, count)| format!("{count} of length {length}"));
        let counts: Vec<_> = counts.collect();
        // The longest last, which are most of the work.
        let told = &counts[counts.len().saturating_sub(LENGTHS)..];
        self.bar
            .set_message(format!("counted so far: {}", told.join(", ")));
    }

    /// Takes the line away.
    pub(crate) fn end(&self) {
        self.bar.finish_and_clear();
    }
}

/// Shows for how long something has been looked for, until it is dropped.
#[derive(Debug)]
pub(super) struct SearchProgress(ProgressBar);

impl SearchProgress {
    /// Begins to look for something, for at most so long.
    pub(crate) fn begin(what: &str, most: Duration) -> Self {
        let bar = ProgressBar::new_spinner();
        let bar = match ProgressStyle::with_template("{spinner} {msg}, {elapsed} gone") {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        };
        let most = humantime::format_duration(most);
        bar.set_message(format!("looking for {what} for up to {most}"));
        bar.enable_steady_tick(PAUSE);
        Self(bar)
    }
}

impl Drop for SearchProgress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
