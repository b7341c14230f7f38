//! Answers of the protocol, as JSON.

use crate::guard::Defect;
use crate::shown;
use linstock_play::Refusal;
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

/// Makes the failure of a line that is not a request.
pub(super) fn bad_request(message: impl Into<String>) -> FailureAnswer {
    FailureAnswer::new("bad-request", message)
}

/// Makes the failure of a request that a defect of the program stopped.
pub(super) fn fault(defect: &Defect) -> FailureAnswer {
    FailureAnswer {
        fault: Some(defect.number),
        ..FailureAnswer::new("fault", defect.message())
    }
}

/// Makes the failure of a game that cannot begin or be loaded. It reveals nothing: the client sent everything that it is about.
pub(super) fn unloadable(refusal: Refusal) -> FailureAnswer {
    FailureAnswer::new(refusal.code(), refusal.to_string())
}

/// Writes an answer, with the `id` exactly as in the request.
pub(super) fn line(id: Option<&RawValue>, result: &Result<Answer, FailureAnswer>) -> String {
    // An `id` may contain a carriage return between tokens; some programs would read it as the end of the line.
    let id = id
        .map(|id| format!(",\"id\":{}", id.get().replace('\r', " ")))
        .unwrap_or_default();
    let (ok, body) = match result {
        Ok(Answer(fields)) => (true, fields.clone()),
        Err(failure) => (false, written(&json!({ "error": failure }))),
    };
    let inside = body
        .strip_prefix('{')
        .and_then(|b| b.strip_suffix('}'))
        .unwrap_or_default();
    let comma = if inside.is_empty() { "" } else { "," };
    shown::safe_json(format!("{{\"ok\":{ok}{id}{comma}{inside}}}"))
}

/// Serialises an answer. An answer has only texts, numbers and lists, so this cannot fail.
fn written(body: &impl Serialize) -> String {
    serde_json::to_string(body).unwrap_or_default()
}

/// Writes the answer to a line that is too long.
pub(super) fn too_long() -> String {
    line(None, &Err(bad_request("the line is over 64 MiB")))
}

/// The fields of an answer, other than `ok` and `id`, as a JSON object.
#[derive(Debug)]
pub(super) struct Answer(String);

impl Answer {
    /// Makes an answer of an object.
    pub(crate) fn of(fields: &impl Serialize) -> Self {
        Self(written(fields))
    }
}

/// The state of a game.
#[derive(Serialize, Debug)]
pub(super) struct StateAnswer {
    pub(crate) game: String,
    pub(crate) players: Vec<String>,
    pub(crate) options: Map<String, Value>,
    pub(crate) variants: Vec<String>,
    pub(crate) chance: &'static str,
    pub(crate) ply: usize,
    pub(crate) to_move: Vec<String>,
    pub(crate) phase: String,
    pub(crate) over: bool,
    pub(crate) hash: String,
}

/// The state, and the events that led to it.
#[derive(Serialize, Debug)]
pub(super) struct Played {
    #[serde(flatten)]
    pub(crate) state: StateAnswer,
    pub(crate) events: Vec<Value>,
}

/// The state of a game that has just begun or been loaded.
#[derive(Serialize, Debug)]
pub(super) struct Begun {
    #[serde(flatten)]
    pub(crate) played: Played,
    /// Only the table gets it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seed: Option<u64>,
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

/// A ruleset that can be played.
#[derive(Serialize, Debug)]
pub(super) struct GameAnswer {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) players: [usize; 2],
    /// Options and their defaults.
    pub(crate) options: Map<String, Value>,
    /// Options and their possible values.
    pub(crate) choices: Map<String, Value>,
    pub(crate) variants: Vec<String>,
}

/// Makes a JSON object of texts.
pub(super) fn texts<'a>(
    pairs: impl Iterator<Item = (&'a String, &'a String)>,
) -> Map<String, Value> {
    pairs
        .map(|(name, text)| (name.clone(), json!(text)))
        .collect()
}
