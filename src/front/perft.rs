//! `linstock perft`: counts sequences of moves, on several threads. Each takes the next first move.

use crate::front::command_failure::CommandFailure;
use crate::front::deep_stack::spawn_deep;
use crate::front::guard::{Defect, guarded};
use crate::front::legal_moves::{MovesArgs, position};
use crate::front::progress::Progress;
use crate::front::shown::Shown;
use crate::front::terminal::print;
use crate::front::threads::ThreadsArg;
use crate::play::Session;
use crate::study::perft::{Perft, PerftCounter};
use crate::vm::{Fault, Move};
use clap::Args;
use serde_json::json;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

#[derive(Args, Debug)]
pub(super) struct PerftArgs {
    #[command(flatten)]
    pub(crate) moves: MovesArgs,
    /// The greatest length, up to 200
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=200))]
    pub(crate) depth: u8,
    /// Tell for each first move how many sequences of the greatest length begin with it
    #[arg(long)]
    pub(crate) divide: bool,
    #[command(flatten)]
    pub(crate) threads: ThreadsArg,
}

/// `linstock perft`
pub(super) fn perft(args: &PerftArgs) -> Result<(), CommandFailure> {
    let session = position(&args.moves)?;
    let depth = usize::from(args.depth);
    let perft = Perft::new(session.rules(), session.state());
    let first = match depth {
        0 => Vec::new(),
        _ => perft.moves(session.state()).map_err(failed)?,
    };
    let count = PerftRun {
        session: &session,
        perft: &perft,
        first: &first,
        depth,
        next: AtomicUsize::new(0),
        stop: AtomicBool::new(false),
    };
    let by_move = count.on_threads(args.threads.threads())?;
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

/// What all threads look at.
struct PerftRun<'s> {
    session: &'s Session,
    perft: &'s Perft<'s>,
    /// The first moves of the sequences.
    first: &'s [Move],
    depth: usize,
    /// The next of them that nobody has counted.
    next: AtomicUsize,
    /// One of the threads has failed.
    stop: AtomicBool,
}

impl PerftRun<'_> {
    /// Counts for each first move how many sequences begin with it, by length.
    fn on_threads(&self, threads: usize) -> Result<Vec<Vec<u64>>, CommandFailure> {
        let mut by_move = vec![Vec::new(); self.first.len()];
        let (sender, receiver) = channel::<Vec<u64>>();
        let found = thread::scope(|scope| {
            let worker = |sender: Sender<Vec<u64>>| {
                spawn_deep(scope, move || guarded(|| self.work(&sender)))
            };
            let workers: Vec<_> = (0..threads.min(self.first.len()))
                .map(|_| worker(sender.clone()))
                .collect();
            drop(sender);
            let (mut progress, mut counts) = (Progress::begin(), vec![0; self.depth]);
            for news in receiver {
                let both = counts.iter_mut().zip(news);
                both.for_each(|(count, more)| *count += more);
                progress.show(&counts);
            }
            progress.end();
            let found = workers.into_iter().map(|worker| worker.join());
            let found: Result<Vec<_>, Defect> =
                found.map(|found| found.expect("guarded")).collect();
            found.map_err(|defect| CommandFailure::Failed(defect.message()))
        })?;
        for part in found {
            for (at, counts) in part.map_err(failed)? {
                by_move[at] = counts;
            }
        }
        Ok(by_move)
    }

    /// Counts behind one first move after the other, until all are counted.
    fn work(&self, sender: &Sender<Vec<u64>>) -> Result<Vec<(usize, Vec<u64>)>, Fault> {
        // Somebody listens as long as there are threads.
        let mut tell = |news: Vec<u64>| drop(sender.send(news));
        let mut counter = PerftCounter::new(self.perft, self.depth, &mut tell);
        let mut counted = Vec::new();
        while !self.stop.load(Ordering::Relaxed) {
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(mv) = self.first.get(at) else { break };
            match counter.count_from(self.session.state(), *mv) {
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
