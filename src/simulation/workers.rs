//! Plays games on several threads. Each thread takes the next numbers, and plays all games that it has taken. So however a
//! run ends, its games are the first ones of the seed, unless the user discards the games in play.

use super::limits::Limits;
use super::run_bar::RunBar;
use crate::command_failure::CommandFailure;
use crate::deep_stack::spawn_deep;
use crate::guard::{Defect, guarded};
use crate::interrupts::Interrupts;
use linstock_study::simulation::{GameRecord, GameTally, Simulation};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// How often a thread reports its progress.
const NEWS: Duration = Duration::from_millis(100);
/// How many records a thread passes on at once.
const RECORDS: usize = 256;

/// Threads that play games.
#[derive(Debug)]
pub(crate) struct Workers<'s> {
    pub(crate) simulation: &'s Simulation<'s>,
    pub(crate) threads: usize,
    /// The caller needs the record of each game.
    pub(crate) rows: bool,
    /// The title in the progress line; empty if none is needed.
    pub(crate) title: String,
    pub(crate) limits: Limits,
    /// The user's interrupts, which end the run.
    pub(crate) interrupts: Interrupts,
}

/// The games that were played.
#[derive(Debug)]
pub(crate) struct SimulationRun {
    pub(crate) tally: GameTally,
    pub(crate) time: Duration,
    /// The user stopped it before all games were played.
    pub(crate) stopped: bool,
    /// The number of games that had begun and were left out.
    pub(crate) left_out: u64,
    /// Why some records could not be passed on.
    pub(crate) failure: Option<CommandFailure>,
}

/// The state that all threads share.
#[derive(Debug)]
struct RunState<'s> {
    simulation: &'s Simulation<'s>,
    /// The number of the next game.
    next: AtomicU64,
    end: u64,
    deadline: Option<Instant>,
    /// No more games may begin.
    stop: AtomicBool,
    rows: bool,
    /// How many games are in play at once on each thread.
    together: usize,
}

impl Workers<'_> {
    /// Returns how many games each thread plays at once: no single thread should take all of them.
    fn together(&self) -> usize {
        let threads = u64::try_from(self.threads).unwrap_or(u64::MAX);
        let games = self.limits.numbers.end - self.limits.numbers.start;
        let each = games.div_ceil(threads.max(1)).min(TOGETHER);
        usize::try_from(each).unwrap_or(1)
    }

    /// Plays until the limits are reached or the user stops the run. `each` gets the games in the order of their numbers.
    pub(crate) fn play(
        &self,
        each: impl FnMut(&GameRecord) -> Result<(), CommandFailure>,
    ) -> Result<SimulationRun, CommandFailure> {
        let begun = Instant::now();
        let shared = RunState {
            simulation: self.simulation,
            next: AtomicU64::new(self.limits.numbers.start),
            end: self.limits.numbers.end,
            deadline: self.limits.time.and_then(|time| begun.checked_add(time)),
            stop: AtomicBool::new(self.interrupts.count() > 0),
            rows: self.rows,
            together: self.together(),
        };
        let (sender, receiver) = sync_channel(4 * self.threads);
        let mut ordered = Ordered {
            next: self.limits.numbers.start,
            waiting: BTreeMap::new(),
            each,
            told: Ok(()),
        };
        let tallies = thread::scope(|scope| {
            let shared = &shared;
            let worker = || {
                let sender = sender.clone();
                move || guarded(|| work(shared, &sender))
            };
            let threads = spawn_deep(scope, self.threads, worker)?;
            drop(sender);
            self.follow(shared, &receiver, &mut ordered);
            let done = threads.into_iter().map(|thread| thread.join());
            let tallies: Result<Vec<GameTally>, Defect> =
                done.map(|done| done.expect("guarded")).collect();
            tallies.map_err(|defect| CommandFailure::Failed(defect.message()))
        })?;
        let mut tally = self.simulation.tally();
        tallies.iter().for_each(|part| tally.merge(part));
        let time = begun.elapsed();
        ordered.take_rest();
        let Range { start, end } = self.limits.numbers;
        let taken = shared.next.into_inner().min(end) - start;
        Ok(SimulationRun {
            time,
            stopped: self.interrupts.count() > 0 && tally.games < end - start,
            left_out: taken - tally.games,
            failure: ordered.told.err(),
            tally,
        })
    }

    /// Shows the progress of the threads, passes on their records, and tells them when to end the run.
    fn follow<F: FnMut(&GameRecord) -> Result<(), CommandFailure>>(
        &self,
        shared: &RunState<'_>,
        receiver: &Receiver<News>,
        ordered: &mut Ordered<F>,
    ) {
        let mut bar = RunBar::begin(&self.title, &self.limits);
        let mut ending = None;
        loop {
            match receiver.recv_timeout(TICK) {
                Ok(News { games, records }) => {
                    bar.add(games);
                    ordered.take(records);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            bar.show();
            let interrupts = self.interrupts.count();
            if interrupts > 0 || ordered.told.is_err() {
                shared.stop.store(true, Ordering::Relaxed);
            }
            if shared.begins_no_more() {
                // If Ctrl-C is pressed twice at once, the second press must count, too.
                let now = Instant::now();
                let ending = ending.get_or_insert_with(|| RunEnding {
                    since: now,
                    interrupts: interrupts.min(1),
                });
                if ending.is_over(now, interrupts) {
                    self.simulation.abandon();
                }
            }
        }
        bar.end();
    }
}

/// How often the main thread checks whether to end the run.
const TICK: Duration = Duration::from_millis(100);
/// After this time, an ending run leaves out the games that are still in play.
const GRACE: Duration = Duration::from_millis(400);

/// A run that begins no more games, but still has some in play.
struct RunEnding {
    since: Instant,
    /// How often the user had pressed Ctrl-C at that time.
    interrupts: usize,
}

impl RunEnding {
    /// Returns whether the games in play have had their time to end, or Ctrl-C was pressed again.
    fn is_over(&self, now: Instant, interrupts: usize) -> bool {
        interrupts > self.interrupts || now.duration_since(self.since) >= GRACE
    }
}

/// A report from a thread.
#[derive(Debug, Default)]
struct News {
    /// How many games it has played since the last report.
    games: u64,
    /// Their records, if the caller needs them.
    records: Vec<GameRecord>,
}

/// The most games in play at once on a thread.
const TOGETHER: u64 = 768;

/// The most numbers of games that a thread takes at once.
const MOST_TAKEN: u64 = 64;

/// Returns how many games a thread takes at once, by the number it has begun: a small part of it, so that few games are left
/// to finish when a run is stopped. With short games, threads then rarely access the shared counter and the clock.
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
            // The receiver lives as long as the threads.
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
    /// Returns whether the user has stopped the run, or its time is over.
    fn begins_no_more(&self) -> bool {
        let late = |deadline| Instant::now() >= deadline;
        self.stop.load(Ordering::Relaxed) || self.deadline.is_some_and(late)
    }

    /// Returns the numbers of the next games, at most `most`; `None` if no more may begin.
    fn take(&self, most: u64) -> Option<Range<u64>> {
        if self.begins_no_more() {
            return None;
        }
        let first = self.next.fetch_add(most, Ordering::Relaxed);
        let end = self.end.min(first.saturating_add(most));
        (first < end).then_some(first..end)
    }
}

/// Passes records on in the order of their numbers.
struct Ordered<F> {
    /// The next number.
    next: u64,
    waiting: BTreeMap<u64, GameRecord>,
    each: F,
    /// The result so far; after a failure, no more records are passed on.
    told: Result<(), CommandFailure>,
}

impl<F: FnMut(&GameRecord) -> Result<(), CommandFailure>> Ordered<F> {
    fn take(&mut self, records: Vec<GameRecord>) {
        self.waiting
            .extend(records.into_iter().map(|record| (record.number, record)));
        while let Some(record) = self.waiting.remove(&self.next) {
            self.hand_on(&record);
            self.next += 1;
        }
    }

    /// Passes on the records that wait for games which were left out.
    fn take_rest(&mut self) {
        for record in std::mem::take(&mut self.waiting).into_values() {
            self.hand_on(&record);
        }
    }

    fn hand_on(&mut self, record: &GameRecord) {
        if self.told.is_ok() {
            self.told = (self.each)(record);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{GRACE, RunEnding, TICK};
    use std::time::{Duration, Instant};

    #[test]
    fn games_in_play_have_half_a_second_to_end() {
        let since = Instant::now();
        let ending = RunEnding {
            since,
            interrupts: 1,
        };
        let is_over = |millis, interrupts| {
            let now = since + Duration::from_millis(millis);
            ending.is_over(now, interrupts)
        };
        assert!(!is_over(399, 1) && is_over(400, 1));
        assert!(is_over(0, 2));
        // The clock is read once in every tick.
        assert!(TICK + GRACE <= Duration::from_millis(500));
    }
}
