//! A computer player at work: chooses its search by a test of the rules, and thinks within its limits.

use crate::deep_stack::deep_thread;
use crate::guard::guarded;
use crate::opponents::player_spec::{Budget, PlayerSpec, Skill};
use crate::opponents::stopwatch::Stopwatch;
use crate::opponents::stored_value::TrainedValue;
use linstock_engine::vm::{Fault, Move, Position};
use linstock_model::SeatId;
use linstock_play::{GameRandom, Rules};
use linstock_search::{
    Evaluation, FitSettings, Player, RatedMove, SearchLimit, SeenGame, Strategy, Thought, fit,
    points_of,
};
use std::num::NonZero;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The longest that a player thinks about a move if no time is named.
const USUAL_TIME: Duration = Duration::from_secs(2);
/// How long the evaluation is fitted.
const FITTING_TIME: Duration = Duration::from_millis(1500);
/// How long two searches are compared before a game with a person.
const TEST_TIME: Duration = Duration::from_secs(1);
/// How long two searches are compared where nobody waits for a move.
pub(super) const LONG_TEST_TIME: Duration = Duration::from_secs(5);
/// The most threads for one move.
const MOST_THREADS: usize = 8;
/// How long a search thinks about a move in this comparison.
const TEST_MOVE: Duration = Duration::from_millis(5);

/// What is known about the rules: an evaluation, and the search that plays better.
#[derive(Clone, Debug)]
pub(crate) struct KnownRules {
    rules: Arc<Rules>,
    evaluation: Evaluation,
    strategy: Option<Strategy>,
    /// How long two searches are compared.
    test_time: Duration,
    /// What was learned in training.
    trained: Option<Box<TrainedValue>>,
}

impl KnownRules {
    /// Fits an evaluation. `stop` ends it early.
    ///
    /// # Errors
    /// If the rules fail at the start.
    pub(crate) fn new(rules: &Arc<Rules>, stop: &dyn Fn() -> bool) -> Result<Self, Fault> {
        let until = Instant::now() + FITTING_TIME;
        let ends = || stop() || Instant::now() >= until;
        Ok(Self {
            rules: Arc::clone(rules),
            evaluation: fit(rules, FitSettings::default(), &ends)?,
            strategy: None,
            test_time: TEST_TIME,
            trained: None,
        })
    }

    /// Adds what was learned in training.
    #[must_use]
    pub(crate) fn with_trained(self, trained: Option<Box<TrainedValue>>) -> Self {
        Self { trained, ..self }
    }

    /// Returns whether a player chooses its search by a test.
    pub(crate) fn needs_test(&self, skill: Skill) -> bool {
        match skill {
            Skill::Named(_) => false,
            Skill::Untrained => true,
            _ => self.trained.is_none(),
        }
    }

    /// Compares the searches now, each pair for a time.
    #[must_use]
    pub(crate) fn with_test(mut self, time: Duration, stop: &dyn Fn() -> bool) -> Self {
        self.test_time = time;
        self.test_now(stop);
        self
    }

    /// Compares the searches, if that was not done yet.
    pub(crate) fn test_now(&mut self, stop: &dyn Fn() -> bool) {
        self.preferred(stop);
    }

    /// Returns the rules.
    pub(crate) fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Returns the evaluation that was fitted.
    pub(crate) fn fitted(&self) -> &Evaluation {
        &self.evaluation
    }

    /// Returns the search and the evaluation of a player.
    fn means_of(&mut self, skill: Skill, stop: &dyn Fn() -> bool) -> (Strategy, &Evaluation) {
        let trained = self.trained.as_deref();
        let strategy = match (skill, trained) {
            (Skill::Named(strategy), _) => strategy.under(&self.rules),
            (Skill::Untrained, _) | (_, None) => self.preferred(stop),
            (_, Some(trained)) => trained.strategy,
        };
        let trained = self
            .trained
            .as_deref()
            .filter(|_| skill != Skill::Untrained);
        let evaluation = trained.map_or(&self.evaluation, |trained| &trained.evaluation);
        (strategy, evaluation)
    }

    /// Returns the search that plays these rules best without training: plays a few short games between the searches. Where
    /// something is hidden there is only one.
    fn preferred(&mut self, stop: &dyn Fn() -> bool) -> Strategy {
        if let Some(strategy) = self.strategy {
            return strategy;
        }
        let strategy = best_search((&self.rules, &self.evaluation), self.test_time, stop);
        self.strategy = Some(strategy);
        strategy
    }
}

/// Returns the search that plays rules best with an evaluation, by a few short games.
pub(crate) fn best_search(
    (rules, evaluation): (&Arc<Rules>, &Evaluation),
    time: Duration,
    stop: &dyn Fn() -> bool,
) -> Strategy {
    let mut best = Strategy::Tree;
    if rules.hides_something() {
        return best;
    }
    for other in [Strategy::AlphaBeta, Strategy::RaveTree, Strategy::ShortTree] {
        let until = Instant::now() + time;
        let ends = || stop() || Instant::now() >= until;
        let points = points_of((rules, evaluation), [other, best], TEST_MOVE_LIMIT, &ends);
        if points > 0.0 {
            best = other;
        }
    }
    best
}

/// Makes the limit of a move in the comparison of searches.
const TEST_MOVE_LIMIT: fn() -> Box<dyn Fn() -> bool> = || {
    let clock = Stopwatch::of_processor();
    Box::new(move || clock.elapsed() >= TEST_MOVE)
};

/// A computer player in a seat.
#[derive(Debug)]
pub(crate) struct Thinker {
    spec: PlayerSpec,
    seed: u64,
    /// The player, and others that think on other threads.
    players: Vec<Player>,
    /// On how many threads it thinks, if its time is limited, not its iterations.
    threads: usize,
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
        let rules = Arc::clone(&known.rules);
        let (strategy, evaluation) = known.means_of(self.spec.skill, stop);
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
            self.players
                .push(Player::new(&rules, strategy, (seed, evaluation)));
        }
        let ends = || stop() || clock.elapsed() >= time;
        let thought = think_together(
            &mut self.players,
            (position, seen_game),
            (iterations, &ends),
        )?;
        let Some(thought) = thought else {
            let seat = seen_game.map_or_else(|| rules.me(position), SeenGame::seat);
            return self.guess(known, (position, seat));
        };
        let mv = match self.spec.skill {
            Skill::Beginner => self.sometimes_another(&thought),
            _ if thought.is_mixed => self.drawn_by_visits(&thought),
            _ => thought.best(),
        };
        let mv = mv.map(|rated| rated.mv);
        mv.map(|mv| (mv, thought))
            .ok_or_else(|| known.rules.nothing_to_choose(position))
    }

    /// Chooses a random move.
    fn guess(
        &mut self,
        known: &KnownRules,
        (position, seat): (&Position, SeatId),
    ) -> Result<(Move, Thought), Fault> {
        let moves = known.rules.moves(position, seat)?;
        let at = self.random.index(moves.len());
        let mv = at.map(|at| (moves[at], Thought::default()));
        mv.ok_or_else(|| known.rules.nothing_to_choose(position))
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
        let weight = |rated: &RatedMove| {
            let weight = ((rated.value - best.value) / SPREAD).exp();
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
fn limits(spec: PlayerSpec, strategy: Strategy) -> (u64, Duration) {
    const LONG: Duration = Duration::from_secs(3600);
    match spec.budget {
        Some(Budget::Time(time)) => return (u64::MAX, time),
        Some(Budget::Iterations(iterations)) => return (iterations, LONG),
        None => {}
    }
    let is_tree = strategy != Strategy::AlphaBeta;
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
    use super::{KnownRules, Thinker};
    use crate::opponents::PlayerSpec;
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
            let mut known = KnownRules::new(&rules, &|| false).expect("it starts");
            let thought = thinker.think(&mut known, (&start, None), &|| false);
            let (_, thought) = thought.expect("the rules play");
            assert_eq!(thought.moves.len(), rules.points().len());
        }
    }
}
