//! Searches and reports about the rules of a designer's page. Each is a command of this program, and runs as a process of its own,
//! so that it can be stopped.

use super::rules_folder::RulesFolder;
use crate::deep_stack::deep_thread;
use crate::files;
use crate::progress;
use crate::ruleset_finder::is_path;
use crate::ruleset_loader::RulesetRequest;
use linstock_check::Choices;
use linstock_table::StudioSender;
use serde::Deserialize;
use serde_json::json;
use std::fs;
use std::io::{BufRead as _, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use tempfile::TempDir;

/// The folder with the rules as they were when the page opened; its name is the name of that side in comparisons.
const BEFORE: &str = "as-opened";
/// The longest output that is read, in bytes.
const LONGEST: u64 = 8 << 20;
/// The longest text about what went wrong that is kept, in bytes.
const LONGEST_TROUBLE: usize = 64 << 10;
/// The longest time of a report, in seconds.
const LONGEST_TIME: f64 = 3600.0;

/// What a page asks for.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(super) enum ReportRequest {
    /// A line of play: to a clause, to a condition, or of another kind.
    Find {
        goal: FindGoal,
        #[serde(default)]
        text: String,
        seconds: f64,
    },
    /// The rules now, against those when the page opened, or under a variant or an option.
    Compare {
        #[serde(default)]
        with: String,
        seconds: f64,
    },
    /// What games between computer players say about the balance.
    Balance { seconds: f64 },
    /// What the scenarios decide.
    Coverage,
    /// Changes of the rules that no scenario notices.
    Mutants,
}

/// What to look for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum FindGoal {
    Clause,
    Where,
    Draw,
    Longest,
    LosingMove,
}

/// A process that runs.
#[derive(Debug)]
struct RunningReport {
    child: Child,
    is_asked_to_stop: bool,
}

/// The files that a report may write.
#[derive(Debug)]
struct ReportFiles {
    html: PathBuf,
    scenario: PathBuf,
}

impl ReportFiles {
    /// Removes the temporary folder from paths: people need only the name `as-opened`.
    fn without_place(&self, text: &str) -> String {
        let place = self.html.with_file_name("");
        text.replace(&*place.to_string_lossy(), "")
    }
}

/// Runs one report of a page at a time.
#[derive(Debug)]
pub(super) struct ReportRunner {
    /// The folder above the ruleset: the ruleset is then named as people know it.
    above: PathBuf,
    /// The rules of the table, and the folder with its scenarios.
    game: String,
    folder: String,
    /// The rules when the page opened, if there is room for a copy.
    before: Option<String>,
    choices: Choices,
    page: StudioSender,
    /// A folder for pages, and for the rules as they were when the page opened.
    place: Option<TempDir>,
    running: Arc<Mutex<Option<RunningReport>>>,
}

impl ReportRunner {
    /// Keeps a copy of the rules as they are now.
    pub(super) fn new(folder: &RulesFolder, request: &RulesetRequest, page: StudioSender) -> Self {
        let place = tempfile::tempdir().ok();
        let before = place.as_ref().map(|place| place.path().join(BEFORE));
        if let Some(before) = &before {
            copy(folder, before);
        }
        let mut choices = request.choices.clone();
        for variant in &mut choices.variants {
            let path = files::whole_path(Path::new(variant)).filter(|_| is_path(variant));
            if let Some(path) = path {
                *variant = path.display().to_string();
            }
        }
        let path = folder.path();
        let name = Path::new(".").join(path.file_name().unwrap_or_default());
        let text = |path: PathBuf| path.to_string_lossy().into_owned();
        Self {
            above: path.parent().unwrap_or(path).to_owned(),
            game: text(folder.game_in(&name)),
            folder: text(name),
            before: before.map(|before| text(folder.game_in(&before))),
            choices,
            page,
            place,
            running: Arc::default(),
        }
    }

    fn refuse(&self, text: &str) {
        // If the page is gone, nobody waits.
        let _ = self
            .page
            .say(json!({ "type": "refused", "text": text }).to_string());
    }

    /// Begins a report.
    pub(super) fn begin(&self, request: &ReportRequest) {
        if let ReportRequest::Compare { with, .. } = request
            && (with.contains(['/', '\\']) || with.contains(".game"))
        {
            return self.refuse("name a variant or an option of these rules, not a file");
        }
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if running.is_some() {
            return self.refuse("another report is being made: stop it first");
        }
        let Some(place) = &self.place else {
            return self.refuse("there is no room for temporary files");
        };
        let files = ReportFiles {
            html: place.path().join("report.html"),
            scenario: place.path().join("found.scn"),
        };
        // There may be none.
        let _ = fs::remove_file(&files.html);
        let _ = fs::remove_file(&files.scenario);
        let args = self.args(request, &files);
        let program = std::env::current_exe().map_err(|error| error.to_string());
        let begun = program.and_then(|program| {
            let mut command = Command::new(program);
            command.args(&args).current_dir(&self.above);
            command.stdin(Stdio::null()).env(progress::AS_LINES, "1");
            command.stdout(Stdio::piped()).stderr(Stdio::piped());
            command.spawn().map_err(|error| error.to_string())
        });
        match begun {
            Ok(mut child) => {
                let pipes = (child.stdout.take(), child.stderr.take());
                *running = Some(RunningReport {
                    child,
                    is_asked_to_stop: false,
                });
                drop(running);
                self.follow(pipes, files);
            }
            Err(why) => self.refuse(&format!("the report cannot begin: {why}")),
        }
    }

    /// Lists the arguments of a command.
    fn args(&self, request: &ReportRequest, files: &ReportFiles) -> Vec<String> {
        let html = format!("--html={}", files.html.display());
        let time = |seconds: &f64| format!("--time={}s", seconds.clamp(1.0, LONGEST_TIME).round());
        let of_game = |command: &str| {
            let mut args = vec![command.to_owned(), self.game.clone()];
            let choices = &self.choices;
            args.extend(
                choices
                    .variants
                    .iter()
                    .map(|one| format!("--variant={one}")),
            );
            let options = choices.options.iter();
            args.extend(options.map(|(name, value)| format!("--set={name}={value}")));
            args.extend(choices.players.map(|count| format!("--players={count}")));
            args
        };
        match request {
            ReportRequest::Find {
                goal,
                text,
                seconds,
            } => {
                let mut args = of_game("find");
                args.push(match goal {
                    FindGoal::Clause => format!("--clause={text}"),
                    FindGoal::Where => format!("--where={text}"),
                    FindGoal::Draw => "--draw".to_owned(),
                    FindGoal::Longest => "--longest".to_owned(),
                    FindGoal::LosingMove => "--losing-move".to_owned(),
                });
                args.push(time(seconds));
                args.push(format!("--out={}", files.scenario.display()));
                args
            }
            ReportRequest::Compare { with, seconds } => {
                let change = with.trim().trim_start_matches('+');
                let first = match change {
                    "" => self.before.as_deref().unwrap_or(&self.game),
                    _ => self.game.as_str(),
                };
                let mut args = vec!["compare".to_owned(), time(seconds), html];
                args.extend(
                    self.choices
                        .players
                        .map(|count| format!("--players={count}")),
                );
                args.extend([
                    side(first, &self.choices, ""),
                    side(&self.game, &self.choices, change),
                ]);
                args
            }
            ReportRequest::Balance { seconds } => {
                let mut args = of_game("balance");
                args.extend([time(seconds), html]);
                args
            }
            ReportRequest::Coverage => {
                let folder = self.folder.clone();
                vec!["test".to_owned(), folder, "--coverage".to_owned(), html]
            }
            ReportRequest::Mutants => {
                let folder = self.folder.clone();
                vec!["test".to_owned(), folder, "--mutants".to_owned()]
            }
        }
    }

    /// Waits for a process on a thread, and sends its result to the page.
    fn follow(
        &self,
        (out, trouble): (
            Option<impl Read + Send + 'static>,
            Option<impl Read + Send + 'static>,
        ),
        files: ReportFiles,
    ) {
        let (page, running) = (self.page.clone(), Arc::clone(&self.running));
        let begun = deep_thread().spawn(move || {
            let own = page.clone();
            let reader = deep_thread().spawn(move || trouble_of(trouble, &own));
            let text = text_of(out);
            let trouble = reader.ok().and_then(|reader| reader.join().ok());
            // The output has ended, so the files are complete. The next report removes them.
            let short = |text: String| files.without_place(&text);
            let html = fs::read_to_string(&files.html).ok().map(short);
            let scenario = fs::read_to_string(&files.scenario).ok();
            let ended = running
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .take();
            // Its output has ended, so it ends, too.
            let status = ended.and_then(|mut ended| ended.child.wait().ok());
            let result = json!({
                "type": "report",
                "good": status.is_some_and(|status| status.success()),
                "text": short(text),
                "trouble": short(trouble.unwrap_or_default()),
                "html": html,
                "scenario": scenario,
            });
            let _ = page.say(result.to_string());
        });
        if begun.is_err() {
            self.kill();
            self.refuse("the system has no room for another thread");
        }
    }

    /// Asks a report to end with what it has found; at the second time, ends it.
    pub(super) fn stop(&self) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(report) = running.as_mut() {
            if report.is_asked_to_stop || !interrupt(&report.child) {
                // It may have ended.
                let _ = report.child.kill();
            }
            report.is_asked_to_stop = true;
        }
    }

    fn kill(&self) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(mut report) = running.take() {
            // It may have ended.
            let _ = report.child.kill();
            let _ = report.child.wait();
        }
    }
}

impl Drop for ReportRunner {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Writes one side of a comparison: rules under the choices of the table, and what changes them.
fn side(rules: &str, choices: &Choices, change: &str) -> String {
    let changed: Vec<&str> = change.split('+').filter(|part| !part.is_empty()).collect();
    let is_kept = |name: &str| {
        let mut set = changed.iter().filter_map(|part| part.split_once('='));
        set.all(|(other, _)| other.trim() != name)
    };
    let options = choices.options.iter();
    let options = options.filter(|(name, _)| is_kept(name));
    let mut parts = vec![rules.to_owned()];
    parts.extend(choices.variants.iter().cloned());
    parts.extend(options.map(|(name, value)| format!("{name}={value}")));
    parts.extend(changed.iter().map(|part| (*part).to_owned()));
    parts.join("+")
}

/// Copies the rules of a folder. What cannot be copied is left out: a comparison then says so.
fn copy(folder: &RulesFolder, to: &Path) {
    let rules = folder.names().into_iter();
    let rules = rules.filter(|name| !name.contains('/'));
    if fs::create_dir(to).is_err() {
        return;
    }
    for name in rules {
        if let Ok(read) = folder.read(&name) {
            let _ = fs::write(to.join(&name), read.text);
        }
    }
    for path in files::files_in(folder.path(), "svg").unwrap_or_default() {
        if let (Some(name), Ok(text)) = (path.file_name(), files::read_rules(&path)) {
            let _ = fs::write(to.join(name), text);
        }
    }
}

fn text_of(pipe: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    if let Some(pipe) = pipe {
        // After an error, the part that was read is shown.
        let _ = pipe.take(LONGEST).read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Reads the lines of standard error: passes on the progress, and returns the others.
fn trouble_of(pipe: Option<impl Read>, page: &StudioSender) -> String {
    let (mut text, mut line) = (String::new(), Vec::new());
    let Some(pipe) = pipe else {
        return text;
    };
    let mut pipe = BufReader::new(pipe);
    loop {
        line.clear();
        // After an error, the part that was read is shown.
        let Ok(1..) = pipe.by_ref().take(LONGEST).read_until(b'\n', &mut line) else {
            return text;
        };
        let read = String::from_utf8_lossy(&line);
        match read.strip_prefix(progress::LINE_MARK) {
            Some(progress) => {
                let said = json!({ "type": "progress", "text": progress.trim() });
                // If the page is gone, the process is ended.
                let _ = page.say(said.to_string());
            }
            None if text.len() < LONGEST_TROUBLE => text.push_str(&read),
            None => {}
        }
    }
}

/// Sends a process what Ctrl-C sends; returns whether that is possible.
#[cfg(unix)]
fn interrupt(child: &Child) -> bool {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let pid = i32::try_from(child.id()).map(Pid::from_raw);
    pid.is_ok_and(|pid| kill(pid, Signal::SIGINT).is_ok())
}

#[cfg(not(unix))]
fn interrupt(_child: &Child) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::side;
    use linstock_check::Choices;

    #[test]
    fn both_sides_of_a_comparison_have_the_choices_of_the_table() {
        let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let choices = Choices {
            variants: vec!["long-guns".to_owned()],
            options: vec![option("steps", "3"), option("size", "9")],
            players: None,
        };
        let sides = ["", "steps=4", "walking-town+steps=4"].map(|to| side("./x", &choices, to));
        assert_eq!(
            sides,
            [
                "./x+long-guns+steps=3+size=9",
                "./x+long-guns+size=9+steps=4",
                "./x+long-guns+size=9+walking-town+steps=4",
            ]
        );
    }
}
