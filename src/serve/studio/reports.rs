//! Searches and reports about the rules of a designer's page. Each is a command of this program, and runs as a process of its own,
//! so that it can be stopped.

use super::rules_folder::RulesFolder;
use crate::deep_stack::deep_thread;
use crate::files;
use crate::ruleset_finder::is_path;
use crate::ruleset_loader::RulesetRequest;
use linstock_table::StudioSender;
use serde::Deserialize;
use serde_json::json;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use tempfile::TempDir;

/// The folder with the rules as they were when the page opened; its name is the name of that side in comparisons.
const BEFORE: &str = "as-opened";
/// The longest output that is read, in bytes.
const LONGEST: u64 = 8 << 20;
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

/// Runs one report of a page at a time.
#[derive(Debug)]
pub(super) struct ReportRunner {
    /// The folder above the ruleset: the ruleset is then named as people know it.
    above: PathBuf,
    game: String,
    flags: Vec<String>,
    page: StudioSender,
    /// A folder for pages, and for the rules as they were when the page opened.
    place: Option<TempDir>,
    running: Arc<Mutex<Option<RunningReport>>>,
}

impl ReportRunner {
    /// Keeps a copy of the rules as they are now.
    pub(super) fn new(folder: &RulesFolder, request: &RulesetRequest, page: StudioSender) -> Self {
        let place = tempfile::tempdir().ok();
        if let Some(place) = &place {
            copy(folder, &place.path().join(BEFORE));
        }
        let choices = &request.choices;
        let whole = |variant: &String| {
            let path = files::whole_path(Path::new(variant)).filter(|_| is_path(variant));
            path.map_or_else(|| variant.clone(), |path| path.display().to_string())
        };
        let variants = choices.variants.iter().map(whole);
        let variants = variants.map(|variant| format!("--variant={variant}"));
        let options = choices.options.iter();
        let options = options.map(|(name, value)| format!("--set={name}={value}"));
        let path = folder.path();
        let name = path.file_name().unwrap_or_default();
        Self {
            above: path.parent().unwrap_or(path).to_owned(),
            game: format!("./{}", name.to_string_lossy()),
            flags: variants.chain(options).collect(),
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
        let args = self.args(request, (place, &files));
        let program = std::env::current_exe().map_err(|error| error.to_string());
        let begun = program.and_then(|program| {
            let mut command = Command::new(program);
            command.args(&args).current_dir(&self.above);
            command.stdin(Stdio::null());
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
    fn args(
        &self,
        request: &ReportRequest,
        (place, files): (&TempDir, &ReportFiles),
    ) -> Vec<String> {
        let html = format!("--html={}", files.html.display());
        let time = |seconds: &f64| format!("--time={}s", seconds.clamp(1.0, LONGEST_TIME).round());
        let game = self.game.clone();
        let of_game = |command: &str| {
            let mut args = vec![command.to_owned(), game.clone()];
            args.extend(self.flags.iter().cloned());
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
                let before = place.path().join(BEFORE).to_string_lossy().into_owned();
                let sides = match with.trim() {
                    "" => [before, game],
                    change => [game, format!("+{}", change.trim_start_matches('+'))],
                };
                let sides = sides.into_iter();
                let mut args = vec!["compare".to_owned(), time(seconds), html];
                args.extend(sides);
                args
            }
            ReportRequest::Balance { seconds } => {
                let mut args = of_game("balance");
                args.extend([time(seconds), html]);
                args
            }
            ReportRequest::Coverage => {
                vec!["test".to_owned(), game, "--coverage".to_owned(), html]
            }
            ReportRequest::Mutants => vec!["test".to_owned(), game, "--mutants".to_owned()],
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
            let reader = deep_thread().spawn(move || text_of(trouble));
            let text = text_of(out);
            let trouble = reader.ok().and_then(|reader| reader.join().ok());
            // The output has ended, so the files are complete. The next report removes them.
            let html = fs::read_to_string(&files.html).ok();
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
                "text": text,
                "trouble": trouble.unwrap_or_default(),
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
