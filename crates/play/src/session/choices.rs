//! Who may choose what in a position, and why not: lists, plays and explains moves.

use crate::notation::Reading;
use crate::session::ply::turn_so_far;
use crate::session::transaction::{
    Transaction, actor_name, actor_title, choices, decider, not_owed, owes, public_choices,
};
use crate::session::{
    CHANCE, ChoiceMade, Event, ExplainedMove, LegalMove, Order, ParsedMove, Session, Viewer,
};
use crate::wording::Phrasing;
use crate::{Actor, ActorAt};
use crate::{Refusal, explain};
use linstock_engine::vm::{Fuel, Turn};

impl Session {
    /// Returns the default actor: the first to move.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
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

    /// Returns an actor in the current position.
    #[must_use]
    pub fn at(&self, actor: Actor) -> ActorAt<'_> {
        ActorAt::new(&self.rules, self.state(), actor)
    }

    /// Returns the legal choices of an actor, sorted by text. The list is empty if the actor is not to move.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// let choices = session.choices(session.actor("x")?)?;
    /// assert_eq!(choices[0].text, "a1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a script of the rules fails, a number is too large, or there is too much to list.
    pub fn choices(&self, actor: Actor) -> Result<Vec<ChoiceMade>, Refusal> {
        choices(self.at(actor), &Fuel::default()).map_err(|fault| self.setup.refusal(fault))
    }

    /// Returns the name of an actor in texts.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
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

    /// Returns the title of an actor, for people to read.
    #[must_use]
    pub fn actor_title(&self, actor: Actor) -> String {
        actor_title(self.model(), actor)
    }

    /// Finds an actor by name.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
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

    /// Plays moves in order, all or none, and returns the events.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
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
        let mut moves = orders.iter().map(|order| self.parsed(order.clone()));
        while let Some(mv) = moves.next() {
            draft
                .play(&mv)
                .map_err(|refusal| foremost(refusal, &mut moves))?;
        }
        let (from, played) = (self.ply(), draft.played());
        self.line.go_on(played);
        Ok(self.events(from, Viewer::Table))
    }

    /// Explains a move of an actor, or of the first to move.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
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
    /// If the text cannot be read as a move, or the moves cannot be listed.
    pub fn why(&self, actor: Option<Actor>, text: &str) -> Result<explain::Why, Refusal> {
        let text = text.to_owned();
        let mv = self.parsed(Order { actor, text });
        self.explain(&mv).map(|explained| explained.why)
    }

    /// Explains a parsed move, and finds it among the legal moves if it is legal.
    ///
    /// # Errors
    /// As [`Session::why`].
    pub fn explain(&self, mv: &ParsedMove) -> Result<ExplainedMove, Refusal> {
        let turn = self.turn();
        let actor = mv.actor().or(decider(&turn));
        let readings = mv.readable(self.model(), || {
            let shown = |actor| public_choices(self.at(actor), &Fuel::default());
            actor.map_or_else(Vec::new, shown)
        })?;
        let actor = actor.unwrap_or(Actor::Chance);
        let why = self.why_of(readings, (&turn, actor))?;
        let legal = match why.legal {
            // A move that cannot be listed cannot be played either.
            true => self.listed(mv, actor)?,
            false => None,
        };
        Ok(ExplainedMove { why, legal })
    }

    /// Finds a move in the list of the legal moves.
    fn listed(&self, mv: &ParsedMove, actor: Actor) -> Result<Option<LegalMove>, Refusal> {
        let fuel = Fuel::default();
        let choices = choices(self.at(actor), &fuel);
        let choices = choices.map_err(|fault| self.setup.refusal(fault))?;
        let choice = choices.into_iter().find(|choice| mv.is(choice));
        Ok(choice.map(|choice| LegalMove {
            actor,
            choice,
            fuel,
        }))
    }

    /// Explains why a move is legal for an actor, or why it is not.
    fn why_of(
        &self,
        readings: &[Reading],
        (turn, actor): (&Turn, Actor),
    ) -> Result<explain::Why, Refusal> {
        if let Some(outcome) = self.rules.outcome(self.state()) {
            return Ok(explain::Why {
                legal: false,
                reason: Phrasing(self.model().sheet.language).over_because(&outcome.reason),
                clauses: explain::nearest(outcome.tags),
                carried: Vec::new(),
            });
        }
        let sources = self.setup.sources.as_deref();
        if !owes(turn, actor) {
            if let Some(why) = explain::why_not_asked(self.at(actor), readings, sources)? {
                return Ok(why);
            }
            return Ok(explain::Why {
                legal: false,
                reason: not_owed(self.at(actor), turn),
                clauses: explain::clauses_of_turn(&self.rules, self.state()),
                carried: Vec::new(),
            });
        }
        let so_far = turn_so_far(self, self.history(), actor);
        explain::why_of(self.at(actor), &so_far, readings, sources)
    }

    /// Returns the names of the deciding clauses, the nearest first.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
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
}

/// Prefers an unreadable later move to an illegal one: texts that cannot be parsed are refused before any move is played.
fn foremost(refusal: Refusal, later: &mut impl Iterator<Item = ParsedMove>) -> Refusal {
    match refusal {
        Refusal::IllegalMove { .. } => later.find_map(|mv| mv.unreadable()).unwrap_or(refusal),
        other => other,
    }
}
