//! Who chooses in a game: a player, or chance.

use crate::ir::Rules;
use crate::model::SeatId;
use crate::vm::Position;

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
pub(crate) struct ActorAt<'p> {
    pub(crate) rules: &'p Rules,
    pub(crate) state: &'p Position,
    pub(crate) actor: Actor,
}

impl<'p> ActorAt<'p> {
    pub(crate) fn new(rules: &'p Rules, state: &'p Position, actor: Actor) -> Self {
        Self {
            rules,
            state,
            actor,
        }
    }
}
