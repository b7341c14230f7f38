//! Who chooses in a game: a player, or chance.

use crate::Rules;
use linstock_engine::vm::Position;
use linstock_model::SeatId;

/// Who chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Actor {
    /// A player.
    Player(SeatId),
    /// Chance.
    Chance,
}

/// An actor in a position, by the rules that are played.
#[derive(Clone, Copy)]
pub struct ActorAt<'p> {
    /// The rules.
    pub rules: &'p Rules,
    /// The position.
    pub state: &'p Position,
    /// Who acts.
    pub actor: Actor,
}

impl<'p> ActorAt<'p> {
    /// Joins the three.
    pub fn new(rules: &'p Rules, state: &'p Position, actor: Actor) -> Self {
        Self {
            rules,
            state,
            actor,
        }
    }
}
