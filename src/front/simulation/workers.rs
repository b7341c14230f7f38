//! Plays games on several threads. Each takes the next numbers, and plays all games that it has taken: so whatever stops a run, its
//! games are the first ones of the seed.

use crate::front::command_failure::CommandFailure;
use crate::front::deep_stack::spawn_deep;
use crate::front::guard::{Defect, guarded};
use crate::front::terminal::warn;
use crate::study::simulation::{GameRecord, GameTally, Simulation};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// How often a thread tells how far it has come.
const NEWS: Duration = Duration::from_millis(100);
/// A thread hands over so many records at once.
const RECORDS: usize = 256;

/// Threads that play games.
#[derive(Debug)]
pub(in crate::front) struct Workers<'s> {
    pub(in crate::front) simulation: &'s Simulation<'s>,
    pub(in crate::front) threads: usize,
    /// Somebody wants the record of each game.
    pub(in crate::front) rows: bool,
    /// What is played, for the line that shows how far the run has come; nothing where it is plain.
    pub(in crate::front) title: String,
    pub(in crate::front) limits: Limits,
    /// Somebody wants the run to end.
    pub(in crate::front) stop: Arc<AtomicBool>,
}

/// When a run ends.
#[derive(Clone, Debug)]
pub(in crate::front) struct Limits {
    /// The numbers of the games.
    pub(in crate::front) numbers: Range<u64>,
    /// How long new games are begun.
    pub(in crate::front) time: Option<Duration>,
}

/// What was played.
#[derive(Debug)]
pub(in crate::front) struct SimulationRun {
    pub(in crate::front) tally: GameTally,
    pub(in crate::front) time: Duration,
    /// Somebody stopped it.
    pub(in crate::front) stopped: bool,
}

/// What all threads look at.
#[derive(Debug)]
struct RunState<'s> {
    simulation: &'s Simulation<'s>,
    /// The number of the next game.
    next: AtomicU64,
    end: u64,
    deadline: Option<Instant>,
    stop: Arc<AtomicBool>,
    rows: bool,
    /// So many games are in play at once on each thread.
    together: usize,
}

impl Workers<'_> {
    /// Returns how many games each thread plays at once: no thread should have all of them.
    fn together(&self) -> usize {
        let threads = u64::try_from(self.threads).unwrap_or(u64::MAX);
        let games = self.limits.numbers.end - self.limits.numbers.start;
        let each = games.div_ceil(threads.max(1)).min(TOGETHER);
        usize::try_from(each).unwrap_or(1)
    }

    /// Plays until the limits are met or somebody stops it; `each` gets the games by their numbers.
    pub(in crate::front) fn play(
        &self,
        each: impl FnMut(&GameRecord) -> Result<(), CommandFailure>,
    ) -> Result<SimulationRun, CommandFailure> {
        let stop = self.stop.clone();
        let begun = Instant::now();
        let shared = RunState {
            simulation: self.simulation,
            next: AtomicU64::new(self.limits.numbers.start),
            end: self.limits.numbers.end,
            deadline: self.limits.time.and_then(|time| begun.checked_add(time)),
            stop: stop.clone(),
            rows: self.rows,
            together: self.together(),
        };
        let (sender, receiver) = sync_channel(4 * self.threads);
        let mut ordered = Ordered {
            next: self.limits.numbers.start,
            waiting: BTreeMap::new(),
            each,
        };
        let bar = self.limits.bar(&self.title);
        let tallies = thread::scope(|scope| {
            let shared = &shared;
            let worker = |sender: SyncSender<News>| {
                spawn_deep(scope, move || guarded(|| work(shared, &sender)))
            };
            let threads: Vec<_> = (0..self.threads).map(|_| worker(sender.clone())).collect();
            drop(sender);
            let (mut told, mut notice) = (Ok(()), StopNotice::default());
            loop {
                match receiver.recv_timeout(NOTICE_AFTER) {
                    Ok(News { games, records }) => {
                        bar.inc(games);
                        if told.is_ok() {
                            told = ordered.take(records);
                            stop.fetch_or(told.is_err(), Ordering::Relaxed);
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                if told.is_ok() && stop.load(Ordering::Relaxed) {
                    notice.show(&bar);
                }
            }
            bar.finish_and_clear();
            let done = threads.into_iter().map(|thread| thread.join());
            let tallies: Result<Vec<GameTally>, Defect> =
                done.map(|done| done.expect("guarded")).collect();
            told.and(tallies.map_err(|defect| CommandFailure::Failed(defect.message())))
        })?;
        let mut tally = self.simulation.tally();
        tallies.iter().for_each(|part| tally.merge(part));
        Ok(SimulationRun {
            tally,
            time: begun.elapsed(),
            stopped: stop.load(Ordering::Relaxed),
        })
    }
}

/// A run that is stopped says what it still does, if that takes so long.
const NOTICE_AFTER: Duration = Duration::from_secs(1);

/// Whether a run that somebody has stopped has told what it still does. Whoever sees nothing would stop it again, and lose what is done.
#[derive(Debug, Default)]
struct StopNotice {
    /// When it was found to be stopped.
    stopped: Option<Instant>,
    is_shown: bool,
}

impl StopNotice {
    /// Tells it, once, after a while.
    fn show(&mut self, bar: &ProgressBar) {
        let stopped = *self.stopped.get_or_insert_with(Instant::now);
        if !self.is_shown && stopped.elapsed() >= NOTICE_AFTER {
            self.is_shown = true;
            bar.suspend(|| {
                warn("the games in play are played to their ends; Ctrl-C again ends the program at once, without a report");
            });
        }
    }
}

/// What a thread tells now and then.
#[derive(Debug, Default)]
struct News {
    /// How many games it has played since.
    games: u64,
    /// Their records, if somebody wants them.
    records: Vec<GameRecord>,
}

/// So many games are in play at once on a thread, at most.
const TOGETHER: u64 = 768;

/// A thread takes the numbers of at most so many games at once.
const MOST_TAKEN: u64 = 64;

/// Returns how many games a thread takes at once that has begun so many: a small part of these, so that a run that is stopped has few
/// to finish. So short games need not ask the other threads and the clock each time.
fn taken_after(begun: u64) -> u64 {
    (begun / MOST_TAKEN).clamp(1, MOST_TAKEN)
}

/// Plays games until there are no more to begin.
fn work(shared: &RunState<'_>, sender: &SyncSender<News>) -> GameTally {
    let mut tally = shared.simulation.tally();
    let (mut news, mut told) = (News::default(), Instant::now());
    let (mut ended, mut look_at) = (0, 0);
    let mut done = |record: &GameRecord| {
        news.games += 1;
        ended += 1;
        if shared.rows {
            news.records.push(record.clone());
        }
        let looks = ended >= look_at;
        if looks {
            look_at = ended + taken_after(ended);
        }
        if news.records.len() == RECORDS || looks && told.elapsed() > NEWS {
            told = Instant::now();
            // Somebody listens as long as there are threads.
            let _ = sender.send(std::mem::take(&mut news));
        }
    };
    let (mut begun, mut numbers) = (0, 0..0);
    let mut next = || {
        if numbers.is_empty() {
            numbers = shared.take(taken_after(begun))?;
        }
        begun += 1;
        numbers.next()
    };
    shared
        .simulation
        .play_all(shared.together, &mut tally, (&mut next, &mut done));
    let _ = sender.send(news);
    tally
}

impl RunState<'_> {
    /// Returns the numbers of the next games, at most so many; `None` if no more are to begin.
    fn take(&self, most: u64) -> Option<Range<u64>> {
        let late = || {
            self.deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
        };
        if self.stop.load(Ordering::Relaxed) || late() {
            return None;
        }
        let first = self.next.fetch_add(most, Ordering::Relaxed);
        let end = self.end.min(first.saturating_add(most));
        (first < end).then_some(first..end)
    }
}

/// Hands records on in the order of their numbers.
struct Ordered<F> {
    /// The number that comes next.
    next: u64,
    waiting: BTreeMap<u64, GameRecord>,
    each: F,
}

impl<F: FnMut(&GameRecord) -> Result<(), CommandFailure>> Ordered<F> {
    fn take(&mut self, records: Vec<GameRecord>) -> Result<(), CommandFailure> {
        self.waiting
            .extend(records.into_iter().map(|record| (record.number, record)));
        while let Some(record) = self.waiting.remove(&self.next) {
            (self.each)(&record)?;
            self.next += 1;
        }
        Ok(())
    }
}

impl Limits {
    /// Returns the bar that shows how far the run has come, on a terminal.
    fn bar(&self, title: &str) -> ProgressBar {
        let games = self.numbers.end - self.numbers.start;
        let known = self.time.is_none();
        let (bar, form) = if known {
            let form = "{prefix}{bar:30} {human_pos} of {human_len} games, {per_sec}, {eta} left";
            (ProgressBar::new(games), form)
        } else {
            let form = "{prefix}{spinner} {human_pos} games, {per_sec}, {elapsed} gone";
            (ProgressBar::new_spinner(), form)
        };
        match ProgressStyle::with_template(form) {
            Ok(style) => bar.with_style(style).with_prefix(title.to_owned()),
            Err(_) => bar,
        }
    }
}

/// The first Ctrl-C ends a run with what is done; the second ends the program.
#[cfg(unix)]
pub(in crate::front) fn stop_at_interrupt(stop: &Arc<AtomicBool>) {
    use signal_hook::consts::SIGINT;
    // Where signals cannot be had, Ctrl-C ends the program.
    let _ = signal_hook::flag::register_conditional_shutdown(SIGINT, 130, stop.clone());
    let _ = signal_hook::flag::register(SIGINT, stop.clone());
}

#[cfg(not(unix))]
pub(in crate::front) fn stop_at_interrupt(_stop: &Arc<AtomicBool>) {}
