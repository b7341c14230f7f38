//! Choices and plies: a choice becomes a ply when it is played.

use crate::Actor;
use crate::Rules;
use linstock_engine::vm::Move;
use linstock_model::{RuleId, SeatId};

/// A legal choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChoiceMade {
    /// Its text.
    pub text: String,
    /// Its weight among the outcomes of chance; 1 for a player's move.
    pub weight: u64,
    pub(crate) mv: Move,
}

impl ChoiceMade {
    /// Returns the move.
    #[must_use]
    pub fn mv(&self) -> Move {
        self.mv
    }
}

/// A played move or outcome.
#[derive(Clone, Debug)]
pub struct Ply {
    /// Who chose.
    pub actor: Actor,
    /// Its text.
    pub text: String,
    /// Its public part, if not every player sees its arguments.
    pub(crate) masked: Option<Masked>,
    /// The move.
    pub(super) mv: Move,
}

impl Ply {
    /// Makes a ply. `masked` is its public part, if not every player sees its arguments.
    pub(crate) fn new(actor: Actor, choice: ChoiceMade, masked: Option<Masked>) -> Self {
        Self {
            actor,
            text: choice.text,
            masked,
            mv: choice.mv,
        }
    }

    /// Returns its text for a viewer.
    pub(super) fn text_for(&self, seat: SeatId) -> &str {
        match &self.masked {
            Some(masked) if !masked.is_seen_by(seat) => &masked.text,
            _ => &self.text,
        }
    }
}

/// The public part of a ply whose arguments not every player sees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Masked {
    /// The players who see the arguments, one bit a seat.
    pub seen: u64,
    /// Its text for the other players.
    pub text: String,
}

impl Masked {
    /// Returns whether a player sees the arguments; false for an unused seat.
    pub(super) fn is_seen_by(&self, seat: SeatId) -> bool {
        let shifted = self.seen.checked_shr(u32::from(seat.0));
        shifted.is_some_and(|seen| seen & 1 == 1)
    }
}

/// Returns the moves that an actor has made since another player made one, the last first.
pub(super) fn own_moves_in_a_row(rules: &Rules, plies: &[Ply], actor: Actor) -> Vec<RuleId> {
    let plies = plies.iter().rev();
    let own = plies
        .filter(|ply| ply.actor != Actor::Chance)
        .take_while(|ply| ply.actor == actor);
    own.map(|ply| rules.rule_of(ply.mv)).collect()
}
