//! Opens the position of a scenario, for a game that starts there.

use crate::command_failure::CommandFailure;
use crate::load_error::LoadError;
use crate::reading_scope::ReadingScope;
use crate::ruleset_finder;
use crate::ruleset_loader::{self, Loaded, RulesetRequest};
use crate::scenarios::suites;
use linstock_play::Rules;
use linstock_play::scenario::ScenarioRunner;
use linstock_play::scenario::open::CannotOpen;
use linstock_play::{Refusal, Session, Setup, StartPosition};
use std::path::Path;
use std::sync::Arc;

/// A game that starts at the position of a scenario.
pub(crate) struct OpenedGame {
    /// The rules, under the options of the scenario.
    pub(crate) loaded: Loaded,
    /// The position; `None` at the start of the game.
    pub(crate) given: Option<StartPosition>,
}

/// A scenario: the name and the text of its file, and its title.
#[derive(Clone, Copy)]
pub(crate) struct WantedScenario<'a> {
    pub(crate) file: &'a str,
    pub(crate) text: &'a str,
    pub(crate) title: &'a str,
}

/// Opens a scenario in a file. Without a game, uses the game that the file is for.
pub(crate) fn from_file(
    game: Option<&str>,
    file: &str,
    title: &str,
) -> Result<OpenedGame, CommandFailure> {
    let path = Path::new(file);
    let text = crate::files::read(path).map_err(CommandFailure::Call)?;
    let game = match game {
        Some(game) => game.to_owned(),
        None => suites::game_of(path)?,
    };
    let text = text.as_str();
    let wanted = WantedScenario { file, text, title };
    Ok(open(&game, wanted, &ReadingScope::Anywhere)?)
}

/// Opens a scenario of a game.
pub(crate) fn open(
    game: &str,
    wanted: WantedScenario<'_>,
    scope: &ReadingScope,
) -> Result<OpenedGame, LoadError> {
    let sources = ruleset_finder::find_within(game, scope)?.sources;
    let mut runner = match ScenarioRunner::new(sources.clone()) {
        Ok(runner) => runner,
        Err(found) => return Err(LoadError::BadRules { found, sources }),
    };
    let opened = runner.open((wanted.file, wanted.text), wanted.title);
    let opened = opened.map_err(|cannot| {
        let CannotOpen { found, sources } = *cannot;
        LoadError::BadRules { found, sources }
    })?;
    let request = RulesetRequest {
        game: game.to_owned(),
        choices: opened.choices,
        names: Vec::new(),
    };
    Ok(OpenedGame {
        loaded: ruleset_loader::load_within(&request, scope)?,
        given: opened.given,
    })
}

/// Begins a game in a position, or at its start.
pub(crate) fn begin(
    rules: Arc<Rules>,
    setup: Setup,
    given: Option<StartPosition>,
) -> Result<Session, Refusal> {
    match given {
        Some(given) => Session::begin_at(rules, setup, given),
        None => Session::begin(rules, setup),
    }
}
