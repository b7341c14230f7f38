//! The command line: what it takes, and what it exits with.

use crate::base::Style;
use crate::check::Choices;
use crate::front::load_error::LoadError;
use crate::front::protocol::Connection;
use crate::front::reading_scope::ReadingScope;
use crate::front::ruleset_loader::RulesetRequest;
use crate::front::shown::{Shown, is_safe};
use crate::front::threads::ThreadsArg;
use crate::front::{
    batch, comparison, finding, formatting, lsp, new_ruleset, perft, protocol, repl, rule_sheet,
    scenarios, shell_files, simulation,
};
use crate::play::Refusal;
use clap::{Args, CommandFactory as _, Parser, Subcommand};
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  linstock play cannon                          play a game that comes with the program
  linstock play cannon --set shift-limit=3      … under another option
  linstock new my-cannon --from cannon          copy its rules out, to change them
  linstock check ./my-cannon                    find every mistake in them
  linstock play ./my-cannon                     play them
  linstock rules cannon CA-18                   read a clause

GAME is the name of a game that comes with the program (see `linstock list`), or the path of a
ruleset's folder or `.game` file: a path has a slash in it or ends in `.game`.

Exit status: 0 done; 1 what was asked about failed (mistakes in rules, a scenario, an illegal move);
2 the call itself was wrong (unknown game, option, variant or flag).";

/// Runs board and card games from their rules, written as text.
#[derive(Parser, Debug)]
#[command(name = "linstock", version, arg_required_else_help = true, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: CliCommand,
}

#[derive(Subcommand, Debug)]
enum CliCommand {
    /// Play a game at the keyboard, or from a script on standard input
    Play(PlayArgs),
    /// Drive games from another program: one JSON object a line on standard input and output
    Engine(EngineArgs),
    /// List the legal moves
    Moves(MovesArgs),
    /// Count the sequences of moves of each length
    Perft(PerftArgs),
    /// Play many random games at once, and report how they go
    Sim(simulation::SimArgs),
    /// Play many random games under two sets of rules, and show how they differ
    Compare(comparison::CompareArgs),
    /// Find a line of play in which a clause decides, a condition holds, or a game ends in a certain way
    Find(finding::FindArgs),
    /// Find every mistake in rulesets
    Check(CheckArgs),
    /// Run a ruleset's scenarios
    Test(scenarios::TestArgs),
    /// Print the rule sheet of a game, from which one learns it
    Rules(RulesArgs),
    /// Format files of rulesets and scenarios
    Fmt(formatting::FmtArgs),
    /// Answer an editor: the Language Server Protocol on standard input and output
    Lsp,
    /// Begin a ruleset of your own: a copy, a variant, or a new game made of a few answers
    New(NewArgs),
    /// List the rulesets that come with the program
    List,
    /// Print what a shell needs to complete commands and flags
    Completions(shell_files::CompletionsArgs),
    /// Print the manual page; `linstock man | man -l -` shows it
    Man,
}

/// How a game is to be played.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct ChoiceArgs {
    /// Set an option of the game; `linstock rules GAME` lists them (repeatable)
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    set: Vec<(String, String)>,
    /// Lay a variant over the game (repeatable, in this order)
    #[arg(long = "variant", value_name = "NAME|FILE")]
    variants: Vec<String>,
    /// How many play; the smallest number without it
    #[arg(long, value_name = "N")]
    players: Option<usize>,
}

/// A game, and how it is to be played.
#[derive(Args, Clone, Debug)]
pub(super) struct GameArgs {
    /// The name of a shipped game, or the path of a ruleset's folder or `.game` file
    #[arg(value_name = "GAME")]
    game: String,
    #[command(flatten)]
    choices: ChoiceArgs,
}

impl GameArgs {
    /// Returns what is wanted.
    pub(crate) fn request(&self) -> RulesetRequest {
        self.choices.request(&self.game)
    }
}

impl PlayArgs {
    /// Returns what is wanted.
    pub(crate) fn request(&self) -> RulesetRequest {
        self.choices
            .request(self.game.as_deref().unwrap_or_default())
    }
}

impl ChoiceArgs {
    /// Returns how a game is played by so many.
    #[cfg(test)]
    pub(super) fn of(players: usize) -> Self {
        Self {
            players: Some(players),
            ..Self::default()
        }
    }

    /// Returns a game that is wanted so.
    pub(crate) fn request(&self, game: &str) -> RulesetRequest {
        RulesetRequest {
            game: game.to_owned(),
            choices: Choices {
                variants: self.variants.clone(),
                options: self.set.clone(),
                players: self.players,
            },
        }
    }
}

#[derive(Args, Debug)]
pub(super) struct PlayArgs {
    /// The name of a shipped game, or the path of a ruleset's folder or `.game` file
    #[arg(value_name = "GAME", required_unless_present_any = ["resume", "scenario"])]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) choices: ChoiceArgs,
    /// Go on with the last game, as it was when the program ended; with several, N tells which
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "1",
          conflicts_with_all = ["set", "variants", "players", "seed"])]
    pub(crate) resume: Option<usize>,
    /// Begin where a scenario begins, under its options; GAME may be left out where the file lies with its ruleset
    #[arg(long, num_args = 2, value_names = ["FILE", "TITLE"],
          conflicts_with_all = ["set", "variants", "players", "resume"])]
    pub(crate) scenario: Option<Vec<String>>,
    /// What chance and `random` are drawn from; drawn itself without it
    #[arg(long, value_name = "N", value_parser = crate::front::seed::read)]
    pub(crate) seed: Option<u64>,
    /// Take back moves past an outcome of chance without being asked
    #[arg(long)]
    pub(crate) practice: bool,
    /// Several players share this keyboard: each sees only what he may know, when he is to choose
    #[arg(long)]
    pub(crate) hot_seat: bool,
    /// Draw with ASCII characters alone, without colour
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Read the ruleset again whenever a file of it is saved, and go on with the game under the new rules
    #[arg(long, conflicts_with = "resume")]
    pub(crate) watch: bool,
}

/// Who may ask what of an engine.
#[derive(Args, Debug)]
pub(super) struct EngineArgs {
    /// Speak for this player alone, in every request: nothing is answered that he may not know
    #[arg(long, value_name = "NAME")]
    seat: Option<String>,
    /// Read files in this folder alone, and follow no link out of it
    #[arg(long, value_name = "DIR", conflicts_with = "no_files")]
    root: Option<PathBuf>,
    /// Read no files: only the games that come with the program can be played
    #[arg(long)]
    no_files: bool,
}

impl EngineArgs {
    /// Returns who is at the other end, and what may be read for him.
    fn connection(self) -> Result<Connection, CommandFailure> {
        let scope = match self.root {
            Some(root) => ReadingScope::below(&root).map_err(CommandFailure::Call)?,
            None if self.no_files => ReadingScope::NoFiles,
            None => ReadingScope::Anywhere,
        };
        Connection::new(self.seat, scope).map_err(CommandFailure::Call)
    }
}

#[derive(Args, Debug)]
pub(super) struct MovesArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Moves played first, separated by semicolons, or by blanks where no move of the game holds one
    #[arg(long, value_name = "MOVES", default_value = "")]
    pub(crate) after: String,
    /// Answer as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(super) struct PerftArgs {
    #[command(flatten)]
    pub(crate) moves: MovesArgs,
    /// The greatest length, up to 200
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=200))]
    pub(crate) depth: u8,
    /// Tell for each first move how many sequences of the greatest length begin with it
    #[arg(long)]
    pub(crate) divide: bool,
    #[command(flatten)]
    pub(crate) threads: ThreadsArg,
}

#[derive(Args, Debug)]
pub(super) struct CheckArgs {
    /// Shipped names, or paths of rulesets or of folders of rulesets
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<String>,
    #[command(flatten)]
    pub(crate) choices: ChoiceArgs,
    /// Check again whenever a file is saved, and show what is new
    #[arg(long)]
    pub(crate) watch: bool,
}

#[derive(Args, Debug)]
pub(super) struct RulesArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// One clause, such as `CA-18`
    #[arg(value_name = "CLAUSE", conflicts_with_all = ["markdown", "html"])]
    pub(crate) clause: Option<String>,
    /// Write Markdown
    #[arg(long)]
    pub(crate) markdown: bool,
    /// Write one page of HTML with drawings, to FILE or to standard output
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with = "markdown")]
    pub(crate) html: Option<Option<String>>,
}

#[derive(Args, Debug)]
pub(super) struct NewArgs {
    /// The new ruleset's name, and that of its folder: small letters, digits and hyphens; asked for without it
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// The ruleset that is copied; without it, and without `--variant-of`, a few questions make a new game
    #[arg(long, value_name = "GAME", requires = "name")]
    pub(crate) from: Option<String>,
    /// The game that a small file of house rules is to change; the file says what can be set and replaced
    #[arg(long, value_name = "GAME", conflicts_with = "from", requires = "name")]
    pub(crate) variant_of: Option<String>,
}

/// Why a command stops before it is done.
#[derive(Debug)]
pub(super) enum CommandFailure {
    /// What was asked about failed.
    Failed(String),
    /// The rules have mistakes.
    Mistakes(Shown),
    /// The call itself was wrong.
    Call(String),
    /// Nobody reads on.
    Unread,
}

impl From<LoadError> for CommandFailure {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::BadRules { .. } => Self::Mistakes(told(&error, style(&std::io::stderr()))),
            LoadError::UnknownGame(text) | LoadError::BadOption(text) => Self::Call(text),
        }
    }
}

impl From<Refusal> for CommandFailure {
    fn from(refusal: Refusal) -> Self {
        Self::Failed(refusal.to_string())
    }
}

impl From<std::io::Error> for CommandFailure {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Self::Unread,
            _ => Self::Failed(super::files::reason(&error)),
        }
    }
}

/// Returns what is said of a command line that cannot be read. The text without colours has no commands to the terminal any more,
/// so the arguments themselves tell whether there were some in them.
fn refusal(error: &clap::Error) -> Shown {
    let text = error.render();
    let mut given = std::env::args_os();
    match given.all(|argument| is_safe(&argument.to_string_lossy())) {
        true => Shown::coloured(&text.to_string(), text.ansi().to_string()),
        false => text.to_string().into(),
    }
}

/// Runs the program as the command line says, and returns what it exits with.
///
/// ```no_run
/// let code = linstock::cli::run();
/// # let _: std::process::ExitCode = code;
/// ```
#[must_use]
pub fn run() -> ExitCode {
    let done = match Cli::try_parse() {
        Ok(cli) => dispatch(cli.command),
        Err(e) if e.use_stderr() => {
            // If nobody reads it there is nobody to tell.
            let _ = write!(anstream::stderr(), "{}", refusal(&e).as_str());
            return ExitCode::from(u8::try_from(e.exit_code()).unwrap_or(2));
        }
        // Help and version come this way, too.
        Err(e) => print(refusal(&e)).map(|()| ExitCode::SUCCESS),
    };
    let (code, text) = match done {
        Ok(code) => return code,
        Err(CommandFailure::Unread) => return ExitCode::SUCCESS,
        Err(CommandFailure::Mistakes(text)) => (1, text),
        Err(CommandFailure::Failed(text)) => (1, Shown::from(format!("linstock: {text}"))),
        Err(CommandFailure::Call(text)) => (2, Shown::from(format!("linstock: {text}"))),
    };
    warn(text);
    ExitCode::from(code)
}

fn dispatch(command: CliCommand) -> Result<ExitCode, CommandFailure> {
    let done = match command {
        CliCommand::Play(args) => repl::run(&args),
        CliCommand::Engine(args) => serve(args),
        CliCommand::Moves(args) => batch::moves(&args),
        CliCommand::Perft(args) => perft::perft(&args),
        CliCommand::Sim(args) => simulation::run(&args),
        CliCommand::Compare(args) => comparison::run(&args),
        CliCommand::Find(args) => finding::run(&args),
        CliCommand::Check(args) => return batch::check(&args),
        CliCommand::Test(args) => return scenarios::run(&args),
        CliCommand::Rules(args) => rule_sheet::rules(&args),
        CliCommand::Fmt(args) => return formatting::run(&args),
        CliCommand::Lsp => return lsp::run().map(ExitCode::from),
        CliCommand::New(args) => new_ruleset::new(&args),
        CliCommand::List => rule_sheet::list(),
        CliCommand::Completions(args) => shell_files::completions(&args, Cli::command()),
        CliCommand::Man => shell_files::manual(Cli::command()),
    };
    done.map(|()| ExitCode::SUCCESS)
}

fn serve(args: EngineArgs) -> Result<(), CommandFailure> {
    let (input, output) = (std::io::stdin().lock(), std::io::stdout().lock());
    Ok(protocol::serve(args.connection()?, input, output)?)
}

/// Prints to standard output. Only what is [`Shown`] gets there.
pub(super) fn print(text: impl Into<Shown>) -> Result<(), CommandFailure> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.into().as_str().as_bytes())?;
    Ok(out.flush()?)
}

/// Prints to standard error, a line or several. If nobody reads it there is nobody to tell.
pub(super) fn warn(text: impl Into<Shown>) {
    let _ = anstream::stderr().write_all(text.into().ended().as_str().as_bytes());
}

/// Tells why a ruleset could not be loaded.
pub(super) fn told(error: &LoadError, style: Style) -> Shown {
    match error {
        LoadError::BadRules { found, sources } => Shown::rendered(found, sources, style),
        LoadError::UnknownGame(text) | LoadError::BadOption(text) => text.into(),
    }
}

/// Tells whether a stream is a terminal that shows colour.
pub(super) fn style(stream: &impl IsTerminal) -> Style {
    let request = std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
    let able = std::env::var_os("TERM").is_none_or(|v| v != "dumb");
    if request && able && stream.is_terminal() {
        Style::Colour
    } else {
        Style::Plain
    }
}

fn setting(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("write it as NAME=VALUE, such as shift-limit=3".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::{Cli, setting};
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_well_made() {
        Cli::command().debug_assert();
    }

    #[test]
    fn settings_have_a_name_and_a_value() {
        assert_eq!(setting("a=b=c"), Ok(("a".to_owned(), "b=c".to_owned())));
        assert!(setting("a").is_err());
        assert!(setting("=b").is_err());
    }
}
