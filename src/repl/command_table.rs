//! REPL commands, and how to find one.

use crate::repl::console::Console;
use crate::repl::game::Repl;
use crate::repl::reply::CommandResult;
use linstock_base::similar;

/// The kind of a command's argument, for completion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Takes {
    Nothing,
    /// A number.
    Number,
    /// Moves.
    Moves,
    /// A point with which a move begins.
    Point,
    /// A player.
    Player,
    /// A word of the game.
    Word,
    /// A command.
    Command,
    /// A file.
    File,
}

/// Runs a command.
pub(super) type CommandFn = fn(&mut Repl, &str, &mut dyn Console) -> CommandResult;

/// A command.
pub(super) struct Command {
    pub(crate) name: &'static str,
    /// Its arguments, for the help.
    pub(crate) args: &'static str,
    /// Its argument, for completion.
    pub(crate) takes: Takes,
    /// What it does, in one line, for the help.
    pub(crate) help: &'static str,
    pub(super) run: CommandFn,
}

impl Command {
    /// Returns its usage.
    pub(crate) fn usage(&self) -> String {
        if self.args.is_empty() {
            self.name.to_owned()
        } else {
            format!("{} {}", self.name, self.args)
        }
    }

    /// Returns its usage and what it does.
    pub(crate) fn explained(&self) -> String {
        format!("{}\n  {}\n", self.usage(), self.help)
    }
}

/// Commands, in the order of the help.
pub(super) struct CommandTable {
    pub(super) commands: &'static [Command],
    /// Names of these commands in other programs.
    pub(super) other_words: &'static [(&'static str, &'static [&'static str])],
}

impl CommandTable {
    /// Goes through all commands.
    pub(super) fn iter(&self) -> std::slice::Iter<'static, Command> {
        self.commands.iter()
    }

    /// Finds a command by its name.
    pub(super) fn find(&self, name: &str) -> Option<&'static Command> {
        self.iter().find(|c| c.name.eq_ignore_ascii_case(name))
    }

    /// Returns the command that other programs call by this word.
    pub(super) fn called_elsewhere(&self, word: &str) -> Option<&'static str> {
        let mut named = self.other_words.iter();
        let found = named.find(|(_, words)| words.contains(&word));
        found.map(|(name, _)| *name)
    }

    /// Returns the command that a word probably means: its name in other programs, or a similar name.
    pub(super) fn similar(&self, word: &str) -> Option<&'static str> {
        let other = self.called_elsewhere(word);
        // A misspelt command is about as long as the command: `pass` is not a misspelt `as`.
        let as_long = |name: &&str| name.len().abs_diff(word.len()) <= 1;
        other.or_else(|| similar(word, self.iter().map(|c| c.name).filter(as_long)))
    }
}
