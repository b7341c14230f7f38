//! Plays games of one kind on several threads.

use super::BalanceArgs;
use crate::command_failure::CommandFailure;
use crate::deep_stack::spawn_deep;
use crate::guard::guarded;
use crate::interrupts::Interrupts;
use crate::progress::SearchProgress;
use crate::ruleset_loader::Loaded;
use linstock_engine::vm::Fault;
use linstock_play::{Refusal, Rules};
use linstock_search::balance::{BalanceGame, BalancePlayer, PlayedGame};
use linstock_search::{Evaluation, FitSettings, fit};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long the evaluation is fitted: at most this, and at most this part of the time.
const FITTING_TIME: Duration = Duration::from_millis(1500);
const FITTING_PART: u32 = 10;

/// Games of one kind.
pub(super) struct GameKind<'k> {
    /// The players of each game, by its number.
    pub(super) contestants: Box<dyn Fn(u64) -> Vec<BalancePlayer> + Sync + 'k>,
    /// How many games in a row begin alike.
    pub(super) alike: u64,
    /// The number of random moves at the start.
    pub(super) opening: u32,
    pub(super) judge: Option<BalancePlayer>,
}

/// Says that the rules have failed.
fn failed(loaded: &Loaded, fault: Fault) -> CommandFailure {
    CommandFailure::Failed(Refusal::of(fault, Some(&loaded.sources)).to_string())
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
    /// The games that took too long and are left out.
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

    /// Says that the rules have failed.
    pub(super) fn failed(&self, fault: Fault) -> CommandFailure {
        failed(self.loaded, fault)
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
        let spare = until.saturating_duration_since(Instant::now()) / 4;
        let at_last = until + spare.max(Duration::from_secs(2));
        let work = || {
            let mut games = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let is_over = number >= most || Instant::now() >= until;
                if is_over || self.is_stopped() {
                    return Ok(games);
                }
                let stop = || self.is_stopped() || Instant::now() >= at_last;
                match self.play_one(kind, number, &stop)? {
                    Some(game) => {
                        self.progress.add_game();
                        games.push((number, game));
                    }
                    // A game that the user stopped did not take too long.
                    None if self.is_stopped() => {}
                    None => {
                        self.left_out.fetch_add(1, Ordering::Relaxed);
                    }
                }
            }
        };
        let mut games = std::thread::scope(|scope| {
            let worker = || || guarded(work);
            let threads = spawn_deep(scope, self.threads, worker)?;
            let mut all = Vec::new();
            for thread in threads {
                let done = thread.join().expect("guarded");
                let done = done.unwrap_or_else(|defect| Err(Fault::statement(defect.message())));
                all.extend(done.map_err(|fault| self.failed(fault))?);
            }
            Ok::<_, CommandFailure>(all)
        })?;
        games.sort_by_key(|(number, _)| *number);
        Ok(games.into_iter().map(|(_, game)| game).collect())
    }

    fn play_one(
        &self,
        kind: &GameKind<'_>,
        number: u64,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<PlayedGame>, Fault> {
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
