//! How many games are played at random, how long, and from what they are drawn: flags that several commands share.

use crate::arguments::{count, number, playing_time};
use crate::seed;
use crate::threads::ThreadsArg;
use clap::Args;
use std::num::NonZero;
use std::time::Duration;

/// How many games are played where nothing says how long to play.
const USUAL_GAMES: u64 = 1_000;
/// No run plays more: even of the shortest games, a machine plays so many in weeks.
const MOST_GAMES: u64 = 1_000_000_000_000;

#[derive(Args, Debug)]
pub(crate) struct RandomGamesArgs {
    /// How many games; 1000 if neither this nor a time is given
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count(MOST_GAMES))]
    games: Option<NonZero<u64>>,
    /// How long to begin games, such as 10s or 5m
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = playing_time)]
    pub(crate) time: Option<Duration>,
    /// The number from which the games are drawn; without it, the program chooses one
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = seed::read)]
    seed: Option<u64>,
    #[command(flatten)]
    pub(crate) threads: ThreadsArg,
    /// Leave a game that is not over after so many moves and outcomes of chance
    #[arg(long, value_name = "N", default_value_t = 10_000, allow_negative_numbers = true, value_parser = number::<u32>(1..=u32::MAX.into()))]
    pub(crate) max_plies: u32,
}

impl RandomGamesArgs {
    /// Returns how many games are wanted at the most.
    pub(crate) fn games(&self) -> u64 {
        let usual = match self.time {
            Some(_) => MOST_GAMES,
            None => USUAL_GAMES,
        };
        self.games.map_or(usual, NonZero::get)
    }

    /// Tells whether it was said how many games are wanted, or nothing was said at all.
    pub(crate) fn are_counted(&self) -> bool {
        self.games.is_some() || self.time.is_none()
    }

    /// Returns the seed, a new one if none is given.
    pub(crate) fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(seed::draw)
    }
}
