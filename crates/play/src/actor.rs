//! The actor who chooses in a game: a player, or chance.

use crate::Rules;
use linstock_engine::vm::Position;
use linstock_model::SeatId;

/// The actor who chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Actor {
    /// A player.
    Player(SeatId),
    /// Chance.
    Chance,
}

/// An actor in a position, with the rules of the game.
#[derive(Clone, Copy)]
pub struct ActorAt<'p> {
    /// The rules.
    pub rules: &'p Rules,
    /// The position.
    pub state: &'p Position,
    /// The actor.
    pub actor: Actor,
}

impl<'p> ActorAt<'p> {
    /// Makes an actor in a position.
    pub fn new(rules: &'p Rules, state: &'p Position, actor: Actor) -> Self {
        Self {
            rules,
            state,
            actor,
        }
    }
}
