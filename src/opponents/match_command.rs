//! `linstock match`: games between two computer players, in pairs that begin alike with the seats exchanged.

use crate::arguments::{count, number};
use crate::command_failure::CommandFailure;
use crate::failed_game::{defect, failed_before};
use crate::game_args::GameArgs;
use crate::interrupts::Interrupts;
use crate::opponents::contestant::Contestant;
use crate::opponents::known_rules::KnownRules;
use crate::opponents::match_games::{Match, PlayedMatch, start_programs};
use crate::opponents::match_report::MatchReport;
use crate::opponents::match_result::MatchResult;
use crate::opponents::player_spec::Skill;
use crate::opponents::sprt::SequentialTest;
use crate::progress::SearchProgress;
use crate::ruleset_loader::{self, Loaded};
use crate::seed;
use crate::terminal::{print, warn};
use crate::threads::ThreadsArg;
use clap::Args;
use linstock_base::{grouped, plural};
use linstock_engine::vm::Fault;
use linstock_play::ChanceMode;
use linstock_search::offers_choices;
use std::num::NonZero;
use std::sync::Mutex;

#[derive(Args, Debug)]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    game: GameArgs,
    /// A player: random, beginner, casual, strong, best, or a search (tree, alpha-beta, plain-tree); with a time or a number of
    /// iterations for each move, such as best:2s or tree:1000; or another program: 'cmd:python3 bot.py'
    #[arg(value_name = "PLAYER", value_parser = Contestant::read)]
    first: Contestant,
    /// The player it is compared with
    #[arg(value_name = "OTHER", value_parser = Contestant::read)]
    second: Contestant,
    /// The number of games
    #[arg(long, value_name = "N", default_value = "100", allow_negative_numbers = true, value_parser = count(1_000_000))]
    games: NonZero<u64>,
    /// The number of random moves with which each pair of games begins
    #[arg(long, value_name = "N", default_value_t = 2, allow_negative_numbers = true, value_parser = number::<u32>(0..=1_000))]
    opening: u32,
    /// The seed of chance, of the openings and of the players; a random number by default
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = seed::read)]
    seed: Option<u64>,
    /// Stop a game after this number of moves and outcomes of chance; it counts as drawn
    #[arg(long, value_name = "N", default_value_t = 1_000, allow_negative_numbers = true, value_parser = number::<u32>(1..=u32::MAX.into()))]
    max_plies: u32,
    /// Stop as soon as a sequential test says whether the first player is stronger by this Elo difference
    #[arg(long, value_name = "ELO", allow_negative_numbers = true, value_parser = elo_difference)]
    sprt: Option<f64>,
    #[command(flatten)]
    threads: ThreadsArg,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs `linstock match`.
///
/// # Errors
/// If the ruleset cannot be loaded or fails.
pub(crate) fn run(args: &MatchArgs) -> Result<(), CommandFailure> {
    let loaded = ruleset_loader::load(&args.game.request())?;
    let seats = loaded.rules.players().len();
    if seats < 2 {
        return Err(CommandFailure::Failed(
            "a match needs a game for two or more players".to_owned(),
        ));
    }
    refuse_without_choices(&loaded)?;
    let interrupts = Interrupts::watched();
    let stop = || interrupts.count() > 0;
    let failed = |fault: Fault| failed_before(&loaded, fault, &stop);
    let players = [args.first.clone(), args.second.clone()];
    let groups = args.games.get().div_ceil(seats as u64);
    let groups = usize::try_from(groups).unwrap_or(usize::MAX);
    let threads = args.threads.threads().min(groups);
    // A program that cannot be started is named before the long preparation.
    let programs = start_programs(&players, threads).map_err(CommandFailure::Failed)?;
    let setup = loaded.setup(0, ChanceMode::Auto);
    let mut known = KnownRules::stored(&loaded.rules, &setup);
    let skills: Vec<Skill> = players.iter().filter_map(Contestant::skill).collect();
    if let Some(notice) = skills.iter().find_map(|skill| known.notice(*skill)) {
        warn(notice);
    }
    for skill in skills {
        known.prepare_long(skill, &stop).map_err(failed)?;
    }
    let games = match args.opening {
        0 => different_games(&mut known, &players, args.games.get()),
        _ => args.games.get(),
    };
    let line = SearchProgress::matching();
    let played = Match {
        players,
        setup,
        known,
        seed: args.seed.unwrap_or_else(seed::draw),
        games,
        opening: args.opening,
        max_plies: args.max_plies,
        programs: Mutex::new(programs),
        test: args.sprt.map(|elo| SequentialTest::of_elo(elo, seats)),
        stop: &stop,
        progress: &|result| {
            let all = plural(games, "game");
            line.say(result.so_far(&format!("{} of {all}", grouped(result.games))));
        },
    };
    let PlayedMatch {
        result,
        verdict,
        program_failure,
    } = played
        .play(threads)
        .map_err(|fault| defect(&loaded, &fault))?;
    line.end();
    let players = loaded.rules.players().iter();
    let report = MatchReport {
        rules: &loaded.rules,
        players: [&args.first, &args.second],
        seed: played.seed,
        seats: players
            .map(|name| loaded.rules.model().title(name))
            .collect(),
        result,
        stopped: stop() || program_failure.is_some(),
        verdict: args.sprt.map(|_| verdict),
    };
    print(if args.json {
        report.json()
    } else {
        report.text()
    })?;
    if let Some(failure) = program_failure {
        return Err(CommandFailure::Failed(failure));
    }
    let MatchResult { games, failed, .. } = report.result;
    let begun = games as u64 + failed.count;
    failed.report(&loaded, "game", (begun, played.seed), &stop)
}

/// Refuses rules under which no player ever has a choice.
///
/// # Errors
/// If they are such rules.
pub(super) fn refuse_without_choices(loaded: &Loaded) -> Result<(), CommandFailure> {
    match offers_choices(&loaded.rules) {
        true => Ok(()),
        false => Err(CommandFailure::Failed(format!(
            "no player ever has a choice in {}: chance alone decides, so no player is stronger than another",
            loaded.rules.title()
        ))),
    }
}

/// Returns how many games without a random opening can differ, at most `most`: if neither player uses random numbers or a clock, all
/// games in the same seats are the same.
fn different_games(known: &mut KnownRules, players: &[Contestant], most: u64) -> u64 {
    let seats = known.rules().players().len() as u64;
    let repeats = |player: &Contestant| match player {
        Contestant::Computer(spec) => known.repeats_itself(*spec),
        Contestant::Program(_) => false,
    };
    if most <= seats || !players.iter().all(repeats) {
        return most;
    }
    warn(format!(
        "only {} differ: neither player uses random numbers, and the rules have no chance; `--opening 2` makes other games",
        plural(seats, "game")
    ));
    seats
}

/// Parses an Elo difference.
fn elo_difference(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|elo| (1.0..=1000.0).contains(elo));
    number.ok_or_else(|| "write an Elo difference from 1 to 1000, such as 50".to_owned())
}
