//! Constants, shifts and lists of numbers that the programs of the rules share.

use crate::ir::program::Shift;
use crate::model::{Board, PointSet, Topology, Translation};

/// The constants and shifts that all programs of the rules share.
#[derive(Clone, Debug)]
pub struct ConstantPool {
    /// Words a mask takes.
    pub width: usize,
    /// Every point.
    pub all: Vec<u64>,
    /// The points; a single one for rules without a board.
    pub topology: Topology,
    /// Constant masks, each of `width` words.
    pub constants: Vec<Vec<u64>>,
    /// Constants of which one is picked, by number.
    pub picks: Vec<Vec<u16>>,
    /// Numbers that are looked up; the last of each is what there is where none is meant.
    pub lookups: Vec<Vec<i64>>,
    /// One step to each neighbour, and the points to which it leads; nothing if some step is no translation.
    pub steps: Option<Vec<(Translation, Vec<u64>)>>,
}

impl ConstantPool {
    /// Makes the tables of a board.
    #[must_use]
    pub fn new(board: Option<&Board>, width: usize) -> Self {
        let topology = board.map_or_else(|| Topology::point(), |board| &board.topology);
        let steps = board.map_or(Some(Vec::new()), Board::translations);
        let steps = steps.map(|steps| {
            let steps = steps.into_iter();
            steps.map(|(by, to)| (by, mask_of(width, &to))).collect()
        });
        Self {
            width,
            all: mask_of(width, &topology.every()),
            topology: topology.clone(),
            constants: Vec::new(),
            picks: Vec::new(),
            lookups: Vec::new(),
            steps,
        }
    }

    /// Returns the number of a constant.
    pub fn constant(&mut self, words: Vec<u64>) -> u16 {
        let at = self
            .constants
            .iter()
            .position(|c| *c == words)
            .unwrap_or_else(|| {
                self.constants.push(words);
                self.constants.len() - 1
            });
        u16::try_from(at).unwrap_or(u16::MAX)
    }

    /// Returns the number of a list of numbers to look up.
    pub fn lookup(&mut self, values: Vec<i64>) -> u16 {
        let known = self.lookups.iter().position(|known| *known == values);
        let at = known.unwrap_or_else(|| {
            self.lookups.push(values);
            self.lookups.len() - 1
        });
        u16::try_from(at).unwrap_or(u16::MAX)
    }

    /// Returns the number of the constant that holds every point.
    pub fn everything(&mut self) -> u16 {
        let words = self.all.clone();
        self.constant(words)
    }

    /// Returns the shift that a translation is.
    pub fn shift(&mut self, by: Translation) -> Shift {
        let everywhere = self.all.clone();
        self.shift_to(by, &everywhere)
    }

    /// Returns the shift that keeps only what comes to some points.
    pub fn shift_to(&mut self, by: Translation, among: &[u64]) -> Shift {
        let around = i32::try_from(self.width * 64).unwrap_or(i32::MAX);
        let bits = self.topology.number_shift(by).rem_euclid(around);
        let small = |n: i32| u8::try_from(n).unwrap_or(u8::MAX);
        let reached = mask_of(self.width, &self.topology.entered(by));
        let keep = reached.iter().zip(among).map(|(r, a)| r & a).collect();
        Shift {
            words: small(bits / 64),
            bits: small(bits % 64),
            keep: self.constant(keep),
        }
    }

    /// Moves a constant mask.
    pub fn shifted(&self, words: &[u64], by: Translation) -> Vec<u64> {
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
