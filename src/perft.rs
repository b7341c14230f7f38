//! `linstock perft`: counts sequences of moves, on several threads. Each thread takes the next part of the sequences.

use crate::arguments::number;
use crate::command_failure::CommandFailure;
use crate::deep_stack::spawn_deep;
use crate::guard::{Defect, guarded};
use crate::legal_moves::{MovesArgs, position};
use crate::progress::Progress;
use crate::shown::Shown;
use crate::terminal::print;
use crate::threads::ThreadsArg;
use clap::Args;
use linstock_engine::vm::Fault;
use linstock_study::perft::{Perft, PerftCounter, PerftPart, PerftParts};
use serde_json::json;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

#[derive(Args, Debug)]
pub(super) struct PerftArgs {
    #[command(flatten)]
    pub(crate) moves: MovesArgs,
    /// The greatest length, up to 200
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::<u8>(0..=200))]
    pub(crate) depth: u8,
    /// Print for each first move the number of sequences of the greatest length that begin with it
    #[arg(long)]
    pub(crate) divide: bool,
    #[command(flatten)]
    pub(crate) threads: ThreadsArg,
}

/// Runs `linstock perft`.
pub(super) fn perft(args: &PerftArgs) -> Result<(), CommandFailure> {
    let session = position(&args.moves)?;
    let depth = usize::from(args.depth);
    let perft = Perft::new(session.rules(), session.state());
    let first = match depth {
        0 => Vec::new(),
        _ => perft.moves(session.state()).map_err(failed)?,
    };
    let threads = args.threads.threads();
    // Some first moves have more sequences than others. For short sequences, splitting costs more than it gains.
    let splits = threads > 1 && first.len() < MANY * threads && depth >= DEEP;
    let PerftParts { known, parts } = if splits {
        let parts = perft.by_second_move(session.state(), &first);
        parts.map_err(failed)?
    } else {
        perft.by_first_move(session.state(), &first)
    };
    let count = PerftRun {
        perft: &perft,
        parts: &parts,
        known,
        depth,
        next: AtomicUsize::new(0),
        stop: AtomicBool::new(false),
    };
    let mut by_move = vec![vec![0; depth]; first.len()];
    if splits {
        by_move.iter_mut().for_each(|counts| counts[0] = 1);
    }
    for (at, counts) in count.on_threads(threads)? {
        let sums_there = by_move[parts[at].first][known - 1..].iter_mut();
        sums_there.zip(counts).for_each(|(sum, more)| *sum += more);
    }
    let sums = |at: usize| by_move.iter().map(|counts| counts[at]).sum::<u64>();
    let total: Vec<u64> = (0..depth).map(sums).collect();
    let divided = first.iter().zip(&by_move).map(|(mv, counts)| {
        let text = session.rules().text(session.state(), *mv);
        (text, counts.last().copied().unwrap_or(0))
    });
    let mut divided: Vec<_> = divided.filter(|_| args.divide).collect();
    divided.sort();
    if args.moves.json {
        let mut answer = json!({ "perft": total });
        if args.divide {
            answer["divide"] = divided
                .into_iter()
                .map(|(text, n)| (text, json!(n)))
                .collect();
        }
        return print(Shown::json(&answer));
    }
    let rows = (1..)
        .zip(&total)
        .map(|(length, n)| format!("{length:>3}  {n}\n"));
    let divided = divided.iter().map(|(text, n)| format!("{n:>12}  {text}\n"));
    print(divided.chain(rows).collect::<String>())
}

fn failed(fault: Fault) -> CommandFailure {
    CommandFailure::Failed(fault.to_string())
}

/// This many first moves per thread keep all threads busy to the end.
const MANY: usize = 32;
/// The length from which sequences are worth splitting further.
const DEEP: usize = 5;

/// The state that all threads share.
struct PerftRun<'s> {
    perft: &'s Perft<'s>,
    parts: &'s [PerftPart],
    /// The number of moves with which each part begins.
    known: usize,
    depth: usize,
    /// The next part to count.
    next: AtomicUsize,
    /// One of the threads has failed.
    stop: AtomicBool,
}

/// The count of a part: its number, and how many sequences of each length it has, from the length of its beginning on.
type CountedPart = (usize, Vec<u64>);

impl PerftRun<'_> {
    /// Counts all parts.
    fn on_threads(&self, threads: usize) -> Result<Vec<CountedPart>, CommandFailure> {
        let (sender, receiver) = channel::<Vec<u64>>();
        let found = thread::scope(|scope| {
            let worker = || {
                let sender = sender.clone();
                move || guarded(|| self.work(&sender))
            };
            let workers = spawn_deep(scope, threads.min(self.parts.len()), worker)?;
            drop(sender);
            let (mut progress, mut counts) = (Progress::begin(), vec![0; self.depth]);
            for news in receiver {
                let both = counts[self.known - 1..].iter_mut().zip(news);
                both.for_each(|(count, more)| *count += more);
                progress.show(self.known, &counts[self.known - 1..]);
            }
            progress.end();
            let found = workers.into_iter().map(|worker| worker.join());
            let found: Result<Vec<_>, Defect> =
                found.map(|found| found.expect("guarded")).collect();
            found.map_err(|defect| CommandFailure::Failed(defect.message()))
        })?;
        let found: Result<Vec<_>, Fault> = found.into_iter().collect();
        Ok(found.map_err(failed)?.concat())
    }

    /// Counts one part after the other, until none is left.
    fn work(&self, sender: &Sender<Vec<u64>>) -> Result<Vec<CountedPart>, Fault> {
        // The receiver lives as long as the threads.
        let mut tell = |news: Vec<u64>| drop(sender.send(news));
        let depth = self.depth + 1 - self.known;
        let mut counter = PerftCounter::new(self.perft, depth, &mut tell);
        let mut counted = Vec::new();
        while !self.stop.load(Ordering::Relaxed) {
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(part) = self.parts.get(at) else {
                break;
            };
            match counter.count_from(&part.position, part.mv) {
                Ok(counts) => counted.push((at, counts.to_vec())),
                Err(fault) => {
                    self.stop.store(true, Ordering::Relaxed);
                    return Err(fault);
                }
            }
        }
        Ok(counted)
    }
}
