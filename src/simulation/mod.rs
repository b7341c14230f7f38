//! `linstock sim`: many random games on all cores, and statistics about them.

mod different_games;
mod limits;
mod random_games;
mod report;
mod run_bar;
mod table;
pub(super) mod workers;

use crate::command_failure::CommandFailure;
use crate::failed_game::FaultTally;
use crate::game_args::GameArgs;
use crate::interrupts::Interrupts;
use crate::opponents::PlayedLines;
use crate::ruleset_loader::{self, Loaded};
use crate::shown::one_line;
use crate::terminal::{print, warn};
use clap::Args;
pub(super) use different_games::DifferentGames;
pub(super) use limits::Limits;
use linstock_base::plural;
use linstock_engine::vm::Fault;
use linstock_play::Refusal;
pub(super) use random_games::RandomGamesArgs;
use report::Report;
use std::fmt;
use std::path::PathBuf;
use table::GameTable;
use workers::Workers;

#[derive(Args, Debug)]
pub(super) struct SimArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    random_games: RandomGamesArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Write a row for each game to FILE, which ends in `.csv`, `.jsonl` or `.parquet`
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Play one part of the games, such as 1/4: the rows of all parts are those of one run with the same seed
    #[arg(long, value_name = "I/N", requires_all = ["games", "seed"], value_parser = shard)]
    shard: Option<Shard>,
}

/// One of several equal parts of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Shard {
    /// The number of the part, from 1.
    part: u64,
    /// The number of parts.
    parts: u64,
}

fn shard(text: &str) -> Result<Shard, String> {
    let numbers = text.split_once('/');
    let numbers = numbers.and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
    match numbers {
        Some((part, parts)) if 1 <= part && part <= parts => Ok(Shard { part, parts }),
        _ => Err("write it as I/N with I from 1 to N, such as 1/4".to_owned()),
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.parts)
    }
}

impl Shard {
    /// Returns the numbers of this part's games, out of all games.
    fn of(self, games: u64) -> std::ops::Range<u64> {
        let at = |part: u64| {
            let end = u128::from(games) * u128::from(part) / u128::from(self.parts);
            u64::try_from(end).unwrap_or(games)
        };
        at(self.part - 1)..at(self.part)
    }
}

impl SimArgs {
    /// Returns the numbers of the games to play.
    fn numbers(&self) -> std::ops::Range<u64> {
        let games = self.random_games.games();
        self.shard.map_or(0..games, |shard| shard.of(games))
    }
}

/// Runs `linstock sim`.
pub(super) fn run(args: &SimArgs) -> Result<(), CommandFailure> {
    let loaded = ruleset_loader::load(&args.game.request())?;
    let seed = args.random_games.seed();
    let max_plies = args.random_games.max_plies;
    let lines = PlayedLines::default();
    let simulation = args.random_games.simulation(&loaded, (seed, &lines))?;
    // From here on Ctrl-C ends the run, not the program.
    let interrupts = Interrupts::watched();
    let mut table = match &args.out {
        Some(path) => Some(GameTable::create(path, loaded.rules.model())?),
        None => None,
    };
    let workers = Workers {
        simulation: &simulation,
        threads: args.random_games.threads.threads(),
        rows: args.out.is_some(),
        title: String::new(),
        interrupts,
        limits: Limits {
            numbers: args.numbers(),
            are_counted: args.random_games.are_counted(),
            time: args.random_games.time,
        },
    };
    let mut played = workers.play(|record| match &mut table {
        Some(table) => table.add(&loaded.rules, seed, record),
        None => Ok(()),
    })?;
    let failure = played.failure.take();
    let written = match table.filter(|_| failure.is_none()) {
        Some(table) => table.finish(),
        None => Ok(()),
    };
    let report = Report {
        loaded: &loaded,
        seed,
        max_plies,
        who_chooses: args.random_games.who_chooses(),
        threads: workers.threads,
        shard: args.shard,
        different: DifferentGames {
            games: played.tally.games,
            different: args.random_games.player.map(|_| lines.different()),
        },
        played: &played,
    };
    print(if args.json {
        report.json()
    } else {
        report.text()
    })?;
    if let Some(shard) = args.shard.filter(|_| args.numbers().is_empty()) {
        warn(format!("part {shard} of so few games has none"));
    }
    if played.stopped {
        warn("stopped before all games were played: the figures are of those that were");
    }
    if played.left_out > 0 {
        warn(left_out(played.left_out));
    }
    failure.map_or(written, Err)?;
    if let Some(path) = args.out.as_ref().filter(|_| !args.json) {
        warn(format!("the rows are in `{}`", one_line(path)));
    }
    let failed = FaultTally::of_games(&simulation, &played.tally);
    let stop = || workers.interrupts.count() > 0;
    failed.report(&loaded, "game", (played.tally.games, seed), &stop)
}

/// Returns the message about games that were left out while in play.
pub(super) fn left_out(games: u64) -> String {
    let games = plural(games, "game");
    format!("{games} in play left out: long games are rarer in the figures than they should be")
}

/// Writes a fault with its place.
pub(super) fn fault_text(loaded: &Loaded, fault: &Fault) -> String {
    Refusal::of(fault.clone(), Some(&loaded.sources)).to_string()
}

#[cfg(test)]
mod tests {
    use super::{Shard, shard};

    #[test]
    fn parts_of_a_run_are_the_run() {
        for games in [0, 1, 7, 1000] {
            let parts = (1..=4).flat_map(|part| Shard { part, parts: 4 }.of(games));
            assert!(parts.eq(0..games), "{games}");
        }
        assert_eq!(shard("2/3"), Ok(Shard { part: 2, parts: 3 }));
        for wrong in ["0/3", "4/3", "1", "a/b", "1/0"] {
            assert!(shard(wrong).is_err(), "{wrong}");
        }
    }
}
