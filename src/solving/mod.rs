//! `linstock solve`: the value of a game under best play.

mod hidden_report;
mod replayed_line;
mod report;
mod strategies;

use crate::arguments::{number, playing_time};
use crate::command_failure::CommandFailure;
use crate::deep_stack::deep_thread;
use crate::failed_game::failed_search;
use crate::game_args::GameArgs;
use crate::interrupts::Interrupts;
use crate::progress::SearchProgress;
use crate::ruleset_loader::{self, Loaded};
use crate::terminal::print;
use clap::{Args, ValueEnum};
use hidden_report::{HiddenReport, unsolved_json, unsolved_text};
use linstock_search::solve::{
    Counted, Ended, Equilibrium, GameTree, OpenSolution, Regrets, SolveLimit, Task, TreeError,
    solve_open,
};
use report::{OpenReport, SolveHeader};
use std::time::{Duration, Instant};

#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The longest time
    #[arg(long, value_name = "TIME", default_value = "1m", allow_negative_numbers = true, value_parser = playing_time)]
    time: Duration,
    /// The most memory for positions, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024, allow_negative_numbers = true, value_parser = number::<usize>(16..=1 << 20))]
    memory: usize,
    /// What the players try to get; by default results, or points in a game that hides something and shares out points
    #[arg(long, value_name = "WHAT")]
    count: Option<CountedArg>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What the players try to get, as a user writes it.
#[derive(Clone, Copy, ValueEnum, Debug)]
enum CountedArg {
    /// To win
    Results,
    /// The highest score, compared with the average of all players
    Points,
}

impl From<CountedArg> for Counted {
    fn from(counted: CountedArg) -> Self {
        match counted {
            CountedArg::Results => Self::Results,
            CountedArg::Points => Self::Points,
        }
    }
}

/// The difference between the bounds of a value at which it counts as known.
const ERROR: f64 = 1e-6;
/// The exploitability at which strategies are good enough, as a part of the range of payoffs.
const GOOD_ENOUGH: f64 = 1e-5;

/// Runs `linstock solve`.
///
/// # Errors
/// If the ruleset cannot be loaded or fails, or has too many players.
pub(crate) fn run(args: &SolveArgs) -> Result<(), CommandFailure> {
    let loaded = ruleset_loader::load(&args.game.request())?;
    let rules = &loaded.rules;
    if rules.players().len() > 2 {
        return Err(CommandFailure::Failed(
            "only games for one or two players can be solved; with more, the value depends on whom a player prefers to help"
                .to_owned(),
        ));
    }
    if matches!(args.count, Some(CountedArg::Points)) && rules.model().score.is_none() {
        return Err(CommandFailure::Failed(
            "this game has no points; leave out `--count points`".to_owned(),
        ));
    }
    let interrupts = Interrupts::watched();
    let begin = Instant::now();
    let stop = || interrupts.count() > 0 || begin.elapsed() >= args.time;
    let limit = SolveLimit {
        memory: args.memory << 20,
        stop: &stop,
        both: &side_by_side,
    };
    let progress = SearchProgress::solving(rules.title(), args.time);
    let text = match rules.hides_something() {
        true => solve_hidden(args, &loaded, (begin, &limit)),
        false => solve_visible(args, &loaded, (begin, &limit)),
    };
    drop(progress);
    print(text?)
}

/// Carries out two tasks on two threads; one after the other if the system has no room for another thread.
fn side_by_side(one: Task<'_>, other: Task<'_>) {
    let has_begun = std::thread::scope(|scope| {
        let thread = deep_thread().spawn_scoped(scope, &mut *other);
        one();
        thread.is_ok()
    });
    if !has_begun {
        other();
    }
}

fn header<'r>(
    args: &SolveArgs,
    loaded: &'r Loaded,
    begin: Instant,
    counted: Counted,
) -> SolveHeader<'r> {
    SolveHeader {
        rules: &loaded.rules,
        counted,
        seconds: begin.elapsed().as_secs_f64(),
        time: args.time,
        memory: args.memory,
    }
}

fn solve_visible(
    args: &SolveArgs,
    loaded: &Loaded,
    (begin, limit): (Instant, &SolveLimit<'_>),
) -> Result<String, CommandFailure> {
    let counted = args.count.map_or(Counted::Results, Counted::from);
    let solved = solve_open(&loaded.rules, (counted, ERROR), limit);
    let solution: OpenSolution =
        solved.map_err(|fault| failed_search(loaded, fault, limit.stop))?;
    let replayed = replayed_line::replay(&loaded.rules, &solution)?;
    let report = OpenReport {
        header: header(args, loaded, begin, counted),
        solution,
        replayed,
        error: ERROR,
    };
    Ok(if args.json {
        report.json()
    } else {
        report.text()
    })
}

fn solve_hidden(
    args: &SolveArgs,
    loaded: &Loaded,
    (begin, limit): (Instant, &SolveLimit<'_>),
) -> Result<String, CommandFailure> {
    let rules = &loaded.rules;
    let tree = match GameTree::build(rules, limit) {
        Ok(tree) => tree,
        Err(TreeError::Fault(fault)) => return Err(failed_search(loaded, fault, limit.stop)),
        Err(unsolved) => {
            let counted = args.count.map_or(Counted::Results, Counted::from);
            let header = header(args, loaded, begin, counted);
            let text = match args.json {
                true => unsolved_json(&header, &unsolved),
                false => unsolved_text(&header, &unsolved),
            };
            return Ok(text);
        }
    };
    let tree_seconds = begin.elapsed().as_secs_f64();
    let counted = match args.count {
        Some(counted) => counted.into(),
        None if tree.shares_out_points() => Counted::Points,
        None => Counted::Results,
    };
    let mut regrets = Regrets::new(&tree, counted);
    let enough = GOOD_ENOUGH * regrets.range();
    let equilibrium = approach(&mut regrets, enough, limit);
    let strategies = strategies::of(rules, (&tree, &regrets), args.json);
    let strategies = strategies.map_err(|fault| failed_search(loaded, fault, limit.stop))?;
    let report = HiddenReport {
        header: header(args, loaded, begin, counted),
        counts: tree.counts(),
        tree_seconds,
        rounds: regrets.rounds(),
        ended: (equilibrium.exploitability > enough).then_some(Ended::Stopped),
        equilibrium,
        strategies,
    };
    Ok(if args.json {
        report.json()
    } else {
        report.text()
    })
}

/// Improves strategies until their exploitability is at most `enough`, or the limit is reached.
fn approach(regrets: &mut Regrets<'_>, enough: f64, limit: &SolveLimit<'_>) -> Equilibrium {
    // Measuring takes as long as two rounds.
    let mut until = 16;
    loop {
        while regrets.rounds() < until && !(limit.stop)() {
            regrets.improve();
        }
        let equilibrium = regrets.measure();
        if equilibrium.exploitability <= enough || (limit.stop)() {
            return equilibrium;
        }
        until += (until / 4).max(1);
    }
}
