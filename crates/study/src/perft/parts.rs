//! Sequences split into parts, which threads count side by side.

use super::Perft;
use linstock_engine::vm::{Fault, Move, Position};

/// Parts of the sequences from a position: each begins with moves of its own.
#[derive(Debug)]
pub struct PerftParts {
    /// With how many moves the sequences of each part begin.
    pub known: usize,
    /// The parts, in order.
    pub parts: Vec<PerftPart>,
}

/// The sequences that begin with some moves.
#[derive(Debug)]
pub struct PerftPart {
    /// Which of the first moves they begin with.
    pub first: usize,
    /// The position before the last move that is known, and this move.
    pub position: Position,
    /// The last move that is known.
    pub mv: Move,
}

impl Perft<'_> {
    /// Returns a part for each first move, of those from a position.
    #[must_use]
    pub fn by_first_move(&self, state: &Position, moves: &[Move]) -> PerftParts {
        let part = |(first, mv): (usize, &Move)| PerftPart {
            first,
            position: state.clone(),
            mv: *mv,
        };
        PerftParts {
            known: 1,
            parts: moves.iter().enumerate().map(part).collect(),
        }
    }

    /// Returns a part for each move that follows one of the first moves from a position.
    ///
    /// # Errors
    /// If one of these cannot be played, or what follows cannot be listed.
    pub fn by_second_move(&self, state: &Position, moves: &[Move]) -> Result<PerftParts, Fault> {
        let mut parts = Vec::new();
        for (first, mv) in moves.iter().enumerate() {
            let mut position = state.clone();
            self.rules.apply(&mut position, *mv)?;
            let next = self.moves(&position)?.into_iter();
            parts.extend(next.map(|mv| PerftPart {
                first,
                position: position.clone(),
                mv,
            }));
        }
        Ok(PerftParts { known: 2, parts })
    }
}
