//! Random play: draws moves uniformly and outcomes of chance by their weights.

use linstock_engine::vm::{Fault, HandOver, Move, MoveList, Position};
use linstock_play::{GameRandom, Rules};
use std::sync::Arc;

/// Plays at random, with buffers of its own: a ply allocates nothing.
#[derive(Debug)]
pub struct RandomPlay {
    rules: Arc<Rules>,
    random: GameRandom,
}

impl RandomPlay {
    /// Prepares random play. The same seed and number give the same games.
    #[must_use]
    pub fn new(rules: Arc<Rules>, seed: u64, number: u64) -> Self {
        Self {
            rules,
            random: GameRandom::new(seed, number),
        }
    }

    /// Draws an index below a count; `None` for the count 0.
    pub fn index(&mut self, count: usize) -> Option<usize> {
        self.random.index(count)
    }

    /// Puts things in random order (R. Fisher, F. Yates, 1938).
    pub(crate) fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            let other = self.index(last + 1).unwrap_or(last);
            things.swap(last, other);
        }
    }

    /// Draws a number from 0 up to 1.
    pub fn fraction(&mut self) -> f32 {
        const PARTS: usize = 1 << 24;
        self.random.index(PARTS).unwrap_or(0) as f32 / PARTS as f32
    }

    /// Draws one of the listed moves of a position.
    ///
    /// # Errors
    /// If a script fails, or nothing can be chosen.
    pub fn pick(&mut self, position: &Position, moves: &MoveList) -> Result<Move, Fault> {
        let nothing = || self.rules.nothing_to_choose(position);
        let decision = self.rules.decision(position).ok_or_else(nothing)?;
        if self.rules.is_weighted(decision) {
            let random = &mut self.random;
            let mut draw = |sum| random.below(sum);
            let drawn = self.rules.draw_outcome(position, moves, &mut draw)?;
            return drawn.ok_or_else(nothing);
        }
        if let Some(drawn) = moves.drawn() {
            return Ok(drawn);
        }
        let at = self.random.index(moves.len());
        at.and_then(|at| moves.get(at)).ok_or_else(nothing)
    }

    /// Plays a move, and lists the next moves or draws one of them.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn advance(
        &mut self,
        (position, mv): (&mut Position, Move),
        moves: &mut MoveList,
    ) -> Result<(), Fault> {
        let random = &mut self.random;
        let mut draw = |candidates: &MoveList| {
            let at = random.index(candidates.len());
            at.and_then(|at| candidates.get(at))
        };
        let to_others = HandOver::default();
        self.rules
            .advance_drawing((position, mv), (moves, &mut draw), to_others)
    }
}
