//! `linstock train`: learns an evaluation in games against itself, and keeps it if it wins a match against the untrained player.

use crate::arguments::{number, playing_time};
use crate::command_failure::CommandFailure;
use crate::deep_stack::spawn_deep;
use crate::failed_game::{FaultTally, defect, failed_before};
use crate::game_args::GameArgs;
use crate::guard::guarded;
use crate::interrupts::Interrupts;
use crate::opponents::contestant::Contestant;
use crate::opponents::known_rules::{KnownRules, LONGEST_TEST_TIME, best_search};
use crate::opponents::match_command::refuse_without_choices;
use crate::opponents::match_games::Match;
use crate::opponents::match_result::MatchResult;
use crate::opponents::player_spec::{PlayerSpec, Skill};
use crate::opponents::sprt::{FEWEST_GROUPS, SequentialTest, TestVerdict};
use crate::opponents::stored_value::{StoredValue, TestResult, TrainedValue};
use crate::progress::SearchProgress;
use crate::ruleset_loader::{self, Loaded};
use crate::seed;
use crate::terminal::print;
use crate::threads::ThreadsArg;
use clap::Args;
use linstock_base::{one_line, plural};
use linstock_engine::vm::Fault;
use linstock_play::{ChanceMode, Setup};
use linstock_search::{Evaluation, Strategy, Trainer, TrainingGame, TrainingSettings};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

#[derive(Args, Debug)]
pub(crate) struct TrainArgs {
    #[command(flatten)]
    game: GameArgs,
    /// How long it takes, such as 5m: about half of it for learning, the rest for the test
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = playing_time)]
    time: Duration,
    /// The same in minutes: `--minutes 5`
    #[arg(long, value_name = "N", conflicts_with = "time", allow_negative_numbers = true, value_parser = number::<u64>(1..=100_000))]
    minutes: Option<u64>,
    /// The seed of the games; a random number by default
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = seed::read)]
    seed: Option<u64>,
    /// Begin without what was learned before, and replace it if the test is passed
    #[arg(long)]
    fresh: bool,
    #[command(flatten)]
    threads: ThreadsArg,
}

/// The share of the time for learning.
const LEARNING: f64 = 0.55;
/// The games of a round, which are played with one evaluation: as many for any number of threads.
const ROUND: u64 = 32;
/// How long a player thinks about a move of the test.
const TEST_MOVE: Duration = Duration::from_millis(20);
/// The Elo difference of the test.
const STRONGER_BY: f64 = 70.0;
/// The most games of the test.
const MOST_GAMES: u64 = 2_000;
/// A game of the test that is not over after this many plies counts as drawn.
const MOST_PLIES: u32 = 400;

/// A training under way.
struct Training<'t> {
    loaded: &'t Loaded,
    setup: Setup,
    interrupts: &'t Interrupts,
    seed: u64,
    is_fresh: bool,
    threads: usize,
    began: Instant,
    time: Duration,
}

/// What was learned.
struct Learned {
    evaluation: Evaluation,
    /// The number of games from which it was learned.
    games: u64,
    /// The games that the rules could not continue.
    failed: FaultTally,
}

/// The games of a round that were finished, in order, and those that the rules could not continue.
type Round = (Vec<TrainingGame>, FaultTally);

/// Runs `linstock train`.
///
/// # Errors
/// If the ruleset cannot be loaded or fails, or the value cannot be written.
pub(crate) fn run(args: &TrainArgs) -> Result<(), CommandFailure> {
    let loaded = ruleset_loader::load(&args.game.request())?;
    if loaded.rules.players().len() < 2 {
        return Err(CommandFailure::Failed(
            "a computer player learns only games for two or more players".to_owned(),
        ));
    }
    refuse_without_choices(&loaded)?;
    let minutes = args
        .minutes
        .map(|minutes| Duration::from_secs(60 * minutes));
    let time = minutes.unwrap_or(args.time);
    let interrupts = Interrupts::watched();
    let training = Training {
        loaded: &loaded,
        setup: loaded.setup(0, ChanceMode::Auto),
        interrupts: &interrupts,
        seed: args.seed.unwrap_or_else(seed::draw),
        is_fresh: args.fresh,
        threads: args.threads.threads(),
        began: Instant::now(),
        time,
    };
    let stop_learning = || interrupts.count() > 0;
    let mut known = KnownRules::new(&loaded.rules);
    let fitted = known
        .fitted(&stop_learning)
        .map_err(|fault| failed_before(&loaded, fault, &stop_learning))?;
    let start = training.start(fitted)?;
    let broken = |fault: Fault| defect(&loaded, &fault);
    let learned = training.learn(start).map_err(broken)?;
    print(format!(
        "learned from {} of {} with itself\n",
        plural(learned.games, "game"),
        loaded.rules.title()
    ))?;
    // One Ctrl-C may have ended the learning; another one ends the training.
    let before = interrupts.count().min(1);
    let stop = || interrupts.count() > before;
    let begun = (learned.games + learned.failed.count, training.seed);
    let failed = learned.failed;
    let reported = failed.report(&loaded, "learning game", begun, &stop);
    if learned.games == 0 {
        reported?;
        return print("no game was finished, so there is nothing to test; more time may help\n");
    }
    let value = training.prepare_test((&mut known, &learned.evaluation), &stop);
    let value = value.map_err(|fault| failed_before(&loaded, fault, &stop))?;
    let (result, verdict) = training.test(known, &value, &stop).map_err(broken)?;
    training.end(value, (&result, verdict), stop())?;
    let tested = result.games as u64 + result.failed.count;
    reported?;
    let failed = result.failed;
    failed.report(&loaded, "test game", (tested, training.seed), &stop)
}

impl Training<'_> {
    /// Returns the evaluation from which training starts: the stored one, or the fitted one.
    fn start(&self, fitted: &Evaluation) -> Result<Evaluation, CommandFailure> {
        if self.is_fresh {
            return Ok(fitted.clone());
        }
        Ok(match StoredValue::read(&self.loaded.rules, &self.setup) {
            StoredValue::Current(trained) => {
                if let Some(notice) = &trained.instead_of {
                    print(format!("{notice}\n"))?;
                }
                print(format!("training goes on from {}\n", trained.origin))?;
                trained.evaluation
            }
            StoredValue::OfOldRules(evaluation) => {
                print(
                    "the rules have changed since the last training; this one begins with what was learned then\n",
                )?;
                *evaluation
            }
            StoredValue::Unusable(file) => {
                print(format!(
                    "{file}: training begins anew, and replaces the file if it succeeds\n"
                ))?;
                fitted.clone()
            }
            StoredValue::Nothing => fitted.clone(),
        })
    }

    /// Shows a stage of the training, and what Ctrl-C does in it.
    fn stage(&self, what: &str, ctrl_c: &str) -> SearchProgress {
        SearchProgress::until(self.began + self.time, ctrl_c, what.to_owned())
    }

    /// Learns until a part of the time is over or the user stops.
    fn learn(&self, start: Evaluation) -> Result<Learned, Fault> {
        let settings = TrainingSettings {
            seed: self.seed,
            ..TrainingSettings::default()
        };
        let mut trainer = Trainer::new(&self.loaded.rules, start, settings);
        let until = self.began + self.time.mul_f64(LEARNING);
        let ends = || self.interrupts.count() > 0 || Instant::now() >= until;
        let line = self.stage("learning", "test now");
        let (mut games, mut failed) = (0, FaultTally::default());
        for round in 0.. {
            if ends() {
                break;
            }
            let (played, failed_ones) = self.play_round(&trainer, round * ROUND, &ends)?;
            let fail_always = played.is_empty() && failed_ones.count > 0;
            failed.merge(failed_ones);
            if fail_always {
                break;
            }
            games += played.len() as u64;
            played.iter().for_each(|game| trainer.learn(game));
            line.say(format!("learning: {}", plural(games, "game")));
        }
        Ok(Learned {
            evaluation: trainer.learned(),
            games,
            failed,
        })
    }

    /// Plays a round of games.
    fn play_round(
        &self,
        trainer: &Trainer,
        first: u64,
        ends: &(dyn Fn() -> bool + Sync),
    ) -> Result<Round, Fault> {
        let next = AtomicU64::new(first);
        let played = Mutex::new((Vec::new(), FaultTally::default()));
        std::thread::scope(|scope| {
            let (next, played) = (&next, &played);
            let work = move || -> Result<(), Fault> {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= first + ROUND {
                        return Ok(());
                    }
                    let game = trainer.play(number, &|| ends());
                    let mut played = played.lock().unwrap_or_else(PoisonError::into_inner);
                    match game {
                        Ok(Some(game)) => played.0.push((number, game)),
                        Ok(None) => return Ok(()),
                        Err(fault) => played.1.add(number, fault),
                    }
                }
            };
            let worker = || move || guarded(work);
            let threads = spawn_deep(scope, self.threads, worker)
                .map_err(|_| Fault::statement("the system has no thread for the games"))?;
            let done = threads.into_iter().map(|thread| thread.join());
            let results = done.map(|done| match done.expect("guarded") {
                Ok(done) => done,
                Err(defect) => Err(Fault::statement(defect.message())),
            });
            results.collect::<Result<(), Fault>>()
        })?;
        let played = played.into_inner().unwrap_or_else(PoisonError::into_inner);
        let (mut played, failed) = played;
        played.sort_by_key(|(number, _)| *number);
        let games = played.into_iter().map(|(_, game)| game).collect();
        Ok((games, failed))
    }

    /// Finds out with which search each player of the test plays: compares the searches, with and without what was learned.
    fn prepare_test(
        &self,
        (known, learned): (&mut KnownRules, &Evaluation),
        stop: &dyn Fn() -> bool,
    ) -> Result<TrainedValue, Fault> {
        let rules = &self.loaded.rules;
        // Five pairs of searches, twice: a fifth of the time.
        let time = LONGEST_TEST_TIME.min(self.time / 50);
        let _line = self.stage("preparing the test: comparing searches", "stop");
        let mut value = TrainedValue::new(rules, learned);
        value.strategy = match rules.hides_something() {
            // Of the searches that see only what the player has seen, this one estimates positions.
            true => Strategy::ShortTree,
            false => best_search((rules, &value.evaluation), time, stop).strategy,
        };
        known.prepare(Skill::Untrained, time, stop)?;
        Ok(value)
    }

    /// Plays a match against the untrained player.
    fn test(
        &self,
        known: KnownRules,
        value: &TrainedValue,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<(MatchResult, TestVerdict), Fault> {
        let until = self.began + self.time;
        let stop = || stop() || Instant::now() >= until;
        let line = self.stage("testing", "stop");
        let player = |skill| Contestant::Computer(PlayerSpec::within(skill, TEST_MOVE));
        let played = Match {
            players: [player(Skill::Best), player(Skill::Untrained)],
            setup: self.setup.clone(),
            known: known.with_trained(Some(Box::new(value.clone()))),
            seed: self.seed,
            games: MOST_GAMES,
            opening: 2,
            max_plies: MOST_PLIES,
            programs: Mutex::default(),
            test: Some(SequentialTest::of_elo(
                STRONGER_BY,
                self.loaded.rules.players().len(),
            )),
            stop: &stop,
            progress: &|result| {
                let games = plural(result.games, "game");
                line.say(result.so_far(&format!("testing: {games}")));
            },
        };
        let played = played.play(self.threads)?;
        Ok((played.result, played.verdict))
    }

    /// Keeps or drops what was learned, and says why.
    fn end(
        &self,
        mut value: TrainedValue,
        (result, verdict): (&MatchResult, TestVerdict),
        is_stopped: bool,
    ) -> Result<(), CommandFailure> {
        if result.games == 0 && is_stopped {
            return print(
                "you stopped the test before a game against the untrained player was over, so nothing is kept\n",
            );
        }
        if result.games == 0 && result.failed.count > 0 {
            return print(
                "the rules failed in every game against the untrained player, so nothing is kept\n",
            );
        }
        if result.games == 0 {
            return print(
                "there was no time for a game against the untrained player, so nothing is kept; more time may help\n",
            );
        }
        let (share, low, high) = result.share();
        let even = 1.0 / self.loaded.rules.players().len() as f64;
        let verdict = verdict.at_the_end(result.groups(), (low, high), even);
        let score = format!(
            "against the untrained player it has {:.0} % of the points in {} (95 % interval {:.0} to {:.0} %)\n",
            share * 100.0,
            plural(result.games_of_share(), "game"),
            low * 100.0,
            high * 100.0
        );
        print(score)?;
        let told = match verdict {
            TestVerdict::Stronger => {
                value.test = TestResult {
                    games: result.games_of_share(),
                    share,
                    interval: [low, high],
                };
                let path = value.write(&self.loaded.rules, &self.setup).map_err(CommandFailure::Failed)?;
                format!(
                    "what it has learned makes it stronger, so all computer players of this game use it from now on; it is kept in `{}`\n",
                    one_line(&path.display().to_string())
                )
            }
            TestVerdict::NotStronger => {
                "what it has learned does not make it stronger, so nothing is kept; another seed or more time may help\n"
                    .to_owned()
            }
            TestVerdict::Open if is_stopped => {
                "you stopped the test before it could tell who is stronger, so nothing is kept\n".to_owned()
            }
            TestVerdict::Open if result.groups() < FEWEST_GROUPS => format!(
                "the test needs {} before it can tell who is stronger, so nothing is kept; more time may help\n",
                plural(FEWEST_GROUPS * self.loaded.rules.players().len(), "game")
            ),
            TestVerdict::Open => {
                "the test needs more games before it can tell who is stronger, so nothing is kept; more time may help\n"
                    .to_owned()
            }
        };
        print(told)
    }
}
