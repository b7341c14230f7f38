//! Reads a board whose points have signs: each point is drawn as its pieces and its sign, in columns, boxes or on lines.

use crate::board_view::BoardDrawing;
use crate::map_view::MapScene;
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
    let scene = MapScene::default();
    let seen = (&marked, Canvas::default());
    let width = BoardDrawing::new((model, board), &scene, &table, seen).piece_width();
    let numbered: Vec<_> = (picture.lines())
        .filter_map(|line| numbered(layout, line))
        .collect();
    let read = |spacing: Spacing| {
        let reader = MapReader {
            model,
            board,
            width,
            spacing,
        };
        let rows = numbered
            .iter()
            .map(|(row, cells)| (*row, reader.row(row, cells)));
        let rows: Vec<_> = rows.collect();
        let signs = || rows.iter().flat_map(|(_, signs)| signs);
        let fit = signs().filter(|sign| sign.is_ok()).count();
        (fit, signs().count(), rows)
    };
    // The first spacing wins a draw: it is the one that messages explain.
    let readings = SPACINGS.into_iter().rev().map(read);
    let (fit, all, rows) = readings.max_by_key(|(fit, ..)| *fit)?;
    if fit * 2 <= all {
        return None;
    }
    let whole = |(row, signs): (&'l TextRow, Vec<Result<String, String>>)| {
        Ok((row, signs.into_iter().collect::<Result<_, _>>()?))
    };
    Some(rows.into_iter().map(whole).collect())
}

/// How the points of a row are spaced.
#[derive(Clone, Copy)]
struct Spacing {
    /// The characters before the first point.
    start: usize,
    /// The characters between a point and the next, with brackets and walls.
    gap: usize,
}

/// The spacings of a map, of points side by side, of lines, and of boxes.
const SPACINGS: [Spacing; 4] = [
    Spacing { start: 0, gap: 2 },
    Spacing { start: 0, gap: 1 },
    Spacing { start: 0, gap: 3 },
    Spacing { start: 1, gap: 3 },
];

/// Splits the label of a row off a line.
fn numbered<'l, 't>(layout: &'l TextLayout, line: &'t str) -> Option<(&'l TextRow, &'t str)> {
    let line = line.trim_start();
    let (label, cells) = line.split_once(' ')?;
    let row = layout.rows.iter().find(|row| row.label == label)?;
    Some((row, cells))
}

struct MapReader<'b> {
    model: &'b Model,
    board: &'b Board,
    /// The width of the pieces on a point.
    width: usize,
    spacing: Spacing,
}

impl MapReader<'_> {
    /// Returns the pieces on the points of a row. A point that is drawn wrongly gets a sentence about how to draw it.
    fn row(&self, row: &TextRow, cells: &str) -> Vec<Result<String, String>> {
        let chars: Vec<char> = cells.chars().collect();
        let pitch = self.width + 1 + self.spacing.gap;
        let points = row.points.iter().enumerate();
        points
            .filter_map(|(column, point)| Some((self.spacing.start + column * pitch, (*point)?)))
            .map(|(at, point)| {
                let drawn = chars.get(at..).unwrap_or_default();
                self.standing(point, drawn)
                    .ok_or_else(|| self.misdrawn(point, drawn))
            })
            .collect()
    }

    /// Explains how to draw a point.
    fn misdrawn(&self, point: Point, drawn: &[char]) -> String {
        let cell: String = drawn.iter().skip(1).take(self.width + 1).collect();
        let (cell, name) = (quoted(cell.trim()), self.board.name(point));
        let blanks = " ".repeat(self.width);
        let mapped = self.mapped(point);
        format!(
            "{name} is drawn as {cell}: a point of this map has {} for what stands there, then the sign of its place, here `{blanks}{mapped}`",
            match self.width {
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
        rest.first()?;
        // Blanks at the end of a line may be missing.
        let mut rest = rest.to_vec();
        rest.resize(rest.len().max(self.width + 2), ' ');
        let (standing, [sign, right, ..]) = rest.split_at(self.width) else {
            return None;
        };
        let fits = " []:-─".contains(*left) && " ]:-─|│%┃╳[".contains(*right);
        if !fits || !self.has(point, *sign) {
            return None;
        }
        let neutral = |c: char| {
            let mut kinds = self.model.kinds.iter();
            kinds.any(|kind| kind.neutral && kind.letter == c)
        };
        let is_piece = |c: &char| c.is_alphanumeric() || neutral(*c) || *c == '_';
        if !standing.iter().any(is_piece) {
            return Some(".".to_owned());
        }
        let standing: String = standing.iter().collect();
        Some(standing.trim().to_owned())
    }

    /// Returns whether a point may be drawn with a sign.
    fn has(&self, point: Point, sign: char) -> bool {
        let shows = &self.board.picture.shows;
        let bare = self.board.picture.map.is_none() && " .·-─".contains(sign);
        bare || self.mapped(point) == sign
            || shows
                .iter()
                .any(|shown| shown.sign.eq_ignore_ascii_case(&sign))
    }
}
