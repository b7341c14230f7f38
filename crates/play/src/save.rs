//! Saves: the setup of a game and its moves, never the position itself.

use crate::Rules;
use crate::saved_moves::{HashWriter, MOST_MOVES, PlayedMoves};
use crate::saved_start::GivenSave;
use crate::session::CHANCE;
use crate::{Actor, ChanceMode, Order, Refusal, Session, Setup, Viewer};
use linstock_base::Sources;
use linstock_model::{CANONICAL_VERSION, GameOption, canonical};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_64;

/// The version of the format. Saves of other versions are not read.
const FORMAT: u32 = 1;

/// The most bytes of a save without its moves.
const MOST_BESIDE_MOVES: usize = 1 << 20;

/// A game in progress, complete, without its rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Save {
    /// The version of the format.
    format: u32,
    /// The ruleset's name.
    pub game: String,
    /// The path of the ruleset, unless it is a shipped one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The hash of the rules, as in [`rules_hash`]. Saves from before the canonical text have a hash without a version.
    rules: String,
    /// All options with their values.
    pub options: BTreeMap<String, String>,
    /// The variants, in the order in which they are applied.
    pub variants: Vec<String>,
    /// The number of players.
    pub players: usize,
    chance: Chance,
    seed: u64,
    /// The start position, unless it is the game's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    given: Option<GivenSave>,
    /// The actor and the text of each move.
    moves: PlayedMoves,
    /// The hash of the position after the moves.
    hash: String,
    /// The hash of all the other fields.
    check: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Chance {
    Auto,
    Manual,
}

/// Returns the hash of the rules' canonical text with the version of that text, written `1:0123456789abcdef`.
///
/// Comments and layout of the rules do not change it. Nor does another version of this program that writes the same
/// canonical text.
#[must_use]
pub fn rules_hash(rules: &Rules) -> &str {
    rules.identity.get_or_init(|| {
        let mut text = canonical(rules.model());
        if let Some(scripts) = &rules.scripts {
            text.push_str(&scripts.text());
        }
        let hash = hash_text(xxh3_64(text.as_bytes()));
        format!("{CANONICAL_VERSION}:{hash}")
    })
}

/// Writes a position's hash as text.
#[must_use]
pub fn hash_text(hash: u64) -> String {
    format!("{hash:016x}")
}

impl Save {
    /// Saves a game.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// session.play(&["b2".into()])?;
    /// let save = linstock::Save::of(&session);
    /// assert_eq!((save.game.as_str(), save.players), ("tic-tac-toe", 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of(session: &Session) -> Self {
        let (model, setup) = (session.model(), session.setup());
        let pair = |ply: &crate::Ply| (session.actor_name(ply.actor).to_owned(), ply.text.clone());
        let option = |o: &GameOption| (o.name.clone(), o.value.clone());
        let mut save = Self {
            format: FORMAT,
            game: model.name.clone(),
            source: setup.source.clone(),
            rules: rules_hash(session.rules()).to_owned(),
            options: model.options.iter().map(option).collect(),
            variants: setup.variants.clone(),
            players: model.seats(),
            chance: match setup.chance {
                ChanceMode::Auto => Chance::Auto,
                ChanceMode::Manual => Chance::Manual,
            },
            seed: setup.seed,
            given: session.given().map(|given| GivenSave::of(model, given)),
            moves: PlayedMoves {
                list: session.history().iter().map(pair).collect(),
                is_cut: false,
            },
            hash: hash_text(session.hash(Viewer::Table)),
            check: String::new(),
        };
        save.check = save.sum();
        save
    }

    /// Hashes all fields but `check`, in a fixed order. Copies nothing, since a save may be large.
    fn sum(&mut self) -> String {
        let check = std::mem::take(&mut self.check);
        let mut hash = HashWriter::default();
        // The save has only strings and numbers, so writing it cannot fail.
        let written = serde_json::to_writer(&mut hash, self);
        self.check = check;
        debug_assert!(written.is_ok(), "{written:?}");
        hash_text(hash.digest())
    }

    /// Reads a save.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// let text = linstock::Save::of(&session).text();
    /// assert!(linstock::Save::read(&text).is_ok());
    /// assert!(linstock::Save::read("{}").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the save is damaged, or has another version of the format.
    pub fn read(text: &str) -> Result<Self, Refusal> {
        #[derive(Deserialize)]
        struct Outline<'a> {
            format: Option<u32>,
            #[serde(borrow)]
            moves: Option<&'a RawValue>,
        }
        // Some editors write a byte order mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let unreadable = |e| damaged(format!("it is no JSON of a game ({e})"));
        let outline: Outline<'_> = serde_json::from_str(text).map_err(unreadable)?;
        let beside = text.len() - outline.moves.map_or(0, |moves| moves.get().len());
        match outline.format {
            Some(FORMAT) if beside > MOST_BESIDE_MOVES => Err(damaged(
                "beside its moves it has more than 1 MiB, which no game has",
            )),
            Some(FORMAT) => {
                let mut save: Self = serde_json::from_str(text).map_err(unreadable)?;
                if save.moves.is_cut {
                    return Err(Refusal::BadSave(format!(
                        "the save has more than {MOST_MOVES} moves, and all of them would be played again; a shorter game can be loaded"
                    )));
                }
                if save.sum() == save.check {
                    return Ok(save);
                }
                Err(damaged("it was changed since it was written"))
            }
            Some(other) => Err(Refusal::BadSave(format!(
                "the save has format {other}, but this program reads format {FORMAT}; use the version that wrote it"
            ))),
            None => Err(damaged("its `format` is missing")),
        }
    }

    /// Writes the save as text, with one line per field and per move.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// let text = linstock::Save::of(&session).text();
    /// assert!(text.starts_with("{\n  \"format\": 1,\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn text(&self) -> String {
        let fields = match serde_json::to_value(self) {
            Ok(Value::Object(fields)) => fields,
            // The save has only strings and numbers, so writing it cannot fail.
            _ => serde_json::Map::new(),
        };
        let field = |(name, value): (&String, &Value)| match value.as_array() {
            Some(items) if !items.is_empty() => {
                let items: Vec<_> = items.iter().map(|item| format!("    {item}")).collect();
                format!("  \"{name}\": [\n{}\n  ]", items.join(",\n"))
            }
            _ => format!("  \"{name}\": {value}"),
        };
        let fields: Vec<_> = fields.iter().map(field).collect();
        format!("{{\n{}\n}}\n", fields.join(",\n"))
    }

    /// Returns whether the hash of the rules has the version of canonical text that this program writes. If not, only a
    /// replay can show whether the rules are the same.
    fn is_comparable(&self) -> bool {
        let version = self.rules.split_once(':').map(|(version, _)| version);
        version == Some(&CANONICAL_VERSION.to_string())
    }

    /// Returns the number of moves.
    #[must_use]
    pub fn move_count(&self) -> usize {
        self.moves.list.len()
    }

    /// Returns whether another save is of this game, at an earlier or later move: one continues the other.
    #[must_use]
    pub fn is_of_same_game(&self, other: &Self) -> bool {
        let begun = |save: &Self| {
            let moves = PlayedMoves {
                list: Vec::new(),
                is_cut: false,
            };
            let (hash, check) = (String::new(), String::new());
            Self {
                moves,
                hash,
                check,
                ..save.clone()
            }
        };
        let (mine, theirs) = (&self.moves.list, &other.moves.list);
        let common = mine.len().min(theirs.len());
        begun(self) == begun(other) && mine[..common] == theirs[..common]
    }

    /// Returns whether a session has the rules of the save, with the same source and variants.
    #[must_use]
    pub fn fits(&self, session: &Session) -> bool {
        let setup = session.setup();
        self.source == setup.source
            && self.variants == setup.variants
            && rules_hash(session.rules()) == self.rules
    }

    /// Replays a saved game, and checks that the result is the same.
    ///
    /// The hash of the rules cannot be compared if another version of this program wrote it. Then the save is good if
    /// each of its moves can be played and the last one leads to the saved position.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// session.play(&["b2".into()])?;
    /// let save = linstock::Save::of(&session);
    /// let again = save.resume(session.rules().clone(), None)?;
    /// assert_eq!(again.state(), session.state());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the rules differ from those of the save, or the moves do not lead to the saved position.
    pub fn resume(
        &self,
        rules: Arc<Rules>,
        sources: Option<Arc<Sources>>,
    ) -> Result<Session, Refusal> {
        if self.is_comparable() && rules_hash(&rules) != self.rules {
            return Err(Refusal::BadSave(format!(
                "the save was made under other rules of `{}`: they have changed since; play it with the ruleset it was made with",
                self.game
            )));
        }
        self.play_again(rules, sources).map_err(|what| {
            if self.is_comparable() {
                return damaged(what);
            }
            Refusal::BadSave(format!(
                "the save was written by another version of Linstock, under rules of `{}` that differ from today's: {what}; play it with the version that wrote it",
                self.game
            ))
        })
    }

    /// Returns whether the save was made under other rules, as far as that is known.
    #[must_use]
    pub fn is_of_other_rules(&self, rules: &Rules) -> bool {
        rules_hash(rules) != self.rules
    }

    /// Replays a saved game from start to end. Otherwise returns the first difference from the save.
    fn play_again(
        &self,
        rules: Arc<Rules>,
        sources: Option<Arc<Sources>>,
    ) -> Result<Session, String> {
        let model = rules.model();
        // In a save from before the canonical text, an option that was added later has its default.
        let option = |o: &GameOption| match self.options.get(&o.name) {
            Some(value) => *value == o.value,
            None => !self.is_comparable() && o.value == o.default,
        };
        let known = |name: &String| model.options.iter().any(|o| o.name == *name);
        let same_options = model.options.iter().all(option) && self.options.keys().all(known);
        if model.name != self.game || model.seats() != self.players || !same_options {
            return Err("its game, players or options are not those of its rules".to_owned());
        }
        let mut session = self.begun(rules, sources)?;
        self.replay(&mut session)?;
        if hash_text(session.hash(Viewer::Table)) != self.hash {
            return Err("its moves lead to another position than it says".to_owned());
        }
        Ok(session)
    }

    /// Begins the game at its start position.
    pub(super) fn begun(
        &self,
        rules: Arc<Rules>,
        sources: Option<Arc<Sources>>,
    ) -> Result<Session, String> {
        let setup = Setup {
            variants: self.variants.clone(),
            chance: match self.chance {
                Chance::Auto => ChanceMode::Auto,
                Chance::Manual => ChanceMode::Manual,
            },
            seed: self.seed,
            source: self.source.clone(),
            sources,
        };
        let begun = match &self.given {
            Some(given) => Session::begin_at(Arc::clone(&rules), setup, given.read(rules.model())?),
            None => Session::begin(rules, setup),
        };
        begun.map_err(|e| e.to_string())
    }

    /// Returns the actors and texts of the moves, without the outcomes that the game draws itself.
    pub(super) fn chosen(&self) -> impl Iterator<Item = &(String, String)> {
        let drawn = self.chance == Chance::Auto;
        self.moves
            .list
            .iter()
            .filter(move |(who, _)| !(drawn && who == CHANCE))
    }

    fn replay(&self, session: &mut Session) -> Result<(), String> {
        let mut next = 0;
        loop {
            next = self.compare(session, next)?;
            let Some((who, text)) = self.moves.list.get(next) else {
                return Ok(());
            };
            if self.chance == Chance::Auto && who == CHANCE {
                return Err(format!(
                    "move {} is an outcome of chance where no chance is due",
                    next + 1
                ));
            }
            let order = Order {
                actor: Some(session.actor(who).map_err(|e| e.to_string())?),
                text: text.clone(),
            };
            session
                .play(&[order])
                .map_err(|e| format!("move {}, `{who} {text}`: {e}", next + 1))?;
        }
    }

    /// Compares the plies after `from` with the saved moves, since automatic chance draws its outcomes itself. Returns
    /// the number of the next move.
    fn compare(&self, session: &Session, from: usize) -> Result<usize, String> {
        let new = session.history().iter().enumerate().skip(from);
        for (index, ply) in new {
            let played = (session.actor_name(ply.actor), ply.text.as_str());
            let saved = self
                .moves
                .list
                .get(index)
                .map(|(who, text)| (who.as_str(), text.as_str()));
            if saved != Some(played) {
                let saved = saved.map_or("nothing".to_owned(), |(who, text)| {
                    format!("`{who} {text}`")
                });
                return Err(format!(
                    "move {} is {saved} in it, but comes out as `{} {}`",
                    index + 1,
                    played.0,
                    played.1
                ));
            }
        }
        Ok(session.ply())
    }
}

fn damaged(what: impl std::fmt::Display) -> Refusal {
    Refusal::BadSave(format!("the save is damaged: {what}"))
}

impl Session {
    /// Returns whether a ply is an outcome of chance.
    #[must_use]
    pub fn is_chance(&self, ply: &crate::Ply) -> bool {
        ply.actor == Actor::Chance
    }
}
