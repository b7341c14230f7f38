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
    /// The texts of the moves and outcomes of chance that were played.
    pub moves: Vec<String>,
    /// Where the rules failed after these moves.
    pub place: FaultPlace,
}

/// Where the rules failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FaultPlace {
    /// At the start, or in the effects of the last move of the game.
    InGame,
    /// While a player was thinking about the position. The texts of moves after which the rules fail, if any were found.
    InThought(Vec<String>),
}

/// The most plies that are played in search of a line to a fault.
const MOST_PLIES: u32 = 50_000;
/// The most plies after the position in each of these games.
const MOST_OF_GAME: u32 = 500;

impl From<Fault> for GameFault {
    /// Makes the fault of a game that has not begun.
    fn from(fault: Fault) -> Self {
        Self {
            fault,
            moves: Vec::new(),
            place: FaultPlace::InGame,
        }
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
    pub fn in_game(rules: &Rules, line: &[Move], fault: Fault) -> Self {
        Self {
            moves: texts_of_line(rules, line),
            ..Self::from(fault)
        }
    }

    /// Makes the fault of a player who was thinking after a line of play. A search does not say in which line the rules failed, so
    /// random games from there on look for such a line; the fault is then the one that they find.
    #[must_use]
    pub fn in_thought(rules: &Arc<Rules>, line: &[Move], fault: Fault) -> Self {
        let found = line_to_fault(rules, line);
        let (thought, fault) = found.unwrap_or_else(|| (Vec::new(), fault));
        Self {
            fault,
            moves: texts_of_line(rules, line),
            place: FaultPlace::InThought(thought),
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

/// Looks for moves that lead to a fault after a line: plays random games from there on.
fn line_to_fault(rules: &Arc<Rules>, line: &[Move]) -> Option<(Vec<String>, Fault)> {
    let mut from = rules.start().ok()?;
    for mv in line {
        rules.apply(&mut from, *mv).ok()?;
    }
    let mut random = RandomPlay::new(Arc::clone(rules), 0, 0);
    let mut first_moves = MoveList::default();
    rules.moves_into(&from, &mut first_moves).ok()?;
    let (mut moves, mut plies) = (MoveList::default(), 0);
    while plies < MOST_PLIES {
        let (mut position, mut texts) = (from.clone(), Vec::new());
        moves.clone_from(&first_moves);
        for _ in 0..MOST_OF_GAME {
            if position.over.is_some() {
                break;
            }
            let before: Position = position.clone();
            let advanced = random.pick(&position, &moves).and_then(|mv| {
                texts.push(rules.text(&before, mv));
                rules.advance(&mut position, mv, &mut moves)
            });
            if let Err(fault) = advanced {
                return Some((texts, fault));
            }
            plies += 1;
        }
        // A position at which the game is over has no line after it.
        if texts.is_empty() {
            return None;
        }
    }
    None
}
