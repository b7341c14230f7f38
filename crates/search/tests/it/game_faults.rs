//! The line of play that leads to a fault.

use crate::rules_from;
use linstock_engine::vm::{Fault, Move, MoveList, Position};
use linstock_play::Rules;
use linstock_search::{
    Evaluation, FaultPlace, GameFault, GameSeats, MatchGame, Player, RandomPlay, SearchLimit,
    Strategy, texts_of_line,
};
use std::cell::Cell;
use std::sync::Arc;

/// Returns rules that fail at the second move if it goes to the point of the first.
fn failing_rules() -> Arc<Rules> {
    rules_from(
        "game race \"Race\"\nplayers a, b\nboard 2 x 2\npiece man \"m\"\nmove put \"{p}\" {\n  p in everything\n  man: box -> p\n}\nplay { repeat each player { ask me: put otherwise draw \"full\" } }\n",
    )
}

/// Players who play the first move, and whose thinking fails after it.
struct FailingSeats(usize);

impl GameSeats for FailingSeats {
    fn choose(&mut self, _: &Position, moves: &MoveList) -> Result<Option<Move>, Fault> {
        self.0 += 1;
        match self.0 {
            1 => Ok(moves.get(0)),
            _ => Err(Fault::statement("thought")),
        }
    }
}

/// Players of a strategy.
struct ThinkingSeats(Player);

impl GameSeats for ThinkingSeats {
    fn choose(&mut self, position: &Position, _: &MoveList) -> Result<Option<Move>, Fault> {
        let thought = self.0.think(position, &SearchLimit::of_iterations(1))?;
        Ok(thought.best().map(|best| best.mv))
    }
}

#[test]
fn a_random_player_tries_out_no_move_so_its_game_fails() {
    let rules = rules_from(
        "game full \"Full\"\nplayers a, b\nboard 1 x 1\npiece man \"m\"\nmove put \"{p}\" {\n  p in everything\n  man: box -> p\n}\nplay { repeat each player { ask me: put otherwise draw \"full\" } }\n",
    );
    let game = MatchGame {
        rules: &rules,
        seed: 1,
        number: 0,
        opening: 0,
        most_plies: 10,
    };
    for (strategy, place, line) in [
        (Strategy::Random, FaultPlace::InGame, &["a1", "a1"][..]),
        (Strategy::Greedy, FaultPlace::InThought(Vec::new()), &["a1"]),
    ] {
        let player = Player::new(&rules, strategy, (1, &Evaluation::even(&rules)));
        let failed = game.play(&mut ThinkingSeats(player));
        let failed = failed.expect_err("a1 is occupied");
        assert_eq!(failed.place, place, "{strategy:?}");
        assert_eq!(texts_of_line(&rules, &failed.line), line, "{strategy:?}");
    }
}

#[test]
fn a_thought_that_fails_is_searched_for_its_moves_until_the_stop() {
    let rules = failing_rules();
    let game = MatchGame {
        rules: &rules,
        seed: 1,
        number: 0,
        opening: 0,
        most_plies: 10,
    };
    let failed = game.play(&mut FailingSeats(0)).expect_err("it fails");
    assert_eq!(failed.fault, Fault::statement("thought"));
    assert_eq!(failed.place, FaultPlace::InThought(Vec::new()));
    let played = texts_of_line(&rules, &failed.line);
    assert_eq!(played.len(), 1);
    assert_eq!(failed.clone().with_thought(&rules, &|| true), failed);
    let found = failed.clone().with_thought(&rules, &|| false);
    let FaultPlace::InThought(thought) = found.place else {
        panic!("a player was thinking");
    };
    let line = [failed.line, thought].concat();
    let tried = texts_of_line(&rules, &line);
    let last = tried.last().expect("moves");
    assert!(tried[..tried.len() - 1].contains(last), "{tried:?}");
    assert_ne!(found.fault, Fault::statement("thought"));
}

#[test]
fn a_search_without_a_fault_ends_when_it_is_told() {
    let rules = crate::tic_tac_toe();
    let failed = GameFault::in_thought(&[], Fault::statement("thought"));
    let asked = Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 25
    };
    assert_eq!(failed.clone().with_thought(&rules, &stop), failed);
    assert_eq!(asked.get(), 26);
}

#[test]
fn a_move_that_fails_needs_no_search() {
    let rules = failing_rules();
    let mut random = RandomPlay::new(Arc::clone(&rules), 1, 0);
    let start = rules.start().expect("it starts");
    let mut moves = MoveList::default();
    rules.moves_into(&start, &mut moves).expect("moves");
    let first = random.pick(&start, &moves).expect("a move");
    let failed = GameFault::in_game(&[first], Fault::statement("move"));
    let stop = || panic!("nothing is played");
    assert_eq!(failed.clone().with_thought(&rules, &stop), failed);
}
