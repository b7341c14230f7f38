//! Requests of the protocol. Each field is checked separately, so that every mistake has its own message.

use crate::opponents::{PlayerSpec, Skill};
use crate::protocol::LONGEST_LINE;
use crate::protocol::answer;
use crate::protocol::answer::FailureAnswer;
use crate::protocol::fields::{self, Object};
use linstock_base::did_you_mean;
use linstock_check::Choices;
use linstock_play::ChanceMode;
use serde_json::value::RawValue;
use std::time::Duration;

/// How long `think` takes if the request names no player.
const THINKING_TIME: Duration = Duration::from_secs(1);

/// A request with valid fields.
#[derive(Debug)]
pub(super) struct Request<'a> {
    /// The speaker.
    pub(crate) who: As,
    /// The command with its fields.
    pub(crate) verb: Verb<'a>,
}

/// The name in an `"as"`.
pub(super) type As = Option<String>;

/// The fields of `new`.
#[derive(Debug)]
pub(super) struct New {
    pub(crate) game: String,
    pub(crate) choices: Choices,
    pub(crate) seed: Option<u64>,
    pub(crate) chance: ChanceMode,
    pub(crate) scenario: Option<AskedScenario>,
}

/// The scenario from which a game begins.
#[derive(Debug)]
pub(super) struct AskedScenario {
    pub(crate) title: String,
    /// Its file, or its text.
    pub(crate) file: ScenarioText,
}

/// The source of a scenario's text.
#[derive(Debug)]
pub(super) enum ScenarioText {
    File(String),
    Here(String),
}

/// A move of `play`.
#[derive(Debug)]
pub(super) struct Play {
    pub(crate) text: String,
    /// The name next to this move.
    pub(crate) who: As,
}

/// The fields of `think`.
#[derive(Debug)]
pub(super) struct Think {
    /// The computer player that thinks.
    pub(crate) player: PlayerSpec,
    /// The most moves in the answer.
    pub(crate) count: u64,
}

/// Declares the commands: the name for `cmd`, the case of [`Verb`], and how its fields are read.
macro_rules! verbs {
    ($life:lifetime: $($name:literal => $case:ident $(($of:ty) = $read:expr)?,)*) => {
        /// A command with its fields.
        #[derive(Debug)]
        pub(super) enum Verb<$life> {
            $($case $(($of))?,)*
        }

        const COMMANDS: &[&str] = &[$($name),*];

        impl<$life> Fields<$life> {
            fn verb(&self, cmd: &str) -> Read<Verb<$life>> {
                Ok(match cmd {
                    $($name => Verb::$case $(($read(self)?))?,)*
                    other => return Err(unknown_command(other)),
                })
            }
        }
    };
}

verbs! {
    'a:
    "new" => New(New) = Fields::new_game,
    "state" => State,
    "moves" => Moves,
    "play" => Play(Vec<Play>) = Fields::plays,
    "undo" => Undo(u64) = Fields::count,
    "redo" => Redo(u64) = Fields::count,
    "why" => Why(String) = |fields: &Fields<'_>| fields.needed("move", Fields::text),
    "think" => Think(Think) = Fields::think,
    "view" => View,
    "result" => Result,
    "history" => History,
    "save" => Save,
    // The text of the save.
    "load" => Load(&'a str) = Fields::save,
    "games" => Games,
    "quit" => Quit,
}

/// The raw fields of an object. Unknown fields are ignored.
pub(super) struct Fields<'a>(Object<'a>);

type Read<T> = Result<T, FailureAnswer>;

impl<'a> Fields<'a> {
    /// Reads a line as an object.
    pub(crate) fn of(line: &'a [u8]) -> Read<Self> {
        let text = std::str::from_utf8(line).map_err(|e| {
            answer::bad_request(format!(
                "the line is not UTF-8 from byte {} on",
                e.valid_up_to() + 1
            ))
        })?;
        if text.trim().is_empty() {
            return Err(answer::bad_request(
                "the line is empty; a request is a JSON object on one line",
            ));
        }
        let fields = serde_json::from_str(text).map_err(|e| {
            answer::bad_request(match serde_json::from_str::<&RawValue>(text) {
                Ok(_) => "a request is a JSON object, such as {\"cmd\":\"state\"}".to_owned(),
                Err(_) => format!("the line is not JSON: {e}"),
            })
        })?;
        Ok(Self(fields))
    }

    /// Returns the request's `id` exactly as written.
    pub(crate) fn id(&self) -> Option<&'a RawValue> {
        self.0.fields.get("id").copied()
    }

    /// Reads the request; `length` is the length of its line.
    pub(crate) fn request(&self, length: usize) -> Read<Request<'a>> {
        self.once()?;
        let cmd = self.needed("cmd", Self::text)?;
        if length > LONGEST_LINE && cmd != "load" {
            return Err(answer::bad_request(
                "the line is over 1 MiB; only `load` may be longer",
            ));
        }
        let verb = self.verb(&cmd)?;
        let who = match verb {
            // Their answers are the same for everyone.
            Verb::Games | Verb::Quit => None,
            _ => self.text("as")?,
        };
        Ok(Request { who, verb })
    }

    /// Refuses a duplicate field: another reader of the line might use the other value.
    fn once(&self) -> Read<()> {
        let twice = self.0.twice.as_ref();
        twice.map_or(Ok(()), |name| {
            Err(answer::bad_request(fields::stands_twice(name)))
        })
    }

    fn get(&self, name: &str) -> Option<&'a str> {
        self.0.fields.get(name).map(|raw| raw.get())
    }

    fn needed<T>(&self, name: &str, read: impl Fn(&Self, &str) -> Read<Option<T>>) -> Read<T> {
        read(self, name)?
            .ok_or_else(|| answer::bad_request(format!("the field `{name}` is missing")))
    }

    fn text(&self, name: &str) -> Read<Option<String>> {
        self.get(name).map(|raw| as_text(raw, name)).transpose()
    }

    /// Reads a whole number, clamped to the range of the type.
    fn whole(&self, name: &str) -> Read<Option<i128>> {
        let read = |raw: &str| {
            let digits = raw.strip_prefix('-').unwrap_or(raw);
            if !digits.bytes().all(|b| b.is_ascii_digit()) {
                return Err(wrong(name, "a whole number"));
            }
            let most = if raw.starts_with('-') {
                i128::MIN
            } else {
                i128::MAX
            };
            Ok(raw.parse().unwrap_or(most))
        };
        self.get(name).map(read).transpose()
    }

    fn think(&self) -> Read<Think> {
        let player = match self.text("player")? {
            None => PlayerSpec::within(Skill::Best, THINKING_TIME),
            Some(text) => PlayerSpec::read(&text).map_err(answer::bad_request)?,
        };
        let count = self.count()?;
        Ok(Think { player, count })
    }

    fn count(&self) -> Read<u64> {
        match self.whole("count")? {
            None => Ok(1),
            Some(count) if count < 1 => Err(wrong("count", "a whole number above 0")),
            Some(count) => Ok(u64::try_from(count).unwrap_or(u64::MAX)),
        }
    }

    fn new_game(&self) -> Read<New> {
        let game = self.needed("game", Self::text)?;
        let seed = match self.whole("seed")?.map(u64::try_from).transpose() {
            Ok(seed) => seed,
            Err(_) => {
                return Err(wrong(
                    "seed",
                    "a whole number from 0 to 18446744073709551615",
                ));
            }
        };
        let chance = match self.text("chance")?.as_deref() {
            None | Some("auto") => ChanceMode::Auto,
            Some("manual") => ChanceMode::Manual,
            Some(_) => return Err(wrong("chance", "\"auto\" or \"manual\"")),
        };
        // No game supports a number of players that does not fit.
        let players = self
            .whole("players")?
            .map(|n| usize::try_from(n).unwrap_or(0));
        let choices = Choices {
            variants: self.variants()?,
            options: self.options()?,
            players,
        };
        let scenario = self.scenario()?;
        if scenario.is_some() && choices != Choices::default() {
            return Err(answer::bad_request(
                "a scenario brings its own options, variants and players; leave these fields out",
            ));
        }
        Ok(New {
            game,
            choices,
            seed,
            chance,
            scenario,
        })
    }

    fn scenario(&self) -> Read<Option<AskedScenario>> {
        let expected = || {
            wrong(
                "scenario",
                "an object {\"file\":path,\"title\":text} or {\"text\":text,\"title\":text}",
            )
        };
        let Some(raw) = self.get("scenario") else {
            return Ok(None);
        };
        let fields = Fields(serde_json::from_str(raw).map_err(|_| expected())?);
        fields.once()?;
        let file = match (fields.text("file")?, fields.text("text")?) {
            (Some(file), None) => ScenarioText::File(file),
            (None, Some(text)) => ScenarioText::Here(text),
            _ => return Err(expected()),
        };
        let title = fields.needed("title", Self::text)?;
        Ok(Some(AskedScenario { title, file }))
    }

    fn variants(&self) -> Read<Vec<String>> {
        let Some(raw) = self.get("variants") else {
            return Ok(Vec::new());
        };
        serde_json::from_str(raw).map_err(|_| wrong("variants", "an array of texts"))
    }

    fn options(&self) -> Read<Vec<(String, String)>> {
        let Some(raw) = self.get("options") else {
            return Ok(Vec::new());
        };
        let values: Object<'_> = serde_json::from_str(raw)
            .map_err(|_| wrong("options", "an object of names and values"))?;
        if let Some(name) = &values.twice {
            let message = fields::stands_twice(&format!("options.{name}"));
            return Err(answer::bad_request(message));
        }
        let text = |name: &str, raw: &str| match raw.as_bytes() {
            [b'"', ..] => as_text(raw, name),
            [b'{' | b'[' | b'n', ..] => Err(wrong(
                &format!("options.{name}"),
                "a text, a number, or true or false",
            )),
            _ => Ok(raw.to_owned()),
        };
        values
            .fields
            .into_iter()
            .map(|(name, raw)| text(&name, raw.get()).map(|value| (name, value)))
            .collect()
    }

    fn plays(&self) -> Read<Vec<Play>> {
        let raw = match (self.0.fields.get("move"), self.0.fields.get("moves")) {
            (Some(one), None) => vec![*one],
            (None, Some(several)) => {
                let raw: Vec<&RawValue> = serde_json::from_str(several.get())
                    .map_err(|_| wrong("moves", "an array of moves"))?;
                if raw.is_empty() {
                    return Err(wrong("moves", "an array of at least one move"));
                }
                raw
            }
            (None, None) => {
                return Err(answer::bad_request(
                    "`play` needs a `move`, or several as `moves`",
                ));
            }
            (Some(_), Some(_)) => {
                return Err(answer::bad_request(
                    "`play` takes `move` or `moves`, not both",
                ));
            }
        };
        raw.into_iter().map(play).collect()
    }

    fn save(&self) -> Read<&'a str> {
        let raw = self
            .get("save")
            .ok_or_else(|| answer::bad_request("the field `save` is missing"))?;
        if !raw.starts_with('{') {
            return Err(wrong("save", "an object, as `save` answers it"));
        }
        Ok(raw)
    }
}

/// Reads one move: a text, or an object with the text and the player.
fn play(raw: &RawValue) -> Read<Play> {
    let expected = || wrong("move", "a text, or an object {\"as\":player,\"move\":text}");
    match raw.get().as_bytes() {
        [b'"', ..] => Ok(Play {
            text: as_text(raw.get(), "move")?,
            who: None,
        }),
        [b'{', ..] => {
            let fields = Fields(serde_json::from_str(raw.get()).map_err(|_| expected())?);
            fields.once()?;
            Ok(Play {
                text: fields.needed("move", Fields::text)?,
                who: Some(fields.needed("as", Fields::text)?),
            })
        }
        _ => Err(expected()),
    }
}

fn as_text(raw: &str, name: &str) -> Read<String> {
    serde_json::from_str(raw).map_err(|_| wrong(name, "a text"))
}

fn wrong(name: &str, expected: &str) -> FailureAnswer {
    answer::bad_request(format!("the field `{name}` must be {expected}"))
}

fn unknown_command(cmd: &str) -> FailureAnswer {
    let near = did_you_mean(cmd, COMMANDS.iter().copied())
        .unwrap_or_else(|| format!("there are {}", COMMANDS.join(", ")));
    answer::bad_request(format!("there is no command `{cmd}`; {near}"))
}
