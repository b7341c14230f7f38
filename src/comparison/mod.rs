//! `linstock compare`: many random games under two sets of rules, side by side.

mod dispute;
mod page;
mod plots;
mod report;
mod side;

use crate::arguments::time;
use crate::command_failure::CommandFailure;
use crate::failed_game::FaultTally;
use crate::interrupts::Interrupts;
use crate::opponents::PlayedLines;
use crate::progress::SearchProgress;
use crate::replaced_files;
use crate::ruleset_loader::{self, Loaded};
use crate::shown::one_line;
use crate::simulation::workers::Workers;
use crate::simulation::{DifferentGames, Limits, RandomGamesArgs, left_out};
use crate::terminal::{print, warn};
use clap::Args;
use linstock_study::comparison::{Disagreement, DisagreementSearch, SideSample, measures};
use report::ComparisonReport;
use side::Side;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How long to search for lines of play if no time is given.
const USUAL_SEARCH: Duration = Duration::from_secs(10);

#[derive(Args, Debug)]
pub(super) struct CompareArgs {
    /// One side: a game, then variants and options after plus signs, such as `cannon+shift-limit=3`
    #[arg(value_name = "GAME[+VARIANT][+OPTION=VALUE]")]
    left: String,
    /// The other side; if it begins with a plus sign, it changes the first side, such as `+shift-limit=3`
    #[arg(value_name = "OTHER")]
    right: String,
    /// The number of players on both sides; by default the smallest number that the game allows
    #[arg(long, value_name = "N")]
    players: Option<usize>,
    #[command(flatten)]
    random_games: RandomGamesArgs,
    /// How long to search for a short line of play after which the rules disagree; 10s by default, 0s for no
    /// search
    #[arg(long, value_name = "TIME", value_parser = time)]
    search: Option<Duration>,
    /// Write that line as scenarios to FILE, which must not exist yet
    #[arg(long, value_name = "FILE")]
    scenario: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Write one page of HTML with plots to FILE
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// Runs `linstock compare`.
pub(super) fn run(args: &CompareArgs) -> Result<(), CommandFailure> {
    let [left, right] = loaded(args)?;
    check_targets(args)?;
    let seed = args.random_games.seed();
    // From here on Ctrl-C ends the run, not the program.
    let interrupts = Interrupts::watched();
    let is_stopped = || interrupts.count() > 0;
    let first = play(args, (left, 1), (seed, &interrupts))?;
    if is_stopped() {
        return Err(CommandFailure::Failed(format!(
            "stopped while `{}` was played: `{}` has no games yet, so nothing can be compared; `--games N` or `--time T` plays less",
            args.left, args.right
        )));
    }
    // The second side has its own seed: chance outcomes shared by both sides would hide effects of the rules.
    let second = play(args, (right, 2), (seed.wrapping_add(1), &interrupts))?;
    let sides = [first, second];
    let patience = args.search.unwrap_or(USUAL_SEARCH);
    let found = match patience.is_zero() || is_stopped() {
        true => None,
        false => disagreement(&sides, patience, seed, &is_stopped)?,
    };
    let names = players(&sides);
    let [left, right] = [&sides[0].sample, &sides[1].sample];
    let report = ComparisonReport {
        sides: &sides,
        seed,
        who_chooses: args.random_games.who_chooses(),
        measures: measures(left, right, &names),
        found: found.as_ref(),
        searched: !patience.is_zero() && !is_stopped(),
    };
    if let Some(path) = &args.html {
        let page = page::page(&report).map_err(CommandFailure::Failed)?;
        replaced_files::write_page(path, &page).map_err(CommandFailure::Failed)?;
    }
    let written = write_scenario(args, &report)?;
    print(match args.json {
        true => report.json(),
        false => report.text().then(written),
    })?;
    if is_stopped() {
        warn("stopped before all games were played: the figures are of those that were");
    }
    failed(&sides)
}

/// Reports the games of both sides that the rules could not continue.
fn failed(sides: &[Side; 2]) -> Result<(), CommandFailure> {
    let told = sides.iter().filter_map(|side| {
        let told = side.failed.as_ref()?;
        Some(format!("{}: {told}", side.name))
    });
    let told: Vec<String> = told.collect();
    match told.is_empty() {
        true => Ok(()),
        false => Err(CommandFailure::Failed(told.join("\n"))),
    }
}

/// Refuses to overwrite existing files, before any game is played.
fn check_targets(args: &CompareArgs) -> Result<(), CommandFailure> {
    if let Some(path) = args.scenario.as_ref().filter(|path| path.exists()) {
        let shown = one_line(path);
        let text = format!("`{shown}` is there already; choose another name");
        return Err(CommandFailure::Call(text));
    }
    match &args.html {
        Some(path) => replaced_files::check_page(path).map_err(CommandFailure::Call),
        None => Ok(()),
    }
}

/// Searches for a position in which the rules of both sides disagree.
fn disagreement(
    sides: &[Side; 2],
    patience: Duration,
    seed: u64,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Option<Disagreement>, CommandFailure> {
    let deadline = Instant::now().checked_add(patience);
    let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let _shown = SearchProgress::begin("where the rules disagree", patience);
    let rules = [&sides[0].loaded.rules, &sides[1].loaded.rules];
    let search = DisagreementSearch { seed };
    Ok(search.find(rules, &|| is_stopped() || is_late())?)
}

/// Loads both sides.
fn loaded(args: &CompareArgs) -> Result<[(String, Loaded); 2], CommandFailure> {
    let left = side::request(&args.left, args.players).map_err(CommandFailure::Call)?;
    let right = side::right(&args.left, &args.right, args.players).map_err(CommandFailure::Call)?;
    if left == right {
        let text = format!(
            "both sides are `{}`; let one differ, by a variant (`+NAME`) or an option (`+NAME=VALUE`)",
            args.left
        );
        return Err(CommandFailure::Call(text));
    }
    let sides = [
        (args.left.clone(), ruleset_loader::load(&left)?),
        (args.right.clone(), ruleset_loader::load(&right)?),
    ];
    let [ours, theirs] = [&sides[0], &sides[1]];
    let seats = |side: &(String, Loaded)| side.1.rules.players().len();
    if seats(ours) != seats(theirs) {
        let text = format!(
            "`{}` is played by {}, and `{}` by {}; only games with equally many players are compared, and `--players N` sets how many",
            ours.0,
            seats(ours),
            theirs.0,
            seats(theirs)
        );
        return Err(CommandFailure::Call(text));
    }
    Ok(sides)
}

/// Plays the games of a side.
fn play(
    args: &CompareArgs,
    ((name, loaded), number): ((String, Loaded), u8),
    (seed, interrupts): (u64, &Interrupts),
) -> Result<Side, CommandFailure> {
    let asked = &args.random_games;
    let lines = PlayedLines::default();
    let simulation = asked.simulation(&loaded, (seed, &lines))?;
    let workers = Workers {
        simulation: &simulation,
        threads: asked.threads.threads(),
        rows: true,
        title: format!("{name} ({number} of 2) "),
        interrupts: interrupts.clone(),
        limits: Limits {
            numbers: 0..asked.games(),
            are_counted: asked.are_counted(),
            time: asked.time,
        },
    };
    let mut sample = SideSample::new(&loaded.rules);
    let played = workers.play(|record| {
        sample.add(&loaded.rules, record);
        Ok(())
    })?;
    let games = (played.tally.games, seed);
    let failed = FaultTally::of_games(&simulation, &played.tally);
    let failed = failed.message(&loaded, "game", games, &|| interrupts.count() > 0);
    if played.left_out > 0 {
        warn(format!("{name}: {}", left_out(played.left_out)));
    }
    drop(workers);
    drop(simulation);
    let different = DifferentGames {
        games: played.tally.games,
        different: asked.player.map(|_| lines.different()),
    };
    sample.is_one_game = different.is_one();
    Ok(Side {
        name,
        time: played.time,
        sample,
        different,
        failed,
        loaded,
    })
}

/// Names the players in seat order; as pairs if their names differ between the sides.
fn players(sides: &[Side; 2]) -> Vec<String> {
    let [left, right] = [&sides[0], &sides[1]];
    let names = |side: &Side| side.loaded.rules.players().to_vec();
    let pairs = names(left).into_iter().zip(names(right));
    pairs
        .map(|(ours, theirs)| match ours == theirs {
            true => ours,
            false => format!("{ours} / {theirs}"),
        })
        .collect()
}

/// Writes the line of play to a file; returns a message about it.
fn write_scenario(
    args: &CompareArgs,
    report: &ComparisonReport<'_>,
) -> Result<String, CommandFailure> {
    let Some(path) = &args.scenario else {
        return Ok(String::new());
    };
    let Some(found) = report.found else {
        return Ok("no scenario was written, because no such line was found\n".to_owned());
    };
    let text = dispute::scenarios(report.sides, found);
    replaced_files::write_whole(path, text.as_bytes()).map_err(CommandFailure::Failed)?;
    Ok(format!(
        "written to {}; in the `scenarios` folder of its ruleset `linstock test` runs it\n",
        one_line(path)
    ))
}
