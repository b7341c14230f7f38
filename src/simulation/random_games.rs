//! Flags of several commands: how many random games to play, for how long, and from which seed.

use crate::arguments::{count, number, playing_time};
use crate::command_failure::CommandFailure;
use crate::opponents::{GamePlayers, PlayedLines, PlayerSpec};
use crate::ruleset_loader::Loaded;
use crate::seed;
use crate::simulation::fault_text;
use crate::terminal::warn_once;
use crate::threads::ThreadsArg;
use clap::Args;
use linstock_study::simulation::Simulation;
use std::num::NonZero;
use std::time::Duration;

/// The number of games if neither a number nor a time is given.
const USUAL_GAMES: u64 = 1_000;
/// The same if computer players think about their moves.
const USUAL_GAMES_OF_PLAYERS: u64 = 100;
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
    /// Let computer players choose the moves, such as casual or tree:100, not at random; then 100 games are usual
    #[arg(long, value_name = "PLAYER", value_parser = PlayerSpec::read)]
    pub(crate) player: Option<PlayerSpec>,
    #[command(flatten)]
    pub(crate) threads: ThreadsArg,
    /// Stop a game after this number of moves and outcomes of chance
    #[arg(long, value_name = "N", default_value_t = 10_000, allow_negative_numbers = true, value_parser = number::<u32>(1..=u32::MAX.into()))]
    pub(crate) max_plies: u32,
}

impl RandomGamesArgs {
    /// Prepares the games of a ruleset, with their players. These note the games in `lines`.
    ///
    /// # Errors
    /// If the rules fail at the start.
    pub(crate) fn simulation<'l>(
        &self,
        loaded: &'l Loaded,
        (seed, lines): (u64, &PlayedLines),
    ) -> Result<Simulation<'l>, CommandFailure> {
        let simulation = Simulation::new(&loaded.rules, seed, self.max_plies);
        let told = |fault| CommandFailure::Failed(fault_text(loaded, &fault));
        let simulation = simulation.map_err(told)?;
        let Some(spec) = self.player else {
            return Ok(simulation);
        };
        let mut players = GamePlayers::new(loaded, spec, seed, &|| false)?;
        if players.repeat_themselves() {
            warn_once(format!(
                "{spec} plays the same game each time: it uses no random numbers, and the rules have no chance; tree:100 plays different games"
            ));
        }
        let lines = lines.clone();
        Ok(simulation.with_players(move || players.seated(Some(&lines))))
    }

    /// Says who chooses the moves: "at random", or "by casual".
    pub(crate) fn who_chooses(&self) -> String {
        self.player
            .map_or_else(|| "at random".to_owned(), |player| format!("by {player}"))
    }

    /// Returns the largest number of games to play.
    pub(crate) fn games(&self) -> u64 {
        let usual = match (self.time, self.player) {
            (Some(_), _) => MOST_GAMES,
            (None, None) => USUAL_GAMES,
            (None, Some(_)) => USUAL_GAMES_OF_PLAYERS,
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
