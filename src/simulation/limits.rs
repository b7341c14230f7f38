//! The limits of a run of random games.

use std::ops::Range;
use std::time::Duration;

/// The limits of a run.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    /// The numbers of the games.
    pub(crate) numbers: Range<u64>,
    /// The user gave the number of games.
    pub(crate) are_counted: bool,
    /// For how long new games begin.
    pub(crate) time: Option<Duration>,
}

impl Limits {
    /// Returns the number of games to play, if the user gave it.
    pub(super) fn games_wanted(&self) -> Option<u64> {
        let games = self.numbers.end - self.numbers.start;
        self.are_counted.then_some(games)
    }
}
