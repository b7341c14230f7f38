//! Plays games of one kind on several threads.

use super::BalanceArgs;
use super::levels::GameLevel;
use crate::command_failure::CommandFailure;
use crate::deep_stack::spawn_deep;
use crate::failed_game::{after_which_moves, failed_before, with_thought};
use crate::guard::guarded;
use crate::interrupts::Interrupts;
use crate::progress::SearchProgress;
use crate::ruleset_loader::Loaded;
use linstock_engine::vm::Fault;
use linstock_play::Rules;
use linstock_search::balance::{BalanceGame, BalancePlayer, GameProgress, PlayedGame};
use linstock_search::{Evaluation, FitSettings, GameFault, fit};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long the evaluation is fitted: at most this, and at most this part of the time.
const FITTING_TIME: Duration = Duration::from_millis(1500);
const FITTING_PART: u32 = 10;
/// The part of the time for that if the user wants the same games on every machine: the fit needs all its games then.
const WHOLE_FITTING_PART: u32 = 3;

/// Games of one kind.
pub(super) struct GameKind<'k> {
    pub(super) level: GameLevel,
    /// The players of each game, by its number.
    pub(super) contestants: Box<dyn Fn(u64) -> Vec<BalancePlayer> + Sync + 'k>,
    /// How many games in a row begin alike.
    pub(super) alike: u64,
    /// The number of random moves at the start.
    pub(super) opening: u32,
    pub(super) judge: Option<BalancePlayer>,
}

/// A game with its number among those of its level, from 0. Numbers are missing where games took too long.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct NumberedGame {
    pub(super) number: u64,
    pub(super) game: PlayedGame,
}

impl NumberedGame {
    /// Returns the points of the player who takes the seats in turn, one game in each.
    pub(super) fn points_in_turn(&self, seats: usize) -> f64 {
        self.game.points(self.number as usize % seats, seats)
    }
}

/// A fault in the game with a number, from 0.
struct NumberedFault {
    number: u64,
    fault: GameFault,
}

/// Plays games under one set of rules.
pub(super) struct Runner<'r> {
    loaded: &'r Loaded,
    pub(super) rules: &'r Arc<Rules>,
    pub(super) evaluation: Evaluation,
    pub(super) seed: u64,
    pub(super) most_plies: u32,
    pub(super) threads: usize,
    interrupts: &'r Interrupts,
    progress: &'r SearchProgress,
    /// The number of games that took too long and are left out.
    pub(super) left_out: AtomicU64,
}

impl<'r> Runner<'r> {
    /// Fits the evaluation.
    ///
    /// # Errors
    /// If the rules fail at the start.
    pub(super) fn new(
        args: &BalanceArgs,
        (loaded, seed): (&'r Loaded, u64),
        (interrupts, progress): (&'r Interrupts, &'r SearchProgress),
    ) -> Result<Self, CommandFailure> {
        let time = match args.player {
            Some(_) => args.time / WHOLE_FITTING_PART,
            None => FITTING_TIME.min(args.time / FITTING_PART),
        };
        let until = Instant::now() + time;
        let stop = || interrupts.count() > 0 || Instant::now() >= until;
        let rules = &loaded.rules;
        let fitted = fit(rules, FitSettings::default(), &stop);
        Ok(Self {
            evaluation: fitted.map_err(|fault| failed_before(loaded, fault, &stop))?,
            loaded,
            rules,
            seed,
            most_plies: args.max_plies,
            threads: args.threads.threads(),
            interrupts,
            progress,
            left_out: AtomicU64::new(0),
        })
    }

    /// Says that the rules failed before the games.
    pub(super) fn failed(&self, fault: Fault) -> CommandFailure {
        failed_before(self.loaded, fault, &|| self.is_stopped())
    }

    /// Says that the rules failed in a game.
    fn failed_in_game(
        &self,
        kind: &GameKind<'_>,
        NumberedFault { number, fault }: NumberedFault,
    ) -> CommandFailure {
        let fault = with_thought(self.loaded, fault, &|| self.is_stopped());
        CommandFailure::Failed(format!(
            "game {} {} (seed {}) could not be played on, {}",
            number + 1,
            kind.level.players(),
            self.seed,
            after_which_moves(self.loaded, &fault)
        ))
    }

    /// Returns whether the user wants the run to end.
    pub(super) fn is_stopped(&self) -> bool {
        self.interrupts.count() > 0
    }

    /// Plays games until a number of them has begun, or it is time for no more to begin. Games in play are stopped at a later time: if it were
    /// the same, long games would be missing.
    ///
    /// # Errors
    /// If the rules fail.
    pub(super) fn play(
        &self,
        kind: &GameKind<'_>,
        most: u64,
        (until, at_last): (Instant, Instant),
    ) -> Result<Vec<NumberedGame>, CommandFailure> {
        let next = AtomicU64::new(0);
        let games = self.on_threads(kind, |ends| {
            let mut games = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= most || Instant::now() >= until || ends() {
                    return Ok(games);
                }
                let stop = || ends() || Instant::now() >= at_last;
                match self.play_one(kind, number, &stop)? {
                    GameProgress::Played(game) => {
                        self.progress.add_game();
                        games.push(NumberedGame { number, game });
                    }
                    // A game that the user stopped did not take too long.
                    GameProgress::Stopped(_) if ends() => {}
                    GameProgress::Stopped(_) => {
                        self.left_out.fetch_add(1, Ordering::Relaxed);
                    }
                }
            }
        })?;
        let mut games = games.concat();
        games.sort_by_key(|played| played.number);
        Ok(games)
    }

    /// Plays one game on each thread until the time is over, to find out how long a game takes. `choices` is how many moves of players a
    /// whole game has, after the random ones at its start.
    ///
    /// # Errors
    /// If the rules fail.
    pub(super) fn measure(
        &self,
        kind: &GameKind<'_>,
        (choices, until): (f64, Instant),
    ) -> Result<Duration, CommandFailure> {
        let next = AtomicU64::new(0);
        let times = self.on_threads(kind, |ends| {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let begin = Instant::now();
            let stop = || ends() || Instant::now() >= until;
            let played = self.play_one(kind, number, &stop)?;
            let seconds = begin.elapsed().as_secs_f64();
            Ok(match played {
                GameProgress::Played(_) => seconds,
                // A player who was stopped before the first move needs at least this time for each.
                GameProgress::Stopped(made) => {
                    let made = made.saturating_sub(kind.opening).max(1);
                    seconds * (choices / f64::from(made)).max(1.0)
                }
            })
        })?;
        let mean = times.iter().sum::<f64>() / times.len().max(1) as f64;
        Ok(Duration::try_from_secs_f64(mean).unwrap_or(Duration::MAX))
    }

    /// Carries out the same work on each thread. If the rules fail in one of its games, the other threads end, too.
    fn on_threads<T: Send>(
        &self,
        kind: &GameKind<'_>,
        work: impl Fn(&dyn Fn() -> bool) -> Result<T, NumberedFault> + Sync,
    ) -> Result<Vec<T>, CommandFailure> {
        let has_failed = AtomicBool::new(false);
        let ends = || self.is_stopped() || has_failed.load(Ordering::Relaxed);
        let work = || {
            let done = work(&ends);
            has_failed.fetch_or(done.is_err(), Ordering::Relaxed);
            done
        };
        let done = std::thread::scope(|scope| {
            let worker = || || guarded(work);
            let threads = spawn_deep(scope, self.threads, worker)?;
            let done = threads.into_iter().map(|thread| thread.join());
            let done = done.map(|done| done.expect("guarded"));
            let done: Result<Vec<_>, _> = done.collect();
            done.map_err(|defect| CommandFailure::Failed(defect.message()))
        })?;
        let (mut all, mut faults) = (Vec::new(), Vec::new());
        for done in done {
            match done {
                Ok(done) => all.push(done),
                Err(fault) => faults.push(fault),
            }
        }
        match faults.into_iter().min_by_key(|fault| fault.number) {
            Some(fault) => Err(self.failed_in_game(kind, fault)),
            None => Ok(all),
        }
    }

    fn play_one(
        &self,
        kind: &GameKind<'_>,
        number: u64,
        stop: &dyn Fn() -> bool,
    ) -> Result<GameProgress, NumberedFault> {
        let contestants = (kind.contestants)(number);
        let game = BalanceGame {
            rules: self.rules,
            evaluation: &self.evaluation,
            contestants: &contestants,
            seed: (self.seed, number / kind.alike),
            opening: kind.opening,
            most_plies: self.most_plies,
            judge: kind.judge,
        };
        game.play(stop)
            .map_err(|fault| NumberedFault { number, fault })
    }
}

/// Returns until when games in play may usually take, if new ones begin until a given time.
pub(super) fn last_moment(until: Instant) -> Instant {
    let spare = until.saturating_duration_since(Instant::now()) / 4;
    until + spare.max(Duration::from_secs(2))
}
