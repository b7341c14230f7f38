//! Writes and reads records of a game: saves, a player's record, scenarios.

use crate::front::repl::commands::CommandResult;
use crate::front::repl::game::Repl;
use crate::front::{files, ruleset_loader, scenarios};
use crate::play::{Canvas, Observation, Save, Session, Viewer, to_move};
use std::path::Path;

/// Writes the game to a file.
pub(super) fn save(repl: &Repl, file: &str) -> CommandResult {
    let path = named(file, "save")?;
    if files::is_folder(path).is_some() {
        let old = files::read(path).ok().map(|text| Save::read(&text).is_ok());
        if old != Some(true) {
            return Err(format!(
                "`{file}` is there already and is no save; choose another name"
            ));
        }
    }
    files::write_whole(path, Save::of(&repl.session).text().as_bytes())?;
    Ok(format!(
        "saved to {file}; `load {file}` goes on from here\n{}",
        secrecy_note(repl)
    ))
}

/// Writes a player's record: the view and the history, as the player knows them.
pub(super) fn notes(repl: &Repl, args: &str) -> CommandResult {
    let (file, player) = args.split_once(char::is_whitespace).unwrap_or((args, ""));
    let path = named(file, "notes")?;
    if files::is_folder(path).is_some() {
        return Err(format!("`{file}` is there already; choose another name"));
    }
    let seen = repl.view(player.trim())?;
    let past = repl.history_of(player.trim())?;
    files::write_whole(path, format!("{seen}\n{past}").as_bytes())?;
    Ok(format!("written to {file}\n"))
}

/// Returns a note that the file contains secrets, in a hot-seat game.
fn secrecy_note(repl: &Repl) -> &'static str {
    if repl.hot_seat {
        "it holds all that happened, also what is hidden from some: leave it closed until the game is over\n"
    } else {
        ""
    }
}

/// Resumes a game from a save.
pub(super) fn load(repl: &mut Repl, file: &str) -> CommandResult {
    let text = files::read(named(file, "load")?)?;
    let refusal = |e: crate::play::Refusal| format!("{e}\nthe game at hand goes on");
    let save = Save::read(&text).map_err(refusal)?;
    if save.fits(&repl.session) {
        let sources = Some(repl.loaded.sources.clone());
        repl.session = save
            .resume(repl.loaded.rules.clone(), sources)
            .map_err(refusal)?;
    } else {
        let loaded = ruleset_loader::load_for(&save).map_err(refusal)?;
        let sources = Some(loaded.sources.clone());
        let session = save
            .resume(loaded.rules.clone(), sources)
            .map_err(refusal)?;
        repl.loaded = loaded;
        repl.session = session;
        let name = &repl.loaded.request.game;
        let table = repl.table();
        return Ok(format!(
            "`{name}` is played now, with the options of the save\n\n{table}"
        ));
    }
    Ok(repl.table())
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
    if files::is_folder(path).is_some() {
        return Err(format!("`{file}` is there already; choose another name"));
    }
    files::write_whole(path, written(repl, name).as_bytes())?;
    let next = scenarios::first_run(path);
    Ok(format!("written to {file}; {next}\n{}", secrecy_note(repl)))
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

fn written(repl: &Repl, name: &str) -> String {
    let session = &repl.session;
    let model = session.model();
    let mut text = format!("for {}\n\nscenario \"{name}\"\n", model.name);
    for variant in &repl.loaded.chosen {
        text.push_str(&format!("variant {variant}\n"));
    }
    if let Some(players) = repl.loaded.request.choices.players {
        text.push_str(&format!("players {players}\n"));
    }
    for option in model.options.iter().filter(|o| o.value != o.default) {
        text.push_str(&format!("set {} {}\n", option.name, option.value));
    }
    if let Some(given) = session.given() {
        text.push_str(&format!(
            "given at {}, {} to move \"\"\"\n{}\"\"\"\n",
            given.phase,
            model.players[usize::from(given.to_move.0)],
            picture(session)
        ));
    }
    text.push_str(&moves(session));
    text.push_str(&format!("expect {}\n", expectation(session)));
    text
}

/// Draws the start position.
fn picture(session: &Session) -> String {
    let mut begun = session.clone();
    if begun.back_to(0).is_err() {
        return String::new();
    }
    let canvas = Canvas {
        room: (0, 0),
        ..Canvas::default()
    };
    let drawn = Observation::new(&begun, Viewer::Table).board(canvas);
    let keep = |line: &&str| !line.contains(':');
    drawn
        .lines()
        .filter(keep)
        .map(|line| format!("{line}\n"))
        .collect()
}

/// Writes the moves, several to a line. Outcomes of chance and moves out of turn have lines of their own.
fn moves(session: &Session) -> String {
    const A_LINE: usize = 8;
    let mut text = String::new();
    let mut line: Vec<&str> = Vec::new();
    let flush = |line: &mut Vec<&str>, text: &mut String| {
        if !line.is_empty() {
            text.push_str(&format!("play {}\n", line.join("; ")));
        }
        line.clear();
    };
    for (before, ply) in session.history().iter().enumerate() {
        let who = session.actor_name(ply.actor);
        let owing = session.rules().turn(&session.state_at(before));
        let first = to_move(session.model(), &owing).first() == Some(&who);
        if session.is_chance(ply) {
            flush(&mut line, &mut text);
            text.push_str(&format!("chance {}\n", ply.text));
        } else if !first {
            flush(&mut line, &mut text);
            text.push_str(&format!("as {who} play {}\n", ply.text));
        } else {
            line.push(&ply.text);
            if line.len() == A_LINE {
                flush(&mut line, &mut text);
            }
        }
    }
    flush(&mut line, &mut text);
    text
}

/// Writes the expectation about the end: who is to move, or how the game ended.
fn expectation(session: &Session) -> String {
    let model = session.model();
    let Some(outcome) = session.rules().outcome(session.state()) else {
        let names = to_move(model, &session.turn());
        let each: Vec<_> = names.iter().map(|name| format!("{name} to move")).collect();
        return each.join(", ");
    };
    let tags: Vec<_> = outcome
        .tags
        .iter()
        .map(|&t| format!("@{}", model.tag(t)))
        .collect();
    let because = if tags.is_empty() {
        String::new()
    } else {
        format!(" because {}", tags.join(", "))
    };
    let names: Vec<_> = outcome
        .winners
        .iter()
        .map(|s| model.players[usize::from(s.0)].as_str())
        .collect();
    match names.as_slice() {
        [] => format!("over, drawn{because}"),
        [one] => format!("over, {one} wins{because}"),
        several => format!("over, {} win{because}", several.join(" and ")),
    }
}

fn named<'a>(file: &'a str, command: &str) -> Result<&'a Path, String> {
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
