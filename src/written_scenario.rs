//! Writes a game as a scenario: its head, its moves, and the position at the end.

use crate::files;
use crate::ruleset_loader::Loaded;
use crate::shown::one_line;
use linstock_base::escaped;
use linstock_check::Choices;
use linstock_play::Rules;
use linstock_play::{Canvas, Observation, Session, StartPosition, Viewer, to_move};
use std::ops::Range;
use std::path::Path;

/// Checks that a scenario file can be written, before it is made. Creates the folder `scenarios` of a ruleset if it is missing.
///
/// # Errors
/// Why it cannot be written, in a sentence.
pub(super) fn check_place(path: &Path) -> Result<(), String> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let Some(folder) = folder.filter(|folder| !folder.is_dir()) else {
        return Ok(());
    };
    let beside_rules = folder.file_name().is_some_and(|name| name == "scenarios")
        && folder
            .parent()
            .is_some_and(|above| above.as_os_str().is_empty() || above.is_dir());
    match beside_rules {
        true => files::make_folder(folder),
        false => Err(format!(
            "there is no folder `{}`; make it first",
            one_line(folder)
        )),
    }
}

/// Writes the line that names the game of a scenario file.
pub(super) fn file_line(loaded: &Loaded) -> String {
    format!("for {}\n\n", game_of(loaded))
}

/// Returns the name of the game for its scenarios: that of the game itself, without variants.
pub(super) fn game_of(loaded: &Loaded) -> String {
    let itself = (!loaded.chosen.is_empty())
        .then(|| Rules::load(&loaded.sources, &Choices::default()).ok())
        .flatten();
    let rules = itself.as_ref().unwrap_or(&loaded.rules);
    rules.model().name.clone()
}

/// Writes the title of a scenario and its clauses, then its variants, players and options.
pub(super) fn head(loaded: &Loaded, title: &str, clauses: &[&str]) -> String {
    let model = loaded.rules.model();
    let mut text = format!("scenario \"{}\"", escaped(title));
    clauses
        .iter()
        .for_each(|name| text.push_str(&format!(" @{name}")));
    text.push('\n');
    for variant in &loaded.chosen {
        text.push_str(&format!("variant {variant}\n"));
    }
    if let Some(players) = loaded.request.choices.players {
        text.push_str(&format!("players {players}\n"));
    }
    for option in model.options.iter().filter(|o| o.value != o.default) {
        text.push_str(&format!("set {} {}\n", option.name, option.value));
    }
    text
}

/// Writes the position from which a game began, if it is not the start of the rules.
pub(super) fn start(session: &Session) -> String {
    session
        .given()
        .map_or_else(String::new, |given| given_line(session, given))
}

/// Writes the position from which the game began.
fn given_line(session: &Session, start: &StartPosition) -> String {
    if let Some(text) = &start.text {
        return format!("{text}\n");
    }
    let player = &session.model().players[usize::from(start.to_move.0)];
    let mut begun = session.clone();
    let picture = match begun.back_to(0) {
        Ok(()) => picture(&begun),
        Err(_) => String::new(),
    };
    given(&given_at(&start.phase), player, &picture)
}

fn given_at(phase: &str) -> String {
    match phase {
        "" => String::new(),
        phase => format!("at {phase}, "),
    }
}

fn given(at: &str, player: &str, picture: &str) -> String {
    format!("given {at}{player} to move \"\"\"\n{picture}\"\"\"\n")
}

/// Writes the position of a game as the start of a scenario, as far as a picture shows it; `None` if no single player is to
/// move, or there is no board.
pub(super) fn position(session: &Session) -> Option<String> {
    let names = to_move(session.model(), &session.turn());
    let [player] = names.as_slice() else {
        return None;
    };
    session.model().seat(player)?;
    session.model().board.as_ref()?;
    let phase = session.rules().phase(session.state()).unwrap_or_default();
    Some(given(&given_at(phase), player, &picture(session)))
}

/// Draws the position.
fn picture(session: &Session) -> String {
    let drawn = Observation::new(session, Viewer::Table).board(Canvas::typed());
    let keep = |line: &&str| !line.contains(':');
    drawn
        .lines()
        .filter(keep)
        .map(|line| format!("{line}\n"))
        .collect()
}

/// Writes the moves, several per line. Outcomes of chance and moves out of turn are on lines of their own.
pub(super) fn moves(session: &Session) -> String {
    moves_between(session, 0..session.history().len())
}

/// Writes some of the moves, as [`moves`].
pub(super) fn moves_between(session: &Session, part: Range<usize>) -> String {
    const A_LINE: usize = 8;
    let mut text = String::new();
    let mut line: Vec<&str> = Vec::new();
    let flush = |line: &mut Vec<&str>, text: &mut String| {
        if !line.is_empty() {
            text.push_str(&format!("play {}\n", line.join("; ")));
        }
        line.clear();
    };
    for (before, ply) in session
        .history()
        .iter()
        .enumerate()
        .take(part.end)
        .skip(part.start)
    {
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

/// Writes the expectation at the end: the player to move, or the result of the game.
pub(super) fn expectation(session: &Session) -> String {
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
