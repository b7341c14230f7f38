//! Sessions: a game in progress with its history, undo and redo, and chance drawn from a seed.
//!
//! ```text
//! let events = session.play(&[Order { actor: None, text: "a7-a8".into() }])?;  // all moves, or none
//! let choices = session.choices(actor)?;                                   // what is legal now
//! session.undo(1)?;
//! ```

mod choices;
mod endings;
mod explained;
mod line;
mod parsed_move;
mod ply;
mod put_pieces;
mod seen;
pub(crate) mod transaction;
mod undo;

use crate::Rules;
use crate::{Actor, Refusal, StartPosition};
pub(crate) use line::Continuation;
use line::Line;
pub use line::Savepoint;
use linstock_base::Sources;
use linstock_engine::vm::{Fault, Position, Turn};
use linstock_model::{Model, SeatId};
pub use parsed_move::{ExplainedMove, LegalMove, ParsedMove};
pub(crate) use ply::Masked;
pub use ply::{ChoiceMade, Ply};
use std::sync::Arc;
use transaction::Transaction;

/// Who chooses the outcomes of chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ChanceMode {
    /// The session draws them from its seed, immediately after the move.
    #[default]
    Auto,
    /// The caller chooses them, like any other choice.
    Manual,
}

/// The viewer for whom an answer is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// The table sees everything.
    Table,
    /// A player sees what the rules allow.
    Seat(SeatId),
    /// An onlooker is no player, and sees what all players see.
    Onlooker,
}

impl Viewer {
    /// Returns the seat whose view the viewer has. An onlooker has that of an unused seat. Returns `None` if the viewer
    /// sees everything.
    #[must_use]
    pub fn eyes(self) -> Option<SeatId> {
        match self {
            Self::Table => None,
            Self::Seat(seat) => Some(seat),
            Self::Onlooker => Some(SeatId(u8::MAX)),
        }
    }
}

/// The setup of a session, except for its rules.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// The variants of the game, as the caller named them.
    pub variants: Vec<String>,
    /// Who chooses the outcomes of chance.
    pub chance: ChanceMode,
    /// The seed of chance.
    pub seed: u64,
    /// The path of the ruleset, unless it is a shipped one.
    pub source: Option<String>,
    /// The texts of the rules, for reasons that quote them.
    pub sources: Option<Arc<Sources>>,
}

impl Setup {
    /// Converts a fault to a refusal, with its place in the texts of the rules.
    pub(super) fn refusal(&self, fault: Fault) -> Refusal {
        Refusal::of(fault, self.sources.as_deref())
    }
}

/// A move to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// Who plays it; by default the first actor to move.
    pub actor: Option<Actor>,
    /// Its text.
    pub text: String,
}

impl From<&str> for Order {
    /// Makes an order for the first actor to move.
    fn from(text: &str) -> Self {
        Self {
            actor: None,
            text: text.to_owned(),
        }
    }
}

/// An event of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// An outcome of chance.
    Chance(String),
    /// A player's choice.
    Move(SeatId, String),
    /// The end of the game, with the winners in seat order.
    Over(Vec<SeatId>),
}

/// A game in progress. A request that fails leaves it unchanged.
#[derive(Clone, Debug)]
pub struct Session {
    rules: Arc<Rules>,
    setup: Setup,
    given: Option<StartPosition>,
    line: Line,
}

impl Session {
    /// Begins a game. Unless chance is manual, outcomes are drawn up to the first choice of a player.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// use linstock::{Session, Setup};
    /// use std::sync::Arc;
    ///
    /// let session = Session::begin(Arc::new(rules), Setup::default())?;
    /// assert_eq!(session.ply(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a script of the rules fails.
    pub fn begin(rules: Arc<Rules>, setup: Setup) -> Result<Self, Refusal> {
        let start = rules.start().map_err(|fault| setup.refusal(fault))?;
        Self::begin_with(rules, setup, None, start)
    }

    /// Begins a game in a given position.
    ///
    /// # Errors
    /// If the position is impossible, or a script of the rules fails.
    pub fn begin_at(
        rules: Arc<Rules>,
        setup: Setup,
        given: StartPosition,
    ) -> Result<Self, Refusal> {
        let start = rules
            .set_up(&given.phase, given.to_move, &given.table)
            .map_err(|fault| setup.refusal(fault))?;
        Self::begin_with(rules, setup, Some(given), start)
    }

    fn begin_with(
        rules: Arc<Rules>,
        setup: Setup,
        given: Option<StartPosition>,
        start: Position,
    ) -> Result<Self, Refusal> {
        let line = Line::new(Arc::clone(&rules), start);
        let mut session = Self {
            rules,
            setup,
            given,
            line,
        };
        let mut draft = Transaction::new(&session);
        draft.draw()?;
        let opening = draft.played();
        session.line.go_on(opening);
        Ok(session)
    }

    /// Returns the approximate size of its plies and positions in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.line.bytes()
    }

    /// Begins a continuation of the played plies.
    pub(super) fn continuation(&self) -> Continuation {
        self.line.continuation()
    }

    /// Returns the rules of the game.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// assert_eq!(session.rules().title(), "Tic-tac-toe");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Returns the checked game.
    #[must_use]
    pub fn model(&self) -> &Model {
        self.rules.model()
    }

    /// Returns how the session was set up.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// assert_eq!(session.setup().seed, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Switches to manual chance: from now on outcomes are chosen, not drawn.
    pub fn choose_outcomes_by_hand(&mut self) {
        self.setup.chance = ChanceMode::Manual;
    }

    /// Returns the start position, unless it is the game's own.
    #[must_use]
    pub fn given(&self) -> Option<&StartPosition> {
        self.given.as_ref()
    }

    /// Returns the position.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// assert!(session.rules().outcome(session.state()).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn state(&self) -> &Position {
        self.line.now()
    }

    /// Computes the position after the first `ply` plies, or the latest position if there are fewer. The session does not
    /// keep every position, so this replays up to 64 plies.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// session.play(&["b2".into()])?;
    /// assert!(session.rules().pieces(&session.state_at(0)).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn state_at(&self, ply: usize) -> Position {
        self.line.position(ply)
    }

    /// Returns who is to move.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// assert_eq!(session.turn(), linstock::Turn::Players(vec![linstock::SeatId(0)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn turn(&self) -> Turn {
        self.rules.turn(self.state())
    }

    /// Returns the number of played plies.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// session.play(&["b2".into(), "a1".into()])?;
    /// assert_eq!(session.ply(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn ply(&self) -> usize {
        self.line.at()
    }
}

/// The name of chance in texts.
pub const CHANCE: &str = "chance";
