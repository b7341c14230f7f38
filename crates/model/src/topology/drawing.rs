//! How each kind of board is drawn: how large its pictures are, how they are turned, which point stands where.

use crate::topology::grid::Grid;
use crate::topology::picture::{Border, Extent, PictureCell, Rotation, TextLayout};
use crate::topology::{Dir, Topology};
use crate::{Point, PointSet};

impl Topology {
    /// Returns how large a picture of the whole board is.
    #[must_use]
    pub fn extent(&self) -> Extent {
        match self {
            Self::Grid(grid) => grid.extent(),
            Self::Net(net) => net.extent(),
        }
    }

    /// Returns how large a picture is that fills a set of points exactly, if one can.
    #[must_use]
    pub fn extent_of(&self, set: &PointSet) -> Option<Extent> {
        match self {
            Self::Grid(grid) => grid.extent_of(set),
            Self::Net(net) => net.extent_of(set),
        }
    }

    /// Returns the point for the bottom left cell of a picture that is laid on some points.
    #[must_use]
    pub fn bottom_left(&self, points: impl Iterator<Item = Point>) -> Point {
        match self {
            Self::Grid(grid) => grid.bottom_left(points),
            Self::Net(_) => Point(0),
        }
    }

    /// Returns the point for the bottom left cell of a picture of the whole board.
    #[must_use]
    pub fn origin(&self) -> Point {
        self.bottom_left(Point::all(self.points()))
    }

    /// Returns the point for a cell of a picture whose bottom left cell is laid on `corner`.
    #[must_use]
    pub fn at_cell(&self, corner: Point, cell: PictureCell) -> Option<Point> {
        match self {
            Self::Grid(grid) => grid.at_cell(corner, cell),
            Self::Net(net) => net.at_cell(cell),
        }
    }

    /// Returns the ways in which a picture can be turned on this board.
    #[must_use]
    pub fn turns(&self) -> &'static [Rotation] {
        match self {
            Self::Grid(_) => &Rotation::QUARTERS,
            Self::Net(_) => Rotation::NONE,
        }
    }

    /// Returns the turn by so many degrees clockwise, if pictures can be turned so.
    #[must_use]
    pub fn turn(&self, degrees: i64) -> Option<Rotation> {
        let mut turns = self.turns().iter().copied();
        turns.find(|turn| turn.degrees() == degrees)
    }

    /// Returns how the points stand in rows of text.
    #[must_use]
    pub fn text_layout(&self) -> TextLayout {
        match self {
            Self::Grid(grid) => grid.text_layout(),
            Self::Net(net) => net.text_layout(),
        }
    }

    /// Returns where a point of a board is drawn whose points do not stand in columns: to the right and up.
    #[must_use]
    pub fn place(&self, point: Point) -> Option<(i32, i32)> {
        match self {
            Self::Grid(_) => None,
            Self::Net(net) => Some(net.place(point)),
        }
    }

    /// Returns the pairs of points between which a line is drawn, whatever the look of the board.
    #[must_use]
    pub fn edges(&self) -> Vec<(Point, Point)> {
        match self {
            Self::Grid(_) => Vec::new(),
            Self::Net(net) => net.edges(),
        }
    }

    /// Returns the border of the drawn board at which somebody sits who goes `forward`; nothing for one at neither.
    #[must_use]
    pub fn border(&self, forward: Dir) -> Option<Border> {
        match self {
            Self::Grid(_) => Grid::border(forward),
            Self::Net(net) => net.border(forward),
        }
    }
}
