//! Flags of several commands: how many random games to play, for how long, and from which seed.

use crate::arguments::{count, number, playing_time};
use crate::seed;
use crate::threads::ThreadsArg;
use clap::Args;
use std::num::NonZero;
use std::time::Duration;

/// The number of games if neither a number nor a time is given.
const USUAL_GAMES: u64 = 1_000;
/// The most games per run: even of the shortest games, this many take weeks.
const MOST_GAMES: u64 = 1_000_000_000_000;

#[derive(Args, Debug)]
pub(crate) struct RandomGamesArgs {
    /// The number of games; 1000 if neither this nor a time is given
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count(MOST_GAMES))]
    games: Option<NonZero<u64>>,
    /// Begin new games for this time, such as 10s or 5m
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = playing_time)]
    pub(crate) time: Option<Duration>,
    /// The seed of the random games; a random number by default
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = seed::read)]
    seed: Option<u64>,
    #[command(flatten)]
    pub(crate) threads: ThreadsArg,
    /// Stop a game after this number of moves and outcomes of chance
    #[arg(long, value_name = "N", default_value_t = 10_000, allow_negative_numbers = true, value_parser = number::<u32>(1..=u32::MAX.into()))]
    pub(crate) max_plies: u32,
}

impl RandomGamesArgs {
    /// Returns the largest number of games to play.
    pub(crate) fn games(&self) -> u64 {
        let usual = match self.time {
            Some(_) => MOST_GAMES,
            None => USUAL_GAMES,
        };
        self.games.map_or(usual, NonZero::get)
    }

    /// Returns whether the number of games is a limit: it was given, or no time was given.
    pub(crate) fn are_counted(&self) -> bool {
        self.games.is_some() || self.time.is_none()
    }

    /// Returns the seed; draws a new one if none is given.
    pub(crate) fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(seed::draw)
    }
}
