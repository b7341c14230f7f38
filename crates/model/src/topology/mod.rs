//! What a board is like: its points and their names, where a step in a direction leads, how it is drawn.
//!
//! A [`Topology`] is a value, plain data that everything asks which deals with points: the checker for names and
//! directions, the compiler for [translations](Translation), the virtual machine and the plain evaluator for steps, drawing
//! and notation for [rows of text](TextLayout). A grid is one. A new kind of board is a new case of the enum: the compiler
//! of this crate then lists what it must answer, all of it in this folder: translations in `translating.rs`, pictures and text
//! in `drawing.rs`, the rest here.
//!
//! ```text
//! let board = Topology::grid(8, 8);
//! let north = board.direction("north").expect("a direction of grids");
//! let point = board.find("c2").expect("a point");
//! let to = board.along(point, north, 2).expect("on the board");
//! assert_eq!(board.name(to), "c4");
//! ```

mod bearings;
mod direction_names;
mod directions;
mod drawing;
mod grid;
mod lines;
mod names;
mod net;
mod picture;
#[cfg(test)]
mod tests;
mod translating;
mod translation;

pub use bearings::Bearing;
pub use directions::{Dir, Dirs};
pub use lines::{Heading, LineLabel};
pub use net::{DrawnNet, DrawnStep, HexShape};
pub use picture::{
    Border, CanvasLine, Extent, PictureCell, Rotation, TextCanvas, TextLayout, TextRow,
};
pub use translation::Translation;

use crate::{Point, PointSet};
use direction_names::{COMPASS, DirectionNames};
use grid::Grid;
use linstock_base::Language;
use net::Net;
use serde::Serialize;

/// What a board is like, whatever is played on it.
///
/// As JSON it is what interfaces are told of the board's shape.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(untagged)]
pub enum Topology {
    /// Columns and rows.
    Grid(Grid),
    /// Points with a table of steps: hexagons, and points that are drawn.
    Net(Net),
}

/// A single point, by the words of a grid: what a game without a board is understood by.
static POINT: Topology = Topology::Grid(Grid::ONE);

/// Points and their names.
impl Topology {
    /// The longest side that a board may have.
    pub const LONGEST: u16 = Grid::LONGEST;

    /// Makes a grid of so many columns and rows.
    #[must_use]
    pub const fn grid(columns: u16, rows: u16) -> Self {
        Self::Grid(Grid::new(columns, rows))
    }

    /// Makes a board of hexagons, so many along a side.
    #[must_use]
    pub fn hexes(shape: HexShape, side: u16) -> Self {
        Self::Net(Net::hexes(shape, side))
    }

    /// Makes a board from its drawing.
    #[must_use]
    pub fn drawn(board: &DrawnNet) -> Self {
        Self::Net(Net::drawn(board))
    }

    /// Returns what a game without a board is understood by: a single point.
    #[must_use]
    pub fn point() -> &'static Self {
        &POINT
    }

    /// Returns the largest board of the same kind.
    #[must_use]
    pub fn largest(&self) -> Self {
        match self {
            Self::Grid(_) => Self::grid(Grid::LONGEST, Grid::LONGEST),
            Self::Net(net) => Self::Net(net.largest()),
        }
    }

    /// Returns how many numbers the points have: all are below it. That some are no point's lets steps be shifts.
    #[must_use]
    pub fn points(&self) -> usize {
        match self {
            Self::Grid(grid) => grid.points(),
            Self::Net(net) => net.points(),
        }
    }

    /// Returns the points in the order of their numbers. Some numbers below [`points`](Self::points) may be no point's.
    pub fn iter(&self) -> impl Iterator<Item = Point> + use<> {
        let all = match self {
            Self::Grid(_) => None,
            Self::Net(net) => Some(net.every()),
        };
        Point::all(self.points())
            .filter(move |p| all.as_ref().is_none_or(|all| all.contains(p.index())))
    }

    /// Returns the empty set of this board's points.
    #[must_use]
    pub fn none(&self) -> PointSet {
        PointSet::with_capacity(self.points())
    }

    /// Returns the set of all points.
    #[must_use]
    pub fn every(&self) -> PointSet {
        match self {
            Self::Grid(_) => {
                let mut all = self.none();
                all.insert_range(..);
                all
            }
            Self::Net(net) => net.every(),
        }
    }

    /// Returns the name of a point.
    #[must_use]
    pub fn name(&self, point: Point) -> String {
        match self {
            Self::Grid(grid) => grid.name(point),
            Self::Net(net) => net.name(point),
        }
    }

    /// Finds a point by its name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Point> {
        match self {
            Self::Grid(grid) => grid.find(name),
            Self::Net(net) => net.find(name),
        }
    }

    /// Returns the points of a named line: axis `row`, label 3.
    #[must_use]
    pub fn line(&self, axis: &str, label: &LineLabel) -> Option<PointSet> {
        match self {
            Self::Grid(grid) => grid.line(axis, label),
            Self::Net(net) => net.line(axis, label),
        }
    }

    /// Returns the points that lie farthest in a direction: `border north` is the top row.
    #[must_use]
    pub fn farthest(&self, dir: Dir) -> PointSet {
        match self {
            Self::Grid(grid) => grid.farthest(dir),
            Self::Net(net) => net.farthest(dir),
        }
    }

    /// Returns what the line of an axis is called on which a point lies.
    #[must_use]
    pub fn line_of(&self, axis: &str, point: Point) -> Option<LineLabel> {
        match self {
            Self::Grid(grid) => grid.line_of(axis, point),
            Self::Net(net) => net.line_of(axis, point),
        }
    }

    /// Tells whether the lines of an axis have letters rather than numbers.
    #[must_use]
    pub fn has_letters(&self, axis: &str) -> bool {
        match self {
            Self::Grid(_) => Grid::has_letters(axis),
            Self::Net(_) => axis != "row",
        }
    }

    /// Says which lines there are: `rows are 1 to 8, columns a to h`.
    #[must_use]
    pub fn lines_in_words(&self) -> String {
        match self {
            Self::Grid(grid) => grid.lines_in_words(),
            Self::Net(net) => net.lines_in_words(),
        }
    }

    /// Says what points are called: `columns a to h, rows 1 to 8`.
    #[must_use]
    pub fn points_in_words(&self, language: Language) -> String {
        match self {
            Self::Grid(grid) => grid.points_in_words(language),
            Self::Net(net) => net.points_in_words(language),
        }
    }

    /// Says how large the board is: `8 columns and 8 rows`.
    #[must_use]
    pub fn size_in_words(&self) -> String {
        match self {
            Self::Grid(grid) => grid.size_in_words(),
            Self::Net(net) => net.size_in_words(),
        }
    }

    /// Returns the points from one to another, as in `a1..c3`.
    #[must_use]
    pub fn range(&self, from: Point, to: Point) -> PointSet {
        match self {
            Self::Grid(grid) => grid.range(from, to),
            Self::Net(net) => net.range(from, to),
        }
    }

    /// Returns a point for an example: one that lies well, or one beside the point before.
    #[must_use]
    pub fn example(&self, before: Option<Point>) -> Point {
        match self {
            Self::Grid(grid) => grid.example(before),
            Self::Net(net) => net.example(before),
        }
    }
}

/// Directions and steps.
impl Topology {
    fn direction_names(&self) -> &'static DirectionNames {
        match self {
            Self::Grid(_) => COMPASS,
            Self::Net(net) => net.direction_names(),
        }
    }

    /// Returns the names of the directions, each at its place.
    #[must_use]
    pub fn directions(&self) -> &'static [&'static str] {
        self.direction_names().names
    }

    /// Finds a direction by its name.
    #[must_use]
    pub fn direction(&self, name: &str) -> Option<Dir> {
        self.direction_names().named(name)
    }

    /// Returns the name of a direction.
    #[must_use]
    pub fn direction_name(&self, dir: Dir) -> &'static str {
        let names = self.directions();
        names.get(usize::from(dir.index())).copied().unwrap_or("")
    }

    /// Returns the words that name a direction, or several, on some kind of board: none of them can be a name.
    pub fn words() -> impl Iterator<Item = &'static str> + Clone {
        direction_names::words()
    }

    /// Returns every direction.
    #[must_use]
    pub fn every_direction(&self) -> Dirs {
        self.direction_names().every()
    }

    /// Returns the directions of `next to`, unless the rules say others.
    #[must_use]
    pub(crate) fn usual_steps(&self) -> Dirs {
        match self {
            Self::Grid(_) => self.every_direction(),
            Self::Net(net) => net.usual_steps(),
        }
    }

    /// Finds the directions that a word names for everybody alike: `orthogonal`, `north`.
    #[must_use]
    pub fn group(&self, word: &str) -> Option<Dirs> {
        self.direction_names().group(word)
    }

    /// Tells whether a word names directions as a player sees them: `forwards`.
    #[must_use]
    pub fn is_relative(&self, word: &str) -> bool {
        DirectionNames::is_relative(word)
    }

    /// Returns another word for directions, which leads elsewhere; nothing for a word that names none.
    #[must_use]
    pub fn other_direction(&self, word: &str) -> Option<&'static str> {
        self.direction_names().other_word(word)
    }

    /// Finds the directions that a word names for somebody who goes `forward`.
    #[must_use]
    pub fn relative(&self, word: &str, forward: Dir) -> Option<Dirs> {
        self.direction_names().relative(word, forward)
    }

    /// Puts directions in words, as somebody sees them who goes `forward`.
    #[must_use]
    pub fn in_words(&self, dirs: Dirs, forward: Option<Dir>) -> Vec<Bearing> {
        self.direction_names().in_words(dirs, forward)
    }

    /// Returns the direction that leads back, if one does.
    #[must_use]
    pub fn opposite(&self, dir: Dir) -> Option<Dir> {
        Some(self.direction_names().opposite(dir))
    }

    /// Returns the directions of a point's sides: one that lacks a neighbour there lies on the edge of a set.
    #[must_use]
    pub fn sides(&self) -> Dirs {
        match self {
            Self::Grid(_) => self.direction_names().orthogonal,
            Self::Net(net) => net.sides(),
        }
    }

    /// Returns the point `count` steps on in a direction, if the board has it.
    #[must_use]
    pub fn along(&self, point: Point, dir: Dir, count: i32) -> Option<Point> {
        match self {
            Self::Grid(grid) => grid.along(point, dir, count),
            Self::Net(net) => net.along(point, dir, count),
        }
    }

    /// Returns how many points the longest straight line has.
    #[must_use]
    pub fn longest_line(&self) -> u16 {
        match self {
            Self::Grid(grid) => grid.longest_line(),
            Self::Net(net) => net.longest_line(),
        }
    }

    /// Returns the number of steps from one point to another on a bare board, where there is a formula for it.
    #[must_use]
    pub fn distance(&self, from: Point, to: Point, next: Dirs) -> Option<i64> {
        match self {
            Self::Grid(grid) => grid.distance(from, to, next),
            Self::Net(_) => None,
        }
    }

    /// Returns which way somebody goes from one point to another.
    #[must_use]
    pub fn heading(&self, from: Point, to: Point) -> Heading {
        match self {
            Self::Grid(grid) => grid.heading(from, to),
            Self::Net(net) => net.heading(from, to),
        }
    }
}
