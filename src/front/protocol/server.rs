//! The handlers of the protocol's commands.

use crate::check::Choices;
use crate::front::protocol::answer::{
    self, Answer, Begun, FailureAnswer, GameAnswer, MovesAnswer, OutcomeAnswer, Played, StateAnswer,
};
use crate::front::protocol::request::{As, Fields, New, Play, Request};
use crate::front::ruleset_loader::{self, LoadError, Loaded, RulesetRequest};
use crate::front::{files, seed};
use crate::model::TagId;
use crate::play::{Actor, Canvas, ChoiceMade, Observation, Order, Refusal, Save, Session, Viewer};
use serde_json::{Map, json};
use std::sync::Arc;

/// Answers requests about one game.
#[derive(Default)]
pub(super) struct Server {
    session: Option<Session>,
}

type Answered = Result<Answer, FailureAnswer>;

impl Server {
    /// Answers a line; tells whether it was the last.
    pub(crate) fn answer(&mut self, line: &[u8]) -> (String, bool) {
        let fields = match Fields::of(line) {
            Ok(fields) => fields,
            Err(failure) => return (answer::line(None, &Err(failure)), false),
        };
        let request = fields.request(line.len());
        let quit = matches!(request, Ok(Request::Quit));
        let result = request.and_then(|request| self.run(request));
        (answer::line(fields.id(), &result), quit)
    }

    fn run(&mut self, request: Request) -> Answered {
        match request {
            Request::New(new) => self.begin(new),
            Request::State(who) => self.state(&who),
            Request::Moves(who) => self.moves(&who),
            Request::Play { plays, who } => self.play(plays, &who),
            Request::Undo(count) => self.step(|session| session.undo(count)),
            Request::Redo(count) => self.step(|session| session.redo(count)),
            Request::Why { text, who } => self.why(&text, &who),
            Request::View(who) => self.view(&who),
            Request::Result(who) => self.result(&who),
            Request::History(who) => self.history(&who),
            Request::Save => Ok(Answer::Save {
                save: Box::new(Save::of(self.session()?)),
            }),
            Request::Load(text) => self.load(&text),
            Request::Games => Ok(Answer::Games { games: games()? }),
            Request::Quit => Ok(Answer::Quit {}),
        }
    }

    fn session(&self) -> Result<&Session, FailureAnswer> {
        self.session.as_ref().ok_or_else(no_game)
    }

    fn session_mut(&mut self) -> Result<&mut Session, FailureAnswer> {
        self.session.as_mut().ok_or_else(no_game)
    }

    fn begin(&mut self, new: New) -> Answered {
        let request = RulesetRequest {
            game: new.game,
            choices: new.choices,
        };
        let loaded = ruleset_loader::load(&request).map_err(failure)?;
        let setup = loaded.setup(new.seed.unwrap_or_else(seed::draw), new.chance);
        let session = Session::begin(loaded.rules, setup)?;
        Ok(self.begun(session))
    }

    fn begun(&mut self, session: Session) -> Answer {
        let answer = Answer::Begun(Begun::of(&session));
        self.session = Some(session);
        answer
    }

    fn load(&mut self, text: &str) -> Answered {
        let save = Save::read(text)?;
        let session = match &self.session {
            Some(session) if save.fits(session) => {
                save.resume(Arc::clone(session.rules()), session.setup().sources.clone())?
            }
            _ => {
                let loaded = ruleset_loader::load_for(&save)?;
                save.resume(loaded.rules, Some(loaded.sources))?
            }
        };
        Ok(self.begun(session))
    }

    fn state(&self, who: &As) -> Answered {
        let session = self.session()?;
        let viewer = viewer(session, who)?;
        Ok(Answer::State(StateAnswer::of(session, viewer)))
    }

    fn moves(&self, who: &As) -> Answered {
        let session = self.session()?;
        let actor = actor(session, who)?.or(session.decider());
        let choices = match actor {
            Some(actor) => session.choices(actor)?,
            None => Vec::new(),
        };
        let chance = actor == Some(Actor::Chance) && session.decider() == Some(Actor::Chance);
        Ok(Answer::Moves(listed(choices, chance)))
    }

    fn play(&mut self, plays: Vec<Play>, who: &As) -> Answered {
        let session = self.session_mut()?;
        let viewer = viewer(session, who)?;
        let orders = plays
            .into_iter()
            .map(|play| {
                let actor = actor(session, &play.who)?;
                Ok(Order {
                    actor,
                    text: play.text,
                })
            })
            .collect::<Result<Vec<_>, Refusal>>()?;
        let from = session.ply();
        session.play(&orders)?;
        Ok(Answer::Played(Played::of(session, viewer, from)))
    }

    fn step(&mut self, step: impl Fn(&mut Session) -> Result<(), Refusal>) -> Answered {
        let session = self.session_mut()?;
        step(session)?;
        Ok(Answer::State(StateAnswer::of(session, Viewer::Table)))
    }

    fn why(&self, text: &str, who: &As) -> Answered {
        let session = self.session()?;
        let why = session.why(actor(session, who)?, text)?;
        let (clauses, readings) = tags(session, &why.clauses);
        Ok(Answer::Why {
            legal: why.legal,
            reason: why.reason,
            clauses,
            readings,
        })
    }

    fn view(&self, who: &As) -> Answered {
        let session = self.session()?;
        let view = Observation::new(session, viewer(session, who)?);
        Ok(Answer::View {
            text: view.text(Canvas::default()),
            view: view.json(),
        })
    }

    fn result(&self, who: &As) -> Answered {
        let session = self.session()?;
        viewer(session, who)?;
        let (rules, model) = (session.rules(), session.model());
        let Some(outcome) = rules.outcome(session.state()) else {
            return Ok(Answer::Result(OutcomeAnswer {
                over: false,
                winners: Vec::new(),
                reason: "the game is still on".to_owned(),
                scores: Map::new(),
                clauses: Vec::new(),
                readings: Vec::new(),
            }));
        };
        let scores = rules.scores(session.state());
        let (clauses, readings) = tags(session, &outcome.tags);
        Ok(Answer::Result(OutcomeAnswer {
            over: true,
            winners: outcome
                .winners
                .iter()
                .map(|s| model.players[usize::from(s.0)].clone())
                .collect(),
            reason: outcome.reason,
            scores: model
                .players
                .iter()
                .cloned()
                .zip(scores.into_iter().map(|s| json!(s)))
                .collect(),
            clauses,
            readings,
        }))
    }

    fn history(&self, who: &As) -> Answered {
        let session = self.session()?;
        let (players, moves) = session
            .seen(viewer(session, who)?)
            .map(|(actor, text)| (session.actor_name(actor).to_owned(), text.to_owned()))
            .unzip();
        Ok(Answer::History { moves, players })
    }
}

fn no_game() -> FailureAnswer {
    FailureAnswer::new(
        "no-game",
        "there is no game yet; begin one with {\"cmd\":\"new\",\"game\":NAME}",
    )
}

fn failure(error: LoadError) -> FailureAnswer {
    let code = match error {
        LoadError::UnknownGame(_) => "unknown-game",
        LoadError::BadRules { .. } => "bad-rules",
        LoadError::BadOption(_) => "bad-option",
    };
    FailureAnswer::new(code, error.text(crate::base::Style::Plain))
}

fn actor(session: &Session, who: &As) -> Result<Option<Actor>, Refusal> {
    who.as_ref().map(|name| session.actor(name)).transpose()
}

/// Returns the viewer for an actor. Chance sees everything, since it must know its outcomes.
fn viewer(session: &Session, who: &As) -> Result<Viewer, Refusal> {
    Ok(match actor(session, who)? {
        Some(Actor::Player(seat)) => Viewer::Seat(seat),
        Some(Actor::Chance) | None => Viewer::Table,
    })
}

/// Splits tags into clauses of the rulebook and readings, by name.
fn tags(session: &Session, tags: &[TagId]) -> (Vec<String>, Vec<String>) {
    let model = session.model();
    let is_reading = |tag: &TagId| model.sheet.readings.iter().any(|r| r.tag == *tag);
    let (readings, clauses): (Vec<TagId>, Vec<TagId>) =
        tags.iter().partition(|tag| is_reading(tag));
    let names = |tags: Vec<TagId>| tags.iter().map(|tag| model.tag(*tag).to_owned()).collect();
    (names(clauses), names(readings))
}

/// Lists choices, with weights for chance.
pub(super) fn listed(choices: Vec<ChoiceMade>, chance: bool) -> MovesAnswer {
    let weights: Vec<u64> = choices.iter().map(|c| c.weight).collect();
    let moves = choices.into_iter().map(|c| c.text).collect();
    if !chance {
        return MovesAnswer {
            moves,
            ..MovesAnswer::default()
        };
    }
    MovesAnswer {
        moves,
        probabilities: Some(crate::play::probabilities(&weights)),
        weights: Some(weights),
    }
}

fn games() -> Result<Vec<GameAnswer>, FailureAnswer> {
    let game = |name: String| {
        let request = RulesetRequest {
            game: name,
            choices: Choices::default(),
        };
        ruleset_loader::load(&request)
            .map(|loaded| listing(&loaded))
            .map_err(failure)
    };
    files::shipped_names().into_iter().map(game).collect()
}

fn listing(loaded: &Loaded) -> GameAnswer {
    let model = loaded.rules.model();
    GameAnswer {
        name: model.name.clone(),
        title: model.title.clone(),
        players: [model.player_counts.0, model.player_counts.1],
        options: answer::texts(model.options.iter().map(|o| (&o.name, &o.default))),
        choices: answer::texts(model.options.iter().map(|o| (&o.name, &o.choices))),
        variants: loaded.variants.clone(),
    }
}
