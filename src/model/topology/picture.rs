//! Boards as text: how large a picture is, how it is turned, and which point stands where.
//!
//! A picture has columns and rows of signs, whatever the board is like. A cell of it is told by column and row, both from
//! 0 at the bottom left, as in the drawings of a ruleset.

use crate::model::topology::grid::Grid;
use crate::model::topology::{Dir, Topology};
use crate::model::{Point, PointSet};

/// Columns and rows of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Extent(pub(crate) u16, pub(crate) u16);

/// A cell of a picture: its column and row from the bottom left, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct PictureCell(pub(crate) u16, pub(crate) u16);

/// A turn of a picture, in quarters clockwise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Rotation(u8);

impl Rotation {
    /// Every turn by quarters.
    pub(super) const QUARTERS: [Self; 4] = [Self(0), Self(1), Self(2), Self(3)];

    /// No turn at all.
    pub(super) const NONE: &'static [Self] = &[Self(0)];

    /// Returns how far, in degrees clockwise.
    #[must_use]
    pub(crate) fn degrees(self) -> i64 {
        i64::from(self.0) * 90
    }
}

impl Extent {
    /// Returns columns and rows of the picture when it is turned.
    #[must_use]
    pub(crate) fn turned(self, by: Rotation) -> Self {
        match by.0 {
            0 | 2 => self,
            _ => Self(self.1, self.0),
        }
    }

    /// Returns where a cell of the picture comes when the picture is turned.
    #[must_use]
    pub(crate) fn turned_cell(
        self,
        PictureCell(column, row): PictureCell,
        by: Rotation,
    ) -> PictureCell {
        let (right, top) = (self.0.saturating_sub(1), self.1.saturating_sub(1));
        match by.0 {
            0 => PictureCell(column, row),
            1 => PictureCell(row, right.saturating_sub(column)),
            2 => PictureCell(right.saturating_sub(column), top.saturating_sub(row)),
            _ => PictureCell(top.saturating_sub(row), column),
        }
    }
}

/// How the points of a board stand in rows of text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TextLayout {
    /// What stands below each column.
    pub(crate) columns: Vec<String>,
    /// The rows, the top one first.
    pub(crate) rows: Vec<TextRow>,
    /// Where the points lie and what lines are between them, if they do not stand in columns. Then a row has its points
    /// one after the other.
    pub(crate) canvas: Option<TextCanvas>,
}

/// A board whose points do not stand in columns, as lines of signs.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct TextCanvas {
    /// The lines, the top one first.
    pub(crate) lines: Vec<CanvasLine>,
    /// What stands below: from which column on, and what.
    pub(crate) footer: Vec<(usize, String)>,
}

/// One line of signs.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct CanvasLine {
    /// What stands before it.
    pub(crate) label: String,
    /// What stands behind it.
    pub(crate) tail: String,
    /// The signs of the board itself; blank at a point.
    pub(crate) signs: Vec<char>,
    /// The points on it, each with its column, from the left.
    pub(crate) points: Vec<(usize, Point)>,
}

/// One row of a board as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TextRow {
    /// What stands before the row.
    pub(crate) label: String,
    /// The point in each column, where there is one.
    pub(crate) points: Vec<Option<Point>>,
}

impl TextLayout {
    /// Returns the point in a column, from 0, and a row, from 0 at the top.
    #[must_use]
    pub(crate) fn at(&self, column: usize, row: usize) -> Option<Point> {
        let row = self.rows.get(row)?;
        row.points.get(column).copied().flatten()
    }
}

/// A border of a drawn board, at which a player is named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Border {
    /// Above it.
    Top,
    /// Below it.
    Bottom,
}

/// Pictures.
impl Topology {
    /// Returns how large a picture of the whole board is.
    #[must_use]
    pub(crate) fn extent(&self) -> Extent {
        match self {
            Self::Grid(grid) => grid.extent(),
            Self::Net(net) => net.extent(),
        }
    }

    /// Returns how large a picture is that fills a set of points exactly, if one can.
    #[must_use]
    pub(crate) fn extent_of(&self, set: &PointSet) -> Option<Extent> {
        match self {
            Self::Grid(grid) => grid.extent_of(set),
            Self::Net(net) => net.extent_of(set),
        }
    }

    /// Returns the point for the bottom left cell of a picture that is laid on some points.
    #[must_use]
    pub(crate) fn bottom_left(&self, points: impl Iterator<Item = Point>) -> Point {
        match self {
            Self::Grid(grid) => grid.bottom_left(points),
            Self::Net(_) => Point(0),
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
            Self::Net(net) => net.at_cell(cell),
        }
    }

    /// Returns the ways in which a picture can be turned on this board.
    #[must_use]
    pub(crate) fn turns(&self) -> &'static [Rotation] {
        match self {
            Self::Grid(_) => &Rotation::QUARTERS,
            Self::Net(_) => Rotation::NONE,
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
            Self::Net(net) => net.text_layout(),
        }
    }

    /// Returns where a point of a board is drawn whose points do not stand in columns: to the right and up.
    #[must_use]
    pub(crate) fn place(&self, point: Point) -> Option<(i32, i32)> {
        match self {
            Self::Grid(_) => None,
            Self::Net(net) => Some(net.place(point)),
        }
    }

    /// Returns the pairs of points between which a line is drawn, whatever the look of the board.
    #[must_use]
    pub(crate) fn edges(&self) -> Vec<(Point, Point)> {
        match self {
            Self::Grid(_) => Vec::new(),
            Self::Net(net) => net.edges(),
        }
    }

    /// Returns the border of the drawn board at which somebody sits who goes `forward`; nothing for one at neither.
    #[must_use]
    pub(crate) fn border(&self, forward: Dir) -> Option<Border> {
        match self {
            Self::Grid(_) => Grid::border(forward),
            Self::Net(net) => net.border(forward),
        }
    }
}
