//! The plies of a game, with enough positions to compute every other position quickly.
//!
//! A ply keeps its move, not the position after it: on a large board that would take gigabytes. The line keeps the
//! current position, and a checkpoint every few plies and after plies that took many operations. A position between two
//! checkpoints is computed by replaying its moves.

use crate::Rules;
use crate::session::ply::Ply;
use linstock_engine::vm::Position;
use std::sync::Arc;

/// The approximate bytes of checkpoints per ply. A position that is larger is kept only every few plies.
const BYTES_A_PLY: usize = 32;
/// The most plies between two checkpoints, and so the most moves that are replayed.
const MOST_BETWEEN: usize = 64;

/// The most operations of the plies between two checkpoints, except for one ply more.
const MOST_FUEL: u64 = 1 << 26;

/// A position after some plies, without its history.
#[derive(Clone, Debug)]
struct Checkpoint {
    /// The number of plies before it.
    ply: usize,
    /// The position. Its history is a prefix of the history of a later position.
    position: Position,
    /// The length of its history.
    history: usize,
}

impl Checkpoint {
    fn new(ply: usize, position: &Position) -> Self {
        Self {
            ply,
            position: position.without_history(),
            history: position.history.len(),
        }
    }
}

/// Plies played on top of a position of the line, and the position after them.
#[derive(Clone, Debug)]
pub(crate) struct Continuation {
    /// The number of plies before.
    from: usize,
    /// The plies.
    plies: Vec<Ply>,
    checkpoints: Vec<Checkpoint>,
    /// The approximate operations of the plies since the last checkpoint.
    fuel: u64,
    /// The position after the plies.
    now: Position,
}

impl Continuation {
    /// Returns the position after the plies.
    pub(crate) fn now(&self) -> &Position {
        &self.now
    }

    /// Returns the plies of the continuation.
    pub(crate) fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// Returns the number of plies, including those before the continuation.
    pub(crate) fn ply(&self) -> usize {
        self.from + self.plies.len()
    }

    /// Adds a ply, the position after it, and the number of operations that it took.
    pub(crate) fn push(&mut self, ply: Ply, after: Position, fuel: u64) {
        self.plies.push(ply);
        self.now = after;
        self.fuel += fuel;
        let (ply, between) = (self.ply(), plies_between(&self.now));
        if ply.is_multiple_of(between) || self.fuel > MOST_FUEL {
            self.fuel = 0;
            self.checkpoints.push(Checkpoint::new(ply, &self.now));
        }
    }
}

/// The line of play of a session: the plies that were played, and the undone plies that can be redone.
#[derive(Clone, Debug)]
pub(super) struct Line {
    rules: Arc<Rules>,
    /// The plies that are played, then the undone ones.
    plies: Vec<Ply>,
    /// The number of plies that are played.
    at: usize,
    /// The position after the played plies.
    now: Position,
    /// The checkpoints in ascending order; the first is the start.
    checkpoints: Vec<Checkpoint>,
    /// The approximate operations of the plies since the last checkpoint.
    fuel: u64,
    /// The history of the farthest position that was reached, while plies are undone.
    undone: Vec<u64>,
}

impl Line {
    /// Makes a line without plies.
    pub(super) fn new(rules: Arc<Rules>, start: Position) -> Self {
        Self {
            rules,
            plies: Vec::new(),
            at: 0,
            checkpoints: vec![Checkpoint::new(0, &start)],
            fuel: 0,
            now: start,
            undone: Vec::new(),
        }
    }

    /// Returns the number of played plies.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Returns the played plies.
    pub(super) fn played(&self) -> &[Ply] {
        &self.plies[..self.at]
    }

    /// Returns the played plies, then the undone ones.
    pub(super) fn all(&self) -> &[Ply] {
        &self.plies
    }

    /// Returns the current position.
    pub(super) fn now(&self) -> &Position {
        &self.now
    }

    /// Begins a continuation of the played plies.
    pub(super) fn continuation(&self) -> Continuation {
        Continuation {
            from: self.at,
            plies: Vec::new(),
            checkpoints: Vec::new(),
            fuel: self.fuel,
            now: self.now.clone(),
        }
    }

    /// Appends a continuation. The undone plies can no longer be redone.
    pub(super) fn go_on(&mut self, more: Continuation) {
        let from = self.at;
        self.forget_after(from);
        self.checkpoints.extend(more.checkpoints);
        self.fuel = more.fuel;
        self.plies.truncate(from);
        self.plies.extend(more.plies);
        self.at = self.plies.len();
        self.now = more.now;
        self.undone.clear();
    }

    /// Forgets the checkpoints after the first `ply` plies.
    fn forget_after(&mut self, ply: usize) {
        let kept = self
            .checkpoints
            .partition_point(|checkpoint| checkpoint.ply <= ply);
        self.checkpoints.truncate(kept);
    }

    /// Goes back or forward to the position after the first `ply` plies.
    pub(super) fn go_to(&mut self, ply: usize) {
        let there = self.position(ply);
        let before = std::mem::replace(&mut self.now, there);
        self.at = ply.min(self.plies.len());
        if before.history.len() > self.undone.len() {
            self.undone = before.history.to_vec();
        }
    }

    /// Computes the position after the first `ply` plies, or after all plies if there are fewer.
    pub(super) fn position(&self, ply: usize) -> Position {
        let ply = ply.min(self.plies.len());
        let near = self.checkpoints.iter().rev().find(|c| c.ply <= ply);
        let (mut at, mut position) = match near {
            Some(near) if self.at > ply || near.ply > self.at => {
                let known = [&self.undone[..], &self.now.history];
                let known = known.into_iter().max_by_key(|history| history.len());
                let known = known.unwrap_or_default();
                (near.ply, near.position.with_history(&known[..near.history]))
            }
            _ => (self.at, self.now.clone()),
        };
        while at < ply {
            self.rules
                .apply(&mut position, self.plies[at].mv)
                .expect("what was played can be played again");
            at += 1;
        }
        position
    }
}

/// The state of a line, to be restored if a defect of the program interrupts a request.
#[derive(Debug)]
pub struct Savepoint {
    at: usize,
    now: Position,
    /// The undone plies. Played plies never change.
    undone: Vec<Ply>,
    history: Vec<u64>,
}

impl Line {
    /// Saves the state of the line.
    pub(super) fn savepoint(&self) -> Savepoint {
        Savepoint {
            at: self.at,
            now: self.now.clone(),
            undone: self.plies[self.at..].to_vec(),
            history: self.undone.clone(),
        }
    }

    /// Restores the line. At most one request has played, undone or redone since.
    pub(super) fn roll_back_to(&mut self, before: Savepoint) {
        self.plies.truncate(before.at);
        self.plies.extend(before.undone);
        self.forget_after(before.at);
        self.at = before.at;
        self.now = before.now;
        self.undone = before.history;
    }
}

impl Line {
    /// Returns the approximate size in bytes.
    pub(super) fn bytes(&self) -> usize {
        let text = |text: &String| text.capacity();
        let ply = |ply: &Ply| {
            let masked = ply.masked.as_ref().map_or(0, |masked| text(&masked.text));
            size_of::<Ply>() + text(&ply.text) + masked
        };
        let words = |position: &Position| position.words.len() * 8 + position.history.len() * 8;
        let checkpoints = self.checkpoints.iter();
        self.plies.iter().map(ply).sum::<usize>()
            + checkpoints
                .map(|c| size_of::<Checkpoint>() + words(&c.position))
                .sum::<usize>()
            + words(&self.now)
            + self.undone.len() * 8
    }
}

/// Returns the number of plies between two checkpoints.
fn plies_between(position: &Position) -> usize {
    (position.words.len() * size_of::<u64>() / BYTES_A_PLY).clamp(1, MOST_BETWEEN)
}
