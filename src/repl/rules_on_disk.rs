//! The files of the current game: its ruleset, and the scenario whose position is the start of games.

use crate::command_failure::CommandFailure;
use crate::files;
use crate::repl::game::Repl;
use crate::ruleset_loader::{self, RulesetRequest};
use crate::scenarios::open::{self, OpenedGame};
use crate::shown::Shown;
use linstock_base::{Sources, Style};
use std::path::Path;

/// Paths and texts of files at the time of reading.
pub(super) type FileTexts = Vec<(String, String)>;

/// The source of a game's rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RulesOnDisk {
    request: RulesetRequest,
    /// File and title of the scenario.
    scenario: Option<(String, String)>,
    /// The style of diagnostics.
    style: Style,
}

impl RulesOnDisk {
    pub(super) fn of(repl: &Repl) -> Self {
        let scenario = repl.scenario.as_ref();
        Self {
            request: repl.loaded.request.clone(),
            scenario: scenario.map(|s| (s.file.clone(), s.title.clone())),
            style: repl.canvas.style,
        }
    }

    /// Returns the current texts. An unreadable file has an empty text.
    pub(super) fn texts(&self) -> FileTexts {
        let sources = ruleset_loader::texts(&self.request);
        self.with_scenario(&sources.unwrap_or_default())
    }

    /// Returns the texts that a game was loaded from, and the current text of its scenario.
    pub(super) fn loaded_texts(repl: &Repl) -> FileTexts {
        Self::of(repl).with_scenario(&repl.loaded.sources)
    }

    /// Adds the current text of the scenario to the texts of the rules.
    fn with_scenario(&self, sources: &Sources) -> FileTexts {
        let sources = sources.iter();
        let mut texts: FileTexts = sources
            .map(|(_, source)| (source.path.clone(), source.text.clone()))
            .collect();
        if let Some((file, _)) = &self.scenario {
            // `files::read` does not wait for a pipe at this path.
            let text = files::read(Path::new(file)).unwrap_or_default();
            texts.push((file.clone(), text));
        }
        texts
    }

    /// Reads the rules, and the position of the scenario.
    pub(super) fn read(&self) -> Result<OpenedGame, Shown> {
        let Some((file, title)) = &self.scenario else {
            let loaded = ruleset_loader::load(&self.request);
            let loaded = loaded.map_err(|error| error.shown(self.style))?;
            let given = None;
            return Ok(OpenedGame { loaded, given });
        };
        let opened = open::from_file(Some(&self.request.game), file, title);
        opened.map_err(|failure| match failure {
            CommandFailure::Mistakes(text) => text,
            CommandFailure::Failed(text) | CommandFailure::Call(text) => text.into(),
            CommandFailure::Unread => Shown::default(),
        })
    }
}
