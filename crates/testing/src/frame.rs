//! Examples of the documentation: fenced texts of a page, and the game that fragments are put into.

use crate::PROJECT;
use std::collections::BTreeSet;
use std::fs;

/// The game that fragments are put into. A fragment's declarations replace those that begin with the same word.
pub const FRAME: &str = include_str!("frame.game");

/// The choices of a move before a fragment, which expressions and statements may name.
pub const ARGUMENTS: &str = "here in own stone\nthere in forwards of here\nc in cannon\n";

/// A fenced example: its kind, its text, its line in the page.
#[derive(Clone, Debug)]
pub struct Example {
    /// The words after the fence.
    pub kind: String,
    /// The lines between the fences.
    pub text: String,
    /// The line of the first fence, from 1.
    pub line: usize,
}

/// Returns the fenced examples of a page, in order.
#[must_use]
pub fn examples_of(page: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut open = false;
    for (number, line) in page.lines().enumerate() {
        match line.strip_prefix("```") {
            Some(kind) if !open => {
                open = true;
                examples.push(Example {
                    kind: kind.to_owned(),
                    text: String::new(),
                    line: number + 1,
                });
            }
            Some(_) => open = false,
            None if open => {
                let example = examples.last_mut().expect("an open example");
                example.text.push_str(line);
                example.text.push('\n');
            }
            None => {}
        }
    }
    examples
}

/// Returns the paths and texts of the Markdown pages in a folder of the project, in the order of their names.
///
/// # Panics
///
/// If the folder cannot be read.
#[must_use]
pub fn pages_in(folder: &str) -> Vec<(String, String)> {
    let files = fs::read_dir(format!("{PROJECT}/{folder}")).expect("the folder");
    let files = files.map(|file| file.expect("a file").path());
    let mut pages: Vec<_> = files
        .filter(|path| path.extension().is_some_and(|ext| ext == "md"))
        .map(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let text = fs::read_to_string(&path).expect("a text");
            (format!("{folder}/{name}"), text)
        })
        .collect();
    pages.sort();
    pages
}

/// Returns the whole games for a fragment of a kind: `game`, `part` (declarations), `move`, `do` (statements), or `set`,
/// `truth`, `number`, `player` (one expression a line: one game for each). `None` for another kind.
#[must_use]
pub fn games_with(kind: &str, text: &str) -> Option<Vec<String>> {
    let each_line = |before: &str, after: &str| {
        let lines = text
            .lines()
            .map(|l| l.split('#').next().unwrap_or("").trim());
        lines
            .map(|e| in_move(&format!("{ARGUMENTS}{before}{e}{after}")))
            .collect()
    };
    Some(match kind {
        "game" => vec![text.to_owned()],
        "part" => vec![in_frame(text)],
        "move" => vec![in_move(text)],
        "do" => vec![in_move(&format!("{ARGUMENTS}{text}"))],
        "set" => each_line("when some (", ")"),
        "truth" => each_line("when ", ""),
        "number" => each_line("turns = ", ""),
        "player" => each_line("guard = ", ""),
        _ => return None,
    })
}

/// Puts a move of these lines into the frame.
#[must_use]
pub fn in_move(lines: &str) -> String {
    let indented: String = lines.lines().map(|l| format!("  {l}\n")).collect();
    in_frame(&format!("move tried \"tried\" {{\n{indented}}}\n"))
}

/// Puts declarations into the frame, in place of those that begin with the same word.
#[must_use]
pub fn in_frame(part: &str) -> String {
    let first_word = |line: &str| line.split(' ').next().unwrap_or_default().to_owned();
    let declared: BTreeSet<String> = part
        .lines()
        .filter(|l| !l.starts_with([' ', '}']))
        .map(first_word)
        .collect();
    let replaced = [
        "players", "options", "board", "drawing", "line", "remember", "script", "play", "to",
        "piece",
    ];
    let mut frame = String::new();
    let mut dropping = false;
    for line in FRAME.lines() {
        if !line.starts_with([' ', '}']) {
            let word = first_word(line);
            dropping = declared.contains(&word) && replaced.contains(&word.as_str());
        }
        if !dropping {
            frame.push_str(line);
            frame.push('\n');
        }
    }
    // A board of the frame has blocks for the players of the frame.
    if declared.contains("players") {
        frame = frame.replace("opponent", "others");
        frame.push_str("# a third player has no forward\n");
        return frame.replace("forwards of here", "next to here") + part;
    }
    frame + part
}
