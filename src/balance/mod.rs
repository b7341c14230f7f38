//! `linstock balance`: what games between computer players say about the balance of a game.

mod answers;
mod examples;
mod games;
mod json;
mod length_answer;
mod levels;
mod page;
mod plan;
mod report;
mod sentences;
mod strong_player;
mod tension_answer;
mod text;
mod wording;

use crate::arguments::{count, number, playing_time};
use crate::command_failure::CommandFailure;
use crate::game_args::GameArgs;
use crate::interrupts::Interrupts;
use crate::progress::SearchProgress;
use crate::replaced_files;
use crate::ruleset_loader;
use crate::seed;
use crate::terminal::{print, warn};
use crate::threads::ThreadsArg;
use clap::Args;
use games::{Runner, last_moment};
use plan::Plan;
use report::{BalanceReport, OtherSide};
use std::num::NonZero;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use strong_player::{ITERATIONS, StrongPlayer};

#[derive(Args, Debug)]
pub(crate) struct BalanceArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The time for the whole report, approximately
    #[arg(long, value_name = "TIME", default_value = "5m", allow_negative_numbers = true, value_parser = playing_time)]
    time: Duration,
    /// The most games of each kind
    #[arg(long, value_name = "N", default_value = "2000", allow_negative_numbers = true, value_parser = count(1_000_000))]
    games: NonZero<u64>,
    /// The iterations of strong players for each move; weak players have an eighth. By default as many as the time allows
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::<u64>(ITERATIONS))]
    iterations: Option<u64>,
    /// The search that strong and weak players use, with the iterations of strong players, such as tree:512. By default a short test
    /// finds the search, and may find another one the next time
    #[arg(long, value_name = "PLAYER", conflicts_with = "iterations", value_parser = StrongPlayer::read)]
    player: Option<StrongPlayer>,
    /// Compare with the game under this variant, too: is it as fair?
    #[arg(long, value_name = "NAME|FILE")]
    against: Option<String>,
    /// The seed of all games; a random number by default
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = seed::read)]
    seed: Option<u64>,
    /// Stop a game after this number of moves and outcomes of chance; its points are shared
    #[arg(long, value_name = "N", default_value_t = 2_000, allow_negative_numbers = true, value_parser = number::<u32>(1..=u32::MAX.into()))]
    max_plies: u32,
    #[command(flatten)]
    threads: ThreadsArg,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Write the report as one page of HTML to FILE, too
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

impl BalanceArgs {
    /// Returns the iterations of strong players, if the user has chosen them.
    fn iterations(&self) -> Option<u64> {
        let of_player = self.player.and_then(|player| player.iterations);
        self.iterations.or(of_player)
    }
}

/// Runs `linstock balance`.
///
/// # Errors
/// If the ruleset cannot be loaded or fails, or the page cannot be written.
pub(crate) fn run(args: &BalanceArgs) -> Result<(), CommandFailure> {
    let request = args.game.request();
    let loaded = ruleset_loader::load(&request)?;
    let other = match &args.against {
        None => None,
        Some(variant) => {
            let mut request = request;
            request.choices.variants.push(variant.clone());
            Some((variant, ruleset_loader::load(&request)?))
        }
    };
    if loaded.rules.players().len() < 2 {
        return Err(CommandFailure::Failed(
            "balance is about games for two or more players".to_owned(),
        ));
    }
    if let Some(path) = &args.html {
        replaced_files::check_page(path).map_err(CommandFailure::Call)?;
    }
    if let Some(notice) = args.player.and_then(|player| player.notice(&loaded.rules)) {
        warn(notice);
    }
    let interrupts = Interrupts::watched();
    let seed = args.seed.unwrap_or_else(seed::draw);
    let progress = SearchProgress::playing(loaded.rules.title(), args.time);
    let begin = Instant::now();
    let end = begin + args.time;
    // The other side gets the share of its own games.
    let share = if other.is_some() { 0.7 } else { 1.0 };
    let until = begin + args.time.mul_f64(share);
    let runner = Runner::new(args, (&loaded, seed), (&interrupts, &progress))?;
    let plan = Plan::of(&runner, args)?;
    let mut report = BalanceReport::play(&runner, plan, until)?;
    if let Some((variant, other)) = &other {
        let runner = Runner::new(args, (other, seed), (&interrupts, &progress))?;
        let games = runner.play(
            &report.plan.strong(other.rules.players().len()),
            args.games.get(),
            (end, last_moment(end)),
        )?;
        report.other = Some(OtherSide::of(
            (*variant).clone(),
            &games,
            other.rules.players().len(),
        ));
    }
    report.time = begin.elapsed();
    report.is_stopped = interrupts.count() > 0;
    progress.end();
    if let Some(path) = &args.html {
        let page = page::page(&report);
        replaced_files::write_page(path, &page).map_err(CommandFailure::Failed)?;
    }
    print(if args.json {
        report.json()
    } else {
        report.text()
    })
}
