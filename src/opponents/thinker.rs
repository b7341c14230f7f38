//! A computer player at work: chooses its search by a test of the rules, and thinks within its limits.

use crate::opponents::player_spec::{Budget, PlayerSpec, Skill};
use crate::opponents::stored_value::TrainedValue;
use linstock_engine::vm::{Fault, Move, Position};
use linstock_play::{GameRandom, Rules};
use linstock_search::{
    Evaluation, FitSettings, Player, RatedMove, SearchLimit, SeenGame, Strategy, Thought, fit,
    points_of,
};
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
        self.preferred(stop);
        self
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
pub(super) fn best_search(
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
    let until = Instant::now() + TEST_MOVE;
    Box::new(move || Instant::now() >= until)
};

/// A computer player in a seat.
#[derive(Debug)]
pub(crate) struct Thinker {
    spec: PlayerSpec,
    seed: u64,
    player: Option<Player>,
    random: GameRandom,
}

impl Thinker {
    /// Seats a player. With the same seed, a player with a number of iterations chooses the same moves.
    pub(crate) fn new(spec: PlayerSpec, seed: u64) -> Self {
        Self {
            spec,
            seed,
            player: None,
            random: GameRandom::new(seed, 1),
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
        (position, seen_game): (&Position, Option<&SeenGame>),
        stop: &dyn Fn() -> bool,
    ) -> Result<(Move, Thought), Fault> {
        let rules = Arc::clone(&known.rules);
        let (strategy, evaluation) = known.means_of(self.spec.skill, stop);
        // A player of rules that were changed since knows nothing of use.
        let is_current = |player: &Player| Arc::ptr_eq(player.rules(), &rules);
        let player = self.player.take().filter(is_current);
        let player = self.player.insert(
            player.unwrap_or_else(|| Player::new(&rules, strategy, (self.seed, evaluation))),
        );
        let (iterations, time) = limits(self.spec, strategy);
        let until = Instant::now() + time;
        let ends = || stop() || Instant::now() >= until;
        let limit = SearchLimit {
            iterations,
            stop: &ends,
        };
        let thought = match seen_game {
            None => player.think(position, &limit)?,
            Some(seen_game) => match player.think_hidden((position, seen_game), &limit)? {
                Some(thought) => thought,
                None => return self.guess(known, (position, seen_game)),
            },
        };
        let mv = match self.spec.skill {
            Skill::Beginner => self.sometimes_another(&thought),
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
        (position, seen_game): (&Position, &SeenGame),
    ) -> Result<(Move, Thought), Fault> {
        let moves = known.rules.moves(position, seen_game.seat())?;
        let at = self.random.index(moves.len());
        let mv = at.map(|at| (moves[at], Thought::default()));
        mv.ok_or_else(|| known.rules.nothing_to_choose(position))
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
        Skill::Casual if is_tree => 300,
        Skill::Casual => 1_000,
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
