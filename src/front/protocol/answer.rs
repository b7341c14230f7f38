//! Answers of the protocol, as JSON.

use crate::front::guard::Defect;
use crate::play::save::hash_text;
use crate::play::{ChanceMode, Event, Refusal, Save, Session, Viewer};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

/// The `error` of an answer: why a request was refused.
#[derive(Serialize, Debug)]
pub(super) struct FailureAnswer {
    code: &'static str,
    message: String,
    /// The number of a defect.
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<u64>,
}

impl FailureAnswer {
    /// Makes a failure.
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            fault: None,
        }
    }
}

impl From<Refusal> for FailureAnswer {
    fn from(refusal: Refusal) -> Self {
        Self::new(refusal.code(), refusal.to_string())
    }
}

/// Makes the failure of a line that is not a request.
pub(super) fn bad_request(message: impl Into<String>) -> FailureAnswer {
    FailureAnswer::new("bad-request", message)
}

/// Makes the failure of a request that a defect of the program stopped.
pub(super) fn fault(defect: &Defect) -> FailureAnswer {
    FailureAnswer {
        fault: Some(defect.number),
        ..FailureAnswer::new("fault", defect.told())
    }
}

/// Writes an answer, with the `id` as it was written in the request.
pub(super) fn line(id: Option<&RawValue>, result: &Result<Answer, FailureAnswer>) -> String {
    // An `id` may contain a carriage return between tokens; some programs would read it as the end of the line.
    let id = id
        .map(|id| format!(",\"id\":{}", id.get().replace('\r', " ")))
        .unwrap_or_default();
    let (ok, body) = match result {
        Ok(answer) => (true, written(answer)),
        Err(failure) => (false, written(&json!({ "error": failure }))),
    };
    let inside = body
        .strip_prefix('{')
        .and_then(|b| b.strip_suffix('}'))
        .unwrap_or_default();
    let comma = if inside.is_empty() { "" } else { "," };
    format!("{{\"ok\":{ok}{id}{comma}{inside}}}")
}

/// Serialises an answer. It has only texts, numbers and lists, so this cannot fail.
fn written(body: &impl Serialize) -> String {
    serde_json::to_string(body).unwrap_or_default()
}

/// Writes the answer to a line that is too long.
pub(super) fn too_long() -> String {
    line(None, &Err(bad_request("the line is over 64 MiB")))
}

/// The fields of an answer, besides `ok` and `id`.
#[derive(Serialize, Debug)]
#[serde(untagged)]
pub(super) enum Answer {
    Begun(Begun),
    Played(Played),
    State(StateAnswer),
    Moves(MovesAnswer),
    Why {
        legal: bool,
        reason: String,
        clauses: Vec<String>,
        readings: Vec<String>,
    },
    View {
        text: String,
        view: Value,
    },
    Result(OutcomeAnswer),
    History {
        moves: Vec<String>,
        players: Vec<String>,
    },
    Save {
        save: Box<Save>,
    },
    Games {
        games: Vec<GameAnswer>,
    },
    Quit {},
}

/// The state of a game.
#[derive(Serialize, Debug)]
pub(super) struct StateAnswer {
    game: String,
    players: Vec<String>,
    options: Map<String, Value>,
    variants: Vec<String>,
    chance: &'static str,
    ply: usize,
    to_move: Vec<String>,
    phase: String,
    over: bool,
    hash: String,
}

/// The state, and the events that led to it.
#[derive(Serialize, Debug)]
pub(super) struct Played {
    #[serde(flatten)]
    state: StateAnswer,
    events: Vec<Value>,
}

/// The state of a game that has just begun or been loaded.
#[derive(Serialize, Debug)]
pub(super) struct Begun {
    #[serde(flatten)]
    played: Played,
    seed: u64,
}

/// The legal choices.
#[derive(Serialize, Debug, Default)]
pub(super) struct MovesAnswer {
    pub(crate) moves: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) probabilities: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) weights: Option<Vec<u64>>,
}

/// The status of a game.
#[derive(Serialize, Debug)]
pub(super) struct OutcomeAnswer {
    pub(crate) over: bool,
    pub(crate) winners: Vec<String>,
    pub(crate) reason: String,
    pub(crate) scores: Map<String, Value>,
    pub(crate) clauses: Vec<String>,
    pub(crate) readings: Vec<String>,
}

/// A ruleset that can be played.
#[derive(Serialize, Debug)]
pub(super) struct GameAnswer {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) players: [usize; 2],
    /// Options and their defaults.
    pub(crate) options: Map<String, Value>,
    /// Options and the values they may have.
    pub(crate) choices: Map<String, Value>,
    pub(crate) variants: Vec<String>,
}

impl StateAnswer {
    /// Makes the state of a game for a viewer.
    pub(crate) fn of(session: &Session, viewer: Viewer) -> Self {
        let (model, rules, setup) = (session.model(), session.rules(), session.setup());
        let turn = session.turn();
        Self {
            game: model.name.clone(),
            players: model.players.clone(),
            options: texts(model.options.iter().map(|o| (&o.name, &o.value))),
            variants: setup.variants.clone(),
            chance: match setup.chance {
                ChanceMode::Auto => "auto",
                ChanceMode::Manual => "manual",
            },
            ply: session.ply(),
            to_move: crate::play::to_move(model, &turn)
                .into_iter()
                .map(str::to_owned)
                .collect(),
            phase: rules.phase(session.state()).unwrap_or_default().to_owned(),
            over: turn == crate::vm::Turn::Over,
            hash: hash_text(session.hash(viewer)),
        }
    }
}

impl Played {
    /// Makes the state of a game, with the events after the first `from` plies.
    pub(crate) fn of(session: &Session, viewer: Viewer, from: usize) -> Self {
        let events = session.events(from, viewer);
        Self {
            state: StateAnswer::of(session, viewer),
            events: events.iter().map(|e| event(session, e)).collect(),
        }
    }
}

impl Begun {
    /// Makes the state of a game that was begun or loaded, with all its events.
    pub(crate) fn of(session: &Session) -> Self {
        Self {
            played: Played::of(session, Viewer::Table, 0),
            seed: session.setup().seed,
        }
    }
}

/// Makes a JSON object of texts.
pub(super) fn texts<'a>(
    pairs: impl Iterator<Item = (&'a String, &'a String)>,
) -> Map<String, Value> {
    pairs
        .map(|(name, text)| (name.clone(), json!(text)))
        .collect()
}

fn event(session: &Session, event: &Event) -> Value {
    let name = |seat: &crate::model::SeatId| &session.model().players[usize::from(seat.0)];
    match event {
        Event::Chance(text) => json!({ "event": "chance", "move": text }),
        Event::Move(seat, text) => json!({ "event": "move", "player": name(seat), "move": text }),
        Event::Over(winners) => {
            json!({ "event": "over", "winners": winners.iter().map(name).collect::<Vec<_>>() })
        }
    }
}
