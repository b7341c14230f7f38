//! `linstock fmt`: formats the texts of rulesets in the one standard way.

use crate::command_failure::CommandFailure;
use crate::shown::Shown;
use crate::shown::one_line;
use crate::shown::style;
use crate::terminal::print;
use crate::{files, replaced_files};
use clap::Args;
use linstock_base::{Diagnostics, Sources, plural};
use linstock_syntax::{Dialect, formatted};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The extensions of texts that can be formatted.
const ENDINGS: [&str; 2] = ["game", "scn"];

#[derive(Args, Debug)]
pub(super) struct FmtArgs {
    /// Files that end in `.game` or `.scn`, or folders: all such files in them
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    /// Write nothing; exit with 1 if a file is not formatted
    #[arg(long)]
    check: bool,
}

/// Counts of files.
#[derive(Debug, Default)]
struct FormatTally {
    files: usize,
    changed: usize,
    broken: usize,
    unwritten: usize,
}

/// Runs `linstock fmt`.
pub(super) fn run(args: &FmtArgs) -> Result<ExitCode, CommandFailure> {
    let mut tally = FormatTally::default();
    for path in &args.paths {
        for file in texts_at(path)? {
            tally.files += 1;
            format_file(&file, args.check, &mut tally)?;
        }
    }
    let verb = if args.check {
        "to be formatted"
    } else {
        "formatted"
    };
    let broken = match tally.broken {
        0 => String::new(),
        n => format!(", {n} left alone: mend the mistakes first"),
    };
    let unwritten = match tally.unwritten {
        0 => String::new(),
        n => format!(", {n} not written"),
    };
    print(format!(
        "{}: {} {verb}{broken}{unwritten}\n",
        plural(tally.files, "file"),
        tally.changed
    ))?;
    let good = tally.broken + tally.unwritten == 0 && !(args.check && tally.changed > 0);
    Ok(ExitCode::from(u8::from(!good)))
}

/// Returns the texts at a path: the path itself, or the texts in that folder.
fn texts_at(path: &Path) -> Result<Vec<PathBuf>, CommandFailure> {
    match files::is_folder(path) {
        None => Err(CommandFailure::Call(format!(
            "there is no file and no folder at `{}`",
            one_line(path)
        ))),
        Some(false) if ENDINGS.iter().any(|ending| files::ends(path, ending)) => {
            Ok(vec![path.to_owned()])
        }
        Some(false) => Err(CommandFailure::Call(format!(
            "`{}` cannot be formatted: give files that end in `.game` or `.scn`, or folders",
            one_line(path)
        ))),
        Some(true) => {
            let mut found = Vec::new();
            walk(path, &mut found).map_err(CommandFailure::Call)?;
            Ok(found)
        }
    }
}

/// Collects the texts in a folder. Skips hidden files and links to folders.
fn walk(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), String> {
    for path in files::entries(folder)? {
        if files::is_own_folder(&path) {
            walk(&path, found)?;
        } else if ENDINGS.iter().any(|ending| files::ends(&path, ending)) && path.is_file() {
            found.push(path);
        }
    }
    Ok(())
}

fn format_file(path: &Path, check: bool, tally: &mut FormatTally) -> Result<(), CommandFailure> {
    let name = one_line(path);
    let text = match files::read_rules(path) {
        Ok(text) => text,
        Err(trouble) => {
            tally.broken += 1;
            return print(format!("error: {trouble}\n"));
        }
    };
    match format_text(&name, &text) {
        Ok(written) if written == text => Ok(()),
        Ok(written) => {
            if check {
                tally.changed += 1;
                let line = first_difference(&text, &written);
                return print(format!(
                    "{name}:{line}: not formatted; `linstock fmt` does it\n"
                ));
            }
            if let Err(trouble) = replaced_files::write_whole(path, written.as_bytes()) {
                tally.unwritten += 1;
                return print(format!("error: {trouble}\n"));
            }
            tally.changed += 1;
            print(format!("{name}: formatted\n"))
        }
        Err((found, sources)) => {
            tally.broken += 1;
            let told = Shown::rendered(&found, &sources, style(&std::io::stdout()));
            print(told.then("\n"))
        }
    }
}

/// Formats a text; the path determines its language.
///
/// # Errors
/// The mistakes, and the sources that they point into.
fn format_text(path: &str, text: &str) -> Result<String, (Diagnostics, Sources)> {
    let sources = Sources::from([(path, text)]);
    let dialect = if files::ends(Path::new(path), "scn") {
        Dialect::Scenario
    } else {
        Dialect::Game
    };
    let file = sources.iter().next().map(|(id, _)| id).unwrap_or_default();
    formatted(file, text, dialect).map_err(|found| (found, sources))
}

/// Returns the number of the first line that differs.
fn first_difference(text: &str, other: &str) -> usize {
    let pairs = text.split('\n').zip(other.split('\n'));
    pairs.take_while(|(a, b)| a == b).count() + 1
}
