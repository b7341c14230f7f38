//! The designer's page: `linstock serve ./my-game` shows the host the text of the rules in an editor.
//!
//! The page sends messages, and gets answers and news. The page names files only through
//! `rules_folder.rs`. The language server runs on threads of its own (`language.rs`); so does the check after each save
//! (`rules_check.rs`). Searches and reports run as other processes (`reports.rs`).

mod language;
mod reports;
mod rules_check;
mod rules_folder;

use crate::ruleset_finder::is_path;
use crate::ruleset_loader::{self, RulesetRequest};
use language::LanguageTunnel;
use linstock_check::Choices;
use linstock_play::{Save, Session};
use linstock_table::{RulesAccess, RulesEditor, StudioSender, StudioVisit};
use reports::{ReportRequest, ReportRunner};
use rules_check::RulesCheck;
use rules_folder::{RulesFolder, WrittenText};
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::Path;

/// Opens the rules of tables that are in a folder.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FolderEditor;

/// Returns what the host may do with the rules of a game.
pub(super) fn access(session: &Session) -> RulesAccess {
    match (folder_of(session), &session.setup().source) {
        (Some(_), _) => RulesAccess::Editable,
        (None, None) => {
            let name = &session.model().name;
            RulesAccess::Copy(format!(
                "linstock new my-{name} --from {name}; linstock serve ./my-{name}"
            ))
        }
        (None, Some(_)) => RulesAccess::None,
    }
}

/// Returns the folder of the rules; `None` for a game inside the program.
fn folder_of(session: &Session) -> Option<RulesFolder> {
    let source = session.setup().source.as_ref()?;
    let is_own = is_path(source);
    RulesFolder::of(Path::new(source)).filter(|_| is_own)
}

/// Returns how the rules of a game are read again. Options that the game has at their defaults follow the rules.
fn request_of(session: &Session, folder: &RulesFolder) -> RulesetRequest {
    let model = session.model();
    let chosen = model.options.iter().filter(|o| o.value != o.default);
    let options = chosen.map(|option| (option.name.clone(), option.value.clone()));
    let choices = Choices {
        variants: session.setup().variants.clone(),
        options: options.collect(),
        players: Some(model.seats()),
    };
    request_with(folder, choices)
}

fn request_with(folder: &RulesFolder, choices: Choices) -> RulesetRequest {
    RulesetRequest {
        game: folder.game().to_string_lossy().into_owned(),
        choices,
        names: Vec::new(),
    }
}

impl RulesEditor for FolderEditor {
    fn open(
        &self,
        session: &Session,
        broken: Option<&Save>,
        page: StudioSender,
    ) -> Option<Box<dyn StudioVisit>> {
        let folder = folder_of(session)?;
        let request = match broken {
            Some(save) => request_with(&folder, ruleset_loader::choices_in(save)),
            None => request_of(session, &folder),
        };
        // A game that waits for its rules goes on at once if they are right.
        let game = broken.is_none().then(|| Save::of(session));
        let main = match broken {
            Some(save) => Some(format!("{}.game", save.game)),
            None => main_file(session),
        };
        let told = json!({ "type": "files", "files": folder.names(), "main": main });
        let visit = RulesVisit {
            language: LanguageTunnel::begin(&folder, page.clone())?,
            reports: ReportRunner::new(&folder, &request, page.clone()),
            check: RulesCheck::begin(&folder, (request, game), &page)?,
            folder,
            page,
        };
        visit.say(&told).then(|| Box::new(visit) as _)
    }
}

/// Returns the name of the file in which the game begins.
fn main_file(session: &Session) -> Option<String> {
    let sources = session.setup().sources.as_deref()?;
    let (_, first) = sources.iter().next()?;
    let name = Path::new(&first.path).file_name()?;
    Some(name.to_string_lossy().into_owned())
}

/// A message of the page.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum StudioMessage {
    /// Asks for a file.
    Open { file: String },
    /// Writes a file. `version` is what the page last knew of it.
    Save {
        file: String,
        text: String,
        version: Option<String>,
    },
    /// Lets the game go on before the first move that is no longer legal.
    GoBack,
    /// A message to the language server.
    Lsp { message: Value },
    /// Begins a search or a report.
    Run { report: ReportRequest },
    /// Stops it.
    Stop,
}

/// A page that shows the rules.
struct RulesVisit {
    folder: RulesFolder,
    language: LanguageTunnel,
    check: RulesCheck,
    reports: ReportRunner,
    page: StudioSender,
}

impl RulesVisit {
    fn say(&self, message: &Value) -> bool {
        self.page.say(message.to_string())
    }

    /// Refuses to open or to save a file.
    fn refuse(&self, file: &str, text: &str) {
        // If the page is gone, the visit ends.
        let _ = self.say(&json!({ "type": "refused", "file": file, "text": text }));
    }

    fn open(&self, name: &str) {
        match self.folder.read(name) {
            Ok(read) => {
                let said = json!({ "type": "file", "file": name, "text": read.text, "version": read.version });
                let _ = self.say(&said);
            }
            Err(why) => self.refuse(name, &why),
        }
    }

    fn save(&self, name: &str, text: (&str, Option<&str>)) {
        match self.check.write((&self.folder, name), text) {
            Ok(WrittenText::Saved(version)) => {
                let _ = self.say(&json!({ "type": "saved", "file": name, "version": version }));
                self.check.saved();
            }
            Ok(WrittenText::Conflict(now)) => {
                let said = json!({ "type": "conflict", "file": name, "text": now.text, "version": now.version });
                let _ = self.say(&said);
            }
            Err(why) => self.refuse(name, &why),
        }
    }
}

impl StudioVisit for RulesVisit {
    fn take(&mut self, message: &str) -> bool {
        let Ok(message) = serde_json::from_str(message) else {
            return false;
        };
        match message {
            StudioMessage::Open { file } => self.open(&file),
            StudioMessage::Save {
                file,
                text,
                version,
            } => self.save(&file, (&text, version.as_deref())),
            StudioMessage::GoBack => self.check.go_back(),
            StudioMessage::Lsp { message } => return self.language.take(message),
            StudioMessage::Run { report } => self.reports.begin(&report),
            StudioMessage::Stop => self.reports.stop(),
        }
        true
    }
}
