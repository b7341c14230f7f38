//! The random moves with which a game between players begins.

use crate::game_fault::GameFault;
use crate::match_game::MatchGame;
use crate::random_play::RandomPlay;
use linstock_engine::vm::{Move, MoveList, Turn};

/// The moves and outcomes of chance with which a game begins.
#[derive(Default, Debug)]
pub(crate) struct RandomOpening {
    pub(crate) line: Vec<Move>,
    /// Whether it has fewer moves of players than were asked for, because the game would have ended.
    pub(crate) is_short: bool,
}

impl RandomOpening {
    /// Draws the opening of a game: up to the first choice between several moves after the random ones, so that a player has
    /// something to decide. If the game ends without such a choice, the opening ends at the last choice before.
    ///
    /// # Errors
    /// If the rules fail.
    pub(crate) fn drawn(game: &MatchGame<'_>, random: &mut RandomPlay) -> Result<Self, GameFault> {
        let rules = game.rules;
        let mut position = rules.start()?;
        let mut moves = MoveList::default();
        rules.moves_into(&position, &mut moves)?;
        let mut line = Vec::new();
        // The number of moves of players; the length of the line at the last choice.
        let (mut chosen, mut at_choice) = (0, 0);
        while position.over.is_none() && line.len() < game.most_plies as usize {
            let is_chance = matches!(rules.turn(&position), Turn::Chance);
            if !is_chance && moves.len() > 1 {
                if chosen >= game.opening {
                    return Ok(Self {
                        line,
                        is_short: false,
                    });
                }
                at_choice = line.len();
            }
            chosen += u32::from(!is_chance);
            let picked = random.pick(&position, &moves);
            let mv = picked.map_err(|fault| GameFault::in_game(&line, fault))?;
            line.push(mv);
            let advanced = rules.advance(&mut position, mv, &mut moves);
            advanced.map_err(|fault| GameFault::in_game(&line, fault))?;
        }
        line.truncate(at_choice);
        Ok(Self {
            line,
            is_short: true,
        })
    }
}
