//! The handlers of the protocol's commands.

use crate::load_error::LoadError;
use crate::protocol::answer::{self, Answer, FailureAnswer, GameAnswer};
use crate::protocol::connection::Connection;
use crate::protocol::engine_game::EngineGame;
use crate::protocol::perspective::Answered;
use crate::protocol::request::{AskedScenario, Fields, New, Request, ScenarioText, Verb};
use crate::reading_scope::ReadingScope;
use crate::ruleset_loader::{self, RulesetRequest, ShippedRuleset};
use crate::scenarios::open::{self, OpenedGame, WantedScenario};
use crate::{files, seed};
use linstock_play::{Refusal, Save, Session};
use serde_json::json;
use std::io::Write as _;
use std::path::Path;
use std::sync::OnceLock;

/// Answers requests about one game.
#[derive(Default)]
pub(crate) struct Server {
    connection: Connection,
    game: EngineGame,
}

impl Server {
    /// Makes an engine without a game.
    pub(crate) fn new(connection: Connection) -> Self {
        Self {
            connection,
            game: EngineGame::default(),
        }
    }

    /// Makes an engine with a game.
    #[cfg(test)]
    pub(crate) fn with(session: Session, connection: Connection) -> Self {
        Self {
            connection,
            game: EngineGame::with(session),
        }
    }

    /// Answers a line; returns the answer, and whether it was the last.
    pub(crate) fn answer(&mut self, line: &[u8]) -> (String, bool) {
        let fields = match Fields::of(line) {
            Ok(fields) => fields,
            Err(failure) => return (answer::line(None, &Err(failure)), false),
        };
        let id = fields.id();
        let request = fields.request(line.len());
        let quit = matches!(&request, Ok(r) if matches!(r.verb, Verb::Quit));
        let connection = &self.connection;
        let done = self.game.guarded(|game| {
            let admitted = request.and_then(|request| connection.admit(request));
            answer::line(id, &admitted.and_then(|r| run(game, r, &connection.scope)))
        });
        let answered = done.unwrap_or_else(|defect| {
            // Standard error may be closed; the answer is sent all the same.
            let _ = writeln!(std::io::stderr(), "{}", defect.log_line());
            answer::line(id, &Err(answer::fault(&defect)))
        });
        (answered, quit)
    }
}

fn run(game: &mut EngineGame, request: Request<'_>, scope: &ReadingScope) -> Answered {
    let who = request.who.as_deref();
    match request.verb {
        Verb::New(new) => game.begin(begun(new, scope)?, who),
        Verb::Load(text) => {
            let session = loaded(game, text, scope).map_err(answer::unloadable)?;
            game.begin(session, who)
        }
        Verb::State => Ok(Answer::of(&game.seen_by(who)?.state())),
        Verb::Moves => game.seen_by(who)?.moves(),
        Verb::Play(plays) => game.play(plays, who),
        Verb::Undo(count) => game.step(who, |session| session.undo(count)),
        Verb::Redo(count) => game.step(who, |session| session.redo(count)),
        Verb::Why(text) => game.seen_by(who)?.why(&text),
        Verb::Think(think) => game.think(&think, who),
        Verb::View => Ok(game.seen_by(who)?.view()),
        Verb::Result => Ok(game.seen_by(who)?.result()),
        Verb::History => Ok(game.seen_by(who)?.history()),
        Verb::Save => game.seen_by(who)?.save(),
        Verb::Games => Ok(Answer::of(&json!({ "games": games()? }))),
        Verb::Quit => Ok(Answer::of(&json!({}))),
    }
}

fn begun(new: New, scope: &ReadingScope) -> Result<Session, FailureAnswer> {
    let OpenedGame { loaded, given } = match new.scenario {
        Some(asked) => opened(&new.game, &asked, scope),
        None => {
            let request = RulesetRequest {
                game: new.game,
                choices: new.choices,
                names: Vec::new(),
            };
            let loaded = ruleset_loader::load_within(&request, scope);
            loaded.map(|loaded| OpenedGame {
                loaded,
                given: None,
            })
        }
    }
    .map_err(failure)?;
    let setup = loaded.setup(new.seed.unwrap_or_else(seed::draw), new.chance);
    open::begin(loaded.rules, setup, given).map_err(answer::unloadable)
}

/// Opens the scenario from which a game begins.
fn opened(
    game: &str,
    asked: &AskedScenario,
    scope: &ReadingScope,
) -> Result<OpenedGame, LoadError> {
    let read = |path: &String| scope.read(Path::new(path)).map_err(LoadError::BadOption);
    let (file, text) = match &asked.file {
        ScenarioText::File(path) => (path.as_str(), read(path)?),
        ScenarioText::Here(text) => ("scenario", text.clone()),
    };
    let wanted = WantedScenario {
        file,
        text: &text,
        title: &asked.title,
    };
    open::open(game, wanted, scope)
}

fn loaded(game: &EngineGame, text: &str, scope: &ReadingScope) -> Result<Session, Refusal> {
    let save = Save::read(text)?;
    let (rules, sources) = match game.rules_of(&save) {
        Some(found) => found,
        None => {
            let loaded = ruleset_loader::load_for_within(&save, scope)?;
            (loaded.rules, Some(loaded.sources))
        }
    };
    save.resume(rules, sources)
}

fn failure(error: LoadError) -> FailureAnswer {
    let code = match error {
        LoadError::UnknownGame(_) => "unknown-game",
        LoadError::BadRules { .. } => "bad-rules",
        LoadError::BadOption(_) => "bad-option",
    };
    FailureAnswer::new(code, error.text(linstock_base::Style::Plain))
}

/// Lists the shipped games. They are part of the program, so they are read once.
fn games() -> Result<&'static [GameAnswer], FailureAnswer> {
    static GAMES: OnceLock<Vec<GameAnswer>> = OnceLock::new();
    if let Some(games) = GAMES.get() {
        return Ok(games);
    }
    let games = shipped()?;
    Ok(GAMES.get_or_init(|| games))
}

fn shipped() -> Result<Vec<GameAnswer>, FailureAnswer> {
    let names = files::shipped_names();
    let games = names.iter().map(|name| ruleset_loader::listed(name));
    games
        .map(|game| game.map(of_shipped).map_err(failure))
        .collect()
}

fn of_shipped(shipped: ShippedRuleset) -> GameAnswer {
    let ShippedRuleset { listing, variants } = shipped;
    let options = listing.options.iter();
    GameAnswer {
        name: listing.name,
        title: listing.title,
        players: [listing.player_counts.0, listing.player_counts.1],
        options: answer::texts(options.clone().map(|o| (&o.name, &o.default))),
        choices: answer::texts(options.map(|o| (&o.name, &o.choices))),
        variants,
    }
}
