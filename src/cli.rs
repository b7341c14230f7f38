//! The command line: its commands, the file that runs each, and the exit codes. The arguments of a command are next to the
//! code that runs it.

use crate::command_failure::CommandFailure;
use crate::deep_stack::on_deep_stack;
use crate::help::HelpArgs;
use crate::protocol::EngineArgs;
use crate::shown::{Shown, is_safe};
use crate::terminal::{print, warn};
use crate::{
    balance, checking, comparison, drawing, ending_signals, finding, formatting, help, legal_moves,
    lsp, new_ruleset, opponents, perft, protocol, repl, rule_sheet, scenarios, shell_files,
    simulation, solving,
};
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue};
use clap::{Command, CommandFactory as _, Parser, Subcommand};
use linstock_base::one_line;
use std::io::Write as _;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  linstock play cannon                          play a game that comes with the program
  linstock play cannon --set shift-limit=3      … under another option
  linstock serve cannon                         play it in the browser
  linstock new my-cannon --from cannon          copy its rules out, to change them
  linstock check ./my-cannon                    find every mistake in them
  linstock play ./my-cannon                     play them
  linstock rules cannon CA-18                   read a clause
  linstock help through                         read what a word of the rules means
  linstock help E0601                           read what the code of a mistake means

GAME is the name of a game that comes with the program (see `linstock list`), or the path of a
ruleset's folder or `.game` file: a path has a slash in it or ends in `.game`.

Exit status: 0 done; 1 what was asked about failed (mistakes in rules, a scenario, an illegal move);
2 the call itself was wrong (unknown game, option, variant or flag). If the reader of the output has
gone, a command ends by SIGPIPE (where there are no signals: 1).";

/// Runs board and card games from their rules, written as text.
#[derive(Parser, Debug)]
#[command(name = "linstock", version, arg_required_else_help = true, after_help = EXAMPLES)]
#[command(disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    command: CliCommand,
}

#[derive(Subcommand, Debug)]
enum CliCommand {
    /// Play a game at the keyboard, or from a script on standard input
    Play(repl::PlayArgs),
    /// Play in the browser: alone, with friends by secret links, or against the computer
    #[cfg(feature = "table")]
    Serve(crate::serve::ServeArgs),
    /// Let another program play: one JSON object a line on standard input and output
    Engine(EngineArgs),
    /// List the legal moves
    Moves(legal_moves::MovesArgs),
    /// Draw the board of a position as a picture (SVG)
    Draw(drawing::DrawArgs),
    /// Count the sequences of moves of each length
    Perft(perft::PerftArgs),
    /// Play many random games at once, and report how they go
    Sim(simulation::SimArgs),
    /// Play many random games under two sets of rules, and show how they differ
    Compare(comparison::CompareArgs),
    /// Let two computer players play a match against each other
    Match(opponents::MatchArgs),
    /// Let the computer players learn a game by playing it against themselves
    Train(opponents::TrainArgs),
    /// Find out who wins with best play, with proof where the game is small enough
    Solve(solving::SolveArgs),
    /// Let computer players play many games, and report who is favoured, how long and tense games are, and which rules matter
    Balance(balance::BalanceArgs),
    /// Find a line of play in which a clause decides, a condition holds, or a game ends in a certain way
    Find(finding::FindArgs),
    /// Find every mistake in rulesets
    Check(checking::CheckArgs),
    /// Run a ruleset's scenarios
    Test(scenarios::TestArgs),
    /// Print the rules of a game
    Rules(rule_sheet::RulesArgs),
    /// Format files of rulesets and scenarios
    Fmt(formatting::FmtArgs),
    /// Answer an editor: the Language Server Protocol on standard input and output
    Lsp,
    /// Begin a ruleset of your own: a copy, a variant, or a new game from a few answers
    New(new_ruleset::NewArgs),
    /// List the rulesets that come with the program
    List,
    /// Print a script with which a shell completes commands and flags
    Completions(shell_files::CompletionsArgs),
    /// Print the manual page; `linstock man | man -l -` shows it
    Man,
    /// Print this message, the help of a command, or what a word of the rules or a code means
    Help(HelpArgs),
}

/// Parses the command line. `help` is the same as `--help`.
fn parse() -> Result<Cli, clap::Error> {
    let cli = Cli::try_parse()?;
    match &cli.command {
        CliCommand::Help(HelpArgs { topic }) if topic.is_empty() => {
            Cli::try_parse_from(["linstock", "--help"])
        }
        _ => Ok(cli),
    }
}

/// Prints the help of a topic. The help of a command is that of `COMMAND --help`.
fn topic_help(args: &HelpArgs) -> Result<(), CommandFailure> {
    let command = Cli::command();
    let names: Vec<String> = command
        .get_subcommands()
        .map(|sub| sub.get_name().to_owned())
        .collect();
    let of_command = |name: &str| {
        let is_command = names.iter().any(|known| known == name);
        let help = || Cli::try_parse_from(["linstock", name, "--help"]).err();
        let help = is_command.then(help).flatten()?.render();
        Some(Shown::coloured(&help.to_string(), help.ansi().to_string()))
    };
    help::run(args, of_command, &names)
}

/// Returns the command line for shell completions: `help` is completed with the names of commands.
fn with_topics() -> Command {
    let command = Cli::command();
    let topic = |sub: &Command| {
        // Clap wants names that live as long as the program, which ends when the completions are printed.
        let name: &'static str = sub.get_name().to_owned().leak();
        Command::new(name).about(sub.get_about().cloned().unwrap_or_default())
    };
    let topics: Vec<Command> = command.get_subcommands().map(topic).collect();
    command.mut_subcommand("help", |help| {
        help.subcommands(topics).disable_help_subcommand(true)
    })
}

/// Returns the message for a command line that cannot be read. The uncoloured text has lost all terminal sequences, so the
/// arguments themselves are checked for them.
fn refusal(error: &clap::Error) -> Shown {
    let text = error.render();
    let mut given = std::env::args_os();
    match given.all(|argument| is_safe(&argument.to_string_lossy())) {
        true => Shown::coloured(&text.to_string(), text.ansi().to_string()),
        false => in_lines_of_its_own(text.to_string()).into(),
    }
}

/// Writes each argument that a message repeats in one line.
fn in_lines_of_its_own(mut text: String) -> String {
    for argument in std::env::args_os().skip(1) {
        let argument = argument.to_string_lossy();
        // A flag may hold its value: `--name=red=Ann`.
        let value = argument.split_once('=').map(|(_, value)| value);
        for given in [Some(&*argument), value].into_iter().flatten() {
            if given.contains(char::is_control) {
                text = text.replace(given, &one_line(given));
            }
        }
    }
    text
}

/// Drops clap's tip to write `--` before an unknown flag: no command takes such a value.
fn drop_trailing_tip(error: &mut clap::Error) {
    let is_trailing = |tip: &StyledStr| tip.to_string().contains(" as a value, use ");
    if let Some(ContextValue::StyledStrs(tips)) = error.get(ContextKind::Suggested)
        && tips.iter().all(is_trailing)
    {
        error.remove(ContextKind::Suggested);
    }
}

/// Runs the command line, and returns the exit code.
#[must_use]
pub(crate) fn run() -> ExitCode {
    ending_signals::fail_at_size_limit();
    on_deep_stack(run_command)
}

fn run_command() -> ExitCode {
    let done = match parse() {
        Ok(cli) => dispatch(cli.command),
        Err(mut e) if e.use_stderr() => {
            drop_trailing_tip(&mut e);
            // If standard error is closed, nothing can be done.
            let _ = write!(anstream::stderr(), "{}", refusal(&e).as_str());
            return ExitCode::from(u8::try_from(e.exit_code()).unwrap_or(2));
        }
        // Clap reports help and version as errors, too.
        Err(e) => print(refusal(&e)).map(|()| ExitCode::SUCCESS),
    };
    let (code, text) = match done {
        Ok(code) => return code,
        Err(CommandFailure::Unread) => return unread(),
        Err(CommandFailure::Mistakes(text)) => (1, text),
        Err(CommandFailure::Failed(text)) => (1, Shown::from(format!("linstock: {text}"))),
        Err(CommandFailure::Call(text)) => (2, Shown::from(format!("linstock: {text}"))),
    };
    warn(text);
    ExitCode::from(code)
}

/// Ends the program as other programs end when the reader of their output is gone: by the signal for it. The result is not
/// known, or nobody has read it, so the program does not report success.
fn unread() -> ExitCode {
    #[cfg(unix)]
    let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGPIPE);
    ExitCode::FAILURE
}

fn dispatch(command: CliCommand) -> Result<ExitCode, CommandFailure> {
    let done = match command {
        CliCommand::Play(args) => repl::run(&args),
        #[cfg(feature = "table")]
        CliCommand::Serve(args) => crate::serve::run(&args),
        CliCommand::Engine(args) => protocol::run(args),
        CliCommand::Moves(args) => legal_moves::moves(&args),
        CliCommand::Draw(args) => drawing::run(&args),
        CliCommand::Perft(args) => perft::perft(&args),
        CliCommand::Sim(args) => simulation::run(&args),
        CliCommand::Compare(args) => comparison::run(&args),
        CliCommand::Match(args) => opponents::run(&args),
        CliCommand::Train(args) => opponents::train(&args),
        CliCommand::Solve(args) => solving::run(&args),
        CliCommand::Balance(args) => balance::run(&args),
        CliCommand::Find(args) => finding::run(&args),
        CliCommand::Check(args) => return checking::check(&args),
        CliCommand::Test(args) => return scenarios::run(&args),
        CliCommand::Rules(args) => rule_sheet::rules(&args),
        CliCommand::Fmt(args) => return formatting::run(&args),
        CliCommand::Lsp => return lsp::run().map(ExitCode::from),
        CliCommand::New(args) => new_ruleset::new(&args),
        CliCommand::List => rule_sheet::list(),
        CliCommand::Completions(args) => shell_files::completions(&args, with_topics()),
        CliCommand::Man => shell_files::manual(Cli::command()),
        CliCommand::Help(args) => topic_help(&args),
    };
    done.map(|()| ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::Cli;
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_well_made() {
        Cli::command().debug_assert();
    }
}
