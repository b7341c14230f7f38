//! Analyses of the elaborated game: limits, cycles, secrets, dead memories.

pub(crate) mod asks;
pub(crate) mod cycles;
pub(crate) mod flows;
pub(crate) mod limits;
pub(crate) mod liveness;
pub(crate) mod lookahead;
pub(crate) mod own_pieces;
pub(crate) mod positions_seen;
pub(crate) mod revealed_by_moves;
pub(crate) mod revealing_parts;
pub(crate) mod secrecy;
pub(crate) mod turns;
pub(crate) mod visibility;
pub(crate) mod without_end;

use linstock_model::{MoveRule, Stmt, Zone};

/// The elaborated rules before the model is made.
#[derive(Clone, Copy)]
pub(crate) struct ElaboratedRules<'r> {
    pub moves: &'r [MoveRule],
    pub zones: &'r [Zone],
    pub play: &'r [Stmt],
}

impl<'r> ElaboratedRules<'r> {
    /// Returns the rules if all their parts could be elaborated.
    pub(crate) fn whole<E>(
        moves: &'r Result<Vec<MoveRule>, E>,
        zones: &'r Result<Vec<Zone>, E>,
        play: &'r Result<Vec<Stmt>, E>,
    ) -> Option<Self> {
        match (moves, zones, play) {
            (Ok(moves), Ok(zones), Ok(play)) => Some(Self { moves, zones, play }),
            _ => None,
        }
    }

    /// Returns the bodies of all moves and the sequence of play.
    fn bodies(self) -> impl Iterator<Item = &'r [Stmt]> {
        let bodies = self.moves.iter().map(|mv| mv.body.as_slice());
        bodies.chain([self.play])
    }
}
