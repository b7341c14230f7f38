//! Games that are abandoned while they are in play: each makes at most one more move.

use linstock_base::Sources;
use linstock_check::Choices;
use linstock_engine::vm::{Fault, Move, MoveList, Position};
use linstock_play::Rules;
use linstock_study::simulation::{MoveChooser, Simulation};
use std::cell::RefCell;
use std::sync::{Arc, Mutex};

/// Each move ends the game with some probability, so games in play together have different lengths.
const GAME: &str = "game x \"X\"\nplayers ann, bob\nboard 4 x 4\npiece s \"s\"\n\
    move put \"{t}\" {\n  t in empty\n  s: box -> t\n  if a1 is own or d4 is own { win me \"a corner\" }\n}\n\
    play { repeat each player { ask me: put otherwise draw \"full\" } }\n";

/// Plays up to 64 games, and abandons them when the first has ended or never; returns the lengths of the games that ended.
fn lengths(together: usize, abandons: bool) -> Vec<u32> {
    let sources = Sources::from([("x.game", GAME)]);
    let rules = Rules::load(&sources, &Choices::default()).expect("the rules load");
    let simulation = Simulation::new(&rules, 1, 100).expect("the rules start");
    let lengths = RefCell::new(Vec::new());
    let mut games = 0..64;
    simulation.play_all(
        together,
        &mut simulation.tally(),
        (&mut || games.next(), &mut |record| {
            lengths.borrow_mut().push(record.plies);
            if abandons {
                simulation.abandon();
            }
        }),
    );
    lengths.into_inner()
}

#[test]
fn an_abandoned_game_makes_at_most_one_more_move() {
    for together in [1, 64] {
        let whole = lengths(together, false);
        assert_eq!(whole.len(), 64);
        assert!(whole.iter().any(|plies| *plies > 8), "{whole:?}");
    }
    // Alone, a game begins only after the one before it.
    assert_eq!(lengths(1, true).len(), 1);
    // Together, all games make their first move, then their second, and so on.
    let ended = lengths(64, true);
    let (first, most) = (ended[0], *ended.iter().max().expect("a game ended"));
    assert!(most <= first + 1, "{ended:?}");
}

/// Players that play the move of the list with the number of the game, and note the games that count.
#[derive(Clone, Debug, Default)]
struct NotingPlayers {
    number: usize,
    lines: Arc<Mutex<Vec<Vec<Move>>>>,
}

impl MoveChooser for NotingPlayers {
    fn begin(&mut self, number: u64, _: &Position) {
        self.number = usize::try_from(number).expect("few games");
    }

    fn choose(
        &mut self,
        (_, moves): (&Position, &MoveList),
        _: &(dyn Fn() -> bool + Sync),
    ) -> Result<Move, Fault> {
        Ok(moves.get(self.number).expect("a move"))
    }

    fn note(&mut self, _: (&Position, Move), _: &Position) -> Result<(), Fault> {
        Ok(())
    }

    fn end(&mut self, line: &[Move], _: Option<&Fault>) {
        self.lines.lock().expect("no panic").push(line.to_vec());
    }
}

#[test]
fn players_are_told_of_each_game_that_counts_and_of_no_other() {
    let sources = Sources::from([("x.game", GAME)]);
    let rules = Rules::load(&sources, &Choices::default()).expect("the rules load");
    let players = NotingPlayers::default();
    let made = players.clone();
    let simulation = Simulation::new(&rules, 1, 100).expect("the rules start");
    let simulation = simulation.with_players(move || Box::new(made.clone()));
    let mut games = 0..3;
    let mut next = || {
        let number = games.next()?;
        if number == 2 {
            simulation.abandon();
        }
        Some(number)
    };
    let mut tally = simulation.tally();
    simulation.play_all(1, &mut tally, (&mut next, &mut |_| {}));
    assert_eq!(tally.games, 2);
    assert_eq!(players.lines.lock().expect("no panic").len(), 2);
}

#[test]
fn players_are_told_of_the_move_that_fails() {
    let game = "game x \"X\"\nplayers ann, bob\nboard 4 x 4\npiece s \"s\"\n\
        fact free = everything\nmove put \"{t}\" {\n  t in free\n  s: box -> t\n}\n\
        play { repeat each player { ask me: put otherwise draw \"full\" } }\n";
    let sources = Sources::from([("x.game", game)]);
    let rules = Rules::load(&sources, &Choices::default()).expect("the rules load");
    let players = NotingPlayers::default();
    let made = players.clone();
    let simulation = Simulation::new(&rules, 1, 100).expect("the rules start");
    let simulation = simulation.with_players(move || Box::new(made.clone()));
    let (mut games, mut tally) = (0..3, simulation.tally());
    simulation.play_all(1, &mut tally, (&mut || games.next(), &mut |_| {}));
    assert_eq!(tally.failed, 3);
    let lines = players.lines.lock().expect("no panic");
    // The second move of each game goes to the point of the first one.
    let twice = |line: &Vec<Move>| line.len() == 2;
    assert!(lines.iter().all(twice), "{lines:?}");
    assert!(lines[0] != lines[1] && lines[1] != lines[2], "{lines:?}");
}
