//! A game between players that begins with random moves: the loop that compares searches and players.

use crate::game_fault::GameFault;
use crate::opening::RandomOpening;
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
    /// The number of random moves of players at the start. There are fewer if the game would end without a choice after them.
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
    /// The moves and outcomes of chance.
    pub line: Vec<Move>,
    /// Whether it began with fewer random moves than were asked for.
    pub is_opening_short: bool,
}

impl MatchGame<'_> {
    /// Plays the game; `None` if the players stopped it.
    ///
    /// # Errors
    /// If the rules or a player fail.
    pub fn play(&self, players: &mut impl GameSeats) -> Result<Option<PlayedOut>, GameFault> {
        let rules = self.rules;
        let mut random = RandomPlay::new(Arc::clone(rules), self.seed, self.number);
        let opening = match self.opening {
            0 => RandomOpening::default(),
            _ => RandomOpening::drawn(self, &mut random)?,
        };
        let mut moves = MoveList::default();
        let mut position = rules.start()?;
        rules.moves_into(&position, &mut moves)?;
        let mut before = Position::blank();
        let mut line = Vec::new();
        while position.over.is_none() && line.len() < self.most_plies as usize {
            let is_chance = matches!(rules.turn(&position), Turn::Chance);
            let picked = match opening.line.get(line.len()) {
                Some(mv) => Ok(Some(*mv)),
                None if is_chance => random.pick(&position, &moves).map(Some),
                None => players.choose(&position, &moves),
            };
            let picked = picked.map_err(|fault| match is_chance {
                true => GameFault::in_game(&line, fault),
                false => GameFault::in_thought(&line, fault),
            });
            let Some(mv) = picked? else {
                return Ok(None);
            };
            let seat = (!is_chance).then(|| moves.seat());
            before.clone_from(&position);
            line.push(mv);
            let advanced = rules.advance(&mut position, mv, &mut moves);
            let noted = advanced.and_then(|()| {
                players.note(NotedMove {
                    before: &before,
                    mv,
                    seat,
                    after: &position,
                })
            });
            noted.map_err(|fault| GameFault::in_game(&line, fault))?;
        }
        Ok(Some(PlayedOut {
            position,
            moves,
            line,
            is_opening_short: opening.is_short,
        }))
    }
}

impl PlayedOut {
    /// Returns the number of moves and outcomes of chance.
    #[must_use]
    pub fn plies(&self) -> u32 {
        u32::try_from(self.line.len()).unwrap_or(u32::MAX)
    }

    /// Returns the result; `None` if the game did not end.
    #[must_use]
    pub fn utilities(&self, seats: usize) -> Option<Utilities> {
        let end = self.position.over;
        end.map(|end| Utilities::of_end(end, seats))
    }
}
