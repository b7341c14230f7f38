//! Constants, shifts and lists of numbers that the programs of the rules share.

use crate::ir::program::Shift;
use crate::model::Board;

/// The constants and shifts that all programs of the rules share.
#[derive(Clone, Debug, Default)]
pub struct ConstantPool {
    /// Words a mask takes.
    pub width: usize,
    /// Every point.
    pub all: Vec<u64>,
    /// Columns of the board.
    pub columns: i32,
    /// Rows of the board.
    pub rows: i32,
    /// Constant masks, each of `width` words.
    pub constants: Vec<Vec<u64>>,
    /// Constants of which one is picked, by number.
    pub picks: Vec<Vec<u16>>,
    /// Numbers that are looked up; the last of each is what there is where none is meant.
    pub lookups: Vec<Vec<i64>>,
    /// One step to each neighbour: by columns and rows, and the points to which it leads.
    pub steps: Vec<((i32, i32), Vec<u64>)>,
}

impl ConstantPool {
    /// Makes the tables of a board.
    #[must_use]
    pub fn new(board: Option<&Board>, width: usize) -> Self {
        let (columns, rows) = board.map_or((1, 1), |b| (i32::from(b.width), i32::from(b.height)));
        let next = board
            .into_iter()
            .flat_map(|b| b.next.iter().map(move |dir| (b, dir)));
        let steps = next.map(|(board, dir)| {
            let mut words = vec![0; width];
            for at in board.entered(dir).ones() {
                words[at / 64] |= 1 << (at % 64);
            }
            (dir.step(), words)
        });
        let mut tables = Self {
            width,
            columns,
            rows,
            steps: steps.collect(),
            ..Self::default()
        };
        tables.all = tables.reached(0, 0);
        tables
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

    /// Returns the shift by columns to the right and rows up.
    pub fn shift(&mut self, by: (i32, i32)) -> Shift {
        let everywhere = self.all.clone();
        self.shift_to(by, &everywhere)
    }

    /// Returns the shift that keeps only what comes to some points.
    pub fn shift_to(&mut self, (columns, rows): (i32, i32), among: &[u64]) -> Shift {
        let around = i32::try_from(self.width * 64).unwrap_or(i32::MAX);
        let by = (rows * self.columns + columns).rem_euclid(around);
        let small = |n: i32| u8::try_from(n).unwrap_or(u8::MAX);
        let reached = self.reached(columns, rows);
        let keep = reached.iter().zip(among).map(|(r, a)| r & a).collect();
        Shift {
            words: small(by / 64),
            bits: small(by % 64),
            keep: self.constant(keep),
        }
    }

    /// Returns the points that lie `columns` and `rows` from some point of the board.
    fn reached(&self, columns: i32, rows: i32) -> Vec<u64> {
        let mut words = vec![0; self.width];
        for row in rows.max(0)..self.rows + rows.min(0) {
            for column in columns.max(0)..self.columns + columns.min(0) {
                let at = usize::try_from(row * self.columns + column).unwrap_or(0);
                words[at / 64] |= 1 << (at % 64);
            }
        }
        words
    }

    /// Moves a constant mask.
    pub fn shifted(&self, words: &[u64], by: (i32, i32)) -> Vec<u64> {
        let mut out = vec![0; self.width];
        for at in 0..self.columns * self.rows {
            let index = usize::try_from(at).unwrap_or(0);
            let (column, row) = (at % self.columns + by.0, at / self.columns + by.1);
            let on = (0..self.columns).contains(&column) && (0..self.rows).contains(&row);
            if on && words[index / 64] >> (index % 64) & 1 == 1 {
                let to = usize::try_from(row * self.columns + column).unwrap_or(0);
                out[to / 64] |= 1 << (to % 64);
            }
        }
        out
    }
}
