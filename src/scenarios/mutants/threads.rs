//! Tries changes on several threads. The results do not depend on the order or on each other. Ctrl-C ends the run with the
//! results so far.

use crate::command_failure::CommandFailure;
use crate::deep_stack::spawn_deep;
use crate::guard::{Defect, guarded};
use crate::progress::shown;
use indicatif::{ProgressBar, ProgressStyle};
use linstock_study::mutation::{MutantFate, MutationBench};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

/// Returns the result of each change, in order; `None` for those not tried before `stop` was set.
pub(super) fn try_out_all(
    bench: &MutationBench,
    threads: usize,
    stop: &AtomicBool,
) -> Result<Vec<Option<MutantFate>>, CommandFailure> {
    let count = bench.mutants().len();
    let bar = bar(count);
    let shared = SharedWork {
        bench,
        stop,
        next: AtomicUsize::new(0),
        noticed: (0..bench.scenarios())
            .map(|_| AtomicUsize::new(0))
            .collect(),
        fates: Mutex::new(vec![None; count]),
    };
    let found = thread::scope(|scope| {
        let work = || guarded(|| shared.work(&bar));
        let workers = spawn_deep(scope, threads.clamp(1, count.max(1)), || work)?;
        let mut done = workers.into_iter().map(|worker| worker.join());
        let done: Result<(), Defect> = done.try_for_each(|done| done.expect("guarded"));
        done.map_err(|defect| CommandFailure::Failed(defect.message()))
    });
    bar.finish_and_clear();
    found?;
    let fates = shared.fates.into_inner();
    Ok(fates.unwrap_or_else(std::sync::PoisonError::into_inner))
}

/// The state that all threads share.
struct SharedWork<'b> {
    bench: &'b MutationBench,
    /// No more changes should be tried.
    stop: &'b AtomicBool,
    /// The next change to try.
    next: AtomicUsize,
    /// How many changes each scenario has noticed: those that notice the most run first.
    noticed: Vec<AtomicUsize>,
    fates: Mutex<Vec<Option<MutantFate>>>,
}

impl SharedWork<'_> {
    fn work(&self, bar: &ProgressBar) {
        while !self.stop.load(Ordering::Relaxed) {
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(mutant) = self.bench.mutants().get(at) else {
                return;
            };
            let fate = self.bench.try_out(mutant, &self.noticed());
            if let MutantFate::Noticed(scenario) = fate {
                self.noticed[scenario].fetch_add(1, Ordering::Relaxed);
            }
            let mut fates = match self.fates.lock() {
                Ok(fates) => fates,
                Err(poisoned) => poisoned.into_inner(),
            };
            fates[at] = Some(fate);
            drop(fates);
            bar.inc(1);
        }
    }

    /// Returns how many changes each scenario has noticed.
    fn noticed(&self) -> Vec<usize> {
        let noticed = self.noticed.iter();
        noticed.map(|count| count.load(Ordering::Relaxed)).collect()
    }
}

/// Returns a progress bar for the terminal.
fn bar(count: usize) -> ProgressBar {
    let bar = shown(ProgressBar::new(u64::try_from(count).unwrap_or(u64::MAX)));
    match ProgressStyle::with_template("{bar:30} {human_pos} of {human_len} changes, {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
