//! Shows the progress of a long count on standard error, if that is a terminal.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};

/// How often the line is updated.
const PAUSE: Duration = Duration::from_millis(250);

/// The number of lengths whose counts fit in a line.
const LENGTHS: usize = 3;

/// A line that is overwritten until the work is done.
#[derive(Debug)]
pub(super) struct Progress {
    bar: ProgressBar,
    /// When the line was last written, or the work began; `None` without a terminal.
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

    /// Shows how many sequences of each length have been counted, from length `first` on.
    pub(crate) fn show(&mut self, first: usize, counts: &[u64]) {
        if self.last.is_none_or(|last| last.elapsed() < PAUSE) {
            return;
        }
        self.last = Some(Instant::now());
        let counts = (first..).zip(counts).filter(|(_, count)| **count > 0);
        let counts = counts.map(|(length, count)| format!("{count} of length {length}"));
        let counts: Vec<_> = counts.collect();
        // The longest come last; they are most of the work.
        let told = &counts[counts.len().saturating_sub(LENGTHS)..];
        self.bar
            .set_message(format!("counted so far: {}", told.join(", ")));
    }

    /// Removes the line.
    pub(crate) fn end(&self) {
        self.bar.finish_and_clear();
    }
}

/// Shows how long a search has run, until it is dropped.
#[derive(Debug)]
pub(super) struct SearchProgress(ProgressBar);

impl SearchProgress {
    /// Begins to show a search of limited time.
    pub(crate) fn begin(what: &str, most: Duration) -> Self {
        let most = humantime::format_duration(most);
        Self::showing(format!("looking for {what} for up to {most}"))
    }

    /// Begins to show that a computer player finds out about the rules before its first move.
    pub(crate) fn preparing(player: &str, most: Duration) -> Self {
        let most = most.as_secs_f32().ceil();
        Self::showing(format!(
            "{player} tries out the rules, for {most} seconds at most, and only this once (Ctrl-C: play at once)"
        ))
    }

    /// Begins to show that a computer player thinks.
    pub(crate) fn thinking(player: &str) -> Self {
        Self::showing(format!("{player} thinks (Ctrl-C: play at once)"))
    }

    /// Begins to show that computer players play many games.
    pub(crate) fn playing(game: &str, most: Duration) -> Self {
        let most = humantime::format_duration(most);
        Self::showing(format!("playing {game} for about {most}"))
    }

    /// Begins to show that a game is being solved.
    pub(crate) fn solving(game: &str, most: Duration) -> Self {
        let most = humantime::format_duration(most);
        Self::showing(format!("solving {game} for up to {most}"))
    }

    /// Changes the message.
    pub(crate) fn say(&self, message: String) {
        self.0.set_message(message);
    }

    /// Removes the line.
    pub(crate) fn end(&self) {
        self.0.finish_and_clear();
    }

    /// Begins to show a message.
    pub(crate) fn showing(message: String) -> Self {
        let bar = ProgressBar::new_spinner();
        let bar = match ProgressStyle::with_template("{spinner} {msg}, {elapsed} gone") {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        };
        bar.set_message(message);
        // Ticking needs a thread, which the system may have no room for.
        if !bar.is_hidden() && std::thread::Builder::new().spawn(|| ()).is_ok() {
            bar.enable_steady_tick(PAUSE);
        }
        Self(bar)
    }
}

impl Drop for SearchProgress {
    fn drop(&mut self) {
        self.end();
    }
}
