//! The plies of a game, with as many positions as it takes to work out every other one soon.
//!
//! A ply keeps its move, not the position after it: on a large board that would take gigabytes. The position at hand is
//! kept, and a checkpoint every few plies, and after plies that took much work; a position between two checkpoints is worked out by
//! playing its moves again.

use crate::Rules;
use crate::session::ply::Ply;
use linstock_engine::vm::Position;
use std::sync::Arc;

/// Bytes of checkpoints for each ply, about; a position that is larger than this is kept every few plies only.
const BYTES_A_PLY: usize = 32;
/// The most plies from one checkpoint to the next: so many moves are played again at the most.
const MOST_BETWEEN: usize = 64;

/// The most operations of the plies from one checkpoint to the next, and of one ply more.
const MOST_FUEL: u64 = 1 << 26;

/// The position after some plies, without its history.
#[derive(Clone, Debug)]
struct Checkpoint {
    /// How many plies were played.
    ply: usize,
    /// The position; its history is the beginning of that of a later position.
    position: Position,
    /// How long its history is.
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

/// Plies that were played one after the other from some position, and where they led to.
#[derive(Clone, Debug)]
pub(crate) struct Continuation {
    /// How many plies were played before.
    from: usize,
    /// The plies.
    plies: Vec<Ply>,
    checkpoints: Vec<Checkpoint>,
    /// The operations of the plies since the last checkpoint, about.
    fuel: u64,
    /// The position after them.
    now: Position,
}

impl Continuation {
    /// Returns the position after the plies.
    pub(crate) fn now(&self) -> &Position {
        &self.now
    }

    /// Returns the plies that were played on top.
    pub(crate) fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// Returns how many plies were played, those before it included.
    pub(crate) fn ply(&self) -> usize {
        self.from + self.plies.len()
    }

    /// Adds a ply, the position after it, and the operations that it took.
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

/// The line of play of a session: what was played, and what was undone and can be redone.
#[derive(Clone, Debug)]
pub(super) struct Line {
    rules: Arc<Rules>,
    /// The plies that were played, then those that were undone.
    plies: Vec<Ply>,
    /// The number of plies that are played.
    at: usize,
    /// The position after them.
    now: Position,
    /// In rising order; the first is the start.
    checkpoints: Vec<Checkpoint>,
    /// The operations of the plies since the last checkpoint, about.
    fuel: u64,
    /// The history of the last position that was reached, while plies are undone.
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

    /// Returns how many plies are played.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Returns the plies that are played.
    pub(super) fn played(&self) -> &[Ply] {
        &self.plies[..self.at]
    }

    /// Returns the plies that are played, then those that were undone.
    pub(super) fn all(&self) -> &[Ply] {
        &self.plies
    }

    /// Returns the position at hand.
    pub(super) fn now(&self) -> &Position {
        &self.now
    }

    /// Begins a continuation of what is played.
    pub(super) fn continuation(&self) -> Continuation {
        Continuation {
            from: self.at,
            plies: Vec::new(),
            checkpoints: Vec::new(),
            fuel: self.fuel,
            now: self.now.clone(),
        }
    }

    /// Takes a continuation over; what was undone cannot be redone any more.
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

    /// Forgets the checkpoints after so many plies.
    fn forget_after(&mut self, ply: usize) {
        let kept = self
            .checkpoints
            .partition_point(|checkpoint| checkpoint.ply <= ply);
        self.checkpoints.truncate(kept);
    }

    /// Goes back or forth to the position after so many plies.
    pub(super) fn go_to(&mut self, ply: usize) {
        let there = self.position(ply);
        let before = std::mem::replace(&mut self.now, there);
        self.at = ply.min(self.plies.len());
        if before.history.len() > self.undone.len() {
            self.undone = before.history.to_vec();
        }
    }

    /// Works out the position after so many plies; after all of them if there are fewer.
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

/// Where a line stood, to be put back if a defect of the program stops a request half way.
#[derive(Debug)]
pub struct Savepoint {
    at: usize,
    now: Position,
    /// What could be redone. Plies that are played never change.
    undone: Vec<Ply>,
    history: Vec<u64>,
}

impl Line {
    /// Notes where the line stands.
    pub(super) fn savepoint(&self) -> Savepoint {
        Savepoint {
            at: self.at,
            now: self.now.clone(),
            undone: self.plies[self.at..].to_vec(),
            history: self.undone.clone(),
        }
    }

    /// Puts the line back where it stood: one request may have played, undone or redone since.
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
    /// Returns the bytes that it takes, about.
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

/// Returns how many plies there are from one checkpoint to the next.
fn plies_between(position: &Position) -> usize {
    (position.words.len() * size_of::<u64>() / BYTES_A_PLY).clamp(1, MOST_BETWEEN)
}
