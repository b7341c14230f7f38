//! What happens when a file of the rules was saved: the rules are checked, the game goes on under them, scenarios are run.

use super::rules_folder::{RulesFolder, VersionedText, WrittenText};
use crate::deep_stack::deep_thread;
use crate::file_watch::FileWatch;
use crate::guard::guarded;
use crate::load_error::LoadError;
use crate::ruleset_loader::{self, Loaded, RulesetRequest};
use crate::scenarios::outcomes::{ScenarioOutcome, outcomes};
use linstock_base::Style;
use linstock_play::Save;
use linstock_table::{NewRules, StudioSender};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

/// Why the rules are read again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum CheckReason {
    /// The page has just opened: the game is as it was.
    Opened,
    Saved,
    /// The game may go back to before a move that is no longer legal.
    GoesBack,
    /// Files may have changed on the disk.
    OnDisk,
}

/// The versions of the files that the page knows, by name.
type KnownVersions = Arc<Mutex<BTreeMap<String, String>>>;

/// Checks the rules of a folder on a thread of its own. It ends when this value is dropped.
#[derive(Debug)]
pub(super) struct RulesCheck {
    reasons: Sender<CheckReason>,
    known: KnownVersions,
}

impl RulesCheck {
    /// Begins; `None` if the system has no room for a thread.
    pub(super) fn begin(
        folder: &RulesFolder,
        (request, game): (RulesetRequest, Option<Save>),
        page: &StudioSender,
    ) -> Option<Self> {
        let (reasons, asked) = channel();
        let first = match game {
            Some(_) => CheckReason::Opened,
            None => CheckReason::Saved,
        };
        let known = KnownVersions::default();
        let checker = Checker {
            folder: folder.clone(),
            request,
            game,
            page: page.clone(),
            known: Arc::clone(&known),
        };
        checker.changed();
        watch(folder, page.clone(), reasons.clone());
        deep_thread().spawn(move || checker.run(&asked)).ok()?;
        let _ = reasons.send(first);
        Some(Self { reasons, known })
    }

    /// Writes a file for the page: it is then no change by another program.
    ///
    /// # Errors
    /// Why it was not written, in a sentence.
    pub(super) fn write(
        &self,
        (folder, name): (&RulesFolder, &str),
        text: (&str, Option<&str>),
    ) -> Result<WrittenText, String> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let written = folder.write(name, text)?;
        if let WrittenText::Saved(version) = &written {
            known.insert(name.to_owned(), version.clone());
        }
        Ok(written)
    }

    /// Checks the rules after a save.
    pub(super) fn saved(&self) {
        let _ = self.reasons.send(CheckReason::Saved);
    }

    /// Lets the game go back to before a move that is no longer legal.
    pub(super) fn go_back(&self) {
        let _ = self.reasons.send(CheckReason::GoesBack);
    }
}

/// Watches the folder for changes by other programs. Without a watch, only the page's own changes are seen.
fn watch(folder: &RulesFolder, page: StudioSender, reasons: Sender<CheckReason>) {
    let Ok(mut watch) = FileWatch::over(&[folder.path().to_owned()]) else {
        return;
    };
    // Without a thread, other programs' changes are not seen.
    let _ = deep_thread().spawn(move || {
        while !page.is_closed() {
            if watch.look() && reasons.send(CheckReason::OnDisk).is_err() {
                return;
            }
        }
    });
}

struct Checker {
    folder: RulesFolder,
    request: RulesetRequest,
    /// The game when the page opened; `None` if it waits for its rules.
    game: Option<Save>,
    page: StudioSender,
    known: KnownVersions,
}

impl Checker {
    fn run(&self, asked: &Receiver<CheckReason>) {
        while let Ok(mut reason) = asked.recv() {
            // Only the latest texts matter, but what the page has asked for is done.
            while let Ok(next) = asked.try_recv() {
                if next != CheckReason::OnDisk && reason != CheckReason::GoesBack {
                    reason = next;
                }
            }
            if self.page.is_closed() {
                return;
            }
            let is_changed = self.changed();
            if reason == CheckReason::OnDisk && !is_changed {
                continue;
            }
            self.check(reason);
        }
    }

    fn say(&self, message: &Value) {
        // If the page is gone, the thread ends at its next turn.
        let _ = self.page.say(message.to_string());
    }

    /// Tells the page of files that other programs have changed; returns whether there are any.
    fn changed(&self) -> bool {
        // No file is written by the page while they are read.
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let mut now = BTreeMap::new();
        let mut texts = Vec::new();
        for name in self.folder.names() {
            if let Ok(read) = self.folder.read(&name) {
                now.insert(name.clone(), read.version.clone());
                texts.push((name, read));
            }
        }
        for path in crate::files::files_in(self.folder.path(), "svg").unwrap_or_default() {
            let name = path
                .file_name()
                .map(|name| name.to_string_lossy().into_owned());
            if let (Some(name), Ok(text)) = (name, crate::files::read_rules(&path)) {
                now.insert(name, VersionedText::of(text).version);
            }
        }
        if known.is_empty() {
            *known = now;
            return false;
        }
        let is_changed = *known != now;
        let before = std::mem::replace(&mut *known, now);
        drop(known);
        if !is_changed {
            return false;
        }
        self.say(&json!({ "type": "files", "files": self.folder.names() }));
        for (name, read) in texts {
            if before.get(&name) != Some(&read.version) {
                self.say(&json!({ "type": "changed", "file": name, "text": read.text, "version": read.version }));
            }
        }
        true
    }

    /// Reads the rules again. Rules for another number of players are right, too: the table says that they need a new one.
    fn load(&self) -> Result<Loaded, LoadError> {
        let mut any = self.request.clone();
        any.choices.players = None;
        match ruleset_loader::load(&self.request) {
            Err(error @ LoadError::BadOption(_)) => ruleset_loader::load(&any).map_err(|_| error),
            read => read,
        }
    }

    /// Checks the rules as they are on the disk; if they are right, the game goes on under them, and scenarios are run.
    fn check(&self, reason: CheckReason) {
        self.say(&json!({ "type": "checking" }));
        let read = guarded(|| self.load());
        let (is_clean, text) = match &read {
            Ok(Ok(loaded)) => (true, loaded.warnings.render(&loaded.sources, Style::Plain)),
            Ok(Err(error)) => (false, error.text(Style::Plain)),
            Err(defect) => (false, defect.message()),
        };
        let text = self.folder.with_names(&text);
        self.say(&json!({ "type": "checked", "clean": is_clean, "text": text }));
        if let Ok(Ok(loaded)) = read {
            self.go_on(loaded, reason);
            self.run_scenarios();
        }
    }

    /// Lets the game go on under rules. A page that has just opened is only told whether they are others.
    fn go_on(&self, loaded: Loaded, reason: CheckReason) {
        if reason != CheckReason::Opened {
            // If the page is gone, the thread ends at its next turn.
            let _ = self.page.renew(NewRules {
                rules: loaded.rules,
                sources: loaded.sources,
                goes_back: reason == CheckReason::GoesBack,
            });
        } else if let Some(game) = &self.game
            && game.is_of_other_rules(&loaded.rules)
        {
            let text = "the rules in the folder are no longer those of this game";
            self.say(&json!({ "type": "renewed", "goes_on": false, "text": text }));
        }
    }

    fn run_scenarios(&self) {
        let named = |outcome: ScenarioOutcome| ScenarioOutcome {
            file: self.folder.with_names(&outcome.file),
            report: self.folder.with_names(&outcome.report),
            ..outcome
        };
        let message = match guarded(|| outcomes(self.folder.path())) {
            Ok(Ok(all)) => {
                let all: Vec<_> = all.into_iter().map(named).collect();
                json!({ "type": "scenarios", "scenarios": all })
            }
            Ok(Err(text)) => json!({ "type": "scenarios", "scenarios": [], "text": text }),
            Err(defect) => {
                json!({ "type": "scenarios", "scenarios": [], "text": defect.message() })
            }
        };
        self.say(&message);
    }
}
