//! Plays games of one kind on several threads.

use super::BalanceArgs;
use crate::command_failure::CommandFailure;
use crate::deep_stack::spawn_deep;
use crate::failed_game::after_which_moves;
use crate::guard::guarded;
use crate::interrupts::Interrupts;
use crate::progress::SearchProgress;
use crate::ruleset_loader::Loaded;
use linstock_engine::vm::Fault;
use linstock_play::Rules;
use linstock_search::balance::{BalanceGame, BalancePlayer, PlayedGame};
use linstock_search::{Evaluation, FitSettings, GameFault, fit};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long the evaluation is fitted: at most this, and at most this part of the time.
const FITTING_TIME: Duration = Duration::from_millis(1500);
const FITTING_PART: u32 = 10;

/// Games of one kind.
pub(super) struct GameKind<'k> {
    /// What its games are called in messages, such as "strong game".
    pub(super) name: &'static str,
    /// The players of each game, by its number.
    pub(super) contestants: Box<dyn Fn(u64) -> Vec<BalancePlayer> + Sync + 'k>,
    /// How many games in a row begin alike.
    pub(super) alike: u64,
    /// The number of random moves at the start.
    pub(super) opening: u32,
    pub(super) judge: Option<BalancePlayer>,
}

/// Says that the rules failed before the games, while the players were prepared. Such a fault comes without a line of play, so one is
/// looked for.
fn failed(loaded: &Loaded, fault: Fault) -> CommandFailure {
    let failed = GameFault::in_thought(&loaded.rules, &[], fault);
    CommandFailure::Failed(format!(
        "{} could not be played on, {}",
        loaded.rules.title(),
        after_which_moves(loaded, &failed)
    ))
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
        let until = Instant::now() + FITTING_TIME.min(args.time / FITTING_PART);
        let stop = || interrupts.count() > 0 || Instant::now() >= until;
        let rules = &loaded.rules;
        let fitted = fit(rules, FitSettings::default(), &stop);
        Ok(Self {
            evaluation: fitted.map_err(|fault| failed(loaded, fault))?,
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
        failed(self.loaded, fault)
    }

    /// Says that the rules failed in a game.
    fn failed_in_game(
        &self,
        kind: &GameKind<'_>,
        (number, fault): &(u64, GameFault),
    ) -> CommandFailure {
        CommandFailure::Failed(format!(
            "{} {} of seed {} could not be played on, {}",
            kind.name,
            number + 1,
            self.seed,
            after_which_moves(self.loaded, fault)
        ))
    }

    /// Returns whether the user wants the run to end.
    pub(super) fn is_stopped(&self) -> bool {
        self.interrupts.count() > 0
    }

    /// Plays games until a number of them has begun, or the time is over. Games that have begun by then are played to
    /// the end if that does not take much longer; otherwise long games would be missing.
    ///
    /// # Errors
    /// If the rules fail.
    pub(super) fn play(
        &self,
        kind: &GameKind<'_>,
        most: u64,
        until: Instant,
    ) -> Result<Vec<PlayedGame>, CommandFailure> {
        let next = AtomicU64::new(0);
        let has_failed = AtomicBool::new(false);
        let spare = until.saturating_duration_since(Instant::now()) / 4;
        let at_last = until + spare.max(Duration::from_secs(2));
        let ends = || self.is_stopped() || has_failed.load(Ordering::Relaxed);
        let work = || {
            let mut games = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= most || Instant::now() >= until || ends() {
                    return Ok(games);
                }
                let stop = || ends() || Instant::now() >= at_last;
                match self.play_one(kind, number, &stop) {
                    Ok(Some(game)) => {
                        self.progress.add_game();
                        games.push((number, game));
                    }
                    // A game that the user stopped did not take too long.
                    Ok(None) if ends() => {}
                    Ok(None) => {
                        self.left_out.fetch_add(1, Ordering::Relaxed);
                    }
                    Err(fault) => {
                        has_failed.store(true, Ordering::Relaxed);
                        return Err((number, fault));
                    }
                }
            }
        };
        let (mut games, faults) = std::thread::scope(|scope| {
            let worker = || || guarded(work);
            let threads = spawn_deep(scope, self.threads, worker)?;
            let (mut all, mut faults) = (Vec::new(), Vec::new());
            for thread in threads {
                let done = thread.join().expect("guarded");
                let done = done.map_err(|defect| CommandFailure::Failed(defect.message()))?;
                match done {
                    Ok(games) => all.extend(games),
                    Err(fault) => faults.push(fault),
                }
            }
            Ok::<_, CommandFailure>((all, faults))
        })?;
        let first = faults.iter().min_by_key(|(number, _)| *number);
        if let Some(fault) = first {
            return Err(self.failed_in_game(kind, fault));
        }
        games.sort_by_key(|(number, _)| *number);
        Ok(games.into_iter().map(|(_, game)| game).collect())
    }

    fn play_one(
        &self,
        kind: &GameKind<'_>,
        number: u64,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<PlayedGame>, GameFault> {
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
    }
}
