//! Stored transcripts (snapshots): compared with new ones, updated, reviewed.

use crate::command_failure::CommandFailure;
use crate::command_report::CommandReport;
use crate::line_difference::line_difference;
use crate::scenarios::review_page::KeptTranscript;
use crate::scenarios::suites::TestFile;
use crate::shown::one_line;
use crate::terminal::print;
use crate::{files, replaced_files};
use linstock_play::scenario::{ScenarioReport, snapshot};
use std::collections::BTreeSet;
use std::io::BufRead as _;
use std::path::{Path, PathBuf};

/// What to do with a transcript that differs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// Show it, and write it next to the stored one.
    Compare,
    /// Store it.
    Accept,
    /// Ask.
    Review,
}

/// A scenario's run, compared with its stored transcript.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ComparedTranscript {
    /// The run equals the transcript, or the new transcript was accepted.
    Same,
    /// The run differs.
    Differs,
    /// There is no stored transcript yet.
    New,
}

/// The transcripts of a ruleset.
#[derive(Clone, Debug)]
pub(crate) struct Transcripts {
    folder: Option<PathBuf>,
    mode: Mode,
    /// The names of the snapshots that belong to a scenario.
    referred: BTreeSet<String>,
    /// The names of files with unreadable scenarios.
    spared: BTreeSet<String>,
}

/// A person's answer about a transcript that differs.
enum ReviewAnswer {
    Accept,
    Reject,
    Skip,
    Quit,
}

impl Transcripts {
    /// Opens the transcripts in a folder; without a folder, there are none.
    pub(crate) fn new(folder: Option<PathBuf>, mode: Mode) -> Self {
        Self {
            folder,
            mode,
            referred: BTreeSet::new(),
            spared: BTreeSet::new(),
        }
    }

    /// Records that a scenario exists.
    pub(crate) fn refer(&mut self, stem: &str, slug: &str) {
        self.referred.insert(snapshot::name(stem, slug));
    }

    /// Keeps the transcripts of a file that belong to none of its readable scenarios.
    pub(crate) fn spare(&mut self, stem: &str) {
        self.spared.insert(stem.to_owned());
    }

    /// Compares a transcript with the stored one.
    pub(crate) fn compare(
        &mut self,
        (file, scenario): (&TestFile, &ScenarioReport),
        report: &mut CommandReport,
    ) -> Result<ComparedTranscript, CommandFailure> {
        self.refer(&file.stem, &scenario.slug);
        let Some(folder) = &self.folder else {
            return Ok(ComparedTranscript::Same);
        };
        let name = snapshot::name(&file.stem, &scenario.slug);
        let stored = folder.join(format!("{name}.snap"));
        let new = folder.join(format!("{name}.snap.new"));
        let before = contents(&stored)?;
        let now = scenario.transcript.trim_end();
        if before.as_deref() == Some(now) {
            return remove(&new).map(|()| ComparedTranscript::Same);
        }
        let other = match before {
            Some(_) => ComparedTranscript::Differs,
            None => ComparedTranscript::New,
        };
        let written = snapshot::written(&file.path, &scenario.title, now);
        if self.mode == Mode::Accept {
            return store((&stored, &new), &written);
        }
        let difference = self.difference(file, scenario, before.as_deref());
        report.differs(file.named(&scenario.title), difference)?;
        if self.mode == Mode::Review {
            match ask()? {
                ReviewAnswer::Accept => return store((&stored, &new), &written),
                ReviewAnswer::Reject => return remove(&new).map(|()| other),
                ReviewAnswer::Skip => {}
                ReviewAnswer::Quit => self.mode = Mode::Compare,
            }
        }
        files::make_folder(folder).map_err(CommandFailure::Failed)?;
        replaced_files::write_whole(&new, written.as_bytes()).map_err(CommandFailure::Failed)?;
        Ok(other)
    }

    /// Returns how the stored transcript of a scenario differs from its run.
    pub(crate) fn kept(
        &self,
        (file, scenario): (&TestFile, &ScenarioReport),
    ) -> Result<KeptTranscript, CommandFailure> {
        let Some(folder) = &self.folder else {
            return Ok(KeptTranscript::Same);
        };
        let name = snapshot::name(&file.stem, &scenario.slug);
        Ok(match contents(&folder.join(format!("{name}.snap")))? {
            None => KeptTranscript::New,
            Some(kept) if kept == scenario.transcript.trim_end() => KeptTranscript::Same,
            Some(kept) => KeptTranscript::Other(kept),
        })
    }

    /// Shows the differences, line by line.
    fn difference(
        &self,
        file: &TestFile,
        scenario: &ScenarioReport,
        before: Option<&str>,
    ) -> String {
        let head = format!("{}: \"{}\"", file.path, scenario.title);
        let now = scenario.transcript.trim_end();
        match before {
            None => {
                let next = match self.mode {
                    Mode::Review => "this would be it",
                    _ => "`--accept` keeps this one",
                };
                format!(
                    "{head} is new: all its lines hold, but it has no transcript yet; {next}:\n{}\n\n",
                    indented(now)
                )
            }
            Some(before) => {
                let shown = line_difference(("kept", before), ("now", now), 3);
                format!(
                    "{head}: all lines hold, but the transcript has changed:\n{}\n\n",
                    indented(&shown)
                )
            }
        }
    }

    /// Reports stored transcripts without a scenario; removes them when changes are accepted.
    pub(crate) fn unreferenced(
        &self,
        (stems, whole): (&[&str], bool),
        report: &mut CommandReport,
    ) -> Result<(), CommandFailure> {
        let Some(folder) = self
            .folder
            .as_ref()
            .filter(|f| files::is_folder(f) == Some(true))
        else {
            return Ok(());
        };
        for path in files::files_in(folder, "snap").map_err(CommandFailure::Failed)? {
            let name = path
                .file_stem()
                .map(|s| s.to_string_lossy().into_owned())
                .unwrap_or_default();
            let stem = name.split_once("__").map_or("", |(stem, _)| stem);
            let ours = whole || stems.contains(&stem);
            if !ours || self.spared.contains(stem) || self.referred.contains(&name) {
                continue;
            }
            if self.mode == Mode::Accept {
                remove(&path)?;
            } else {
                report.paragraph(format!(
                    "note: `{}` belongs to no scenario any more; `--accept` removes it\n",
                    one_line(&path)
                ))?;
            }
        }
        Ok(())
    }
}

/// Returns the transcript in a file; `None` if there is no such file.
fn contents(stored: &Path) -> Result<Option<String>, CommandFailure> {
    match files::is_folder(stored) {
        Some(false) => {
            let text = files::read(stored).map_err(CommandFailure::Failed)?;
            Ok(Some(snapshot::contents(&text)))
        }
        _ => Ok(None),
    }
}

fn store(
    (stored, new): (&Path, &Path),
    written: &str,
) -> Result<ComparedTranscript, CommandFailure> {
    if let Some(folder) = stored.parent() {
        files::make_folder(folder).map_err(CommandFailure::Failed)?;
    }
    replaced_files::write_whole(stored, written.as_bytes()).map_err(CommandFailure::Failed)?;
    remove(new).map(|()| ComparedTranscript::Same)
}

fn remove(path: &Path) -> Result<(), CommandFailure> {
    files::remove(path).map_err(CommandFailure::Failed)
}

fn indented(text: &str) -> String {
    let hint = |line: &&str| !line.starts_with("\\ No newline");
    let lines: Vec<_> = text
        .lines()
        .filter(hint)
        .map(|line| format!("  {line}"))
        .collect();
    lines.join("\n")
}

/// Asks what to do; without an answer, nothing changes.
fn ask() -> Result<ReviewAnswer, CommandFailure> {
    loop {
        print("accept, reject, skip or quit? [a/r/s/q] ")?;
        let mut line = Vec::new();
        if std::io::stdin().lock().read_until(b'\n', &mut line)? == 0 {
            print("\n")?;
            return Ok(ReviewAnswer::Quit);
        }
        let line = String::from_utf8_lossy(&line);
        match line.trim().to_lowercase().as_str() {
            "a" | "accept" => return Ok(ReviewAnswer::Accept),
            "r" | "reject" => return Ok(ReviewAnswer::Reject),
            "s" | "skip" => return Ok(ReviewAnswer::Skip),
            "q" | "quit" => return Ok(ReviewAnswer::Quit),
            _ => print(
                "  a  keeps what is played now as the transcript\n  \
                 r  leaves the transcript as it was; the scenario fails\n  \
                 s  leaves the question open: what is played now lies beside it as `.snap.new`\n  \
                 q  leaves this and all others open\n",
            )?,
        }
    }
}
