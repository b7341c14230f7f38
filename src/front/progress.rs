//! Shows on standard error, if that is a terminal, how far a long count has come.

use std::io::{IsTerminal, Write as _};
use std::time::{Duration, Instant};

/// How often it is shown.
const PAUSE: Duration = Duration::from_millis(250);

/// A line that is written over until the work is done.
#[derive(Debug)]
pub(super) struct Progress {
    /// When the line was written last, or the work begun; nothing where nobody looks.
    last: Option<Instant>,
    /// The line is there.
    shown: bool,
}

impl Progress {
    /// Begins the work.
    pub(crate) fn begin() -> Self {
        let seen = std::io::stderr().is_terminal();
        Self {
            last: seen.then(Instant::now),
            shown: false,
        }
    }

    /// Shows how many sequences of each length were counted so far.
    pub(crate) fn show(&mut self, counts: &[u64]) {
        if self.last.is_none_or(|last| last.elapsed() < PAUSE) {
            return;
        }
        self.last = Some(Instant::now());
        self.shown = true;
        let counts: Vec<_> = counts.iter().map(u64::to_string).collect();
        let _ = write!(
            anstream::stderr(),
            "\r\x1b[Kcounted so far: {}",
            counts.join(", ")
        );
    }

    /// Takes the line away.
    pub(crate) fn end(&self) {
        if self.shown {
            let _ = write!(anstream::stderr(), "\r\x1b[K");
        }
    }
}
