//! When a run of random games ends.

use std::ops::Range;
use std::time::Duration;

/// When a run ends.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    /// The numbers of the games.
    pub(crate) numbers: Range<u64>,
    /// Somebody has said how many games are to be played.
    pub(crate) are_counted: bool,
    /// How long new games are begun.
    pub(crate) time: Option<Duration>,
}

impl Limits {
    /// Returns how many games are to be played, if somebody has said so.
    pub(super) fn games_wanted(&self) -> Option<u64> {
        let games = self.numbers.end - self.numbers.start;
        self.are_counted.then_some(games)
    }
}
