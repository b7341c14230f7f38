//! `linstock check --watch` and `linstock test --watch`: runs the command again whenever a file changes, and shows only what
//! is new in its report.

use crate::command_failure::CommandFailure;
use crate::command_report::CommandReport;
use crate::file_watch::FileWatch;
use crate::files;
use crate::guard::guarded;
use crate::report_changes::changes;
use crate::ruleset_finder;
use crate::shown::style;
use crate::terminal::print;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The flag of this mode.
const FLAG: &str = "--watch";

/// Runs a command whenever files below the paths change, until the program ends.
pub(super) fn run(
    paths: &[String],
    command: impl Fn(&mut CommandReport) -> Result<(), CommandFailure>,
) -> Result<ExitCode, CommandFailure> {
    let mut watch = FileWatch::over(&watched(paths)?).map_err(CommandFailure::Failed)?;
    let style = style(&std::io::stdout());
    let mut seen = CommandReport::printed(style);
    look(&mut seen, &command)?;
    print("looks again whenever a file is saved; Ctrl-C ends it\n")?;
    loop {
        if watch.look() {
            let mut now = CommandReport::collected(style);
            look(&mut now, &command)?;
            print(changes(&seen, &now))?;
            seen = now;
        }
    }
}

/// Returns the paths to watch: the given ones, and the games on which variants there are based.
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

/// Runs the command once. A failure becomes a part of the report: the next save may fix it.
fn look(
    report: &mut CommandReport,
    command: impl Fn(&mut CommandReport) -> Result<(), CommandFailure>,
) -> Result<(), CommandFailure> {
    let stopped = match guarded(|| command(report)) {
        Ok(Ok(())) => return Ok(()),
        Ok(Err(CommandFailure::Unread)) => return Err(CommandFailure::Unread),
        Ok(Err(CommandFailure::Mistakes(text))) => text.as_str().trim_end().to_owned(),
        Ok(Err(CommandFailure::Failed(text) | CommandFailure::Call(text))) => text,
        Err(defect) => {
            crate::terminal::warn(defect.log_line());
            defect.message()
        }
    };
    report.is_broken = true;
    report.trouble(&stopped)
}
