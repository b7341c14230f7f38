//! Boards as text: how large a picture is, how it is turned, and which point stands where.
//!
//! A picture has columns and rows of signs, whatever the board is like. A cell of it is told by column and row, both from
//! 0 at the bottom left, as in the drawings of a ruleset.

use crate::Point;

/// Columns and rows of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Extent(pub u16, pub u16);

/// A cell of a picture: its column and row from the bottom left, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PictureCell(pub u16, pub u16);

/// A turn of a picture, in quarters clockwise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rotation(u8);

impl Rotation {
    /// Every turn by quarters.
    pub(super) const QUARTERS: [Self; 4] = [Self(0), Self(1), Self(2), Self(3)];

    /// No turn at all.
    pub(super) const NONE: &'static [Self] = &[Self(0)];

    /// Returns how far, in degrees clockwise.
    #[must_use]
    pub fn degrees(self) -> i64 {
        i64::from(self.0) * 90
    }
}

impl Extent {
    /// Returns columns and rows of the picture when it is turned.
    #[must_use]
    pub fn turned(self, by: Rotation) -> Self {
        match by.0 {
            0 | 2 => self,
            _ => Self(self.1, self.0),
        }
    }

    /// Returns where a cell of the picture comes when the picture is turned.
    #[must_use]
    pub fn turned_cell(self, PictureCell(column, row): PictureCell, by: Rotation) -> PictureCell {
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
pub struct TextLayout {
    /// What stands below each column.
    pub columns: Vec<String>,
    /// The rows, the top one first.
    pub rows: Vec<TextRow>,
    /// Where the points lie and what lines are between them, if they do not stand in columns. Then a row has its points
    /// one after the other.
    pub canvas: Option<TextCanvas>,
}

/// A board whose points do not stand in columns, as lines of signs.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TextCanvas {
    /// The lines, the top one first.
    pub lines: Vec<CanvasLine>,
    /// What stands below: from which column on, and what.
    pub footer: Vec<(usize, String)>,
}

/// One line of signs.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CanvasLine {
    /// What stands before it.
    pub label: String,
    /// What stands behind it.
    pub tail: String,
    /// The signs of the board itself; blank at a point.
    pub signs: Vec<char>,
    /// The points on it, each with its column, from the left.
    pub points: Vec<(usize, Point)>,
}

/// One row of a board as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextRow {
    /// What stands before the row.
    pub label: String,
    /// The point in each column, where there is one.
    pub points: Vec<Option<Point>>,
}

impl TextLayout {
    /// Returns the point in a column, from 0, and a row, from 0 at the top.
    #[must_use]
    pub fn at(&self, column: usize, row: usize) -> Option<Point> {
        let row = self.rows.get(row)?;
        row.points.get(column).copied().flatten()
    }
}

/// A border of a drawn board, at which a player is named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Border {
    /// Above it.
    Top,
    /// Below it.
    Bottom,
}
