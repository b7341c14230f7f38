//! What a search found out.

use linstock_engine::vm::Move;

/// What is known of a move for certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProvenResult {
    /// The player who moves wins, whatever the others do.
    Win,
    /// The best play ends without a winner or with a shared win.
    Draw,
    /// The player who moves loses.
    Loss,
}

/// A legal move with what the search found out about it.
#[derive(Clone, PartialEq, Debug)]
pub struct RatedMove {
    /// The move.
    pub mv: Move,
    /// Its value for the player who moves, from -1 to 1.
    pub value: f32,
    /// How often the search played it; for alpha-beta the depth in plies.
    pub visits: u32,
    /// What is certain about it.
    pub proof: Option<ProvenResult>,
    /// The expected line of play, beginning with the move.
    pub line: Vec<Move>,
}

impl RatedMove {
    /// Returns the share of games that the player who moves would win from there, in a game for a number of seats: from 0 to
    /// 1. A shared win counts as a share.
    #[must_use]
    pub fn win_share(&self, seats: usize) -> f32 {
        let lost = -1.0 / seats.saturating_sub(1).max(1) as f32;
        ((self.value - lost) / (1.0 - lost)).clamp(0.0, 1.0)
    }
}

/// The result of a search: the moves, the best one first.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Thought {
    /// The moves, the best one first; never empty at a decision of a player.
    pub moves: Vec<RatedMove>,
    /// The number of iterations: playouts of a tree, or nodes of alpha-beta.
    pub iterations: u64,
    /// The depth in plies: of the completed iteration of alpha-beta, or of the expected line of a tree.
    pub depth: u32,
}

impl Thought {
    /// Returns the best move.
    #[must_use]
    pub fn best(&self) -> Option<&RatedMove> {
        self.moves.first()
    }
}
