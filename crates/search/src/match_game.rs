//! A game between players that begins with random moves: the loop that compares searches and players.

use crate::random_play::RandomPlay;
use crate::utilities::Utilities;
use linstock_engine::vm::{Fault, Move, MoveList, Position, Turn};
use linstock_model::SeatId;
use linstock_play::Rules;
use std::sync::Arc;

/// How a game begins and ends.
#[derive(Clone, Copy, Debug)]
pub struct MatchGame<'g> {
    /// The rules.
    pub rules: &'g Arc<Rules>,
    /// The seed of chance and of the random moves.
    pub seed: u64,
    /// The number of the opening. Games with the same seed and number have the same random moves.
    pub number: u64,
    /// The number of random moves of players.
    pub opening: u32,
    /// The most plies.
    pub most_plies: u32,
}

/// A move or an outcome of chance that was played.
#[derive(Clone, Copy, Debug)]
pub struct NotedMove<'g> {
    /// The position before.
    pub before: &'g Position,
    /// The move.
    pub mv: Move,
    /// The player who chose it; `None` for chance.
    pub seat: Option<SeatId>,
    /// The position after.
    pub after: &'g Position,
}

/// The players of a game.
pub trait GameSeats {
    /// Chooses a move of the player to move; `None` stops the game.
    ///
    /// # Errors
    /// If the rules fail.
    fn choose(&mut self, position: &Position, moves: &MoveList) -> Result<Option<Move>, Fault>;

    /// Notes a move or an outcome of chance that was played.
    ///
    /// # Errors
    /// If the rules fail.
    fn note(&mut self, _played: NotedMove<'_>) -> Result<(), Fault> {
        Ok(())
    }
}

/// A game that was played.
#[derive(Debug)]
pub struct PlayedOut {
    /// The last position.
    pub position: Position,
    /// The legal moves there.
    pub moves: MoveList,
    /// The number of moves and outcomes of chance.
    pub plies: u32,
    /// Whether the game was over before a player chose a move after the random ones.
    pub is_opening_only: bool,
}

/// A fault of the rules, or of a player, that ended a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameFault {
    /// The fault.
    pub fault: Fault,
    /// The number of moves and outcomes of chance before it.
    pub plies: u32,
    /// The text of the move or outcome in whose effects the rules failed; `None` if no move was chosen yet.
    pub text: Option<String>,
}

impl From<Fault> for GameFault {
    /// Makes the fault of a game that has not begun.
    fn from(fault: Fault) -> Self {
        Self {
            fault,
            plies: 0,
            text: None,
        }
    }
}

impl From<GameFault> for Fault {
    fn from(fault: GameFault) -> Self {
        fault.fault
    }
}

impl MatchGame<'_> {
    /// Plays the game; `None` if the players stopped it.
    ///
    /// # Errors
    /// If the rules or a player fail.
    pub fn play(&self, players: &mut impl GameSeats) -> Result<Option<PlayedOut>, GameFault> {
        let rules = self.rules;
        let mut random = RandomPlay::new(Arc::clone(rules), self.seed, self.number);
        let mut moves = MoveList::default();
        let mut position = rules.start()?;
        rules.moves_into(&position, &mut moves)?;
        let mut before = Position::blank();
        let (mut plies, mut chosen) = (0, 0);
        while position.over.is_none() && plies < self.most_plies {
            let is_chance = matches!(rules.turn(&position), Turn::Chance);
            let picked = match is_chance || chosen < self.opening {
                true => random.pick(&position, &moves).map(Some),
                false => players.choose(&position, &moves),
            };
            let fails = |text: Option<String>| move |fault: Fault| GameFault { fault, plies, text };
            let Some(mv) = picked.map_err(fails(None))? else {
                return Ok(None);
            };
            chosen += u32::from(!is_chance);
            let seat = (!is_chance).then(|| moves.seat());
            before.clone_from(&position);
            let advanced = rules.advance(&mut position, mv, &mut moves);
            let noted = advanced.and_then(|()| {
                players.note(NotedMove {
                    before: &before,
                    mv,
                    seat,
                    after: &position,
                })
            });
            noted.map_err(|fault| fails(Some(rules.text(&before, mv)))(fault))?;
            plies += 1;
        }
        Ok(Some(PlayedOut {
            position,
            moves,
            plies,
            is_opening_only: self.opening > 0 && chosen <= self.opening,
        }))
    }
}

impl PlayedOut {
    /// Returns the result; `None` if the game did not end.
    #[must_use]
    pub fn utilities(&self, seats: usize) -> Option<Utilities> {
        let end = self.position.over;
        end.map(|end| Utilities::of_end(end, seats))
    }
}
