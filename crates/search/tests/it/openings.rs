//! The random moves with which games between players begin.

use crate::{rules_of, tic_tac_toe};
use linstock_engine::vm::{Fault, Move, MoveList, Position};
use linstock_search::{GameSeats, MatchGame, RandomPlay};
use std::sync::Arc;

/// Players at random, who count how often they choose between several moves.
struct RandomSeats {
    random: RandomPlay,
    choices: usize,
}

impl GameSeats for RandomSeats {
    fn choose(&mut self, position: &Position, moves: &MoveList) -> Result<Option<Move>, Fault> {
        self.choices += usize::from(moves.len() > 1);
        self.random.pick(position, moves).map(Some)
    }
}

#[test]
fn an_opening_leaves_a_player_something_to_decide() {
    let kuhn = rules_of(&["rulesets/kuhn-poker/kuhn-poker.game"], &[]);
    let goofspiel = rules_of(&["rulesets/goofspiel/goofspiel.game"], &[]);
    for (rules, opening, most_plies, are_short) in [
        (tic_tac_toe(), 0, 100, Some(false)),
        (tic_tac_toe(), 2, 100, Some(false)),
        (tic_tac_toe(), 20, 100, Some(true)),
        (tic_tac_toe(), 20, 4, Some(true)),
        // A bet of the first player leaves a choice, and a pass may.
        (Arc::clone(&kuhn), 1, 100, Some(false)),
        (Arc::clone(&kuhn), 2, 100, None),
        (kuhn, 20, 100, Some(true)),
        (goofspiel, 1000, 10_000, Some(true)),
    ] {
        for number in 0..40 {
            let game = MatchGame {
                rules: &rules,
                seed: 1,
                number,
                opening,
                most_plies,
            };
            let mut players = RandomSeats {
                random: RandomPlay::new(Arc::clone(&rules), 2, number),
                choices: 0,
            };
            let played = game.play(&mut players).expect("it plays");
            let played = played.expect("not stopped");
            let told = format!("{} {opening} {number}", rules.name());
            assert!(players.choices > 0, "{told}");
            if let Some(are_short) = are_short {
                assert_eq!(played.is_opening_short, are_short, "{told}");
            }
        }
    }
}
