//! Sessions: a game in progress with its history, undo and redo, and chance drawn from a seed.
//!
//! ```text
//! let events = session.play(&[Order { actor: None, text: "a7-a8".into() }])?;  // all moves, or none
//! let choices = session.choices(actor);                                    // what is legal now
//! session.undo(1)?;
//! ```

use crate::base::Sources;
use crate::ir::Rules;
use crate::model::{Model, SeatId};
use crate::play::transaction::{Transaction, actor_name, choices, decider, not_owed, owes};
use crate::play::{Refusal, StartPosition, explain, notation};
use crate::vm::{Fault, Move, Position, Turn};
use std::sync::Arc;

/// Who chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Actor {
    /// A player.
    Player(SeatId),
    /// Chance.
    Chance,
}

/// Who picks the outcomes of chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ChanceMode {
    /// The session, from its seed, immediately after the move.
    #[default]
    Auto,
    /// The caller, as any other choice.
    Manual,
}

/// The viewer for whom an answer is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// The table, which sees everything.
    Table,
    /// A player, who sees what the rules allow.
    Seat(SeatId),
}

/// How a session was set up, beside its rules.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// The variants of the game, as the caller named them.
    pub variants: Vec<String>,
    /// Who picks the outcomes of chance.
    pub chance: ChanceMode,
    /// The seed of chance.
    pub seed: u64,
    /// The path of the ruleset, if it is not a shipped one.
    pub source: Option<String>,
    /// The texts of the rules, for reasons that quote them.
    pub sources: Option<Arc<Sources>>,
}

impl Setup {
    /// Converts a fault, with its place in the rules' texts.
    pub(super) fn refusal(&self, fault: Fault) -> Refusal {
        Refusal::of(fault, self.sources.as_deref())
    }
}

/// A move to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// Who plays it; by default the first to move.
    pub actor: Option<Actor>,
    /// Its text.
    pub text: String,
}

impl From<&str> for Order {
    /// Makes an order of a text, to be played by the first who owes a choice.
    fn from(text: &str) -> Self {
        Self {
            actor: None,
            text: text.to_owned(),
        }
    }
}

/// A legal choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChoiceMade {
    /// Its text.
    pub text: String,
    /// Its weight among the outcomes of chance; 1 for a player's move.
    pub weight: u64,
    pub(super) mv: Move,
}

/// A ply: a move or an outcome that was played.
#[derive(Clone, Debug)]
pub struct Ply {
    /// Who chose.
    pub actor: Actor,
    /// Its text.
    pub text: String,
    /// Its public part, if not every player sees its arguments.
    pub(super) masked: Option<Masked>,
    pub(super) after: Position,
}

/// What is public of a ply whose arguments not every player sees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Masked {
    /// The players who see the arguments, one bit a seat.
    pub(crate) seen: u64,
    /// Its text for the other players.
    pub(crate) text: String,
}

impl Ply {
    /// Returns its text for a viewer.
    fn text_for(&self, seat: SeatId) -> &str {
        match &self.masked {
            Some(masked) if masked.seen >> seat.0 & 1 == 0 => &masked.text,
            _ => &self.text,
        }
    }
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Event {
    /// An outcome of chance.
    Chance(String),
    /// A player's choice.
    Move(SeatId, String),
    /// The end, with the winners in seat order.
    Over(Vec<SeatId>),
}

/// Where a game stood before a request, to be put back if a defect of the program stops the request half way.
#[cfg(feature = "cli")]
#[derive(Debug)]
pub(crate) struct Savepoint {
    at: usize,
    /// What could be redone. Plies that are played never change.
    undone: Vec<Ply>,
}

/// A game in progress. A request that fails leaves it unchanged.
#[derive(Clone, Debug)]
pub struct Session {
    rules: Arc<Rules>,
    setup: Setup,
    given: Option<StartPosition>,
    start: Position,
    /// The plies that were played, then those that were undone and can be redone.
    line: Vec<Ply>,
    /// The number of plies of `line` that are played.
    at: usize,
}

impl Session {
    /// Begins a game. Unless chance is manual, outcomes are drawn up to the first choice of a player.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic-tac-toe/tic-tac-toe.game")))]);
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
    pub(crate) fn begin_at(
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
        let mut session = Self {
            rules,
            setup,
            given,
            start,
            line: Vec::new(),
            at: 0,
        };
        let mut draft = Transaction::new(&session);
        draft.draw()?;
        session.line = draft.plies;
        session.at = session.line.len();
        Ok(session)
    }

    /// Returns the rules of the game.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic-tac-toe/tic-tac-toe.game")))]);
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
    pub(crate) fn model(&self) -> &Model {
        self.rules.model()
    }

    /// Returns how the session was set up.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// assert_eq!(session.setup().seed, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the start position, if it is not the game's own.
    #[must_use]
    pub(crate) fn given(&self) -> Option<&StartPosition> {
        self.given.as_ref()
    }

    /// Returns the position.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// assert!(session.rules().outcome(session.state()).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn state(&self) -> &Position {
        self.state_at(self.at)
    }

    /// Returns the position after the first `ply` plies; the latest if there are fewer.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// session.play(&["b2".into()])?;
    /// assert!(session.rules().pieces(session.state_at(0)).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn state_at(&self, ply: usize) -> &Position {
        match ply.min(self.line.len()) {
            0 => &self.start,
            ply => &self.line[ply - 1].after,
        }
    }

    /// Tells who is to move.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// assert_eq!(session.turn(), linstock::Turn::Players(vec![linstock::SeatId(0)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn turn(&self) -> Turn {
        self.rules.turn(self.state())
    }

    /// Returns the number of plies that were played.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// session.play(&["b2".into(), "a1".into()])?;
    /// assert_eq!(session.ply(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn ply(&self) -> usize {
        self.at
    }

    /// Returns the plies that were played.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// session.play(&["b2".into(), "a1".into()])?;
    /// assert_eq!(session.history()[1].text, "a1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn history(&self) -> &[Ply] {
        &self.line[..self.at]
    }

    /// Returns a hash of the viewer's information state.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// use linstock::{SeatId, Viewer};
    ///
    /// let before = session.hash(Viewer::Seat(SeatId(0)));
    /// session.play(&["b2".into()])?;
    /// assert_ne!(session.hash(Viewer::Seat(SeatId(0))), before);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn hash(&self, viewer: Viewer) -> u64 {
        match viewer {
            Viewer::Table => self.rules.hash(self.state()),
            Viewer::Seat(seat) => self.rules.hash_for(self.state(), seat),
        }
    }

    /// Returns the history as a viewer knows it: actors and texts. Of a simultaneous choice that is not yet revealed, and of
    /// a ply with secret arguments, other players see only the public part.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// use linstock::{Actor, SeatId, Viewer};
    ///
    /// session.play(&["b2".into()])?;
    /// let seen: Vec<_> = session.seen(Viewer::Seat(SeatId(1))).collect();
    /// assert_eq!(seen, [(Actor::Player(SeatId(0)), "b2")]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn seen(
        &self,
        viewer: Viewer,
    ) -> impl DoubleEndedIterator<Item = (Actor, &str)> + ExactSizeIterator + '_ {
        let committed = self.rules.committed(self.state());
        let open = self.at - committed.len().min(self.at);
        let hidden = move |index: usize, actor| match (viewer, actor) {
            (Viewer::Seat(seat), Actor::Player(other)) => {
                index >= open && other != seat && committed.contains(&other)
            }
            _ => false,
        };
        let plies = self.history().iter().enumerate();
        plies.map(move |(index, ply)| {
            let text = match viewer {
                _ if hidden(index, ply.actor) => notation::verb(self.model(), &ply.text),
                Viewer::Seat(seat) => ply.text_for(seat),
                Viewer::Table => &ply.text,
            };
            (ply.actor, text)
        })
    }

    /// Returns the history for a view: as [`Session::seen`], but with the public part of every ply that had secret arguments.
    /// A view shows the present position; what a player saw in the past is in the player's history and events.
    pub(super) fn shown(
        &self,
        viewer: Viewer,
    ) -> impl DoubleEndedIterator<Item = (Actor, &str)> + '_ {
        let plies = self.seen(viewer).zip(self.history());
        plies.map(move |((actor, text), ply)| match (viewer, &ply.masked) {
            (Viewer::Seat(_), Some(masked)) => (actor, masked.text.as_str()),
            _ => (actor, text),
        })
    }

    /// Returns the default actor: the first to move.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// use linstock::{Actor, SeatId};
    ///
    /// assert_eq!(session.decider(), Some(Actor::Player(SeatId(0))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn decider(&self) -> Option<Actor> {
        decider(&self.turn())
    }

    /// Returns the legal choices of an actor, sorted by text; empty if the actor is not to move.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// let choices = session.choices(session.actor("x")?);
    /// assert_eq!(choices[0].text, "a1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn choices(&self, actor: Actor) -> Vec<ChoiceMade> {
        choices(&self.rules, self.state(), actor)
    }

    /// Returns the name of an actor in texts.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// use linstock::{Actor, SeatId};
    ///
    /// assert_eq!(session.actor_name(Actor::Player(SeatId(1))), "o");
    /// assert_eq!(session.actor_name(Actor::Chance), "chance");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn actor_name(&self, actor: Actor) -> &str {
        actor_name(self.model(), actor)
    }

    /// Finds an actor by name.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// use linstock::{Actor, SeatId};
    ///
    /// assert_eq!(session.actor("o")?, Actor::Player(SeatId(1)));
    /// assert!(session.actor("z").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the game has no such player.
    pub fn actor(&self, name: &str) -> Result<Actor, Refusal> {
        if name == CHANCE {
            return Ok(Actor::Chance);
        }
        self.model().seat(name).map(Actor::Player).ok_or_else(|| {
            Refusal::BadRequest(format!(
                "there is no player `{name}` in this game; it is played by {}",
                self.model().players.join(", ")
            ))
        })
    }

    /// Plays moves in order, all or none; returns what happened.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// // All or none: nothing is played if one of them is not legal.
    /// assert!(session.play(&["b2".into(), "b2".into()]).is_err());
    /// assert_eq!(session.ply(), 0);
    /// session.play(&["b2".into(), "a1".into()])?;
    /// assert_eq!(session.ply(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// For the first move that cannot be played.
    pub fn play(&mut self, orders: &[Order]) -> Result<Vec<Event>, Refusal> {
        let mut draft = Transaction::new(self);
        for (index, order) in orders.iter().enumerate() {
            draft
                .play(order)
                .map_err(|refusal| self.foremost(refusal, &orders[index + 1..]))?;
        }
        let plies = draft.plies;
        let from = self.at;
        self.line.truncate(from);
        self.line.extend(plies);
        self.at = self.line.len();
        Ok(self.events(from, Viewer::Table))
    }

    /// Refuses moves that cannot be read before any move is played. So a later unreadable move is reported, not an earlier
    /// illegal one.
    fn foremost(&self, refusal: Refusal, later: &[Order]) -> Refusal {
        let unreadable = |order: &Order| notation::read(self.model(), &order.text).err();
        match refusal {
            Refusal::IllegalMove { .. } => later
                .iter()
                .find_map(unreadable)
                .map_or(refusal, |e| Refusal::BadMove(e.to_string())),
            other => other,
        }
    }

    /// Returns the events after the first `from` plies, as the viewer saw them.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// use linstock::{Event, SeatId, Viewer};
    ///
    /// session.play(&["b2".into()])?;
    /// let events = session.events(0, Viewer::Table);
    /// assert_eq!(events, [Event::Move(SeatId(0), "b2".to_owned())]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn events(&self, from: usize, viewer: Viewer) -> Vec<Event> {
        let mut events: Vec<_> = self
            .seen(viewer)
            .skip(from)
            .map(|(actor, text)| match actor {
                Actor::Chance => Event::Chance(text.to_owned()),
                Actor::Player(seat) => Event::Move(seat, text.to_owned()),
            })
            .collect();
        if let Some(outcome) = self.rules.outcome(self.state()) {
            events.push(Event::Over(outcome.winners));
        }
        events
    }

    /// Explains a move of an actor, or of the first to move.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// session.play(&["b2".into()])?;
    /// let why = session.why(None, "b2")?;
    /// assert!(!why.legal);
    /// println!("{}", why.reason);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the text cannot be read as a move.
    pub fn why(&self, actor: Option<Actor>, text: &str) -> Result<explain::Why, Refusal> {
        let unreadable = |e: notation::Unreadable| Refusal::BadMove(e.to_string());
        notation::read(self.model(), text).map_err(unreadable)?;
        if let Some(outcome) = self.rules.outcome(self.state()) {
            return Ok(explain::Why {
                legal: false,
                reason: format!("the game is over: {}", outcome.reason),
                clauses: outcome.tags,
                carried: Vec::new(),
            });
        }
        let turn = self.turn();
        let actor = actor.or(decider(&turn)).unwrap_or(Actor::Chance);
        if !owes(&turn, actor) {
            return Ok(explain::Why {
                legal: false,
                reason: not_owed(self.model(), &turn, actor),
                clauses: explain::asked(&self.rules, self.state()),
                carried: Vec::new(),
            });
        }
        let sources = self.setup.sources.as_deref();
        explain::why(&self.rules, (self.state(), actor), text, sources).map_err(unreadable)
    }

    /// Returns the names of the clauses that decide, the nearest first.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// let why = session.why(None, "b2")?;
    /// assert!(session.clauses(&why).contains(&"TT-1"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn clauses(&self, why: &explain::Why) -> Vec<&str> {
        why.clauses
            .iter()
            .map(|tag| self.model().tag(*tag))
            .collect()
    }

    /// Undoes `count` moves; with automatic chance, outcomes are undone with the move before them.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// session.play(&["b2".into(), "a1".into()])?;
    /// session.undo(1)?;
    /// assert_eq!(session.ply(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If fewer were played.
    pub fn undo(&mut self, count: u64) -> Result<(), Refusal> {
        let steps = usize::try_from(count).unwrap_or(usize::MAX);
        let stops: Vec<_> = (0..self.at)
            .rev()
            .filter(|&index| self.is_step(index))
            .collect();
        match steps.checked_sub(1).and_then(|nth| stops.get(nth)) {
            Some(&stop) => self.at = stop,
            None => return Err(too_few(count, stops.len(), ["undo", "undone"])),
        }
        Ok(())
    }

    /// Redoes `count` moves that were undone.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// session.play(&["b2".into(), "a1".into()])?;
    /// session.undo(2)?;
    /// session.redo(1)?;
    /// assert_eq!(session.ply(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If fewer were undone.
    pub fn redo(&mut self, count: u64) -> Result<(), Refusal> {
        let steps = usize::try_from(count).unwrap_or(usize::MAX);
        let starts: Vec<_> = (self.at..self.line.len())
            .filter(|&index| self.is_step(index))
            .collect();
        if steps == 0 || steps > starts.len() {
            return Err(too_few(count, starts.len(), ["redo", "redone"]));
        }
        self.at = starts.get(steps).copied().unwrap_or(self.line.len());
        Ok(())
    }

    /// Goes back to the position after `ply` plies; with automatic chance, to the last choice of a player before it.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// session.play(&["b2".into(), "a1".into(), "c3".into()])?;
    /// session.back_to(1)?;
    /// assert_eq!(session.ply(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If fewer were played.
    pub fn back_to(&mut self, ply: usize) -> Result<(), Refusal> {
        if ply > self.at {
            return Err(Refusal::NothingToUndo(format!(
                "the game has {} so far; `back to` takes a number from 0 to {}",
                plural(self.at, "move"),
                self.at
            )));
        }
        let stop = (0..=ply).rev().find(|&p| p == self.at || self.is_step(p));
        let first = (0..self.at).find(|&p| self.is_step(p)).unwrap_or(self.at);
        self.at = stop.unwrap_or(first);
        Ok(())
    }

    /// Notes where the game stands.
    #[cfg(feature = "cli")]
    pub(crate) fn savepoint(&self) -> Savepoint {
        Savepoint {
            at: self.at,
            undone: self.line[self.at..].to_vec(),
        }
    }

    /// Puts the game back where it stood: one request may have played, undone or redone since.
    #[cfg(feature = "cli")]
    pub(crate) fn roll_back_to(&mut self, before: Savepoint) {
        self.line.truncate(before.at);
        self.line.extend(before.undone);
        self.at = before.at;
    }

    /// Tells whether outcomes of chance were played after the first `ply` plies.
    #[must_use]
    pub(crate) fn chance_since(&self, ply: usize) -> bool {
        self.history()
            .iter()
            .skip(ply)
            .any(|p| p.actor == Actor::Chance)
    }

    /// Tells whether undo and redo stop before a ply: at every ply, or with automatic chance at plies of players.
    fn is_step(&self, index: usize) -> bool {
        self.setup.chance == ChanceMode::Manual || self.line[index].actor != Actor::Chance
    }
}

/// The name of chance in texts.
pub(crate) const CHANCE: &str = "chance";

fn too_few(count: u64, there: usize, [verb, done]: [&str; 2]) -> Refusal {
    Refusal::NothingToUndo(match there {
        0 => format!("there is nothing to {verb}"),
        _ => format!("only {} can be {done}, not {count}", plural(there, "move")),
    })
}

fn plural(count: usize, what: &str) -> String {
    if count == 1 {
        format!("1 {what}")
    } else {
        format!("{count} {what}s")
    }
}
