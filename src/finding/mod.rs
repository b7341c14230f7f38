//! `linstock find`: searches for a line of play, and writes it as a scenario.

mod attempts;
mod other_attempts;
mod written;

use crate::arguments::{count, time};
use crate::command_failure::CommandFailure;
use crate::game_args::GameArgs;
use crate::interrupts::stop_at_interrupt;
use crate::opponents::PlayerSpec;
use crate::ruleset_loader::{self, Loaded};
use crate::shown::Shown;
use crate::shown::one_line;
use crate::terminal::{print, warn};
use crate::{replaced_files, scenarios, seed, written_scenario};
use attempts::{Attempted, Attempts, GameCounts};
use clap::Args;
use linstock_base::{did_you_mean, grouped, plural};
use linstock_study::finding::{FoundLine, Goal};
use serde_json::{Value, json};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use written::WrittenLine;

/// How long to search if no time is given.
const USUAL_TIME: Duration = Duration::from_secs(60);

#[derive(Args, Debug)]
#[command(group = clap::ArgGroup::new("goal").required(true).multiple(true)
    .args(["clause", "condition", "losing_move", "draw", "longest"]))]
pub(super) struct FindArgs {
    #[command(flatten)]
    game: GameArgs,
    /// A line in which this clause decides a move, an end or a refusal, such as CA-18
    #[arg(long, value_name = "CLAUSE", conflicts_with_all = ["losing_move", "draw", "longest"])]
    clause: Option<String>,
    /// … where this holds, in the language of the rules, such as 'count own soldier < 3'; alone, a position in which it holds
    #[arg(long = "where", value_name = "CONDITION")]
    condition: Option<String>,
    /// A move that loses at once, or lets the next player win at once, where another move does not
    #[arg(long, conflicts_with_all = ["draw", "longest"])]
    losing_move: bool,
    /// A game that nobody wins
    #[arg(long, conflicts_with = "longest")]
    draw: bool,
    /// The longest finished game among those tried within the time
    #[arg(long)]
    longest: bool,
    /// Let computer players choose the moves of the games, such as casual or tree:100, not at random
    #[arg(long, value_name = "PLAYER", value_parser = PlayerSpec::read)]
    player: Option<PlayerSpec>,
    /// How long to search, such as 10s or 5m; 60s by default
    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<Duration>,
    /// The seed of the search; a random number by default
    #[arg(long, value_name = "N", value_parser = seed::read)]
    seed: Option<u64>,
    /// Stop a line after this number of moves and outcomes of chance
    #[arg(long, value_name = "N", default_value = "2000", value_parser = count(u64::from(u32::MAX)))]
    max_plies: NonZero<u64>,
    /// Write all moves of the line, even if a drawing of the position before its end is enough
    #[arg(long)]
    from_start: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Write the scenario to FILE, which must not exist yet
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Runs `linstock find`.
pub(super) fn run(args: &FindArgs) -> Result<(), CommandFailure> {
    let loaded = ruleset_loader::load(&args.game.request())?;
    if let Some(path) = args.out.as_ref().filter(|path| path.exists()) {
        let shown = one_line(path);
        let text = format!("`{shown}` is there already; choose another name");
        return Err(CommandFailure::Call(text));
    }
    if let Some(path) = &args.out {
        written_scenario::check_place(path).map_err(CommandFailure::Call)?;
    }
    let seed = args.seed.unwrap_or_else(seed::draw);
    let goal = goal(args, &loaded)?;
    // From here on Ctrl-C ends the search, not the program.
    let stop: Arc<AtomicBool> = Arc::default();
    stop_at_interrupt(&stop);
    let search = UserSearch {
        args,
        clause: args.clause.as_deref().map(plain_name),
        seed,
        begun: Instant::now(),
        stop: &stop,
    };
    let attempts = Attempts {
        condition: args.condition.as_deref(),
        player: args.player,
        seed,
        max_plies: usize::try_from(args.max_plies.get()).unwrap_or(usize::MAX),
        time: args.time.unwrap_or(USUAL_TIME),
        stop: &stop,
    };
    let attempted = attempts.make(loaded, goal, search.clause)?;
    match &attempted.found {
        None => search.tell_in_vain(&attempted),
        Some(found) => search.tell_found(&attempted.loaded, goal, found),
    }
}

/// A search that the user asked for.
struct UserSearch<'a> {
    args: &'a FindArgs,
    clause: Option<&'a str>,
    seed: u64,
    begun: Instant,
    stop: &'a AtomicBool,
}

impl UserSearch<'_> {
    fn tell_in_vain(&self, attempted: &Attempted) -> Result<(), CommandFailure> {
        let Attempted { loaded, games, .. } = attempted;
        if self.args.json {
            let answer = json!({
                "found": false,
                "games": games.all,
                "failed": games.failed,
                "fault": games.fault,
            });
            self.print_json(loaded, answer)?;
        }
        let is_stopped = self.stop.load(Ordering::Relaxed);
        let told = in_vain((self.args, is_stopped), self.begun, games);
        Err(CommandFailure::Failed(told))
    }

    /// Writes the line that was found as a scenario.
    fn tell_found(
        &self,
        loaded: &Loaded,
        goal: Goal,
        found: &FoundLine,
    ) -> Result<(), CommandFailure> {
        let args = self.args;
        let line = WrittenLine::of(
            loaded,
            (goal, self.clause),
            args.condition.as_deref(),
            found,
        )?;
        let command = command(args, self.seed);
        let short = match args.from_start {
            true => None,
            false => line.short_text(&command),
        };
        let text = short.unwrap_or_else(|| line.text(&command));
        let told = search_summary(found, self.begun);
        let trouble = line.trouble(&text);
        if args.json {
            let moves: Vec<_> = found.plies.iter().map(|ply| ply.text.as_str()).collect();
            let answer = json!({
                "found": true,
                "moves": moves,
                "shortest": found.is_shortest,
                "games": found.games,
                "passes": trouble.is_none(),
                "scenario": text,
            });
            self.print_json(loaded, answer)?;
        } else if args.out.is_none() {
            print(text.as_str())?;
        }
        match &args.out {
            Some(path) => {
                let written = replaced_files::write_whole(path, text.as_bytes());
                written.map_err(CommandFailure::Failed)?;
                let next = scenarios::first_run(path);
                warn(format!("{told}; written to {}; {next}", one_line(path)));
            }
            None => warn(told),
        }
        trouble.map_or(Ok(()), |trouble| Err(CommandFailure::Failed(trouble)))
    }

    /// Prints an answer as JSON, with the fields that every answer has.
    fn print_json(&self, loaded: &Loaded, mut answer: Value) -> Result<(), CommandFailure> {
        answer["game"] = json!(loaded.rules.model().name);
        answer["clause"] = json!(self.clause);
        answer["seconds"] = json!(self.begun.elapsed().as_secs_f64());
        answer["seed"] = json!(self.seed);
        print(Shown::json(&answer))
    }
}

/// Removes the sign before a clause.
fn plain_name(clause: &str) -> &str {
    clause.trim().trim_start_matches('@')
}

/// Returns the goal of the search.
fn goal(args: &FindArgs, loaded: &Loaded) -> Result<Goal, CommandFailure> {
    if let Some(clause) = &args.clause {
        return wanted_clause(plain_name(clause), loaded);
    }
    Ok(match (args.draw, args.losing_move, args.longest) {
        (true, ..) => Goal::Draw,
        (_, true, _) => Goal::LosingMove,
        (.., true) => Goal::Longest,
        _ => Goal::Position,
    })
}

/// Finds the requested clause, and reports if no rule carries it.
fn wanted_clause(name: &str, loaded: &Loaded) -> Result<Goal, CommandFailure> {
    let model = loaded.rules.model();
    let sheet = &model.sheet;
    let game = &loaded.request.game;
    if sheet.clauses.is_empty() && sheet.readings.is_empty() {
        let text = format!(
            "`{game}` lists no clauses; look for a condition by --where, or list them in `clauses {{ … }}`"
        );
        return Err(CommandFailure::Call(text));
    }
    let mut entries = sheet.clauses.iter().chain(&sheet.readings);
    let found = entries.find(|entry| model.tag(entry.tag).eq_ignore_ascii_case(name));
    let Some(entry) = found else {
        let entries = sheet.clauses.iter().chain(&sheet.readings);
        let known = entries.map(|entry| model.tag(entry.tag));
        let near = did_you_mean(&name.to_uppercase(), known)
            .unwrap_or_else(|| format!("`linstock rules {game}` lists them all"));
        let text = format!("there is no clause `{name}` in `{game}`; {near}");
        return Err(CommandFailure::Call(text));
    };
    match &entry.unplayed {
        Some(why) => Err(CommandFailure::Failed(format!(
            "nothing plays {name}, so that no line of play shows it: {why}"
        ))),
        None => Ok(Goal::Clause(entry.tag)),
    }
}

/// Describes how the line was found.
fn search_summary(found: &FoundLine, begun: Instant) -> String {
    let length = found.plies.len();
    let moves = plural(length, "move");
    let mut told = format!(
        "found after {:.1} s: {moves}",
        begun.elapsed().as_secs_f64()
    );
    if found.given.is_some() {
        told.push_str(" from the position of a scenario of the game");
    }
    if found.is_shortest {
        told.push_str(", and no line is shorter");
    } else if found.first_length > length {
        told.push_str(&format!(", made shorter from {}", found.first_length));
    }
    told
}

/// Reports that nothing was found, and what may help.
fn in_vain((args, is_stopped): (&FindArgs, bool), begun: Instant, games: &GameCounts) -> String {
    let what = match (&args.clause, &args.condition) {
        (Some(clause), None) => format!("in which {} decides", plain_name(clause)),
        (Some(clause), Some(condition)) => {
            format!(
                "in which {} decides where `{condition}`",
                plain_name(clause)
            )
        }
        (None, Some(condition)) => format!("to a position in which `{condition}` holds"),
        (None, None) => "of this kind".to_owned(),
    };
    let next = match is_stopped {
        true => "the search was stopped",
        false => "try --time with more, another --seed, or other options",
    };
    let counted = |games: u64| plural(games, "game");
    let fault = match &games.fault {
        None => String::new(),
        Some(fault) => format!(
            "; the rules failed in {} of these, the first time {fault}",
            grouped(games.failed)
        ),
    };
    format!(
        "no line of play {what} was found in {:.1} s and {}; {next}{fault}",
        begun.elapsed().as_secs_f64(),
        counted(games.all)
    )
}

/// Writes the command that finds the line again.
fn command(args: &FindArgs, seed: u64) -> String {
    let request = args.game.request();
    let mut text = format!("linstock find {}{}", request.game, request.flags());
    if let Some(clause) = &args.clause {
        text.push_str(&format!(" --clause {}", plain_name(clause)));
    }
    if let Some(condition) = &args.condition {
        text.push_str(&format!(" --where '{condition}'"));
    }
    if let Some(player) = &args.player {
        text.push_str(&format!(" --player {player}"));
    }
    for (flag, name) in [
        (args.losing_move, "losing-move"),
        (args.draw, "draw"),
        (args.longest, "longest"),
    ] {
        if flag {
            text.push_str(&format!(" --{name}"));
        }
    }
    text + &format!(" --seed {seed}") as &str
}
