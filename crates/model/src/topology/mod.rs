//! The geometry of a board: its points and their names, where a step in a direction leads, how it is drawn.
//!
//! A [`Topology`] is a value that all code with points uses: the checker for names and directions, the compiler for
//! [translations](Translation), the virtual machine and the reference evaluator for steps, drawing and notation for
//! [rows of text](TextLayout). A new kind of board is a new case of the enum. The Rust compiler then lists what the case must
//! answer, all of it in this folder: translations in `translating.rs`, pictures and text in `drawing.rs`, the rest here.
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
mod reflection;
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
pub use reflection::Axis;
pub use translation::Translation;

use crate::{Point, PointSet};
use direction_names::{COMPASS, DirectionNames};
use grid::Grid;
use linstock_base::Language;
use net::Net;
use serde::Serialize;

/// The geometry of a board, without the game on it.
///
/// Its JSON describes the board's shape to user interfaces.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(untagged)]
pub enum Topology {
    /// Columns and rows.
    Grid(Grid),
    /// Points with a table of steps: hexagons, and drawn boards.
    Net(Net),
}

/// A single point, as a grid: the topology of a game without a board.
static POINT: Topology = Topology::Grid(Grid::ONE);

/// Points and their names.
impl Topology {
    /// The longest side that a board may have.
    pub const LONGEST: u16 = Grid::LONGEST;

    /// Makes a grid with this many columns and rows.
    #[must_use]
    pub const fn grid(columns: u16, rows: u16) -> Self {
        Self::Grid(Grid::new(columns, rows))
    }

    /// Makes a board of hexagons; `side` is the number of hexagons along a side.
    #[must_use]
    pub fn hexes(shape: HexShape, side: u16) -> Self {
        Self::Net(Net::hexes(shape, side))
    }

    /// Makes a board from its drawing.
    #[must_use]
    pub fn drawn(board: &DrawnNet) -> Self {
        Self::Net(Net::drawn(board))
    }

    /// Returns the topology of a game without a board: a single point.
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

    /// Returns the bound of the points' numbers. Some numbers below it may belong to no point; the gaps let a step be a shift.
    #[must_use]
    pub fn points(&self) -> usize {
        match self {
            Self::Grid(grid) => grid.points(),
            Self::Net(net) => net.points(),
        }
    }

    /// Returns the points in the order of their numbers. Some numbers below [`points`](Self::points) may belong to no point.
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

    /// Returns the points that are farthest in a direction: `border north` is the top row.
    #[must_use]
    pub fn farthest(&self, dir: Dir) -> PointSet {
        match self {
            Self::Grid(grid) => grid.farthest(dir),
            Self::Net(net) => net.farthest(dir),
        }
    }

    /// Returns the label of the line of an axis that contains a point.
    #[must_use]
    pub fn line_of(&self, axis: &str, point: Point) -> Option<LineLabel> {
        match self {
            Self::Grid(grid) => grid.line_of(axis, point),
            Self::Net(net) => net.line_of(axis, point),
        }
    }

    /// Returns whether the lines of an axis have letters instead of numbers.
    #[must_use]
    pub fn has_letters(&self, axis: &str) -> bool {
        match self {
            Self::Grid(_) => Grid::has_letters(axis),
            Self::Net(_) => axis != "row",
        }
    }

    /// Returns the lines in words: `rows are 1 to 8, columns a to h`.
    #[must_use]
    pub fn lines_in_words(&self) -> String {
        match self {
            Self::Grid(grid) => grid.lines_in_words(),
            Self::Net(net) => net.lines_in_words(),
        }
    }

    /// Returns the form of points' names in words: `columns a to h, rows 1 to 8`.
    #[must_use]
    pub fn points_in_words(&self, language: Language) -> String {
        match self {
            Self::Grid(grid) => grid.points_in_words(language),
            Self::Net(net) => net.points_in_words(language),
        }
    }

    /// Returns the size of the board in words: `8 columns and 8 rows`.
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

    /// Returns a point for an example: a central one, or a neighbour of `before`.
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

    /// Returns the names of the directions, by index.
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

    /// Returns the words that mean one or several directions on some kind of board. They cannot be names.
    pub fn words() -> impl Iterator<Item = &'static str> + Clone {
        direction_names::words()
    }

    /// Returns every direction.
    #[must_use]
    pub fn every_direction(&self) -> Dirs {
        self.direction_names().every()
    }

    /// Returns the directions of `next to` that hold unless the rules declare others.
    #[must_use]
    pub(crate) fn usual_steps(&self) -> Dirs {
        match self {
            Self::Grid(_) => self.every_direction(),
            Self::Net(net) => net.usual_steps(),
        }
    }

    /// Returns the directions of a word that means the same for every player: `orthogonal`, `north`.
    #[must_use]
    pub fn group(&self, word: &str) -> Option<Dirs> {
        self.direction_names().group(word)
    }

    /// Returns whether a word means directions as seen by a player: `forwards`.
    #[must_use]
    pub fn is_relative(&self, word: &str) -> bool {
        DirectionNames::is_relative(word)
    }

    /// Returns another word for directions, which leads elsewhere; `None` if `word` is no word for directions.
    #[must_use]
    pub fn other_direction(&self, word: &str) -> Option<&'static str> {
        self.direction_names().other_word(word)
    }

    /// Returns the directions of a word for a player whose forward direction is `forward`.
    #[must_use]
    pub fn relative(&self, word: &str, forward: Dir) -> Option<Dirs> {
        self.direction_names().relative(word, forward)
    }

    /// Returns words for directions, as seen by a player whose forward direction is `forward`.
    #[must_use]
    pub fn in_words(&self, dirs: Dirs, forward: Option<Dir>) -> Vec<Bearing> {
        self.direction_names().in_words(dirs, forward)
    }

    /// Returns the opposite direction, if there is one.
    #[must_use]
    pub fn opposite(&self, dir: Dir) -> Option<Dir> {
        Some(self.direction_names().opposite(dir))
    }

    /// Returns the directions of a point's sides. A point of a set without a neighbour there is on the edge of the set.
    #[must_use]
    pub fn sides(&self) -> Dirs {
        match self {
            Self::Grid(_) => self.direction_names().orthogonal,
            Self::Net(net) => net.sides(),
        }
    }

    /// Returns the point `count` steps away in a direction, if the board has it.
    #[must_use]
    pub fn along(&self, point: Point, dir: Dir, count: i32) -> Option<Point> {
        match self {
            Self::Grid(grid) => grid.along(point, dir, count),
            Self::Net(net) => net.along(point, dir, count),
        }
    }

    /// Returns the number of points of the longest straight line.
    #[must_use]
    pub fn longest_line(&self) -> u16 {
        match self {
            Self::Grid(grid) => grid.longest_line(),
            Self::Net(net) => net.longest_line(),
        }
    }

    /// Returns the number of steps from one point to another on an empty board without walls, if there is a formula for it.
    #[must_use]
    pub fn distance(&self, from: Point, to: Point, next: Dirs) -> Option<i64> {
        match self {
            Self::Grid(grid) => grid.distance(from, to, next),
            Self::Net(_) => None,
        }
    }

    /// Returns whether a direction leads down, towards the lowest row.
    #[must_use]
    pub fn leads_down(&self, dir: Dir) -> bool {
        self.direction_name(dir).starts_with("south")
    }

    /// Returns the heading of a step from one point to another.
    #[must_use]
    pub fn heading(&self, from: Point, to: Point) -> Heading {
        match self {
            Self::Grid(grid) => grid.heading(from, to),
            Self::Net(net) => net.heading(from, to),
        }
    }
}
