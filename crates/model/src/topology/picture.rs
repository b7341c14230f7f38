//! Boards as text: the size of a picture, its turns, and the cell of each point.
//!
//! A picture has columns and rows of signs on every kind of board. Column and row, both counted from 0 at the bottom left, name
//! a cell, as in the drawings of a ruleset.

use crate::Point;

/// The numbers of columns and rows of a picture.
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

    /// No turn.
    pub(super) const NONE: &'static [Self] = &[Self(0)];

    /// Returns the clockwise turn in degrees.
    #[must_use]
    pub fn degrees(self) -> i64 {
        i64::from(self.0) * 90
    }
}

impl Extent {
    /// Returns the columns and rows of the turned picture.
    #[must_use]
    pub fn turned(self, by: Rotation) -> Self {
        match by.0 {
            0 | 2 => self,
            _ => Self(self.1, self.0),
        }
    }

    /// Returns where a cell is in the turned picture.
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

/// The positions of a board's points in rows of text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextLayout {
    /// The label below each column.
    pub columns: Vec<String>,
    /// The rows, the top one first.
    pub rows: Vec<TextRow>,
    /// The drawing of a board whose points are not in columns. In that case, `rows` list their points one after the
    /// other.
    pub canvas: Option<TextCanvas>,
}

/// A board whose points are not in columns, as lines of signs.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TextCanvas {
    /// The lines, the top one first.
    pub lines: Vec<CanvasLine>,
    /// The labels below it, each with the column where it starts.
    pub footer: Vec<(usize, String)>,
}

/// One line of signs.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CanvasLine {
    /// The text before it.
    pub label: String,
    /// The text after it.
    pub tail: String,
    /// The signs of the empty board; a blank at each point.
    pub signs: Vec<char>,
    /// The points on it, each with its column, from the left.
    pub points: Vec<(usize, Point)>,
}

/// One row of a board as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextRow {
    /// The text before the row.
    pub label: String,
    /// The point in each column, where there is one.
    pub points: Vec<Option<Point>>,
}

impl TextLayout {
    /// Returns the point in a column and row, counted from 0 at the top left.
    #[must_use]
    pub fn at(&self, column: usize, row: usize) -> Option<Point> {
        let row = self.rows.get(row)?;
        row.points.get(column).copied().flatten()
    }
}

/// A border of a drawn board that can show a player's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Border {
    /// Above it.
    Top,
    /// Below it.
    Bottom,
}
