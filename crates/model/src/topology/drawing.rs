//! How each kind of board is drawn: the size of its pictures, their turns, and the cell of each point.

use crate::topology::grid::Grid;
use crate::topology::picture::{Border, Extent, PictureCell, Rotation, TextLayout};
use crate::topology::{Dir, Topology};
use crate::{Point, PointSet};

impl Topology {
    /// Returns the size of a picture of the whole board.
    #[must_use]
    pub fn extent(&self) -> Extent {
        match self {
            Self::Grid(grid) => grid.extent(),
            Self::Net(net) => net.extent(),
        }
    }

    /// Returns the size of a picture that covers a set of points exactly, if there is one.
    #[must_use]
    pub fn extent_of(&self, set: &PointSet) -> Option<Extent> {
        match self {
            Self::Grid(grid) => grid.extent_of(set),
            Self::Net(net) => net.extent_of(set),
        }
    }

    /// Returns the point of the bottom left cell of a picture that is placed on some points.
    #[must_use]
    pub fn bottom_left(&self, points: impl Iterator<Item = Point>) -> Point {
        match self {
            Self::Grid(grid) => grid.bottom_left(points),
            Self::Net(_) => Point(0),
        }
    }

    /// Returns the point of the bottom left cell of a picture of the whole board.
    #[must_use]
    pub fn origin(&self) -> Point {
        self.bottom_left(Point::all(self.points()))
    }

    /// Returns the point of a cell of a picture whose bottom left cell is on `corner`.
    #[must_use]
    pub fn at_cell(&self, corner: Point, cell: PictureCell) -> Option<Point> {
        match self {
            Self::Grid(grid) => grid.at_cell(corner, cell),
            Self::Net(net) => net.at_cell(cell),
        }
    }

    /// Returns the turns of a picture that this board allows.
    #[must_use]
    pub fn turns(&self) -> &'static [Rotation] {
        match self {
            Self::Grid(_) => &Rotation::QUARTERS,
            Self::Net(_) => Rotation::NONE,
        }
    }

    /// Returns the clockwise turn by `degrees`, if the board allows it.
    #[must_use]
    pub fn turn(&self, degrees: i64) -> Option<Rotation> {
        let mut turns = self.turns().iter().copied();
        turns.find(|turn| turn.degrees() == degrees)
    }

    /// Returns the positions of the points in rows of text.
    #[must_use]
    pub fn text_layout(&self) -> TextLayout {
        match self {
            Self::Grid(grid) => grid.text_layout(),
            Self::Net(net) => net.text_layout(),
        }
    }

    /// Returns where a point is drawn, to the right and up, on a board whose points are not in columns.
    #[must_use]
    pub fn place(&self, point: Point) -> Option<(i32, i32)> {
        match self {
            Self::Grid(_) => None,
            Self::Net(net) => Some(net.place(point)),
        }
    }

    /// Returns the pairs of points with a line between them. They do not depend on the board's look.
    #[must_use]
    pub fn edges(&self) -> Vec<(Point, Point)> {
        match self {
            Self::Grid(_) => Vec::new(),
            Self::Net(net) => net.edges(),
        }
    }

    /// Returns the border of the drawn board where a player sits who moves `forward`; `None` if it is neither border.
    #[must_use]
    pub fn border(&self, forward: Dir) -> Option<Border> {
        match self {
            Self::Grid(_) => Grid::border(forward),
            Self::Net(net) => net.border(forward),
        }
    }
}
