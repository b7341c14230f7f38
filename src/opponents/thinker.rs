//! A computer player at work: it thinks within its limits.

use crate::deep_stack::deep_thread;
use crate::guard::guarded;
use crate::opponents::known_rules::KnownRules;
use crate::opponents::player_spec::{Budget, PlayerSpec, Skill};
use crate::opponents::stopwatch::Stopwatch;
use linstock_engine::vm::{Fault, Move, Position};
use linstock_model::SeatId;
use linstock_play::GameRandom;
use linstock_search::{Player, RatedMove, SearchLimit, SeenGame, Strategy, Thought};
use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

/// The longest that a player thinks about a move if no time is named.
const USUAL_TIME: Duration = Duration::from_secs(2);
/// The parts of its time that a tree searches; in the last one, the player looks for forced wins and losses.
const SEARCH_PARTS: u32 = 15;
const ALL_PARTS: u32 = 16;
/// The most positions that a player looks at for that, for each iteration of its search.
const ENDS_OF_ITERATION: u64 = 8;
/// The most threads for one move.
const MOST_THREADS: usize = 8;

/// A computer player in a seat.
#[derive(Debug)]
pub(crate) struct Thinker {
    spec: PlayerSpec,
    seed: u64,
    /// The player, and others that think on other threads.
    players: Vec<Player>,
    /// On how many threads it thinks, if its time is limited, not its iterations.
    threads: usize,
    /// How many of the best moves it rates exactly.
    rated_moves: usize,
    random: GameRandom,
}

impl Thinker {
    /// Seats a player. With the same seed, a player with a number of iterations chooses the same moves.
    pub(crate) fn new(spec: PlayerSpec, seed: u64) -> Self {
        Self {
            spec,
            seed,
            players: Vec::new(),
            threads: 1,
            rated_moves: 1,
            random: GameRandom::new(seed, 1),
        }
    }

    /// Lets the player think on all cores.
    #[must_use]
    pub(crate) fn on_all_cores(self) -> Self {
        let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
        Self {
            threads: threads.min(MOST_THREADS),
            ..self
        }
    }

    /// Makes the player rate a number of the best moves as well as the best one ([`Player::rate_best`]).
    #[must_use]
    pub(crate) fn rating_best(self, count: usize) -> Self {
        Self {
            rated_moves: count,
            ..self
        }
    }

    /// Returns how the user named the player.
    pub(crate) fn spec(&self) -> PlayerSpec {
        self.spec
    }

    /// Chooses a move in a position, of which the player knows only what was seen. `stop` makes it play the best move so
    /// far. Where it finds no world that fits what was seen, it plays a random move.
    ///
    /// # Errors
    /// If the rules fail.
    pub(crate) fn think(
        &mut self,
        known: &mut KnownRules,
        at: (&Position, Option<&SeenGame>),
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<(Move, Thought), Fault> {
        self.think_since(Stopwatch::of_world(), known, at, stop)
    }

    /// As [`Thinker::think`], but the time runs by a clock that began earlier. A clock of processor time asks for a player on one
    /// thread.
    ///
    /// # Errors
    /// If the rules fail.
    pub(crate) fn think_since(
        &mut self,
        clock: Stopwatch,
        known: &mut KnownRules,
        (position, seen_game): (&Position, Option<&SeenGame>),
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<(Move, Thought), Fault> {
        let rules = Arc::clone(known.rules());
        let (strategy, evaluation) = known.means_of(self.spec.skill, stop)?;
        let (iterations, time) = limits(self.spec, strategy);
        // A number of iterations gives the same move on every machine, so it takes one thread.
        let threads = match iterations == u64::MAX && strategy.is_tree() {
            true => self.threads,
            false => 1,
        };
        // A player of rules that were changed since knows nothing of use.
        self.players
            .retain(|player| Arc::ptr_eq(player.rules(), &rules));
        self.players.truncate(threads);
        for number in self.players.len()..threads {
            let seed = self.seed ^ (number as u64) << 32;
            let mut player = Player::new(&rules, strategy, (seed, evaluation));
            player.rate_best(self.rated_moves);
            self.players.push(player);
        }
        let finds_ends = self.finds_ends(strategy) && seen_game.is_none();
        let search_time = match finds_ends {
            true => time / ALL_PARTS * SEARCH_PARTS,
            false => time,
        };
        let ends = || stop() || clock.elapsed() >= search_time;
        let thought = think_together(
            &mut self.players,
            (position, seen_game),
            (iterations, &ends),
        )?;
        let Some(mut thought) = thought else {
            let seat = seen_game.map_or_else(|| rules.me(position), SeenGame::seat);
            return self.guess(known, (position, seat));
        };
        if finds_ends {
            let end = time.min(clock.elapsed() + time / ALL_PARTS);
            let limit = SearchLimit {
                iterations: iterations.saturating_mul(ENDS_OF_ITERATION),
                stop: &|| stop() || clock.elapsed() >= end,
            };
            thought.find_forced_ends(&rules, position, &limit);
        }
        let mv = match self.spec.skill {
            Skill::Beginner => self.sometimes_another(&thought),
            _ if thought.is_mixed => self.drawn_by_visits(&thought),
            _ => thought.best(),
        };
        let mv = mv.map(|rated| rated.mv);
        mv.map(|mv| (mv, thought))
            .ok_or_else(|| known.rules().nothing_to_choose(position))
    }

    /// Returns whether the player also looks for forced wins and losses: a tree may have missed one. A beginner does not, so that it stays
    /// weak. The plain tree does not, so that others are compared with the same player as before.
    fn finds_ends(&self, strategy: Strategy) -> bool {
        let is_tree = strategy.is_tree() && strategy != Strategy::PlainTree;
        is_tree && self.spec.skill != Skill::Beginner
    }

    /// Chooses a random move.
    fn guess(
        &mut self,
        known: &KnownRules,
        (position, seat): (&Position, SeatId),
    ) -> Result<(Move, Thought), Fault> {
        let moves = known.rules().moves(position, seat)?;
        let at = self.random.index(moves.len());
        let mv = at.map(|at| (moves[at], Thought::default()));
        mv.ok_or_else(|| known.rules().nothing_to_choose(position))
    }

    /// Draws a move of a thought, each as often as its visits say.
    fn drawn_by_visits<'t>(&mut self, thought: &'t Thought) -> Option<&'t RatedMove> {
        let sum: u128 = thought
            .moves
            .iter()
            .map(|rated| u128::from(rated.visits))
            .sum();
        if sum == 0 {
            return thought.best();
        }
        let mut left = self.random.below(sum);
        thought.moves.iter().find(|rated| {
            let visits = u128::from(rated.visits);
            let is_drawn = left < visits;
            left = left.saturating_sub(visits);
            is_drawn
        })
    }

    /// Returns the best move of a thought, or by chance another one: the better it is, the likelier.
    fn sometimes_another<'t>(&mut self, thought: &'t Thought) -> Option<&'t RatedMove> {
        const SPREAD: f32 = 0.15;
        const PARTS: f32 = 1_000_000.0;
        let best = thought.best()?;
        let mean = |rated: &RatedMove| rated.mean.unwrap_or(rated.value);
        let weight = |rated: &RatedMove| {
            let weight = ((mean(rated) - mean(best)) / SPREAD).exp();
            ((weight * PARTS) as u128).max(1)
        };
        let sum: u128 = thought.moves.iter().map(weight).sum();
        let mut left = self.random.below(sum);
        thought.moves.iter().find(|rated| {
            let weight = weight(rated);
            let is_drawn = left < weight;
            left = left.saturating_sub(weight);
            is_drawn
        })
    }
}

/// Lets players think about the same position, each on a thread, and puts together what they find. `None` if something is
/// hidden, and no player finds a world that fits.
fn think_together(
    players: &mut [Player],
    (position, seen_game): (&Position, Option<&SeenGame>),
    (iterations, ends): (u64, &(dyn Fn() -> bool + Sync)),
) -> Result<Option<Thought>, Fault> {
    let think = |player: &mut Player| {
        let stop = || ends();
        let limit = SearchLimit {
            iterations,
            stop: &stop,
        };
        match seen_game {
            None => player.think(position, &limit).map(Some),
            Some(seen_game) => player.think_hidden((position, seen_game), &limit),
        }
    };
    let Some((first, others)) = players.split_first_mut() else {
        return Ok(None);
    };
    let thoughts = std::thread::scope(|scope| {
        // A system without room for another thread thinks on fewer.
        let others: Vec<_> = others
            .iter_mut()
            .filter_map(|player| {
                let work = || guarded(|| think(player));
                deep_thread().spawn_scoped(scope, work).ok()
            })
            .collect();
        let mut thoughts = vec![think(first)];
        for other in others {
            thoughts.push(match other.join().expect("guarded") {
                Ok(thought) => thought,
                Err(defect) => Err(Fault::statement(defect.message())),
            });
        }
        thoughts
    });
    if thoughts.len() == 1 {
        return thoughts.into_iter().next().unwrap_or(Ok(None));
    }
    let thoughts: Vec<Option<Thought>> = thoughts.into_iter().collect::<Result<_, _>>()?;
    let found: Vec<Thought> = thoughts.into_iter().flatten().collect();
    Ok((!found.is_empty()).then(|| Thought::merged(found)))
}

/// Returns the most iterations and the longest time of a player.
pub(super) fn limits(spec: PlayerSpec, strategy: Strategy) -> (u64, Duration) {
    const LONG: Duration = Duration::from_secs(3600);
    match spec.budget {
        Some(Budget::Time(time)) => return (u64::MAX, time),
        Some(Budget::Iterations(iterations)) => return (iterations, LONG),
        None => {}
    }
    let is_tree = strategy.is_tree();
    let iterations = match spec.skill {
        Skill::Beginner if is_tree => 40,
        Skill::Beginner => 100,
        Skill::Casual if is_tree => 150,
        Skill::Casual => 400,
        Skill::Strong if is_tree => 3_000,
        Skill::Strong => 20_000,
        Skill::Named(_) | Skill::Best | Skill::Untrained => u64::MAX,
    };
    (iterations, USUAL_TIME)
}

#[cfg(test)]
mod tests {
    use super::Thinker;
    use crate::opponents::PlayerSpec;
    use crate::opponents::known_rules::KnownRules;
    use linstock_base::Sources;
    use linstock_check::Choices;
    use linstock_play::Rules;
    use std::sync::Arc;

    #[test]
    fn a_player_thinks_under_the_rules_as_they_are_now() {
        let spec = PlayerSpec::read("tree:20").expect("a player");
        let mut thinker = Thinker::new(spec, 1);
        for size in ["2 x 2", "3 x 1"] {
            let text = format!(
                "game small \"Small\"\nplayers a, b\nboard {size} {{ }}\npiece s\nmove m \"{{t}}\" {{\n  t in empty\n  s: box -> t\n}}\nplay {{ repeat each player {{ ask me: m otherwise draw \"full\" }} }}\n"
            );
            let sources = Sources::from([("small.game", text)]);
            let rules = Rules::load(&sources, &Choices::default()).expect("no mistakes");
            let rules = Arc::new(rules);
            let start = rules.start().expect("it starts");
            let mut known = KnownRules::new(&rules);
            let thought = thinker.think(&mut known, (&start, None), &|| false);
            let (_, thought) = thought.expect("the rules play");
            assert_eq!(thought.moves.len(), rules.points().len());
        }
    }

    #[test]
    fn a_tree_stops_a_win_that_its_search_has_missed() {
        let text = include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/examples/tic-tac-toe/tic-tac-toe.game"
        ));
        let sources = Sources::from([("tic-tac-toe.game", text)]);
        let rules = Rules::load(&sources, &Choices::default()).expect("no mistakes");
        let rules = Arc::new(rules);
        let start = rules.start().expect("it starts");
        let first = rules.find(&start, "a1").expect("moves").expect("legal");
        let position = rules.play(&start, first).expect("it plays");
        let mut known = KnownRules::new(&rules);
        let spec = PlayerSpec::read("tree:500").expect("a player");
        for seed in 0..100 {
            let mut thinker = Thinker::new(spec, seed);
            let thought = thinker.think(&mut known, (&position, None), &|| false);
            let (mv, _) = thought.expect("the rules play");
            // After a corner, every other answer loses.
            assert_eq!(rules.text(&position, mv), "b2", "{seed}");
        }
    }
}
