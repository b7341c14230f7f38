//! The content of short straight lines of points: three or four pieces in a row, a piece before an empty point, and the like.
//!
//! Each line has a table with a weight for each content (N-tuples: S. Lucas, "Learning to play Othello with N-tuple systems",
//! 2008). All lines of an axis share a second table, so that what is learned at one place counts at others.

use linstock_engine::ir::{Layout, bits};
use linstock_engine::vm::Position;
use linstock_model::{Board, Dir, Point, Topology};
use smallvec::SmallVec;

/// The most contents of a line, which bounds its length.
const MOST_CONTENTS: usize = 256;
/// The shortest line. Lines of two points with many kinds of pieces say little: without them, a game with twelve kinds was played better, and
/// each estimate takes less time.
const SHORTEST: usize = 3;
/// The longest line.
const LONGEST: usize = 4;
/// The most weights of all tables.
const MOST_WEIGHTS: usize = 1 << 18;

/// The lines of a board, for games of two players.
#[derive(Clone, Debug)]
pub(super) struct LinePatterns {
    /// The first word of each kind of piece, with its sign; an empty point has the sign 0.
    pieces: Vec<(usize, u8)>,
    width: usize,
    points: usize,
    /// The number of points of a line.
    length: usize,
    /// The number of signs.
    signs: usize,
    /// The points of all lines, one line after the other.
    of_lines: Vec<u16>,
    /// The axis of each line.
    axes: Vec<u8>,
    axis_count: usize,
    contents: usize,
}

impl LinePatterns {
    /// Finds the lines of a board; `None` if there are too many kinds of pieces for tables, or no lines.
    pub(super) fn of(board: &Board, layout: &Layout) -> Option<Self> {
        let mut signs = 1;
        let mut pieces = Vec::new();
        for (_, word) in layout.masks() {
            pieces.push((word, u8::try_from(signs).ok()?));
            signs += 1;
        }
        let lengths = SHORTEST..=LONGEST;
        let length = lengths
            .rev()
            .find(|length| contents_of(signs, *length) <= MOST_CONTENTS)?;
        let mut lines = Self {
            pieces,
            width: layout.width,
            points: layout.points,
            length,
            signs,
            of_lines: Vec::new(),
            axes: Vec::new(),
            axis_count: 0,
            contents: contents_of(signs, length),
        };
        for dir in axes(&board.topology) {
            lines.add_axis(board, dir);
        }
        let is_usable = !lines.axes.is_empty() && lines.weights() <= MOST_WEIGHTS;
        is_usable.then_some(lines)
    }

    /// Adds the lines of an axis.
    fn add_axis(&mut self, board: &Board, dir: Dir) {
        let axis = u8::try_from(self.axis_count).unwrap_or(u8::MAX);
        let before = self.axes.len();
        for first in board.topology.iter() {
            let mut line = SmallVec::<[Point; LONGEST]>::from_elem(first, 1);
            while line.len() < self.length
                && let Some(next) = board.step(line[line.len() - 1], dir)
                && !line.contains(&next)
            {
                line.push(next);
            }
            if line.len() == self.length {
                let points = line.iter().filter_map(|p| u16::try_from(p.index()).ok());
                self.of_lines.extend(points);
                self.axes.push(axis);
            }
        }
        self.axis_count += usize::from(self.axes.len() > before);
    }

    /// Returns the number of weights: first the tables of the axes, then those of the lines.
    pub(super) fn weights(&self) -> usize {
        (self.axis_count + self.axes.len()) * self.contents
    }

    /// Returns the number of weights that count in a position.
    pub(super) fn in_a_position(&self) -> usize {
        self.axes.len() * 2
    }

    /// Calls a function with the numbers of the weights of a position.
    #[inline]
    pub(super) fn each(&self, position: &Position, mut see: impl FnMut(usize)) {
        let mut signs = SmallVec::<[u8; 128]>::from_elem(0, self.points);
        for &(word, sign) in &self.pieces {
            for point in bits(&position.words[word..word + self.width]) {
                signs[point as usize] = sign;
            }
        }
        let lines = self.of_lines.chunks_exact(self.length).zip(&self.axes);
        for (number, (line, axis)) in lines.enumerate() {
            let content = line.iter().fold(0, |content, point| {
                content * self.signs + usize::from(signs[usize::from(*point)])
            });
            see(usize::from(*axis) * self.contents + content);
            see((self.axis_count + number) * self.contents + content);
        }
    }
}

/// Returns the number of contents of a line.
fn contents_of(signs: usize, length: usize) -> usize {
    (0..length).fold(1, |contents: usize, _| contents.saturating_mul(signs))
}

/// Returns one direction of each axis.
fn axes(topology: &Topology) -> impl Iterator<Item = Dir> + '_ {
    let is_first = |dir: &Dir| {
        topology
            .opposite(*dir)
            .is_none_or(|other| dir.index() < other.index())
    };
    topology.every_direction().iter().filter(is_first)
}
