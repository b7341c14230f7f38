//! Reads a board that is drawn with its map: each point is its pieces and the sign of its area.

use crate::board_view::BoardDrawing;
use crate::{Canvas, quoted};
use linstock_engine::vm::SpelledPosition;
use linstock_model::{Board, Model, Point, PointSet, TextLayout, TextRow};

/// A row of the board, with the text of each of its points.
pub(super) type SignedRow<'l> = (&'l TextRow, Vec<String>);

/// Returns the rows of a drawing with a map. Returns `None` if fewer than half of its points are drawn that way.
///
/// # Errors
/// A sentence about a point that is not drawn that way.
pub(super) fn rows<'l>(
    (model, board): (&Model, &Board),
    layout: &'l TextLayout,
    picture: &str,
) -> Option<Result<Vec<SignedRow<'l>>, String>> {
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
    let rows: Vec<_> = numbered
        .map(|(row, cells)| (row, reader.row(row, cells)))
        .collect();
    let signs = rows.iter().flat_map(|(_, signs)| signs);
    let (fit, wrong): (Vec<_>, Vec<_>) = signs.partition(|sign| sign.is_ok());
    if fit.len() <= wrong.len() {
        return None;
    }
    let whole = |(row, signs): (&'l TextRow, Vec<Result<String, String>>)| {
        Ok((row, signs.into_iter().collect::<Result<_, _>>()?))
    };
    Some(rows.into_iter().map(whole).collect())
}

/// Splits the label of a row off a line.
fn numbered<'l, 't>(layout: &'l TextLayout, line: &'t str) -> Option<(&'l TextRow, &'t str)> {
    let line = line.trim_start();
    let (label, cells) = line.split_once(' ')?;
    let row = layout.rows.iter().find(|row| row.label == label)?;
    Some((row, cells))
}

struct MapReader<'b> {
    board: &'b Board,
    /// The width of the pieces on a point.
    cell: usize,
}

impl MapReader<'_> {
    /// Returns the pieces on the points of a row. A point that is drawn wrongly gets a sentence about how to draw it.
    fn row(&self, row: &TextRow, cells: &str) -> Vec<Result<String, String>> {
        let chars: Vec<char> = cells.chars().collect();
        let pitch = self.cell + 3;
        let points = row.points.iter().enumerate();
        points
            .filter_map(|(column, point)| Some((column * pitch, (*point)?)))
            .map(|(at, point)| {
                let drawn = chars.get(at..).unwrap_or_default();
                self.standing(point, drawn)
                    .ok_or_else(|| self.misdrawn(point, drawn))
            })
            .collect()
    }

    /// Explains how to draw a point.
    fn misdrawn(&self, point: Point, drawn: &[char]) -> String {
        let cell: String = drawn.iter().skip(1).take(self.cell + 1).collect();
        let (cell, name) = (quoted(cell.trim()), self.board.name(point));
        let blanks = " ".repeat(self.cell);
        let mapped = self.mapped(point);
        format!(
            "{name} is drawn as {cell}: a point of this map has {} for what stands there, then the sign of its place, here `{blanks}{mapped}`",
            match self.cell {
                1 => "1 column".to_owned(),
                more => format!("{more} columns"),
            },
        )
    }

    /// Returns the sign of a point on the map.
    fn mapped(&self, point: Point) -> char {
        let map = self.board.picture.map.as_ref();
        map.and_then(|map| map.get(point.index()))
            .copied()
            .unwrap_or('.')
    }

    /// Reads a point: a blank or bracket, its pieces, a sign, and the gap to the next point.
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

    /// Returns whether a point may be drawn with a sign.
    fn has(&self, point: Point, sign: char) -> bool {
        let shows = &self.board.picture.shows;
        self.mapped(point) == sign
            || shows
                .iter()
                .any(|shown| shown.sign.eq_ignore_ascii_case(&sign))
    }
}
