//! What computer players know about rules: an evaluation, and the search that plays better.

use crate::opponents::player_spec::Skill;
use crate::opponents::stopwatch::Stopwatch;
use crate::opponents::stored_choice::{ChosenSearch, StoredChoice, as_stored};
use crate::opponents::stored_value::TrainedValue;
use linstock_engine::vm::Fault;
use linstock_play::Rules;
use linstock_search::{Evaluation, FitSettings, SelfTestResult, Strategy, fit, self_test};
use std::sync::Arc;
use std::time::{Duration, Instant};

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
    search: Option<ChosenSearch>,
    /// How long two searches are compared.
    test_time: Duration,
    /// Whether the choice of the search is stored in the user's folder.
    is_stored: bool,
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
        let evaluation = fit(rules, FitSettings::default(), &ends)?;
        Ok(Self {
            rules: Arc::clone(rules),
            evaluation: as_stored(rules, &evaluation),
            search: None,
            test_time: TEST_TIME,
            is_stored: false,
            trained: None,
        })
    }

    /// As [`KnownRules::new`], but what was found out before is read from the user's folder, and what is found out now is stored
    /// there.
    ///
    /// # Errors
    /// If the rules fail at the start.
    pub(crate) fn remembered(rules: &Arc<Rules>, stop: &dyn Fn() -> bool) -> Result<Self, Fault> {
        match StoredChoice::read(rules) {
            None => Ok(Self {
                is_stored: true,
                ..Self::new(rules, stop)?
            }),
            Some(StoredChoice { evaluation, search }) => Ok(Self {
                rules: Arc::clone(rules),
                evaluation,
                search: Some(search),
                test_time: TEST_TIME,
                is_stored: true,
                trained: None,
            }),
        }
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
    pub(super) fn means_of(
        &mut self,
        skill: Skill,
        stop: &dyn Fn() -> bool,
    ) -> (Strategy, &Evaluation) {
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
        // A short test does not stand for a long one.
        if let Some(search) = self.search.filter(|search| search.time >= self.test_time) {
            return search.strategy;
        }
        let search = best_search((&self.rules, &self.evaluation), self.test_time, stop);
        self.search = Some(search);
        if self.is_stored && !stop() {
            let choice = StoredChoice {
                evaluation: self.evaluation.clone(),
                search,
            };
            choice.write(&self.rules);
        }
        search.strategy
    }
}

/// Returns the search that plays rules best with an evaluation, by a few short games.
pub(crate) fn best_search(
    (rules, evaluation): (&Arc<Rules>, &Evaluation),
    time: Duration,
    stop: &dyn Fn() -> bool,
) -> ChosenSearch {
    let mut best = ChosenSearch {
        strategy: Strategy::Tree,
        test: SelfTestResult {
            interval: [-1.0, 1.0],
            ..SelfTestResult::default()
        },
        time,
    };
    if rules.hides_something() {
        return best;
    }
    for other in [
        Strategy::AlphaBeta,
        Strategy::RaveTree,
        Strategy::ShortTree,
        Strategy::BestFirst,
        Strategy::WideTree,
    ] {
        let until = Instant::now() + time;
        let ends = || stop() || Instant::now() >= until;
        let pair = [other, best.strategy];
        let test = self_test((rules, evaluation), pair, TEST_MOVE_LIMIT, &ends);
        let of_best = test.of_second();
        if test.mean > 0.0 {
            best = ChosenSearch {
                strategy: other,
                test,
                time,
            };
        } else if best.test.games == 0 || of_best.mean < best.test.mean {
            best.test = of_best;
        }
    }
    best
}

/// Makes the limit of a move in the comparison of searches.
const TEST_MOVE_LIMIT: fn() -> Box<dyn Fn() -> bool> = || {
    let clock = Stopwatch::of_processor();
    Box::new(move || clock.elapsed() >= TEST_MOVE)
};
