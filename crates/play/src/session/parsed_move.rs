//! Moves as values: a text is parsed once, and its move is looked up once among the legal moves.

use crate::explain::Why;
use crate::notation::{self, Reading, Unreadable};
use crate::session::transaction::Transaction;
use crate::session::{ChoiceMade, Order, Session};
use crate::{Actor, Refusal};
use linstock_engine::vm::{Fuel, Move};
use linstock_model::{Model, RuleId};

/// A text that was parsed as a move, to be passed on instead of the text.
#[derive(Clone, Debug)]
pub struct ParsedMove {
    order: Order,
    readings: Result<Vec<Reading>, Unreadable>,
}

impl ParsedMove {
    /// Parses a text.
    #[must_use]
    pub fn of(model: &Model, order: Order) -> Self {
        let readings = notation::read(model, &order.text);
        Self { order, readings }
    }

    /// Returns the same move with its items in the order of the list of legal moves.
    #[must_use]
    pub fn in_order(self, model: &Model) -> Self {
        let mut readings = self.readings().iter();
        match readings.find_map(|reading| notation::in_order(model, reading)) {
            Some(text) => Self::of(model, Order { text, ..self.order }),
            None => self,
        }
    }

    /// Returns the actor; `None` means the first actor to move.
    #[must_use]
    pub fn actor(&self) -> Option<Actor> {
        self.order.actor
    }

    /// Returns the text that was parsed.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.order.text
    }

    /// Returns the readings of the text. Empty if the text is not a move.
    #[must_use]
    pub fn readings(&self) -> &[Reading] {
        self.readings.as_deref().unwrap_or_default()
    }

    /// Returns whether the text has the form of a move.
    #[must_use]
    pub fn is_readable(&self) -> bool {
        self.readings.is_ok()
    }

    /// Refuses a text that is not a move, without legal moves as examples.
    #[must_use]
    pub fn unreadable(&self) -> Option<Refusal> {
        let unreadable = self.readings.as_ref().err()?;
        Some(Refusal::BadMove(unreadable.to_string()))
    }

    /// Returns the readings of the text, or refuses a text that is not a move, with some legal moves as examples.
    pub(super) fn readable(
        &self,
        model: &Model,
        legal: impl FnOnce() -> Vec<(RuleId, String)>,
    ) -> Result<&[Reading], Refusal> {
        let refused =
            |unreadable: &Unreadable| Refusal::BadMove(unreadable.with_legal(model, legal));
        self.readings.as_deref().map_err(refused)
    }

    /// Returns whether a choice is this move.
    pub(super) fn is(&self, choice: &ChoiceMade) -> bool {
        let mut readings = self.readings().iter();
        readings.any(|reading| reading.text == choice.text)
    }
}

/// A move that is legal in the position where it was found. It can be played without listing the moves again.
#[derive(Debug)]
pub struct LegalMove {
    pub(super) actor: Actor,
    pub(super) choice: ChoiceMade,
    /// The fuel that the list of moves has left for the move.
    pub(super) fuel: Fuel,
}

impl LegalMove {
    /// Returns the actor.
    #[must_use]
    pub fn actor(&self) -> Actor {
        self.actor
    }

    /// Returns the move.
    #[must_use]
    pub fn mv(&self) -> Move {
        self.choice.mv
    }
}

/// An explained move.
#[derive(Debug)]
pub struct ExplainedMove {
    /// Why it is legal or not.
    pub why: Why,
    /// The move, if it is legal and listed.
    pub legal: Option<LegalMove>,
}

impl Session {
    /// Parses a text as a move.
    #[must_use]
    pub fn parsed(&self, order: Order) -> ParsedMove {
        ParsedMove::of(self.model(), order)
    }

    /// Finds a move among the legal moves.
    ///
    /// # Errors
    /// If the text is not a move, or the move is not legal. The refusal says why.
    pub fn legal(&self, mv: &ParsedMove) -> Result<LegalMove, Refusal> {
        Transaction::new(self).legal(mv)
    }

    /// Plays a move that was found in the current position.
    ///
    /// # Errors
    /// If a rule fails while it is carried out.
    pub fn play_legal(&mut self, mv: LegalMove) -> Result<(), Refusal> {
        let mut draft = Transaction::new(self);
        draft.play_legal(mv)?;
        let played = draft.played();
        self.line.go_on(played);
        Ok(())
    }
}
