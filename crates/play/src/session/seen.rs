//! The played moves as the table or a player knows them: history, events, hashes.

use crate::Actor;
use crate::notation;
use crate::session::{Event, Ply, Session, Viewer};

impl Session {
    /// Returns the played plies.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// session.play(&["b2".into(), "a1".into()])?;
    /// assert_eq!(session.history()[1].text, "a1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn history(&self) -> &[Ply] {
        self.line.played()
    }

    /// Returns a hash of the viewer's information state.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
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
        match viewer.eyes() {
            None => self.rules.hash(self.state()),
            Some(seat) => self.rules.hash_for(self.state(), seat),
        }
    }

    /// Returns the history as a viewer knows it: actors and texts. Other players see only the public part of an
    /// unrevealed simultaneous choice, and of a ply with secret arguments.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// use linstock::{Actor, SeatId, Viewer};
    ///
    /// session.play(&["b2".into()])?;
    /// let seen: Vec<_> = session.seen(Viewer::Seat(SeatId(1))).collect();
    /// assert_eq!(seen, [(Actor::Player(SeatId(0)), "b2")]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn seen(
        &self,
        viewer: Viewer,
    ) -> impl DoubleEndedIterator<Item = (Actor, &str)> + ExactSizeIterator + '_ {
        self.seen_from(0, viewer)
    }

    /// As [`Session::seen`], for the plies after the first `from`.
    fn seen_from(
        &self,
        from: usize,
        viewer: Viewer,
    ) -> impl DoubleEndedIterator<Item = (Actor, &str)> + ExactSizeIterator + '_ {
        let from = from.min(self.ply());
        let committed = self.rules.committed(self.state());
        let open = self.first_waiting();
        let hidden = move |index: usize, actor| match (viewer.eyes(), actor) {
            (Some(seat), Actor::Player(other)) => {
                index >= open && other != seat && committed.contains(&other)
            }
            _ => false,
        };
        let plies = self.history()[from..].iter().enumerate();
        plies.map(move |(after, ply)| {
            let index = from + after;
            let text = match viewer.eyes() {
                _ if hidden(index, ply.actor) => notation::verb(self.model(), &ply.text),
                Some(seat) => ply.text_for(seat),
                None => &ply.text,
            };
            (ply.actor, text)
        })
    }

    /// Returns the history for a view: as [`Session::seen`], but with only the public part of every ply with secret
    /// arguments. A view shows the present position; the history and the events keep what a player saw in the past.
    pub(crate) fn public_history(
        &self,
        viewer: Viewer,
    ) -> impl DoubleEndedIterator<Item = (Actor, &str)> + '_ {
        let plies = self.seen(viewer).zip(self.history());
        plies.map(
            move |((actor, text), ply)| match (viewer.eyes(), &ply.masked) {
                (Some(_), Some(masked)) => (actor, masked.text.as_str()),
                _ => (actor, text),
            },
        )
    }

    /// Returns the events after the first `from` plies, as the viewer saw them.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
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
            .seen_from(from, viewer)
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

    /// Returns whether chance was played after the first `ply` plies.
    #[must_use]
    pub fn chance_since(&self, ply: usize) -> bool {
        self.history()
            .iter()
            .skip(ply)
            .any(|p| p.actor == Actor::Chance)
    }
}
