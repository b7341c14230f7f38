//! The table of REPL commands. Dispatch, help and completion are derived from it.

use crate::repl::command_table::{Command, CommandTable, Takes};
use crate::repl::help::help;
use crate::repl::reloading::AtIllegalMove;
use crate::repl::{
    comparing, deciding, loading, looking_up, record, reloading, setup, trying, why,
};
use crate::rule_sheet;
use crate::shown::Shown;
#[cfg(test)]
use linstock_base::similar;

/// The name of the command that ends the session. The REPL handles it itself.
pub(super) const QUIT: &str = "quit";

/// Returns whether a word begins a command that takes a file, or could be mistaken for one.
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

/// All commands. To add a command, add a line here.
pub(super) static COMMANDS: CommandTable = CommandTable {
    commands: ALL,
    other_words: OTHER_WORDS,
};

static ALL: &[Command] = &[
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
        "list the legal moves, or those from a point, a column or a row",
        |r, a, _| r.moves(a)
    ),
    command!(
        "why",
        "MOVE | over | not over",
        Moves,
        "tell whether a move is legal, why, and by which clauses; or why the game is over, or is not",
        |r, a, _| why::why(r, a)
    ),
    command!(
        "what",
        "WORD",
        Word,
        "tell what a point, piece, card, section, clause or word of the game is; the word `what` may be left out",
        |r, a, _| looking_up::what(r, a)
    ),
    command!(
        "explain",
        "",
        Nothing,
        "tell why the last turn went as it did, with its clauses",
        |r, _, _| deciding::explain(r)
    ),
    command!(
        "clauses",
        "",
        Nothing,
        "list the clauses that have decided something in this game",
        |r, _, _| deciding::clauses(r)
    ),
    command!(
        "clause",
        "NAME",
        Nothing,
        "go back to where a clause decided something first; `redo` goes on",
        |r, a, c| deciding::clause(r, a, c)
    ),
    command!(
        "try",
        "MOVE; MOVE …",
        Moves,
        "show where moves lead, and come back; outcomes of chance are named like moves",
        |r, a, c| trying::try_line(r, a, c)
    ),
    command!(
        "compare",
        "PLY [PLY]",
        Number,
        "show what differs between the positions after so many moves; with one number, between there and here",
        |r, a, _| comparing::compare(r, a)
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
        "hint",
        "[TIME]",
        Nothing,
        "show the best move that a computer player finds in a second, or in TIME",
        |r, a, _| r.hint(a)
    ),
    command!(
        "analyse",
        "[game] [TIME]",
        Nothing,
        "show the best moves with reasons; `analyse game` marks the mistakes of the game so far",
        |r, a, _| r.analyse(a)
    ),
    command!(
        "autoplay",
        "[N]",
        Number,
        "let computer players choose the next move, or the next N",
        |r, a, _| r.autoplay(a)
    ),
    command!(
        "bot",
        "[PLAYER [SKILL | off]]",
        Player,
        "let the computer play for a player (beginner, casual, strong, best, random), or tell who plays",
        |r, a, _| r.bot(a)
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
        "read the ruleset again, and stop before the first move that is no longer legal",
        |r, _, c| reloading::reload(r, AtIllegalMove::StopBefore, c)
    ),
    command!(
        "options",
        "",
        Nothing,
        "show the options of this game",
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
        "give an option another value, and stop before the first move that is no longer legal",
        |r, a, c| reloading::set(r, a, AtIllegalMove::StopBefore, c)
    ),
    command!(
        "rules",
        "[CLAUSE]",
        Nothing,
        "print the rule sheet, or one clause of it",
        |r, a, _| rule_sheet::sheet_or_clause(&r.loaded, a).map(Shown::from)
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
        "write the game to a file, even if the file holds another game",
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
        "play the moves of a save again under the present text of its rules, or else under the rules that are loaded",
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
        |r, a, _| help(r, a, &COMMANDS)
    ),
    command!(QUIT, "", Nothing, "leave (so does Ctrl-D)", |_, _, _| Ok(
        Shown::default()
    )),
];

/// Names of these commands in other programs.
static OTHER_WORDS: &[(&str, &[&str])] = &[
    (QUIT, &["exit", "bye", "q", "leave", "stop", "end", "close"]),
    ("help", &["h", "commands", "man", "how"]),
    (
        "view",
        &[
            "board", "show", "draw", "print", "table", "look", "status", "hand", "hands", "cards",
            "score", "scores",
        ],
    ),
    ("moves", &["legal", "list", "ls"]),
    ("what", &["lookup", "info", "describe"]),
    ("undo", &["takeback", "take", "u"]),
    ("new", &["restart", "reset"]),
    ("why", &["reason"]),
    ("rules", &["sheet", "rulebook", "goal"]),
    ("options", &["settings", "variants"]),
    ("result", &["winner", "whose"]),
    ("load", &["open", "resume"]),
    ("save", &["write", "store"]),
];

#[cfg(test)]
mod tests {
    use super::{COMMANDS, OTHER_WORDS};

    #[test]
    fn other_words_lead_to_commands_and_are_none() {
        for (name, words) in OTHER_WORDS {
            assert!(COMMANDS.find(name).is_some(), "{name}");
            for word in *words {
                assert!(COMMANDS.find(word).is_none(), "{word}");
            }
        }
    }
}
