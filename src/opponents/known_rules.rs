//! What computer players know about rules: an evaluation, and the search that plays better.

use crate::opponents::player_spec::{PlayerSpec, Skill};
use crate::opponents::stopwatch::Stopwatch;
use crate::opponents::stored_choice::{ChosenSearch, StoredChoice, as_stored};
use crate::opponents::stored_value::{StoredValue, TrainedValue};
use crate::opponents::thinker::limits;
use crate::progress::SearchProgress;
use linstock_engine::vm::Fault;
use linstock_play::{Rules, Setup};
use linstock_search::{
    Evaluation, FitSettings, MoveLimit, SelfTestResult, Strategy, fit, self_test,
};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long the evaluation is fitted.
const FITTING_TIME: Duration = Duration::from_millis(1500);
/// How long two searches are compared before a game with a person.
pub(super) const TEST_TIME: Duration = Duration::from_secs(1);
/// How long two searches are compared where nobody waits for a move.
pub(super) const LONG_TEST_TIME: Duration = Duration::from_secs(5);
/// The searches that are compared, one after the other, with the best one so far, which is the tree at first.
const CHALLENGERS: [Strategy; 5] = [
    Strategy::AlphaBeta,
    Strategy::RaveTree,
    Strategy::ShortTree,
    Strategy::BestFirst,
    Strategy::WideTree,
];
/// The longest time of fitting and of the comparisons, before a game with a person.
pub(crate) const PREPARATION_TIME: Duration =
    FITTING_TIME.saturating_add(TEST_TIME.saturating_mul(CHALLENGERS.len() as u32));
/// How long two searches are compared at most after a training.
pub(super) const LONGEST_TEST_TIME: Duration = Duration::from_secs(20);
/// How long a search thinks about a move in this comparison.
const TEST_MOVE: Duration = Duration::from_millis(5);
/// The same in a comparison of at least [`LONG_TEST_TIME`]: nearer to the time that a player has in a game.
const LONG_TEST_MOVE: Duration = Duration::from_millis(20);

/// What is known about the rules: an evaluation, and the search that plays better. Each is computed when it is needed.
#[derive(Clone, Debug)]
pub(crate) struct KnownRules {
    rules: Arc<Rules>,
    /// The evaluation that was fitted.
    fitted: Option<Evaluation>,
    search: Option<ChosenSearch>,
    /// How long two searches are compared.
    test_time: Duration,
    /// Whether the evaluation and the search are stored in the user's folder.
    is_stored: bool,
    /// What was learned in training.
    trained: Option<Box<TrainedValue>>,
    /// What the user reads if a file of what was learned in training is not used.
    notice: Option<String>,
}

impl KnownRules {
    /// Begins without knowledge. Nothing is read or stored.
    pub(crate) fn new(rules: &Arc<Rules>) -> Self {
        Self {
            rules: Arc::clone(rules),
            fitted: None,
            search: None,
            test_time: TEST_TIME,
            is_stored: false,
            trained: None,
            notice: None,
        }
    }

    /// Begins with what is stored: what was learned in training, and the evaluation and the search in the user's folder. New
    /// ones are stored there.
    pub(crate) fn stored(rules: &Arc<Rules>, setup: &Setup) -> Self {
        let value = StoredValue::read(rules, setup);
        let (fitted, search) = StoredChoice::read(rules)
            .map(|stored| (stored.evaluation, stored.search))
            .unzip();
        Self {
            fitted,
            search,
            is_stored: true,
            notice: value.notice(),
            trained: value.current(),
            ..Self::new(rules)
        }
    }

    /// Adds what was learned in training.
    #[must_use]
    pub(crate) fn with_trained(self, trained: Option<Box<TrainedValue>>) -> Self {
        Self { trained, ..self }
    }

    /// Returns the rules.
    pub(crate) fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Says that a player of a skill does not use what was learned in training, if so: the rules have changed, or its file cannot be
    /// used.
    pub(super) fn notice(&self, skill: Skill) -> Option<&str> {
        self.notice.as_deref().filter(|_| skill.uses_training())
    }

    /// Returns whether nothing must be found out before a player of a skill can think.
    pub(crate) fn is_ready(&self, skill: Skill) -> bool {
        let is_tested = || self.search.is_some() || matches!(skill, Skill::Named(_));
        self.trained_for(skill).is_some() || self.fitted.is_some() && is_tested()
    }

    /// Finds out what a player of a skill needs: fits an evaluation, and compares the searches, each pair for a time. `stop` ends
    /// both early.
    ///
    /// # Errors
    /// If the rules fail at the start.
    pub(crate) fn prepare(
        &mut self,
        skill: Skill,
        time: Duration,
        stop: &dyn Fn() -> bool,
    ) -> Result<(), Fault> {
        self.test_time = time;
        self.means_of(skill, stop).map(|_| ())
    }

    /// As [`KnownRules::prepare`], with much time for each pair of searches, before games that nobody waits for: Ctrl-C stops the
    /// whole command. Shows the user what takes so long.
    ///
    /// # Errors
    /// If the rules fail at the start.
    pub(super) fn prepare_long(
        &mut self,
        skill: Skill,
        stop: &dyn Fn() -> bool,
    ) -> Result<(), Fault> {
        let most = FITTING_TIME + LONG_TEST_TIME * CHALLENGERS.len() as u32;
        let _line = (!self.is_ready(skill))
            .then(|| SearchProgress::preparing("the computer", most, "stop"));
        self.prepare(skill, LONG_TEST_TIME, stop)
    }

    /// Returns the evaluation that is fitted to random games.
    ///
    /// # Errors
    /// If the rules fail at the start.
    pub(crate) fn fitted(&mut self, stop: &dyn Fn() -> bool) -> Result<&Evaluation, Fault> {
        let fitted = match self.fitted.take() {
            Some(fitted) => fitted,
            None => {
                // In processor time, the same games are played beside other work.
                let clock = Stopwatch::of_processor();
                let ends = || stop() || clock.elapsed() >= FITTING_TIME;
                let fitted = fit(&self.rules, FitSettings::default(), &ends)?;
                as_stored(&self.rules, &fitted)
            }
        };
        Ok(self.fitted.insert(fitted))
    }

    /// Returns what was learned in training, if a player of a skill uses it.
    fn trained_for(&self, skill: Skill) -> Option<&TrainedValue> {
        let trained = self.trained.as_deref();
        trained.filter(|_| skill != Skill::Untrained)
    }

    /// Returns the search and the evaluation of a player.
    ///
    /// # Errors
    /// If the rules fail at the start.
    pub(super) fn means_of(
        &mut self,
        skill: Skill,
        stop: &dyn Fn() -> bool,
    ) -> Result<(Strategy, &Evaluation), Fault> {
        let is_trained = self.trained_for(skill).is_some();
        if !is_trained {
            self.fitted(stop)?;
        }
        let strategy = match (skill, self.trained_for(skill)) {
            (Skill::Named(strategy), _) => strategy.under(&self.rules),
            (_, Some(trained)) => trained.strategy,
            (_, None) => self.preferred(stop)?,
        };
        let evaluation = match is_trained {
            true => self.trained.as_deref().map(|trained| &trained.evaluation),
            false => self.fitted.as_ref(),
        };
        Ok((strategy, evaluation.expect("one of the two is there")))
    }

    /// Returns whether a player that plays against itself plays the same game again and again: it uses no random numbers and no
    /// clock, and the rules have no chance and hide nothing.
    pub(super) fn repeats_itself(&mut self, spec: PlayerSpec) -> bool {
        let has_chance = self.rules.has_chance();
        let means = self.means_of(spec.skill, &|| false);
        let repeats = means.is_ok_and(|(strategy, _)| {
            let is_counted = strategy == Strategy::Greedy || limits(spec, strategy).0 != u64::MAX;
            strategy.repeats_itself() && is_counted
        });
        repeats && !has_chance && !self.rules.hides_something() && spec.skill != Skill::Beginner
    }

    /// Returns the search that plays these rules best without training: plays a few short games between the searches. Where
    /// something is hidden there is only one.
    fn preferred(&mut self, stop: &dyn Fn() -> bool) -> Result<Strategy, Fault> {
        // A short test does not stand for a long one.
        if let Some(search) = self.search.filter(|search| search.time >= self.test_time) {
            return Ok(search.strategy);
        }
        let (rules, time) = (Arc::clone(&self.rules), self.test_time);
        let evaluation = self.fitted(stop)?;
        let search = best_search((&rules, evaluation), time, stop);
        let evaluation = evaluation.clone();
        self.search = Some(search);
        if self.is_stored && !stop() {
            StoredChoice { evaluation, search }.write(&rules);
        }
        Ok(search.strategy)
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
    let move_limit: MoveLimit = match time < LONG_TEST_TIME {
        true => || limit_of(TEST_MOVE),
        false => || limit_of(LONG_TEST_MOVE),
    };
    for other in CHALLENGERS {
        let until = Instant::now() + time;
        let ends = || stop() || Instant::now() >= until;
        let pair = [other, best.strategy];
        let test = self_test((rules, evaluation), pair, move_limit, &ends);
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

/// Makes the limit of a move in a comparison of searches.
fn limit_of(time: Duration) -> Box<dyn Fn() -> bool> {
    let clock = Stopwatch::of_processor();
    Box::new(move || clock.elapsed() >= time)
}
