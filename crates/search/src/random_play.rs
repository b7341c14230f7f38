//! Random play: draws moves uniformly and outcomes of chance by their weights.

use linstock_engine::vm::{Fault, HandOver, Move, MoveList, Position, Turn};
use linstock_play::{GameRandom, Rules};
use std::sync::Arc;

/// Returns whether a player ever chooses between several moves: looks for such a choice in some random games. If the rules fail, the
/// answer is yes.
#[must_use]
pub fn offers_choices(rules: &Arc<Rules>) -> bool {
    const GAMES: u64 = 20;
    const MOST_PLIES: usize = 1_000;
    (0..GAMES).any(|number| has_choice(rules, number, MOST_PLIES).unwrap_or(true))
}

/// Returns whether a player chooses between several moves in a random game.
fn has_choice(rules: &Arc<Rules>, number: u64, most_plies: usize) -> Result<bool, Fault> {
    let mut random = RandomPlay::new(Arc::clone(rules), 0, number);
    let mut position = rules.start()?;
    let mut moves = MoveList::default();
    rules.moves_into(&position, &mut moves)?;
    for _ in 0..most_plies {
        if position.over.is_some() {
            break;
        }
        let is_chance = matches!(rules.turn(&position), Turn::Chance);
        if !is_chance && moves.len() > 1 {
            return Ok(true);
        }
        let mv = random.pick(&position, &moves)?;
        rules.advance(&mut position, mv, &mut moves)?;
    }
    Ok(false)
}

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
