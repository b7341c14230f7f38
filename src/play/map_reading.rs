//! Reads a board as it is drawn with its map: each point is what stands there and the sign of its area.

use crate::model::{Board, Model, Point, PointSet, TextLayout, TextRow};
use crate::play::Canvas;
use crate::play::board_view::BoardDrawing;
use crate::vm::SpelledPosition;

/// A row of the board, with a sign for each of its points.
pub(super) type SignedRow<'l> = (&'l TextRow, Vec<String>);

/// Returns the rows of such a drawing; `None` if it is none.
pub(super) fn rows<'l>(
    (model, board): (&Model, &Board),
    layout: &'l TextLayout,
    picture: &str,
) -> Option<Vec<SignedRow<'l>>> {
    let look = &board.picture;
    if layout.canvas.is_some() {
        return None;
    }
    if look.map.is_none() && look.shows.is_empty() && board.walls.is_empty() {
        return None;
    }
    let (table, marked) = (SpelledPosition::empty(model), PointSet::default());
    let drawing = BoardDrawing::new(model, board, &table, (&marked, Canvas::default()));
    let reader = MapReader {
        board,
        cell: drawing.cell,
    };
    let numbered = picture.lines().filter_map(|line| numbered(layout, line));
    let rows: Option<Vec<_>> = numbered
        .map(|(row, cells)| Some((row, reader.row(row, cells)?)))
        .collect();
    rows.filter(|rows| !rows.is_empty())
}

/// Splits the number of a row off a line.
fn numbered<'l, 't>(layout: &'l TextLayout, line: &'t str) -> Option<(&'l TextRow, &'t str)> {
    let line = line.trim_start();
    let (label, cells) = line.split_once(' ')?;
    let row = layout.rows.iter().find(|row| row.label == label)?;
    Some((row, cells))
}

struct MapReader<'b> {
    board: &'b Board,
    /// The width of what stands on a point.
    cell: usize,
}

impl MapReader<'_> {
    /// Returns what stands on the points of a row.
    fn row(&self, row: &TextRow, cells: &str) -> Option<Vec<String>> {
        let chars: Vec<char> = cells.chars().collect();
        let pitch = self.cell + 3;
        let points = row.points.iter().enumerate();
        points
            .filter_map(|(column, point)| Some((column * pitch, (*point)?)))
            .map(|(at, point)| self.standing(point, chars.get(at..)?))
            .collect()
    }

    /// Reads a point: a blank or bracket, what stands there, a sign, and what is between it and the next point.
    fn standing(&self, point: Point, chars: &[char]) -> Option<String> {
        let (left, rest) = chars.split_first()?;
        let standing = rest.get(..self.cell)?;
        let sign = rest.get(self.cell)?;
        let right = rest.get(self.cell + 1).unwrap_or(&' ');
        let fits = " [".contains(*left) && " ]|%┃╳".contains(*right) && self.has(point, *sign);
        let standing: String = standing.iter().collect();
        fits.then(|| match standing.trim() {
            "" => ".".to_owned(),
            standing => standing.to_owned(),
        })
    }

    /// Tells whether a point may be drawn with a sign.
    fn has(&self, point: Point, sign: char) -> bool {
        let look = &self.board.picture;
        let mapped = look.map.as_ref().and_then(|map| map.get(point.index()));
        *mapped.unwrap_or(&'.') == sign || look.shows.iter().any(|(shown, _)| *shown == sign)
    }
}
