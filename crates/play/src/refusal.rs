//! The error type of sessions.

use linstock_base::{Sources, Span};
use linstock_engine::vm::Fault;
use linstock_model::{Model, TagId};

/// Why a session refused a request. The game is unchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Refusal {
    /// The request does not fit the game. For example, it names a player that the game does not have, or a ply that was
    /// not played.
    BadRequest(String),
    /// The game is over.
    GameOver(String),
    /// The text is not a move of the game.
    BadMove(String),
    /// The text is a move, but the move is not legal now.
    IllegalMove {
        /// The reason, in a sentence.
        reason: String,
        /// The names of the clauses that forbid it.
        clauses: Vec<String>,
    },
    /// There are too few plies to undo or redo.
    NothingToUndo(String),
    /// A rule raised a fault while it was carried out.
    Script(String),
    /// The save does not load.
    BadSave(String),
}

impl Refusal {
    /// Returns its code in the protocol.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// let refusal = session.play(&["z9".into()]).expect_err("no such point");
    /// assert_eq!(refusal.code(), "bad-move");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::BadRequest(_) => "bad-request",
            Self::GameOver(_) => "game-over",
            Self::BadMove(_) => "bad-move",
            Self::IllegalMove { .. } => "illegal-move",
            Self::NothingToUndo(_) => "nothing-to-undo",
            Self::Script(_) => "script-error",
            Self::BadSave(_) => "bad-save",
        }
    }

    /// Returns the text for people who may not know the values in a failed rule: only the place of the rule.
    #[must_use]
    pub fn without_secrets(&self, to_learn_more: &str) -> String {
        match self {
            Self::Script(text) => {
                let place = text.rsplit_once("\n  at ").map_or("", |(_, place)| place);
                format!(
                    "a rule failed, and nothing was played. Its message may contain a secret: {to_learn_more}\n  at {place}"
                )
            }
            other => other.to_string(),
        }
    }

    /// Makes the refusal of an illegal move, with the names of the clauses that forbid it.
    pub(super) fn cited(model: &Model, reason: String, clauses: &[TagId]) -> Self {
        let name = |&tag| model.tag(tag).to_owned();
        let clauses = clauses.iter().map(name).collect();
        Self::IllegalMove { reason, clauses }
    }

    /// Makes the refusal of an illegal move, without clauses.
    pub(super) fn illegal(reason: impl Into<String>) -> Self {
        Self::IllegalMove {
            reason: reason.into(),
            clauses: Vec::new(),
        }
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::BadRequest(text)
            | Self::GameOver(text)
            | Self::BadMove(text)
            | Self::NothingToUndo(text)
            | Self::Script(text)
            | Self::BadSave(text) => f.write_str(text),
            Self::IllegalMove { reason, clauses } if clauses.is_empty() => f.write_str(reason),
            Self::IllegalMove { reason, clauses } => write!(f, "{reason} ({})", clauses.join(", ")),
        }
    }
}

impl std::error::Error for Refusal {}

impl Refusal {
    /// Converts a fault. Adds its place in the rules if the texts are known.
    #[must_use]
    pub fn of(fault: Fault, sources: Option<&Sources>) -> Self {
        match fault {
            Fault::Illegal => return Self::illegal(fault.to_string()),
            Fault::Over => return Self::GameOver(fault.to_string()),
            _ => {}
        }
        let what = fault.to_string();
        let place = fault.place();
        // A condition that was given apart from the rules is in none of their texts.
        let known = |span: &Span| sources.is_some_and(|sources| sources.has(span.file));
        match (sources, place.filter(known)) {
            (Some(sources), Some(span)) => {
                let (line, _) = sources.line_column(span);
                let source = sources.get(span.file);
                let written = source.text.lines().nth(line - 1).unwrap_or_default().trim();
                Self::Script(format!("{what}\n  at {}:{line}: {written}", source.path))
            }
            _ => Self::Script(what),
        }
    }
}
