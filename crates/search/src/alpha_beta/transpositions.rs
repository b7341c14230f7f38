//! The transposition table: results of positions that may be reached in several ways.

use super::SURE;
use linstock_engine::vm::Move;

/// How a value bounds the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// The result of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Transposition {
    key: u64,
    pub mv: Move,
    value: i32,
    depth: i16,
    bound: Bound,
}

impl Transposition {
    /// Makes the entry of a position that was searched at a ply. A win is stored by its distance from the position.
    pub(super) fn new(
        key: u64,
        (mv, depth): (Move, i32),
        (value, bound): (i32, Bound),
        ply: usize,
    ) -> Self {
        Self {
            key,
            mv,
            value: value + distance(value, ply),
            depth: i16::try_from(depth).unwrap_or(0),
            bound,
        }
    }

    /// Returns the value, if the entry was searched deeply enough to decide a window at a ply.
    pub(super) fn cuts_off(
        &self,
        (depth, ply): (i32, usize),
        (alpha, beta): (i32, i32),
    ) -> Option<i32> {
        if i32::from(self.depth) < depth {
            return None;
        }
        let value = self.value - distance(self.value, ply);
        let decides = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => value >= beta,
            Bound::AtMost => value <= alpha,
        };
        decides.then_some(value)
    }
}

/// Returns the difference between the value of a win counted from the root and counted from the position at a ply.
fn distance(value: i32, ply: usize) -> i32 {
    let ply = i32::try_from(ply).unwrap_or(0);
    match value {
        SURE.. => ply,
        value if value <= -SURE => -ply,
        _ => 0,
    }
}

/// A table in which a new entry replaces the old one in its place.
#[derive(Debug)]
pub(super) struct Transpositions {
    entries: Vec<Option<Transposition>>,
    bits: u32,
}

impl Transpositions {
    pub(super) fn new(bits: u32) -> Self {
        Self {
            entries: vec![None; 1 << bits],
            bits,
        }
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill(None);
    }

    fn place(&self, key: u64) -> usize {
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - self.bits)) as usize
    }

    pub(super) fn get(&self, key: u64) -> Option<Transposition> {
        self.entries[self.place(key)].filter(|entry| entry.key == key)
    }

    pub(super) fn put(&mut self, entry: Transposition) {
        let place = self.place(entry.key);
        self.entries[place] = Some(entry);
    }
}
