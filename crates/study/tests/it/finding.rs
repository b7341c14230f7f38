//! A search for a line of play ends when it must, also in the middle of a game.

use linstock_base::Sources;
use linstock_check::Choices;
use linstock_engine::vm::{Fault, Move, MoveList, Position};
use linstock_play::Rules;
use linstock_study::finding::{Finder, Goal, SearchGoal, StopSignal};
use linstock_study::simulation::MoveChooser;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// It ends only when a player stops, which is never the first move of the list.
const GAME: &str = "game x \"X\"\nplayers ann, ben\nmove go \"go\" { }\nmove stop \"stop\" { win me \"stopped\" }\n\
    play { repeat each player { ask me: go, stop } }\n";

/// Players that play the first move of the list until a number of moves were played, and the last one then.
#[derive(Clone, Debug)]
struct LongPlayers {
    played: Arc<AtomicU64>,
    until: u64,
}

impl MoveChooser for LongPlayers {
    fn begin(&mut self, _: u64, _: &Position) {}

    fn choose(
        &mut self,
        (_, moves): (&Position, &MoveList),
        _: &(dyn Fn() -> bool + Sync),
    ) -> Result<Move, Fault> {
        let played = self.played.fetch_add(1, Ordering::Relaxed);
        let at = if played < self.until {
            0
        } else {
            moves.len() - 1
        };
        Ok(moves.get(at).expect("a move"))
    }

    fn note(&mut self, _: (&Position, Move), _: &Position) -> Result<(), Fault> {
        Ok(())
    }
}

/// Ends a search after a number of questions.
struct Countdown {
    asked: AtomicU64,
    most: u64,
}

impl StopSignal for Countdown {
    fn is_over(&self) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed) >= self.most
    }

    fn is_time_for_games(&self) -> bool {
        true
    }

    fn found(&self) {}
}

fn rules() -> (Rules, Sources) {
    let sources = Sources::from([("x.game", GAME)]);
    let rules = Rules::load(&sources, &Choices::default()).expect("the rules load");
    (rules, sources)
}

#[test]
fn a_search_ends_in_the_middle_of_a_game() {
    let (rules, sources) = rules();
    let wanted = SearchGoal {
        goal: Goal::Draw,
        condition: None,
    };
    let players = LongPlayers {
        played: Arc::default(),
        until: u64::MAX,
    };
    let finder = Finder::new((&rules, &sources), &wanted, 1, usize::MAX).expect("it starts");
    let mut finder = finder.with_players(Box::new(players.clone()));
    let stop = Countdown {
        asked: AtomicU64::new(0),
        most: 50,
    };
    assert!(finder.find(&stop).expect("the rules play").is_none());
    let played = players.played.load(Ordering::Relaxed);
    assert!((10..=50).contains(&played), "{played} moves");
}

#[test]
fn the_longest_game_is_one_of_the_players() {
    let (rules, sources) = rules();
    let wanted = SearchGoal {
        goal: Goal::Longest,
        condition: None,
    };
    let players = LongPlayers {
        played: Arc::default(),
        until: 300,
    };
    let finder = Finder::new((&rules, &sources), &wanted, 1, usize::MAX).expect("it starts");
    let mut finder = finder.with_players(Box::new(players));
    let stop = Countdown {
        asked: AtomicU64::new(0),
        most: 1_000,
    };
    let found = finder.find(&stop).expect("the rules play").expect("a game");
    assert_eq!(found.plies.len(), 301);
}
