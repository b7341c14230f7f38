//! Constants, shifts and lists of numbers that the programs of the rules share. Each has a number, by which ops name it;
//! equal ones are one, found by their hash.

use crate::base::{Limit, TooMany, Work};
use crate::compile::limits::{CONSTANTS, LOOKUPS, PICKS, TURNS};
use crate::ir::program::Shift;
use crate::model::{Board, PointSet, Topology, Translation};
use rustc_hash::FxHashMap;
use std::hash::Hash;
use std::rc::Rc;

/// The constants and shifts that all programs of the rules share.
#[derive(Clone, Debug)]
pub(crate) struct ConstantPool {
    /// Words a mask takes.
    pub(crate) width: usize,
    /// Every point.
    pub(crate) all: Vec<u64>,
    /// The points; a single one for rules without a board.
    pub(crate) topology: Topology,
    /// Constant masks, each of `width` words.
    pub(crate) constants: Interned<Vec<u64>>,
    /// Constants of which one is picked, by number.
    pub(crate) picks: Interned<Vec<u16>>,
    /// Numbers that are looked up; the last of each is what there is where none is meant.
    pub(crate) lookups: Interned<Vec<i64>>,
    /// The translations that lead to neighbours, each with the points to which it leads.
    pub(crate) steps: Vec<(Translation, Vec<u64>)>,
    /// What is left of the operations of this check.
    pub(crate) work: Rc<Work>,
}

impl ConstantPool {
    /// Makes the tables of a board.
    #[must_use]
    pub(crate) fn new(board: Option<&Board>, width: usize, work: &Rc<Work>) -> Self {
        let topology = Topology::of(board);
        let steps = board.map_or(Vec::new(), Board::translations);
        let steps = steps.into_iter();
        let steps = steps.map(|(by, to)| (by, mask_of(width, &to))).collect();
        Self {
            width,
            all: mask_of(width, &topology.every()),
            topology: topology.clone(),
            constants: Interned::default(),
            picks: Interned::default(),
            lookups: Interned::default(),
            steps,
            work: Rc::clone(work),
        }
    }

    /// Returns the number of a constant.
    ///
    /// # Errors
    /// There are too many of them, here as below.
    pub(crate) fn constant(&mut self, words: Vec<u64>) -> Result<u16, TooMany> {
        self.constants.number(words, CONSTANTS)
    }

    /// Returns the number of a list of constants of which one is picked.
    pub(crate) fn pick(&mut self, sets: Vec<Vec<u64>>) -> Result<u16, TooMany> {
        let table: Result<_, _> = sets.into_iter().map(|set| self.constant(set)).collect();
        self.picks.number(table?, PICKS)
    }

    /// Returns the number of a list of numbers to look up.
    pub(crate) fn lookup(&mut self, values: Vec<i64>) -> Result<u16, TooMany> {
        self.lookups.number(values, LOOKUPS)
    }

    /// Returns the number of the constant that holds every point.
    pub(crate) fn everything(&mut self) -> Result<u16, TooMany> {
        let words = self.all.clone();
        self.constant(words)
    }

    /// Returns the shift that a translation is.
    pub(crate) fn shift(&mut self, by: Translation) -> Result<Shift, TooMany> {
        let everywhere = self.all.clone();
        self.shift_to(by, &everywhere)
    }

    /// Returns the shift that keeps only what comes to some points.
    pub(crate) fn shift_to(&mut self, by: Translation, among: &[u64]) -> Result<Shift, TooMany> {
        let reached = mask_of(self.width, &self.topology.entered(by));
        let keep = reached.iter().zip(among).map(|(r, a)| r & a).collect();
        let turn = turned(self.topology.number_shift(by), self.width * 64);
        Ok(Shift {
            words: TURNS.number(turn / 64)?,
            bits: TURNS.number(turn % 64)?,
            keep: self.constant(keep)?,
        })
    }

    /// Moves a constant mask.
    pub(crate) fn shifted(&self, words: &[u64], by: Translation) -> Vec<u64> {
        let mut out = vec![0; self.width];
        let holds = |at: usize| words[at / 64] >> (at % 64) & 1 == 1;
        let points = self.topology.iter().filter(|point| holds(point.index()));
        for to in points.filter_map(|point| self.topology.moved(point, by)) {
            out[to.index() / 64] |= 1 << (to.index() % 64);
        }
        out
    }
}

/// Returns the words of a set of points.
fn mask_of(width: usize, points: &PointSet) -> Vec<u64> {
    let mut words = vec![0; width];
    for at in points.ones() {
        words[at / 64] |= 1 << (at % 64);
    }
    words
}

/// Returns by how many bits a mask of so many is turned for a shift of its points' numbers.
fn turned(by: i32, bits: usize) -> usize {
    let turn = by.unsigned_abs() as usize % bits;
    if by < 0 { (bits - turn) % bits } else { turn }
}

/// Different values, each with a number: the first that is met is 0.
#[derive(Clone, Debug)]
pub(crate) struct Interned<T> {
    values: Vec<T>,
    numbers: FxHashMap<T, u16>,
}

impl<T> Default for Interned<T> {
    fn default() -> Self {
        Self {
            values: Vec::new(),
            numbers: FxHashMap::default(),
        }
    }
}

impl<T: Clone + Eq + Hash> Interned<T> {
    /// Returns the number of a value, a new one if it is met for the first time.
    fn number(&mut self, value: T, limit: Limit) -> Result<u16, TooMany> {
        if let Some(&number) = self.numbers.get(&value) {
            return Ok(number);
        }
        let number = limit.push(&mut self.values, value.clone())?;
        self.numbers.insert(value, number);
        Ok(number)
    }

    /// Returns the values in the order of their numbers.
    pub(crate) fn into_values(self) -> Vec<T> {
        self.values
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::{ConstantPool, turned};

    #[test]
    fn equal_constants_have_one_number_and_others_follow_in_order() {
        let mut pool = ConstantPool::new(None, 1, &Rc::default());
        assert_eq!(pool.constant(vec![7]), Ok(0));
        assert_eq!(pool.constant(vec![9]), Ok(1));
        assert_eq!(pool.constant(vec![7]), Ok(0));
        assert_eq!(pool.constants.into_values(), [vec![7], vec![9]]);
    }

    #[test]
    fn a_constant_too_many_is_refused() {
        let mut pool = ConstantPool::new(None, 1, &Rc::default());
        for n in 0..65_536 {
            assert!(pool.constant(vec![n]).is_ok());
        }
        assert!(pool.constant(vec![65_536]).is_err());
        assert_eq!(pool.constant(vec![65_535]), Ok(65_535));
    }

    #[test]
    fn a_shift_turns_the_bits_of_all_words() {
        assert_eq!(turned(11, 128), 11);
        assert_eq!(turned(-1, 128), 127);
        assert_eq!(turned(-128, 128), 0);
        assert_eq!(turned(130, 128), 2);
    }
}
