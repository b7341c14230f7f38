//! `linstock check --watch` and `linstock test --watch`: the command runs again whenever a file changes, and only what is new in
//! its report is shown.
//!
//! Each look is a process of its own, with the same arguments.

use crate::front::batch::plural;
use crate::front::cli::{CommandFailure, print};
use crate::front::file_watch::FileWatch;
use crate::front::files;
use crate::front::ruleset_finder;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The flag that asks for this.
const FLAG: &str = "--watch";

/// Runs the command of this process whenever files below the paths change, until the program is ended.
pub(super) fn run(paths: &[String]) -> Result<ExitCode, CommandFailure> {
    let mut watch = FileWatch::over(&watched(paths)?).map_err(CommandFailure::Failed)?;
    let mut seen = look()?;
    print(&seen)?;
    print("looks again whenever a file is saved; Ctrl-C ends it\n")?;
    loop {
        if watch.look() {
            let now = look()?;
            print(changes(&seen, &now))?;
            seen = now;
        }
    }
}

/// Returns what is to be watched: the paths themselves, and the games that variants there are made from.
fn watched(paths: &[String]) -> Result<Vec<PathBuf>, CommandFailure> {
    let mut watched = Vec::new();
    for path in paths {
        let shipped = !ruleset_finder::is_path(path) && files::shipped(path).is_some();
        if shipped || !Path::new(path).exists() {
            return Err(CommandFailure::Call(format!(
                "`{FLAG}` needs files that can change, and there are none at `{path}`; give the path of a ruleset"
            )));
        }
        watched.push(PathBuf::from(path));
        let found = ruleset_finder::find(path).ok();
        let sources = found.iter().flat_map(|found| found.sources.iter());
        let files = sources.map(|(_, source)| PathBuf::from(&source.path));
        watched.extend(files.filter(|file| file.exists()));
    }
    Ok(watched)
}

/// Runs the command once, and returns what it printed.
fn look() -> Result<String, CommandFailure> {
    let unable = |why| CommandFailure::Failed(format!("the command cannot be run again: {why}"));
    let program = std::env::current_exe().map_err(unable)?;
    let mut command = Command::new(program);
    command.args(std::env::args_os().skip(1).filter(|arg| arg != FLAG));
    let output = command.output().map_err(unable)?;
    let text = [output.stdout, output.stderr].concat();
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// Returns the paragraphs that were not there before, how many are gone, and the last line, which sums up.
fn changes(before: &str, now: &str) -> String {
    let old: Vec<_> = paragraphs(before).map(without_places).collect();
    let new: Vec<_> = paragraphs(now).map(without_places).collect();
    let gone = old.iter().filter(|paragraph| !new.contains(paragraph));
    let mut text = String::from("\n");
    let is_new = |paragraph: &&str| !old.contains(&without_places(paragraph));
    for paragraph in paragraphs(now).filter(is_new) {
        text.push_str(paragraph);
        text.push_str("\n\n");
    }
    let gone = gone.count();
    if gone > 0 {
        let verb = if gone == 1 { "is" } else { "are" };
        text.push_str(&format!("{} {verb} gone\n", plural(gone, "message")));
    }
    text.push_str(summary(now));
    text.push('\n');
    text
}

/// Splits a report at its empty lines; the line that sums up is none of its paragraphs.
fn paragraphs(report: &str) -> impl Iterator<Item = &str> {
    let body = report.trim_end().strip_suffix(summary(report));
    let parts = body.unwrap_or(report).split("\n\n");
    parts
        .map(|part| part.trim_matches('\n'))
        .filter(|part| !part.is_empty())
}

fn summary(report: &str) -> &str {
    report.trim_end().lines().next_back().unwrap_or_default()
}

/// Leaves the numbers of lines out: what stood further up before is nothing new.
fn without_places(paragraph: &str) -> String {
    let line = |line: &str| {
        let (number, rest) = line.split_once(" |").unwrap_or(("", line));
        let numbered = number.trim().chars().all(|c| c.is_ascii_digit());
        if line.trim_start().starts_with("--> ") {
            String::new()
        } else if numbered {
            rest.to_owned()
        } else {
            line.to_owned()
        }
    };
    paragraph.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::changes;

    #[test]
    fn what_moved_is_not_told_again() {
        let mistake = |at: usize, word: &str| {
            format!("error: no `{word}`\n  --> a.game:{at}:1\n  |\n{at} | {word}\n\n")
        };
        let report = |one: String, two: String| format!("{one}{two}a: 2 mistakes\n");
        let before = report(mistake(9, "one"), mistake(12, "two"));
        let now = report(mistake(10, "one"), mistake(14, "three"));
        let told = changes(&before, &now);
        assert_eq!(
            told,
            "\nerror: no `three`\n  --> a.game:14:1\n  |\n14 | three\n\n1 message is gone\na: 2 mistakes\n"
        );
        assert_eq!(changes(&now, &now), "\na: 2 mistakes\n");
    }
}
