//! The record of one game.

use super::mean::mean;
use linstock_engine::vm::{Fault, GameEnd, Move};
use linstock_model::MoveId;

/// If moves must be tried out, listing them takes much longer than drawing one; then they are counted at one of this many
/// decisions, a power of two.
pub(super) const COUNT_EVERY: u64 = 128;

/// The record of a random game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// Its number, from 0.
    pub number: u64,
    /// How it ended.
    pub ending: GameEnding,
    /// The moves of players and the outcomes of chance.
    pub plies: u32,
    /// The moves of players.
    pub decisions: u32,
    /// The number of decisions at which the legal moves were counted: all, or some if moves are tried out.
    pub counted: u32,
    /// The number of legal moves, over these decisions.
    pub choices: u64,
    /// The number of moves of each declaration, by index, up to the last one that was played.
    pub moves: Vec<u32>,
    /// The scores in seat order; empty if the game has none, or is unfinished.
    pub scores: Vec<i64>,
}

/// The ending of a random game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameEnding {
    /// By its rules.
    Over(GameEnd),
    /// It reached the maximum number of plies.
    Unfinished,
    /// The rules failed.
    Failed(GameFailure),
}

/// How the rules failed in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameFailure {
    /// The fault.
    pub fault: Fault,
    /// The moves and outcomes of chance up to the fault, with the one that failed. Empty in a simulation whose moves are drawn at
    /// random: [`Simulation::line_to`](super::Simulation::line_to) plays such a game again.
    pub line: Vec<Move>,
    /// Whether a player was thinking about its next move, so that the rules failed in a move that it tried.
    pub is_thought: bool,
}

impl GameRecord {
    pub(super) fn new(number: u64) -> Self {
        Self {
            number,
            ending: GameEnding::Unfinished,
            plies: 0,
            decisions: 0,
            counted: 0,
            choices: 0,
            moves: Vec::new(),
            scores: Vec::new(),
        }
    }

    /// Begins the record of another game in place of this one.
    pub(super) fn begin(&mut self, number: u64) {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        *self = Self {
            moves,
            ..Self::new(number)
        };
    }

    /// Returns an offset for the counting of legal moves, different for each game: so decisions with counting are as frequent at
    /// the start of games as later, even if few games are played.
    ///
    /// The offset is the number of the game times the golden ratio, as in D. E. Knuth, "The Art of Computer Programming", volume
    /// 3, section 6.4: so neighbouring games have distant offsets.
    #[inline]
    pub(super) fn counting_offset(&self) -> u64 {
        self.number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - COUNT_EVERY.ilog2())
    }

    /// Counts a move or an outcome of chance, and its kind.
    #[inline]
    pub(super) fn count_move(&mut self, mv: MoveId) {
        self.plies += 1;
        self.count_kind(mv.index(), 1);
    }

    /// Counts some moves of a declaration, by its index; the number of plies is counted elsewhere.
    #[inline]
    pub(super) fn count_kind(&mut self, at: usize, moves: u32) {
        if at >= self.moves.len() {
            self.moves.resize(at + 1, 0);
        }
        self.moves[at] += moves;
    }

    /// Counts the legal moves of a decision.
    pub(super) fn count_choices(&mut self, legal: usize) {
        self.counted += 1;
        self.choices += u64::try_from(legal).unwrap_or(u64::MAX);
    }

    /// Returns the mean number of legal moves of a decision; `None` if no player decided anything.
    #[must_use]
    pub fn branching(&self) -> Option<f64> {
        mean(self.choices.into(), self.counted.into())
    }
}
