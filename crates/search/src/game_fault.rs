//! A fault that ends a game, with the line of play that leads to it.

use crate::random_play::RandomPlay;
use linstock_engine::vm::{Fault, Move, MoveList, Position};
use linstock_play::Rules;
use std::sync::Arc;

/// A fault of the rules, or of a player, that ended a game, or the preparation of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameFault {
    /// The fault.
    pub fault: Fault,
    /// The moves and outcomes of chance that were played, with the one that failed.
    pub line: Vec<Move>,
    /// Where the rules failed after these moves.
    pub place: FaultPlace,
}

/// Where the rules failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FaultPlace {
    /// At the start, or in the effects of the last move of the game.
    InGame,
    /// While a player was thinking about the position. The moves after which the rules fail; empty until [`GameFault::with_thought`]
    /// finds some.
    InThought(Vec<Move>),
}

/// The most plies that are played in search of a line to a fault.
const MOST_PLIES: u32 = 50_000;
/// The most plies after the position in each of these games.
const MOST_OF_GAME: u32 = 500;

impl From<Fault> for GameFault {
    /// Makes the fault of a game that has not begun.
    fn from(fault: Fault) -> Self {
        Self::in_game(&[], fault)
    }
}

impl From<GameFault> for Fault {
    fn from(fault: GameFault) -> Self {
        fault.fault
    }
}

impl GameFault {
    /// Makes the fault of a game whose last move could not be played to its end.
    #[must_use]
    pub fn in_game(line: &[Move], fault: Fault) -> Self {
        Self {
            fault,
            line: line.to_vec(),
            place: FaultPlace::InGame,
        }
    }

    /// Makes the fault of a player who was thinking after a line of play.
    #[must_use]
    pub fn in_thought(line: &[Move], fault: Fault) -> Self {
        Self {
            place: FaultPlace::InThought(Vec::new()),
            ..Self::in_game(line, fault)
        }
    }

    /// Looks for the moves that a player was thinking about, if it was thinking. A search does not say in which line the rules failed,
    /// so random games from there on look for such a line; the fault is then the one that they find. This may take long:
    /// it calls `stop` before each move of these games, and ends if that returns true.
    #[must_use]
    pub fn with_thought(self, rules: &Arc<Rules>, stop: &dyn Fn() -> bool) -> Self {
        if self.place == FaultPlace::InGame {
            return self;
        }
        match line_to_fault(rules, &self.line, stop) {
            Some((thought, fault)) => Self {
                fault,
                place: FaultPlace::InThought(thought),
                ..self
            },
            None => self,
        }
    }
}

/// Returns the texts of moves and outcomes of chance from the start on; up to and including the first one that cannot be played.
#[must_use]
pub fn texts_of_line(rules: &Rules, line: &[Move]) -> Vec<String> {
    let mut texts = Vec::with_capacity(line.len());
    let Ok(mut position) = rules.start() else {
        return texts;
    };
    for mv in line {
        texts.push(rules.text(&position, *mv));
        if rules.apply(&mut position, *mv).is_err() {
            break;
        }
    }
    texts
}

/// Looks for moves that lead to a fault after a line: plays random games from there on, until `stop`.
fn line_to_fault(
    rules: &Arc<Rules>,
    line: &[Move],
    stop: &dyn Fn() -> bool,
) -> Option<(Vec<Move>, Fault)> {
    let mut from = rules.start().ok()?;
    for mv in line {
        rules.apply(&mut from, *mv).ok()?;
    }
    let mut random = RandomPlay::new(Arc::clone(rules), 0, 0);
    let mut first_moves = MoveList::default();
    rules.moves_into(&from, &mut first_moves).ok()?;
    let (mut moves, mut plies) = (MoveList::default(), 0);
    let (mut position, mut tried) = (Position::blank(), Vec::new());
    while plies < MOST_PLIES {
        position.clone_from(&from);
        moves.clone_from(&first_moves);
        tried.clear();
        for _ in 0..MOST_OF_GAME {
            if position.over.is_some() {
                break;
            }
            if stop() {
                return None;
            }
            let advanced = random.pick(&position, &moves).and_then(|mv| {
                tried.push(mv);
                rules.advance(&mut position, mv, &mut moves)
            });
            if let Err(fault) = advanced {
                return Some((tried, fault));
            }
            plies += 1;
        }
        // A position at which the game is over has no line after it.
        if tried.is_empty() {
            return None;
        }
    }
    None
}
