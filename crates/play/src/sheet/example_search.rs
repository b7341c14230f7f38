//! Searches random games for an example of each move.

use crate::Rules;
use crate::notation;
use crate::{Chooser, Purpose};
use linstock_engine::vm::{Fuel, Move, Position, Turn};
use linstock_model::{MoveId, RuleId, SeatId};
use rustc_hash::FxHashMap;

/// The operations that all games of the search may use together.
const OPERATIONS: u64 = 3_000_000;
/// The most games.
const GAMES: u64 = 24;
/// The games after which the search no longer waits for one that ends.
const ENDS: u64 = 4;
/// The most plies of a game.
const PLIES: u64 = 300;

/// An example of a move.
#[derive(Clone)]
pub(super) struct FoundMove {
    /// The move.
    pub(super) id: MoveId,
    /// Its text.
    pub(super) text: String,
    /// The position before it and the move as listed there, if it was found in play.
    pub(super) played: Option<(Position, Move)>,
}

/// What random games show.
#[derive(Clone, Default)]
pub(super) struct FoundInPlay {
    /// An example of each move that was found.
    pub(super) moves: FxHashMap<RuleId, FoundMove>,
    /// The end of the first game that ended.
    pub(super) end: Option<Position>,
}

/// Finds moves in random games from a start, until each is found or the operations are used up.
pub(super) fn examples_in_play(rules: &Rules, start: &Position) -> FoundInPlay {
    let wanted = rules.model().declared().count();
    let mut search = ExampleSearch::new(rules);
    for seed in 0..GAMES {
        let is_complete = search.found.moves.len() == wanted;
        if search.left == 0 || is_complete && (search.found.end.is_some() || seed >= ENDS) {
            break;
        }
        search.play(start, seed);
    }
    search.found
}

/// A search of random games for moves that were not found before.
struct ExampleSearch<'r> {
    rules: &'r Rules,
    /// The operations left for all games.
    left: u64,
    found: FoundInPlay,
}

impl<'r> ExampleSearch<'r> {
    fn new(rules: &'r Rules) -> Self {
        Self {
            rules,
            left: OPERATIONS,
            found: FoundInPlay::default(),
        }
    }

    /// Plays a random game and records the choices in it.
    fn play(&mut self, start: &Position, seed: u64) -> Option<()> {
        let mut state = start.clone();
        for ply in 0..PLIES {
            let fuel = Fuel::default();
            let went_on = self.step(&mut state, Chooser::new(seed, Purpose::Move, ply), &fuel);
            // A step that fails also used operations.
            self.left = self.left.saturating_sub(fuel.spent());
            went_on.filter(|()| self.left > 0)?;
        }
        Some(())
    }

    fn step(&mut self, state: &mut Position, mut chooser: Chooser, fuel: &Fuel) -> Option<()> {
        let rules = self.rules;
        let choices: Vec<(Move, u64)> = match rules.turn(state) {
            Turn::Over => {
                self.found.end.get_or_insert_with(|| state.clone());
                return None;
            }
            Turn::Players(seats) => {
                let moves = rules.moves_within(state, *seats.first()?, fuel).ok()?;
                moves.into_iter().map(|mv| (mv, 1)).collect()
            }
            Turn::Chance => rules.outcomes_within(state, fuel).ok()?,
        };
        for (mv, _) in &choices {
            let (id, args) = rules.args(state, *mv);
            let rule = rules.model().mv(id).rule;
            let me = SeatId(mv.me);
            let found = || FoundMove {
                id,
                text: notation::text(rules.model(), id, &args, me),
                played: Some((state.clone(), *mv)),
            };
            self.found.moves.entry(rule).or_insert_with(found);
        }
        let at = chooser.pick(choices.iter().map(|(_, weight)| *weight))?;
        rules.apply_within(state, choices.get(at)?.0, fuel).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::ExampleSearch;
    use crate::Rules;
    use linstock_base::Sources;
    use linstock_check::Choices;

    /// The first move takes many operations, and then fails.
    const FAILS: &str = "game x \"X\"\nplayers a, b\nremember { x = 0 }\n\
        move go \"go\" { repeat 200000 times { x = x + 1 }\n x = 1 / (x - x) }\n\
        play { repeat each player { ask me: go } }\n";

    #[test]
    fn what_a_game_took_that_fails_counts() {
        let sources = Sources::from([("x.game", FAILS)]);
        let rules = Rules::load(&sources, &Choices::default()).expect("no mistakes");
        let start = rules.start().expect("it starts");
        let mut search = ExampleSearch::new(&rules);
        assert_eq!(search.play(&start, 0), None);
        assert_eq!((search.left, search.found.moves.len()), (0, 1));
    }
}
