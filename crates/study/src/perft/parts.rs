//! Splits sequences into parts, so that threads can count them in parallel.

use super::Perft;
use linstock_engine::vm::{Fault, Move, Position};

/// Parts of the sequences from a position: each part begins with different moves.
#[derive(Debug)]
pub struct PerftParts {
    /// The number of moves with which the sequences of each part begin.
    pub known: usize,
    /// The parts, in order.
    pub parts: Vec<PerftPart>,
}

/// The sequences that begin with certain moves.
#[derive(Debug)]
pub struct PerftPart {
    /// The index of the first move.
    pub first: usize,
    /// The position before the last of these moves.
    pub position: Position,
    /// The last of these moves.
    pub mv: Move,
}

impl Perft<'_> {
    /// Returns a part for each first move from a position.
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

    /// Returns a part for each second move from a position.
    ///
    /// # Errors
    /// If a first move cannot be played, or the next moves cannot be listed.
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
