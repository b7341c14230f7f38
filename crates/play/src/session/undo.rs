//! Moves back and forth in the played plies: undo, redo, back to an earlier ply.

use crate::Actor;
use crate::Refusal;
use crate::session::line::Savepoint;
use crate::session::{ChanceMode, Order, Session};
use linstock_base::plural;
use linstock_model::SeatId;

impl Session {
    /// Undoes `count` moves; with automatic chance, outcomes are undone with the move before them.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// session.play(&["b2".into(), "a1".into()])?;
    /// session.undo(1)?;
    /// assert_eq!(session.ply(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If fewer moves were played.
    pub fn undo(&mut self, count: u64) -> Result<(), Refusal> {
        let steps = usize::try_from(count).unwrap_or(usize::MAX);
        let stops: Vec<_> = (0..self.ply())
            .rev()
            .filter(|&index| self.is_step(index))
            .collect();
        match steps.checked_sub(1).and_then(|nth| stops.get(nth)) {
            Some(&stop) => self.line.go_to(stop),
            None => return Err(too_few(count, stops.len(), ["undo", "undone"])),
        }
        Ok(())
    }

    /// Redoes `count` moves that were undone.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
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
    /// If fewer moves were undone.
    pub fn redo(&mut self, count: u64) -> Result<(), Refusal> {
        let steps = usize::try_from(count).unwrap_or(usize::MAX);
        let all = self.line.all().len();
        let starts: Vec<_> = (self.ply()..all)
            .filter(|&index| self.is_step(index))
            .collect();
        if steps == 0 || steps > starts.len() {
            return Err(too_few(count, starts.len(), ["redo", "redone"]));
        }
        self.line.go_to(starts.get(steps).copied().unwrap_or(all));
        Ok(())
    }

    /// Goes back to the position after `ply` plies; with automatic chance, to the last choice of a player before it.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// session.play(&["b2".into(), "a1".into(), "c3".into()])?;
    /// session.back_to(1)?;
    /// assert_eq!(session.ply(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If fewer plies were played.
    pub fn back_to(&mut self, ply: usize) -> Result<(), Refusal> {
        let at = self.ply();
        if ply > at {
            return Err(Refusal::NothingToUndo(format!(
                "the game has {} so far; `back to` takes a number from 0 to {at}",
                plural(at, "move"),
            )));
        }
        let stop = (0..=ply).rev().find(|&p| p == at || self.is_step(p));
        let first = (0..at).find(|&p| self.is_step(p)).unwrap_or(at);
        self.line.go_to(stop.unwrap_or(first));
        Ok(())
    }

    /// Takes back the choice of one player while others still choose at the same time. The choices of the others stay.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("goofspiel.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rulesets/goofspiel/goofspiel.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// # let mut session = linstock::Session::begin(std::sync::Arc::new(rules), linstock::Setup::default())?;
    /// use linstock::SeatId;
    ///
    /// let before = session.turn();
    /// session.play(&["bid two".into()])?;
    /// session.retract(SeatId(0))?;
    /// assert_eq!(session.turn(), before);
    /// assert!(session.retract(SeatId(0)).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the player has no choice that waits for those of others.
    pub fn retract(&mut self, seat: SeatId) -> Result<(), Refusal> {
        let first = self.first_waiting();
        let waiting = &self.history()[first..];
        let others = waiting
            .iter()
            .filter(|ply| ply.actor != Actor::Player(seat));
        let others: Vec<Order> = others
            .map(|ply| Order {
                actor: Some(ply.actor),
                text: ply.text.clone(),
            })
            .collect();
        if others.len() == waiting.len() {
            return Err(too_few(1, 0, ["undo", "undone"]));
        }
        let mut next = self.clone();
        next.line.go_to(first);
        // A choice that was taken back cannot be redone: that would be for its player alone.
        let nothing = next.line.continuation();
        next.line.go_on(nothing);
        next.play(&others)?;
        *self = next;
        Ok(())
    }

    /// Returns the number of plies before the choices that wait for those of others; of all plies if none does.
    #[must_use]
    pub fn first_waiting(&self) -> usize {
        let waiting = self.rules.committed(self.state()).len();
        self.ply().saturating_sub(waiting)
    }

    /// Saves the state of the game.
    #[must_use]
    pub fn savepoint(&self) -> Savepoint {
        self.line.savepoint()
    }

    /// Restores the game. At most one request has played, undone or redone since.
    pub fn roll_back_to(&mut self, before: Savepoint) {
        self.line.roll_back_to(before);
    }

    /// Returns whether undo and redo stop before a ply: with manual chance at every ply, else at plies of players.
    fn is_step(&self, index: usize) -> bool {
        self.setup.chance == ChanceMode::Manual || self.line.all()[index].actor != Actor::Chance
    }
}

fn too_few(count: u64, there: usize, [verb, done]: [&str; 2]) -> Refusal {
    Refusal::NothingToUndo(match there {
        0 => format!("there is nothing to {verb}"),
        _ => format!("only {} can be {done}, not {count}", plural(there, "move")),
    })
}
