//! The tutorial, followed word by word in an empty folder: its files are written, its commands run, their outputs compared. At the
//! end of each page, the game checks, plays and passes its scenarios, and its files are those in the folder beside the page.
//!
//! To write the outputs and the files anew: `UPDATE_DOCS=1 cargo test -p linstock --test it tutorial`. Outputs with `…` are not written.

#![cfg(unix)]

use crate::readme::{missing, typed};
use linstock_testing::PROJECT;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::{env, fs};

const PAGES: [&str; 4] = ["race", "captures", "cards", "print"];

/// The file that a change is for if the page does not name another one, and from which it quotes parts.
const GAME: &str = "pond-race/pond-race.game";

/// A box on a page. Its place is the file that the line above it names: **`file`**.
struct Block<'t> {
    place: Option<&'t str>,
    kind: &'t str,
    text: &'t str,
}

/// Cuts a page into texts and boxes: those with odd numbers are boxes.
fn pieces(page: &str) -> Vec<&str> {
    page.split("\n```").collect()
}

fn block<'t>(before: &'t str, inside: &'t str) -> Block<'t> {
    let (kind, text) = inside.split_once('\n').expect("a box has lines");
    let above = before.trim_end().lines().last().unwrap_or_default();
    let place = above
        .strip_prefix("**`")
        .and_then(|rest| rest.strip_suffix("`**"));
    Block { place, kind, text }
}

fn run(folder: &Path, command: &str, input: &str) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_linstock"));
    let path = env::var("PATH").unwrap_or_default();
    let beside = program.parent().expect("a folder").display();
    let mut shell = Command::new("sh")
        .args(["-c", &format!("{command} 2>&1")])
        .current_dir(folder)
        .env("PATH", format!("{beside}:{path}"))
        .env("HOME", folder)
        .env("XDG_STATE_HOME", folder.join("state"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the shell starts");
    let mut keyboard = shell.stdin.take().expect("an input");
    // A command that reads nothing may have ended.
    let _ = keyboard.write_all(input.as_bytes());
    drop(keyboard);
    shell.wait_with_output().expect("the shell ends")
}

/// Runs the command of a session with what is typed in it; returns what is printed, without blanks at the ends of lines.
fn printed(folder: &Path, session: &str) -> String {
    let (command, shown) = session.split_once('\n').unwrap_or((session, ""));
    let command = command.strip_prefix("$ ").expect("a command");
    let typed: String = shown
        .lines()
        .filter_map(typed)
        .map(|line| format!("{line}\n"))
        .collect();
    let output = String::from_utf8(run(folder, command, &typed).stdout).expect("text");
    let lines: Vec<&str> = output.trim_end().lines().map(str::trim_end).collect();
    lines.join("\n")
}

/// Returns the text of a session as it is now; what is left out of it stays so.
fn played(folder: &Path, session: &str) -> String {
    let printed = printed(folder, session);
    let (command, shown) = session.split_once('\n').unwrap_or((session, ""));
    let shown: Vec<&str> = shown.lines().collect();
    if shown.contains(&"…") {
        let lost = missing(&shown, &printed);
        assert_eq!(
            lost, None,
            "{command} prints no such line there:\n{printed}"
        );
        return session.to_owned();
    }
    format!("{command}\n{printed}").trim_end().to_owned()
}

/// Replaces the lines with `-` by the lines with `+` that follow them.
fn change(path: &Path, changes: &str) {
    let mut text = fs::read_to_string(path).expect("a file to change");
    let mut lines = changes.lines().peekable();
    while lines.peek().is_some() {
        let mut take = |sign: char| {
            let mut part = String::new();
            while let Some(line) = lines.next_if(|line| line.starts_with(sign)) {
                part.push_str(&line[1..]);
                part.push('\n');
            }
            part
        };
        let (old, new) = (take('-'), take('+'));
        assert_eq!(text.matches(&old).count(), 1, "{}: {old}", path.display());
        text = text.replace(&old, &new);
    }
    fs::write(path, text).expect("written");
}

/// Does what a box says; returns its text as it is now.
fn follow(folder: &Path, block: &Block<'_>) -> String {
    let &Block { place, kind, text } = block;
    let path = folder.join(place.unwrap_or(GAME));
    match kind {
        "diff" => change(&path, text),
        "sh" => assert!(run(folder, text, "").status.success(), "{text}"),
        "text" if text.starts_with("$ ") => return played(folder, text),
        "game" | "scenario" if place.is_some() => {
            fs::write(&path, format!("{text}\n")).expect("written");
        }
        // Parts of the game are looked for when its file is complete.
        "part" => {}
        other => panic!("nobody can follow this `{other}`:\n{text}"),
    }
    text.to_owned()
}

/// Returns the texts of the game and its scenarios, by their names.
fn written(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut all = BTreeMap::new();
    for inside in ["pond-race", "pond-race/scenarios"] {
        for entry in fs::read_dir(folder.join(inside)).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_file() {
                let name = path.strip_prefix(folder).expect("inside").to_owned();
                all.insert(name, fs::read_to_string(&path).expect("a text"));
            }
        }
    }
    all
}

fn assert_finished(folder: &Path, page: &str) {
    for command in ["check", "test", "fmt --check", "sim --games 50"] {
        let output = run(folder, &format!("linstock {command} ./pond-race"), "");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{page}: {command}:\n{text}");
        let warns = command == "check" && text.lines().count() > 1;
        assert!(!warns, "{page}:\n{text}");
    }
}

#[test]
fn the_tutorial_works_as_written() {
    let update = env::var_os("UPDATE_DOCS").is_some();
    let place = tempfile::tempdir().expect("a folder");
    for page in PAGES {
        let path = format!("{PROJECT}/docs/tutorial/{page}.md");
        let text = fs::read_to_string(&path).expect("the page");
        let pieces = pieces(&text);
        let mut now: Vec<String> = pieces.iter().map(|piece| (*piece).to_owned()).collect();
        for at in (1..pieces.len()).step_by(2) {
            let block = block(pieces[at - 1], pieces[at]);
            now[at] = format!("{}\n{}", block.kind, follow(place.path(), &block));
        }
        assert_finished(place.path(), page);
        let files = written(place.path());
        for at in (1..pieces.len()).step_by(2) {
            let part = block(pieces[at - 1], pieces[at]);
            let quoted = part.kind != "part" || files[Path::new(GAME)].contains(part.text);
            assert!(quoted, "{page}: not in the game:\n{}", part.text);
        }
        let beside = format!("{PROJECT}/docs/tutorial/{page}");
        if update {
            fs::write(&path, now.join("\n```")).expect("written");
            for (name, text) in files {
                fs::write(Path::new(&beside).join(name), text).expect("written");
            }
        } else {
            assert_eq!(now.join("\n```"), text, "{page}.md");
            assert_eq!(files, written(Path::new(&beside)), "{page}");
        }
    }
}
