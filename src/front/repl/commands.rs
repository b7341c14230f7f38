//! The table of REPL commands. Dispatch, help and completion are derived from it.

use crate::base::{did_you_mean, similar};
use crate::front::repl::console::Console;
use crate::front::repl::game::Repl;
use crate::front::repl::reloading::AtIllegalMove;
use crate::front::repl::{loading, record, reloading, setup, trying};
use crate::front::rule_sheet;
use crate::front::shown::Shown;
use crate::model::{Model, MoveRule, TextPart};
use crate::play::{described, named_areas, quoted};

/// The kind of a command's argument, for completion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Takes {
    /// No argument.
    Nothing,
    /// A number.
    Number,
    /// Moves.
    Moves,
    /// A point that a move begins with.
    Point,
    /// A player.
    Player,
    /// A command.
    Command,
    /// A file.
    File,
}

/// The answer to a line.
#[derive(PartialEq, Eq, Debug, Default)]
pub(super) struct Reply {
    /// The text to print.
    pub(crate) text: Shown,
    /// The session ends.
    pub(crate) quit: bool,
}

/// The result of a command: a text, or a message of one or two sentences.
pub(super) type CommandResult = Result<Shown, String>;

type CommandFn = fn(&mut Repl, &str, &mut dyn Console) -> CommandResult;

/// A command.
pub(super) struct Command {
    /// Its name.
    pub(crate) name: &'static str,
    /// Its arguments, for the help.
    pub(crate) args: &'static str,
    /// Its argument, for completion.
    pub(crate) takes: Takes,
    /// What it does, in one line, for the help.
    pub(crate) help: &'static str,
    run: CommandFn,
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
}

/// The name of the command that ends the session. The REPL handles it itself.
const QUIT: &str = "quit";

/// Tells whether a word begins a command that takes a file, or might be taken for one.
#[cfg(test)]
pub(super) fn writes_files(word: &str) -> bool {
    let word = word.trim_end_matches('!').to_lowercase();
    let files = COMMANDS.iter().filter(|c| matches!(c.takes, Takes::File));
    let known = files.map(|command| command.name);
    let others = [
        "save", "load", "scenario", "notes", "write", "export", "open",
    ];
    known
        .chain(others)
        .any(|name| name.starts_with(&word) || similar(&word, [name]).is_some())
}

macro_rules! command {
    ($name:expr, $args:literal, $takes:ident, $help:literal, $run:expr) => {
        Command {
            name: $name,
            args: $args,
            takes: Takes::$takes,
            help: $help,
            run: $run,
        }
    };
}

/// All commands, in the order of the help.
pub(super) static COMMANDS: &[Command] = &[
    command!(
        "play",
        "MOVE; MOVE …",
        Moves,
        "play moves, all or none; the word `play` may be left out",
        |r, a, c| r.play(a, c)
    ),
    command!(
        "as",
        "PLAYER MOVE",
        Player,
        "play a move for one of several players who choose at once",
        |r, a, c| r.play_as(a, c)
    ),
    command!(
        "moves",
        "[FROM]",
        Point,
        "list the legal moves, or those from a point",
        |r, a, _| r.moves(a)
    ),
    command!(
        "why",
        "MOVE",
        Moves,
        "tell whether a move is legal, why, and by which clauses",
        |r, a, _| r.why(a)
    ),
    command!(
        "try",
        "MOVE; MOVE …",
        Moves,
        "show where moves lead, and come back; outcomes of chance are named like moves",
        |r, a, c| trying::try_line(r, a, c)
    ),
    command!(
        "view",
        "[PLAYER]",
        Player,
        "draw the table, as a player sees it",
        |r, a, _| r.view(a, r.canvas)
    ),
    command!(
        "map",
        "",
        Nothing,
        "draw the board without pieces, and list its places by name",
        |r, _, _| r.map()
    ),
    command!(
        "result",
        "",
        Nothing,
        "tell how the game stands or ended",
        |r, _, _| Ok(r.result())
    ),
    command!(
        "history",
        "",
        Nothing,
        "list the moves played",
        |r, _, _| r.history_of("")
    ),
    command!(
        "undo",
        "[N]",
        Number,
        "take back the last move, or N moves",
        |r, a, c| r.undo(a, c)
    ),
    command!(
        "redo",
        "[N]",
        Number,
        "play again what was taken back",
        |r, a, _| r.redo(a)
    ),
    command!(
        "back",
        "to PLY",
        Number,
        "go back to the position after PLY moves; `back to 0` is the start",
        |r, a, c| { r.back(a, c) }
    ),
    command!(
        "random",
        "[N]",
        Number,
        "play a random move, or N of them",
        |r, a, _| r.random(a)
    ),
    command!(
        "new",
        "",
        Nothing,
        "begin a new game under the same rules",
        |r, _, _| r.new_game()
    ),
    command!(
        "setup",
        "",
        Nothing,
        "begin from a position that you draw",
        |r, _, c| setup::setup(r, c)
    ),
    command!(
        "reload",
        "",
        Nothing,
        "read the ruleset again and go on: the moves so far are played again under its rules",
        |r, _, c| reloading::reload(r, AtIllegalMove::Ask, c)
    ),
    command!(
        "reload!",
        "",
        Nothing,
        "read the ruleset again and go on before the first move that is illegal now",
        |r, _, c| reloading::reload(r, AtIllegalMove::StopBefore, c)
    ),
    command!(
        "options",
        "",
        Nothing,
        "show the options that are played",
        |r, _, _| Ok(r.options())
    ),
    command!(
        "set",
        "NAME VALUE",
        Nothing,
        "give an option another value and go on: the moves so far are played again under it",
        |r, a, c| reloading::set(r, a, AtIllegalMove::Ask, c)
    ),
    command!(
        "set!",
        "NAME VALUE",
        Nothing,
        "the same, and go on before the first move that is illegal then",
        |r, a, c| reloading::set(r, a, AtIllegalMove::StopBefore, c)
    ),
    command!(
        "rules",
        "[CLAUSE]",
        Nothing,
        "print the rule sheet, or one clause of it",
        |r, a, _| rule_sheet::told(&r.loaded, a).map(Shown::from)
    ),
    command!(
        "save",
        "FILE",
        File,
        "write the game to a file",
        |r, a, c| record::save(r, a, c)
    ),
    command!(
        "save!",
        "FILE",
        File,
        "write the game to a file, also over the save of another game",
        |r, a, _| record::save_over(r, a)
    ),
    command!(
        "notes",
        "FILE [PLAYER]",
        File,
        "write what a player has seen to a file: the table and the moves",
        |r, a, _| record::notes(r, a)
    ),
    command!(
        "load",
        "FILE",
        File,
        "go on with a game from a file",
        |r, a, c| { loading::load(r, a, c) }
    ),
    command!(
        "load!",
        "FILE",
        File,
        "play the moves of a save again under today's rules, if it was made under others",
        |r, a, _| { loading::load_again(r, a) }
    ),
    command!(
        "scenario",
        "NAME FILE",
        Nothing,
        "write what has been played as a scenario file",
        |r, a, _| { record::scenario(r, a) }
    ),
    command!(
        "help",
        "[COMMAND]",
        Command,
        "list the commands, or explain one",
        |r, a, _| help(r, a)
    ),
    command!(QUIT, "", Nothing, "leave (so does Ctrl-D)", |_, _, _| Ok(
        Shown::default()
    )),
];

/// Names of these commands in other programs.
static OTHER_WORDS: &[(&str, &[&str])] = &[
    (QUIT, &["exit", "bye", "q", "leave"]),
    ("help", &["h", "commands", "man"]),
    ("view", &["board", "show", "draw", "print", "table", "look"]),
    ("moves", &["legal", "list", "ls"]),
    ("undo", &["takeback", "u"]),
    ("new", &["restart", "reset"]),
    ("why", &["explain"]),
    ("rules", &["sheet", "clauses", "rulebook"]),
    ("options", &["settings", "variants"]),
    ("result", &["score", "status", "winner"]),
    ("load", &["open", "resume"]),
    ("save", &["write", "store"]),
];

/// Finds a command by its name.
pub(super) fn find(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|c| c.name.eq_ignore_ascii_case(name))
}

/// Answers a line: a command or moves.
pub(super) fn answer(repl: &mut Repl, line: &str, console: &mut dyn Console) -> Reply {
    let line = repl.confirmation.receive(line.trim());
    let line = line.as_str();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let word = if word == "?" { "help" } else { word };
    let done = match find(word) {
        _ if line.is_empty() => return Reply::default(),
        Some(command)
            if command.takes == Takes::Nothing
                && command.args.is_empty()
                && !rest.trim().is_empty() =>
        {
            Err(format!("`{}` takes nothing after it", command.name))
        }
        Some(command) => (command.run)(repl, rest.trim(), console),
        None => match place(repl, (line, word)) {
            Some(answer) => answer,
            None => repl.play(line, console).map_err(|trouble| {
                let near = near(repl, (line, word)).map(|near| {
                    let what = quoted(line);
                    format!("there is no command or move {what}; did you mean `{near}`?")
                });
                near.unwrap_or(trouble)
            }),
        },
    };
    Reply {
        text: match done {
            Ok(text) => text,
            Err(trouble) => format!("{}\n", trouble.trim_end()).into(),
        },
        quit: find(word).is_some_and(|c| c.name == QUIT) && rest.is_empty(),
    }
}

/// Describes an area, if a line names one and is not a move.
fn place(repl: &Repl, (line, word): (&str, &str)) -> Option<CommandResult> {
    let model = repl.session.model();
    let word = word.to_lowercase();
    let areas = named_areas(model);
    let (_, names) = areas.into_iter().find(|(area, _)| *area == word)?;
    if crate::play::notation::read(model, line).is_ok() {
        return None;
    }
    let name = line[word.len()..].trim().to_lowercase();
    if name.is_empty() {
        let all = names.join(", ");
        return Some(Err(format!("`{word}` needs a name after it: {all}")));
    }
    let answer = described(&repl.session, &word, &name);
    Some(answer.map(Shown::from).ok_or_else(|| {
        let near = did_you_mean(&name, names.iter().copied());
        let near = near.unwrap_or_else(|| format!("there are {}", names.join(", ")));
        format!("there is no {word} {}; {near}", quoted(&name))
    }))
}

/// Suggests a command for a word that no move begins with.
fn near(repl: &Repl, (line, word): (&str, &str)) -> Option<&'static str> {
    let model = repl.session.model();
    let reads = |text| crate::play::notation::read(model, text).is_ok();
    let begins = |mv: &MoveRule| match mv.text.first() {
        Some(TextPart::Literal(letters)) => {
            let first = letters.split_whitespace().next();
            first.is_some_and(|first| first.eq_ignore_ascii_case(word))
        }
        _ => false,
    };
    let readable = reads(line) || reads(word) || model.moves.iter().any(begins);
    let letters = word.chars().all(char::is_alphabetic);
    (letters && !readable && !is_word_of_game(model, &word.to_lowercase()))
        .then(|| similar_command(&word.to_lowercase()))
        .flatten()
}

/// Tells whether a word means something in the game: whoever types it does not mean a command.
fn is_word_of_game(model: &Model, word: &str) -> bool {
    let in_text = |mv: &MoveRule| {
        mv.text.iter().any(|part| match part {
            TextPart::Literal(letters) => letters
                .split(|c: char| !c.is_alphabetic())
                .any(|letters| letters.eq_ignore_ascii_case(word)),
            _ => false,
        })
    };
    let mut names = (model.players.iter())
        .chain(model.kinds.iter().map(|kind| &kind.name))
        .chain(model.moves.iter().map(|mv| &mv.name))
        .chain(model.phases.iter())
        .chain(model.zones.iter().map(|zone| &zone.name))
        .chain(model.lists.iter().map(|list| &list.name))
        .chain(
            model
                .lists
                .iter()
                .flat_map(|list| list.rows.iter().map(|row| &row.name)),
        );
    names.any(|name| name == word) || model.moves.iter().any(in_text)
}

/// Returns the command that a word probably stands for: its name in other programs, or a similar name.
fn similar_command(word: &str) -> Option<&'static str> {
    let other = OTHER_WORDS
        .iter()
        .find(|(_, words)| words.contains(&word))
        .map(|(name, _)| *name);
    // A misspelt command is about as long as the command: `pass` is not `as`.
    let as_long = |name: &&str| name.len().abs_diff(word.len()) <= 1;
    other.or_else(|| similar(word, COMMANDS.iter().map(|c| c.name).filter(as_long)))
}

fn help(repl: &Repl, name: &str) -> CommandResult {
    let name = name.trim();
    let areas = named_areas(repl.session.model());
    let of_area = |(word, names): &(&str, Vec<&str>)| {
        let example = names.first().map_or("", |name| name);
        format!("tell what stands at a {word}, such as `{word} {example}`")
    };
    if name.is_empty() {
        let widths = COMMANDS.iter().map(|c| c.usage().chars().count());
        let widest = widths.max().unwrap_or(0);
        let line = |c: &Command| format!("  {:widest$}  {}\n", c.usage(), c.help);
        let mut list: String = COMMANDS.iter().map(line).collect();
        for area in &areas {
            let usage = format!("{} NAME", area.0);
            list.push_str(&format!("  {usage:widest$}  {}\n", of_area(area)));
        }
        return Ok(format!(
            "Type a move as it is written in the game, several with `;` between them, or a command:\n{list}\
             Tab completes, the arrow keys go through earlier lines, Ctrl-C gives a line up.\n"
        )
        .into());
    }
    let area = areas.iter().find(|(word, _)| *word == name);
    match find(name) {
        Some(command) => Ok(format!("{}\n  {}\n", command.usage(), command.help).into()),
        None if area.is_some() => Ok(area.map_or_else(Shown::default, |area| {
            format!("{name} NAME\n  {}\n", of_area(area)).into()
        })),
        None => Err(match similar_command(&name.to_lowercase()) {
            Some(near) => format!(
                "there is no command {}; did you mean `{near}`?",
                quoted(name)
            ),
            None => format!(
                "there is no command {}; `help` lists them all",
                quoted(name)
            ),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::{OTHER_WORDS, find};

    #[test]
    fn other_words_lead_to_commands_and_are_none() {
        for (name, words) in OTHER_WORDS {
            assert!(find(name).is_some(), "{name}");
            for word in *words {
                assert!(find(word).is_none(), "{word}");
            }
        }
    }
}
