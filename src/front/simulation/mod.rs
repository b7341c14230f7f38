//! `linstock sim`: many random games on all cores, and figures about them.

mod report;
mod table;
pub(super) mod workers;

use crate::front::cli::{CommandFailure, GameArgs, print, warn};
use crate::front::ruleset_loader::{self, Loaded};
use crate::front::seed;
use crate::front::threads::{ThreadsArg, count};
use crate::play::Refusal;
use crate::play::simulation::{GameTally, Simulation};
use crate::vm::Fault;
use clap::Args;
use report::Report;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use table::GameTable;
use workers::{Limits, Workers};

/// How many games are played where nothing says how long to play.
const USUAL_GAMES: u64 = 1_000;

#[derive(Args, Debug)]
pub(super) struct SimArgs {
    #[command(flatten)]
    game: GameArgs,
    /// How many games; 1000 if neither this nor a time is given
    #[arg(long, value_name = "N", value_parser = count)]
    games: Option<NonZero<u64>>,
    /// How long to play, such as 10s or 5m
    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<Duration>,
    /// What the games are drawn from; drawn itself without it
    #[arg(long, value_name = "N", value_parser = seed::read)]
    seed: Option<u64>,
    #[command(flatten)]
    threads: ThreadsArg,
    /// Leave a game that is not over after so many moves and outcomes of chance
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    max_plies: u32,
    /// Answer as JSON
    #[arg(long)]
    json: bool,
    /// Write a row for each game to FILE, which ends in `.csv` or `.parquet`
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Play one part of the games, such as 1/4: the rows of all parts are those of one run with the same seed
    #[arg(long, value_name = "I/N", requires_all = ["games", "seed"], value_parser = shard)]
    shard: Option<Shard>,
}

pub(super) fn time(text: &str) -> Result<Duration, String> {
    let wrong = || "write a number and its unit, such as 10s, 5m or 2h".to_owned();
    humantime::parse_duration(text).map_err(|_| wrong())
}

/// One of several equal parts of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Shard {
    /// Which part, from 1.
    part: u64,
    /// How many parts there are.
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

impl Shard {
    /// Returns the numbers of the games of this part, out of so many.
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
        let unlimited = if self.time.is_some() {
            u64::MAX
        } else {
            USUAL_GAMES
        };
        let games = self.games.map_or(unlimited, NonZero::get);
        self.shard.map_or(0..games, |shard| shard.of(games))
    }
}

/// `linstock sim`
pub(super) fn run(args: &SimArgs) -> Result<(), CommandFailure> {
    let loaded = ruleset_loader::load(&args.game.request())?;
    let seed = args.seed.unwrap_or_else(seed::draw);
    let told = |fault: &Fault| CommandFailure::Failed(fault_text(&loaded, fault));
    let simulation = Simulation::new(&loaded.rules, seed, args.max_plies).map_err(|f| told(&f))?;
    // From here on Ctrl-C ends the run, not the program.
    let stop = Arc::default();
    workers::stop_at_interrupt(&stop);
    let mut table = match &args.out {
        Some(path) => Some(GameTable::create(path, loaded.rules.model())?),
        None => None,
    };
    let workers = Workers {
        simulation: &simulation,
        threads: args.threads.threads(),
        rows: args.out.is_some(),
        title: String::new(),
        stop,
        limits: Limits {
            numbers: args.numbers(),
            time: args.time,
        },
    };
    let played = workers.play(|record| match &mut table {
        Some(table) => table.add(&loaded.rules, seed, record),
        None => Ok(()),
    })?;
    if let Some(table) = table {
        table.finish()?;
    }
    let report = Report {
        loaded: &loaded,
        seed,
        max_plies: args.max_plies,
        threads: workers.threads,
        played: &played,
    };
    print(if args.json {
        report.json()
    } else {
        report.text()
    })?;
    if played.stopped {
        warn("stopped before all games were played: the figures are of those that were");
    }
    failed(&loaded, seed, &played.tally)
}

/// Tells the first game that the rules could not carry on.
fn failed(loaded: &Loaded, seed: u64, tally: &GameTally) -> Result<(), CommandFailure> {
    let Some((number, fault)) = &tally.fault else {
        return Ok(());
    };
    Err(CommandFailure::Failed(format!(
        "{} of {} games could not be played on; the first is game {number} of seed {seed}: {}",
        tally.failed,
        tally.games,
        fault_text(loaded, fault)
    )))
}

/// Tells a fault with its place.
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
