//! What a board is like: its points and their names, where a step in a direction leads, how it is drawn.
//!
//! A [`Topology`] is a value, plain data that everything asks which deals with points: the checker for names and
//! directions, the compiler for [translations](Translation), the virtual machine and the plain evaluator for steps, drawing
//! and notation for [rows of text](TextLayout). A grid is one. A new kind of board is a new case of the enum: the compiler
//! of this crate then lists what it must answer, all of it in this folder.
//!
//! ```text
//! let board = Topology::grid(8, 8);
//! let north = board.direction("north").expect("a direction of grids");
//! let point = board.find("c2").expect("a point");
//! let to = board.along(point, north, 2).expect("on the board");
//! assert_eq!(board.name(to), "c4");
//! ```

mod directions;
mod grid;
mod picture;
#[cfg(test)]
mod tests;
mod translation;

pub(crate) use directions::{Dir, Dirs};
pub(crate) use picture::{Border, Extent, PictureCell, Rotation, TextLayout, TextRow};
pub(crate) use translation::Translation;

use crate::model::{Point, PointSet};
use grid::Grid;
use serde::Serialize;

/// What a board is like, whatever is played on it.
///
/// As JSON it is what interfaces are told of the board's shape.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Topology {
    /// Columns and rows.
    Grid(Grid),
}

/// A single point, by the words of a grid: what a game without a board is understood by.
static POINT: Topology = Topology::Grid(Grid::ONE);

/// What a line of points is called, beside its axis: `3` of `row 3`, `c` of `column c`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum LineLabel {
    /// A number from 1.
    Number(i64),
    /// Letters.
    Letters(String),
}

/// Which way somebody goes from one point to another; equal for all steps along a straight line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Heading {
    towards: Option<Translation>,
    /// The step slants across the board.
    pub(crate) slanting: bool,
}

/// Points and their names.
impl Topology {
    /// The longest side that a board may have.
    pub(crate) const LONGEST: u16 = Grid::LONGEST;

    /// Makes a grid of so many columns and rows.
    #[must_use]
    pub(crate) const fn grid(columns: u16, rows: u16) -> Self {
        Self::Grid(Grid::new(columns, rows))
    }

    /// Returns what a game without a board is understood by: a single point.
    #[must_use]
    pub(crate) fn point() -> &'static Self {
        &POINT
    }

    /// Returns the largest board of the same kind.
    #[must_use]
    pub(crate) fn largest(&self) -> Self {
        match self {
            Self::Grid(_) => Self::grid(Grid::LONGEST, Grid::LONGEST),
        }
    }

    /// Returns the number of points.
    #[must_use]
    pub(crate) fn points(&self) -> usize {
        match self {
            Self::Grid(grid) => grid.points(),
        }
    }

    /// Returns the points in the order of their numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Point> + use<> {
        Point::all(self.points())
    }

    /// Returns the empty set of this board's points.
    #[must_use]
    pub(crate) fn none(&self) -> PointSet {
        PointSet::with_capacity(self.points())
    }

    /// Returns the set of all points.
    #[must_use]
    pub(crate) fn every(&self) -> PointSet {
        let mut all = self.none();
        all.insert_range(..);
        all
    }

    /// Returns the name of a point.
    #[must_use]
    pub(crate) fn name(&self, point: Point) -> String {
        match self {
            Self::Grid(grid) => grid.name(point),
        }
    }

    /// Finds a point by its name.
    #[must_use]
    pub(crate) fn find(&self, name: &str) -> Option<Point> {
        match self {
            Self::Grid(grid) => grid.find(name),
        }
    }

    /// Returns the points of a named line: axis `row`, label 3.
    #[must_use]
    pub(crate) fn line(&self, axis: &str, label: &LineLabel) -> Option<PointSet> {
        match self {
            Self::Grid(grid) => grid.line(axis, label),
        }
    }

    /// Returns what the line of an axis is called on which a point lies.
    #[must_use]
    pub(crate) fn line_of(&self, axis: &str, point: Point) -> Option<LineLabel> {
        match self {
            Self::Grid(grid) => grid.line_of(axis, point),
        }
    }

    /// Tells whether the lines of an axis have letters rather than numbers.
    #[must_use]
    pub(crate) fn has_letters(&self, axis: &str) -> bool {
        match self {
            Self::Grid(_) => Grid::has_letters(axis),
        }
    }

    /// Says which lines there are: `rows are 1 to 8, columns a to h`.
    #[must_use]
    pub(crate) fn lines_in_words(&self) -> String {
        match self {
            Self::Grid(grid) => grid.lines_in_words(),
        }
    }

    /// Says what points are called: `columns a to h, rows 1 to 8`.
    #[must_use]
    pub(crate) fn points_in_words(&self) -> String {
        match self {
            Self::Grid(grid) => grid.points_in_words(),
        }
    }

    /// Says how large the board is: `8 columns and 8 rows`.
    #[must_use]
    pub(crate) fn size_in_words(&self) -> String {
        match self {
            Self::Grid(grid) => grid.size_in_words(),
        }
    }

    /// Returns the points from one to another, as in `a1..c3`.
    #[must_use]
    pub(crate) fn range(&self, from: Point, to: Point) -> PointSet {
        match self {
            Self::Grid(grid) => grid.range(from, to),
        }
    }

    /// Returns a point for an example: one that lies well, or one beside the point before.
    #[must_use]
    pub(crate) fn example(&self, before: Option<Point>) -> Point {
        match self {
            Self::Grid(grid) => grid.example(before),
        }
    }
}

/// Directions and steps.
impl Topology {
    /// Returns the names of the directions, each at its place.
    #[must_use]
    pub(crate) fn directions(&self) -> &'static [&'static str] {
        match self {
            Self::Grid(_) => Grid::DIRECTIONS,
        }
    }

    /// Finds a direction by its name.
    #[must_use]
    pub(crate) fn direction(&self, name: &str) -> Option<Dir> {
        let at = self.directions().iter().position(|known| *known == name)?;
        u8::try_from(at).ok().map(Dir::at)
    }

    /// Returns the name of a direction.
    #[must_use]
    pub(crate) fn direction_name(&self, dir: Dir) -> &'static str {
        let names = self.directions();
        names.get(usize::from(dir.index())).copied().unwrap_or("")
    }

    /// Returns the words that name a direction, or several, on some kind of board: none of them can be a name.
    #[cfg(test)]
    pub(crate) fn words() -> impl Iterator<Item = &'static str> + Clone {
        Grid::WORDS.iter().copied()
    }

    /// Returns every direction.
    #[must_use]
    pub(crate) fn every_direction(&self) -> Dirs {
        match self {
            Self::Grid(_) => Grid::every_direction(),
        }
    }

    /// Finds the directions that a word names for everybody alike: `orthogonal`, `north`.
    #[must_use]
    pub(crate) fn group(&self, word: &str) -> Option<Dirs> {
        match self {
            Self::Grid(_) => Grid::group(word),
        }
    }

    /// Tells whether a word names directions as a player sees them: `forwards`.
    #[must_use]
    pub(crate) fn is_relative(&self, word: &str) -> bool {
        match self {
            Self::Grid(_) => Grid::is_relative(word),
        }
    }

    /// Finds the directions that a word names for somebody who goes `forward`.
    #[must_use]
    pub(crate) fn relative(&self, word: &str, forward: Dir) -> Option<Dirs> {
        match self {
            Self::Grid(_) => Grid::relative(word, forward),
        }
    }

    /// Puts directions in words, as somebody sees them who goes `forward`.
    #[must_use]
    pub(crate) fn in_words(&self, dirs: Dirs, forward: Option<Dir>) -> Vec<&'static str> {
        match self {
            Self::Grid(_) => Grid::in_words(dirs, forward),
        }
    }

    /// Returns the direction that leads back, if one does.
    #[must_use]
    pub(crate) fn opposite(&self, dir: Dir) -> Option<Dir> {
        match self {
            Self::Grid(_) => Some(Grid::opposite(dir)),
        }
    }

    /// Returns the directions of a point's sides: one that lacks a neighbour there lies on the edge of a set.
    #[must_use]
    pub(crate) fn sides(&self) -> Dirs {
        match self {
            Self::Grid(_) => Grid::sides_of_a_point(),
        }
    }

    /// Returns the point `count` steps on in a direction, if the board has it.
    #[must_use]
    pub(crate) fn along(&self, point: Point, dir: Dir, count: i32) -> Option<Point> {
        match self {
            Self::Grid(grid) => grid.along(point, dir, count),
        }
    }

    /// Returns how many points the longest straight line has.
    #[must_use]
    pub(crate) fn longest_line(&self) -> u16 {
        match self {
            Self::Grid(grid) => grid.longest_line(),
        }
    }

    /// Returns the number of steps from one point to another on a bare board, where there is a formula for it.
    #[must_use]
    pub(crate) fn distance(&self, from: Point, to: Point, next: Dirs) -> Option<i64> {
        match self {
            Self::Grid(grid) => grid.distance(from, to, next),
        }
    }

    /// Returns which way somebody goes from one point to another.
    #[must_use]
    pub(crate) fn heading(&self, from: Point, to: Point) -> Heading {
        match self {
            Self::Grid(grid) => grid.heading(from, to),
        }
    }
}

/// Moves of all points alike: what masks can be shifted by.
impl Topology {
    /// Returns the translation that one step in a direction is; nothing where it moves the points differently.
    #[must_use]
    pub(crate) fn translation(&self, dir: Dir) -> Option<Translation> {
        match self {
            Self::Grid(_) => Some(Grid::translation(dir)),
        }
    }

    /// Returns the translation that leads from one point to another.
    #[must_use]
    pub(crate) fn between(&self, from: Point, to: Point) -> Option<Translation> {
        match self {
            Self::Grid(grid) => Some(grid.between(from, to)),
        }
    }

    /// Returns where a translation leads from a point, if the board has that.
    #[must_use]
    pub(crate) fn moved(&self, point: Point, by: Translation) -> Option<Point> {
        match self {
            Self::Grid(grid) => grid.moved(point, by),
        }
    }

    /// Returns the points to which a translation leads from some point.
    #[must_use]
    pub(crate) fn entered(&self, by: Translation) -> PointSet {
        match self {
            Self::Grid(grid) => grid.entered(by),
        }
    }

    /// Returns by how much a translation changes the number of a point.
    #[must_use]
    pub(crate) fn number_shift(&self, by: Translation) -> i32 {
        match self {
            Self::Grid(grid) => grid.number_shift(by),
        }
    }

    /// Tells whether two translations, one after the other, lose no point that both at once would keep.
    #[must_use]
    pub(crate) fn goes_on(&self, first: Translation, then: Translation) -> bool {
        match self {
            Self::Grid(_) => Grid::goes_on(first, then),
        }
    }

    /// Tells whether two points that some third is moved to may lie so to each other.
    #[must_use]
    pub(crate) fn joins_points(&self, by: Translation) -> bool {
        match self {
            Self::Grid(grid) => grid.joins_points(by),
        }
    }

    /// Splits the steps to neighbours in two: each neighbour is a step of the first pair or none, then one of the second
    /// or none. Nothing where the steps cannot be had so; they save work where they can.
    #[must_use]
    pub(crate) fn factors(&self, dirs: Dirs) -> Option<[[Translation; 2]; 2]> {
        match self {
            Self::Grid(_) => Grid::factors(dirs),
        }
    }
}

/// Pictures.
impl Topology {
    /// Returns how large a picture of the whole board is.
    #[must_use]
    pub(crate) fn extent(&self) -> Extent {
        match self {
            Self::Grid(grid) => grid.extent(),
        }
    }

    /// Returns how large a picture is that fills a set of points exactly, if one can.
    #[must_use]
    pub(crate) fn extent_of(&self, set: &PointSet) -> Option<Extent> {
        match self {
            Self::Grid(grid) => grid.extent_of(set),
        }
    }

    /// Returns the point for the bottom left cell of a picture that is laid on some points.
    #[must_use]
    pub(crate) fn bottom_left(&self, points: impl Iterator<Item = Point>) -> Point {
        match self {
            Self::Grid(grid) => grid.bottom_left(points),
        }
    }

    /// Returns the point for the bottom left cell of a picture of the whole board.
    #[must_use]
    pub(crate) fn origin(&self) -> Point {
        self.bottom_left(Point::all(self.points()))
    }

    /// Returns the point for a cell of a picture whose bottom left cell is laid on `corner`.
    #[must_use]
    pub(crate) fn at_cell(&self, corner: Point, cell: PictureCell) -> Option<Point> {
        match self {
            Self::Grid(grid) => grid.at_cell(corner, cell),
        }
    }

    /// Returns the ways in which a picture can be turned on this board.
    #[must_use]
    pub(crate) fn turns(&self) -> &'static [Rotation] {
        match self {
            Self::Grid(_) => &Rotation::QUARTERS,
        }
    }

    /// Returns the turn by so many degrees clockwise, if pictures can be turned so.
    #[must_use]
    pub(crate) fn turn(&self, degrees: i64) -> Option<Rotation> {
        let mut turns = self.turns().iter().copied();
        turns.find(|turn| turn.degrees() == degrees)
    }

    /// Returns how the points stand in rows of text.
    #[must_use]
    pub(crate) fn text_layout(&self) -> TextLayout {
        match self {
            Self::Grid(grid) => grid.text_layout(),
        }
    }

    /// Returns the border of the drawn board at which somebody sits who goes `forward`; nothing for one at neither.
    #[must_use]
    pub(crate) fn border(&self, forward: Dir) -> Option<Border> {
        match self {
            Self::Grid(_) => Grid::border(forward),
        }
    }
}
