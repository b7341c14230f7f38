//! `linstock check --watch` and `linstock test --watch`: the command runs again whenever a file changes, and only what is new in
//! its report is shown.
//!
//! Each look is a process of its own, with the same arguments.

use crate::front::cli::{CommandFailure, print};
use crate::front::file_watch::FileWatch;
use crate::front::files;
use crate::front::report_changes::changes;
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
