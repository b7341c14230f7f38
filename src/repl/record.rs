//! Writes and reads records of a game: saves, a player's record, scenarios.

use crate::repl::console::Console;
use crate::repl::game::Repl;
use crate::repl::questions::agreed;
use crate::repl::reply::CommandResult;
use crate::shown::one_line;
use crate::{files, replaced_files, scenarios, written_scenario};
use linstock_base::Style;
use linstock_play::{Canvas, Save};
use std::path::Path;

/// Writes the game to a file. Asks before it replaces the save of another game.
pub(super) fn save(repl: &mut Repl, file: &str, console: &mut dyn Console) -> CommandResult {
    let path = named(file, "save")?;
    let save = Save::of(&repl.session);
    let ours = |old: &Save| {
        let last = repl.saved_as.as_ref();
        let written_by_us = last.is_some_and(|(at, text)| {
            files::whole_path(path).as_ref() == Some(at) && *text == old.text()
        });
        written_by_us || old.is_of_same_game(&save)
    };
    if let Some(old) = saved_at(path)?.filter(|old| !ours(old)) {
        let moves = counted(old.move_count());
        let holds = format!("`{file}` holds another game: {}, {moves}", old.game);
        if !console.converses() {
            return Err(format!(
                "{holds}; `save! {file}` replaces it, or choose another name"
            ));
        }
        if !agreed(console, &format!("{holds}; replace it? [y/N] ")) {
            return Ok("nothing was saved\n".into());
        }
    }
    store(repl, file, &save)
}

/// Writes the game to a file, even over the save of another game.
pub(super) fn save_over(repl: &mut Repl, file: &str) -> CommandResult {
    saved_at(named(file, "save!")?)?;
    let save = Save::of(&repl.session);
    store(repl, file, &save)
}

/// Returns whether the current state of the game was saved to a file.
pub(super) fn is_saved(repl: &Repl) -> bool {
    let saved = repl.saved_as.as_ref();
    saved.is_some_and(|(_, text)| *text == Save::of(&repl.session).text())
}

/// Reads the save at a path, if there is one. A file that is not a save is not replaced.
fn saved_at(path: &Path) -> Result<Option<Save>, String> {
    if files::is_folder(path).is_none() {
        return Ok(None);
    }
    let shown = one_line(path);
    if !files::is_regular(path) {
        return Err(format!(
            "`{shown}` is no ordinary file; choose another name"
        ));
    }
    let save = files::read(path)
        .ok()
        .and_then(|text| Save::read(&text).ok());
    save.map(Some)
        .ok_or_else(|| format!("`{shown}` is there already and is no save; choose another name"))
}

fn store(repl: &mut Repl, file: &str, save: &Save) -> CommandResult {
    let path = Path::new(file);
    let text = save.text();
    replaced_files::write_whole(path, text.as_bytes())?;
    repl.saved_as = files::whole_path(path).map(|path| (path, text));
    let note = secrecy_note(repl);
    Ok(format!("saved to {file}; `load {file}` goes on from here\n{note}").into())
}

/// Writes a number of moves.
pub(super) fn counted(moves: usize) -> String {
    linstock_base::plural(moves, "move")
}

/// Writes a player's record: the view and the history, as that player knows them.
pub(super) fn notes(repl: &Repl, args: &str) -> CommandResult {
    let (file, player) = args.split_once(char::is_whitespace).unwrap_or((args, ""));
    let path = named(file, "notes")?;
    if files::is_folder(path).is_some() {
        return Err(format!("`{file}` is there already; choose another name"));
    }
    let canvas = Canvas {
        style: Style::Plain,
        ..repl.canvas
    };
    let seen = repl.view(player.trim(), canvas)?;
    let text = seen.then("\n").then(repl.history_of(player.trim())?);
    replaced_files::write_whole(path, text.as_str().as_bytes())?;
    Ok(format!("written to {file}\n").into())
}

/// Returns a note that the file contains secrets, in a hot-seat game.
fn secrecy_note(repl: &Repl) -> &'static str {
    if repl.hot_seat {
        "it holds all that happened, also what is hidden from some: leave it closed until the game is over\n"
    } else {
        ""
    }
}

/// Writes the game as a scenario file.
pub(super) fn scenario(repl: &Repl, args: &str) -> CommandResult {
    let (name, file) = name_and_file(args).ok_or_else(|| {
        "write it as `scenario NAME FILE`, such as `scenario \"a long shot\" shot.scn`".to_owned()
    })?;
    if name.contains('"') {
        return Err("a scenario's name holds no quotes".to_owned());
    }
    let path = Path::new(file);
    if !files::ends(path, "scn") {
        return Err(format!(
            "the name of a scenario file ends in `.scn`: `scenario \"{name}\" {file}.scn`"
        ));
    }
    written_scenario::check_place(path)?;
    if files::is_folder(path).is_some() {
        return Err(format!("`{file}` is there already; choose another name"));
    }
    replaced_files::write_whole(path, written(repl, name).as_bytes())?;
    let next = scenarios::first_run(path);
    Ok(format!("written to {file}; {next}\n{}", secrecy_note(repl)).into())
}

/// Splits an argument into a title, with or without quotes, and a file name.
fn name_and_file(args: &str) -> Option<(&str, &str)> {
    let (name, file) = match args.strip_prefix('"') {
        Some(rest) => rest.split_once('"')?,
        None => args.rsplit_once(char::is_whitespace)?,
    };
    let (name, file) = (name.trim(), file.trim());
    (!name.is_empty() && !file.is_empty()).then_some((name, file))
}

/// Writes the head of a scenario: its game, title, variants, players and options.
pub(super) fn head_of_scenario(repl: &Repl, name: &str) -> String {
    let head = written_scenario::head(&repl.loaded, name, &[]);
    written_scenario::file_line(&repl.loaded) + head.as_str()
}

fn written(repl: &Repl, name: &str) -> String {
    let session = &repl.session;
    let mut text = head_of_scenario(repl, name);
    text.push_str(&written_scenario::start(session));
    text.push_str(&written_scenario::moves(session));
    text.push_str(&format!(
        "expect {}\n",
        written_scenario::expectation(session)
    ));
    text
}

pub(super) fn named<'a>(file: &'a str, command: &str) -> Result<&'a Path, String> {
    if file.is_empty() {
        return Err(format!(
            "`{command}` needs the name of a file, such as `{command} game.save`"
        ));
    }
    Ok(Path::new(file))
}

#[cfg(test)]
mod tests {
    use super::name_and_file;

    #[test]
    fn a_name_may_have_blanks() {
        assert_eq!(
            name_and_file("\"a long shot\" x.scn"),
            Some(("a long shot", "x.scn"))
        );
        assert_eq!(
            name_and_file("a long shot x.scn"),
            Some(("a long shot", "x.scn"))
        );
        for wrong in ["", "x.scn", "\"x", "\"x\"", "\"\" y"] {
            assert_eq!(name_and_file(wrong), None, "{wrong}");
        }
    }
}
