//! A grid: points in columns and rows, with eight directions.
//!
//! Columns have letters from the left (`a`; `aa` follows `z`), rows have numbers from the bottom: `c2`. A point's number is
//! `row * width + column`, both from 0, so a step in one direction changes it by the same amount everywhere.

mod compass;

use crate::topology::bearings::PointsPhrasing;
use crate::topology::lines::farthest;
use crate::topology::names::{column_name, column_number};
use crate::topology::{
    Border, Dir, Dirs, Extent, Heading, LineLabel, PictureCell, TextLayout, TextRow, Translation,
};
use crate::{Point, PointSet};
use linstock_base::Language;
use serde::Serialize;

/// A board of columns and rows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Grid {
    width: u16,
    height: u16,
}

impl Grid {
    /// The maximum side of a grid.
    pub const LONGEST: u16 = 64;

    /// A single point.
    pub(super) const ONE: Self = Self::new(1, 1);

    /// Makes a grid. Width and height must be between one and [`LONGEST`](Self::LONGEST).
    #[must_use]
    pub const fn new(width: u16, height: u16) -> Self {
        Self { width, height }
    }

    pub(super) fn points(self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    fn sides(self) -> (i32, i32) {
        (i32::from(self.width), i32::from(self.height))
    }

    /// Returns the column and row of a point, both from 0.
    fn column_row(self, point: Point) -> (i32, i32) {
        let (column, row) = (point.0 % self.width, point.0 / self.width);
        (i32::from(column), i32::from(row))
    }

    /// Returns the point in a column and row.
    fn at(self, column: i32, row: i32) -> Option<Point> {
        let (width, height) = self.sides();
        ((0..width).contains(&column) && (0..height).contains(&row))
            .then(|| u16::try_from(row * width + column).ok().map(Point))
            .flatten()
    }

    fn set(self, points: impl IntoIterator<Item = Point>) -> PointSet {
        let mut set = PointSet::with_capacity(self.points());
        set.extend(points.into_iter().map(Point::index));
        set
    }

    /// Returns the points in ranges of columns and rows.
    fn block(self, columns: std::ops::Range<i32>, rows: std::ops::Range<i32>) -> PointSet {
        let cells = rows.flat_map(|row| columns.clone().map(move |column| (column, row)));
        self.set(cells.filter_map(|(column, row)| self.at(column, row)))
    }
}

/// Writes a number below 10 as a digit.
fn digit(number: i32) -> char {
    char::from(b'0' + u8::try_from(number).unwrap_or_default())
}

/// Names of points and lines.
impl Grid {
    pub(super) fn name(self, point: Point) -> String {
        let (column, row) = self.column_row(point);
        let mut name = column_name(column);
        // Lists of moves contain thousands of names, and formatting is several times as slow.
        match row + 1 {
            row @ 1..10 => name.push(digit(row)),
            row @ 10..100 => name.extend([digit(row / 10), digit(row % 10)]),
            row => name.push_str(&row.to_string()),
        }
        name
    }

    pub(super) fn find(self, name: &str) -> Option<Point> {
        let rest = name.trim_start_matches(|c: char| c.is_ascii_lowercase());
        let (column, row) = name.split_at(name.len() - rest.len());
        let plain = !row.starts_with('0') && row.bytes().all(|b| b.is_ascii_digit());
        let row: i32 = plain.then(|| row.parse().ok()).flatten()?;
        self.at(column_number(column)?, row - 1)
    }

    /// Returns the points that are farthest in a direction.
    pub(super) fn farthest(self, dir: Dir) -> PointSet {
        let step = compass::step(dir);
        farthest(self.points(), |point| {
            let (column, row) = self.column_row(point);
            Some(column * step.x + row * step.y)
        })
    }

    pub(super) fn line(self, axis: &str, label: &LineLabel) -> Option<PointSet> {
        let (width, height) = self.sides();
        let at = match (axis, label) {
            (_, LineLabel::Number(number)) => i32::try_from(number.checked_sub(1)?).ok()?,
            ("column", LineLabel::Letters(letters)) => column_number(letters)?,
            (_, LineLabel::Letters(_)) => return None,
        };
        match axis {
            "row" if (0..height).contains(&at) => Some(self.block(0..width, at..at + 1)),
            "column" if (0..width).contains(&at) => Some(self.block(at..at + 1, 0..height)),
            _ => None,
        }
    }

    pub(super) fn line_of(self, axis: &str, point: Point) -> Option<LineLabel> {
        let (column, row) = self.column_row(point);
        match axis {
            "row" => Some(LineLabel::Number(i64::from(row) + 1)),
            "column" => Some(LineLabel::Letters(column_name(column))),
            _ => None,
        }
    }

    pub(super) fn has_letters(axis: &str) -> bool {
        axis == "column"
    }

    pub(super) fn lines_in_words(self) -> String {
        format!(
            "rows are 1 to {}, columns a to {}",
            self.height,
            self.last_column()
        )
    }

    pub(super) fn points_in_words(self, language: Language) -> String {
        let rows = i32::from(self.height);
        PointsPhrasing(language).columns_and_rows(&self.last_column(), rows)
    }

    fn last_column(self) -> String {
        column_name(i32::from(self.width) - 1)
    }

    pub(super) fn size_in_words(self) -> String {
        format!("{} columns and {} rows", self.width, self.height)
    }
}

/// Steps and straight lines.
impl Grid {
    pub(super) fn along(self, point: Point, dir: Dir, count: i32) -> Option<Point> {
        self.moved(point, compass::step(dir) * count)
    }

    pub(super) fn longest_line(self) -> u16 {
        self.width.max(self.height)
    }

    pub(super) fn range(self, from: Point, to: Point) -> PointSet {
        let ((a, b), (c, d)) = (self.column_row(from), self.column_row(to));
        self.block(a.min(c)..a.max(c) + 1, b.min(d)..b.max(d) + 1)
    }

    pub(super) fn distance(self, from: Point, to: Point, next: Dirs) -> Option<i64> {
        let way = self.between(from, to);
        let (columns, rows) = (way.x.abs(), way.y.abs());
        match next {
            compass::ALL => Some(i64::from(columns.max(rows))),
            compass::ORTHOGONAL => Some(i64::from(columns + rows)),
            _ => None,
        }
    }

    pub(super) fn heading(self, from: Point, to: Point) -> Heading {
        let Translation { x, y } = self.between(from, to);
        let straight = x == 0 || y == 0 || x.abs() == y.abs();
        let towards = if straight {
            Translation::new(x.signum(), y.signum())
        } else {
            Translation::new(x, y)
        };
        Heading {
            towards: Some(towards),
            slanting: x != 0 && y != 0,
        }
    }

    pub(super) fn example(self, before: Option<Point>) -> Point {
        let half = |size: u16| i32::from(size.saturating_sub(1)) / 2;
        let middle = || self.at(half(self.width), half(self.height));
        let beside = before.and_then(|point| {
            let step = |dir| self.along(point, dir, 1);
            step(compass::NORTH).or_else(|| step(compass::EAST))
        });
        beside.or_else(middle).unwrap_or(Point(0))
    }
}

/// Translations.
impl Grid {
    pub(super) fn translation(dir: Dir) -> Translation {
        compass::step(dir)
    }

    pub(super) fn between(self, from: Point, to: Point) -> Translation {
        let ((a, b), (c, d)) = (self.column_row(from), self.column_row(to));
        Translation::new(c - a, d - b)
    }

    pub(super) fn moved(self, point: Point, by: Translation) -> Option<Point> {
        let (column, row) = self.column_row(point);
        self.at(column + by.x, row + by.y)
    }

    pub(super) fn entered(self, by: Translation) -> PointSet {
        let (width, height) = self.sides();
        self.block(
            by.x.max(0)..width + by.x.min(0),
            by.y.max(0)..height + by.y.min(0),
        )
    }

    pub(super) fn number_shift(self, by: Translation) -> i32 {
        by.y * i32::from(self.width) + by.x
    }

    pub(super) fn goes_on(first: Translation, then: Translation) -> bool {
        // If both moves are in the same quarter of the compass and the end is on the board, so is the point between.
        first.x * then.x >= 0 && first.y * then.y >= 0
    }

    pub(super) fn joins_points(self, by: Translation) -> bool {
        let (width, height) = self.sides();
        by.x.abs() < width * 2 && by.y.abs() < height * 2
    }

    pub(super) fn factors(dirs: Dirs) -> Option<[[Translation; 2]; 2]> {
        let both = |x, y| [Translation::new(x, y), Translation::new(-x, -y)];
        (dirs == compass::ALL).then(|| [both(1, 0), both(0, 1)])
    }
}

/// Pictures.
impl Grid {
    pub(super) fn extent(self) -> Extent {
        Extent(self.width, self.height)
    }

    pub(super) fn extent_of(self, set: &PointSet) -> Option<Extent> {
        let points = || set.ones().filter_map(Point::nth);
        let corner = self.column_row(self.bottom_left(points()));
        let all = || points().map(|point| self.column_row(point));
        let (right, top) = (
            all().map(|(column, _)| column).max()?,
            all().map(|(_, row)| row).max()?,
        );
        let (columns, rows) = (right - corner.0 + 1, top - corner.1 + 1);
        let filled = usize::try_from(columns * rows).ok()? == set.count_ones(..);
        let extent = Extent(u16::try_from(columns).ok()?, u16::try_from(rows).ok()?);
        filled.then_some(extent)
    }

    pub(super) fn bottom_left(self, points: impl Iterator<Item = Point>) -> Point {
        let cells = points.map(|point| self.column_row(point));
        let least = cells.reduce(|a, b| (a.0.min(b.0), a.1.min(b.1)));
        least
            .and_then(|(column, row)| self.at(column, row))
            .unwrap_or(Point(0))
    }

    pub(super) fn at_cell(
        self,
        corner: Point,
        PictureCell(column, row): PictureCell,
    ) -> Option<Point> {
        let by = Translation::new(i32::from(column), i32::from(row));
        self.moved(corner, by)
    }

    pub(super) fn text_layout(self) -> TextLayout {
        let (width, height) = self.sides();
        let row = |row: i32| TextRow {
            label: (row + 1).to_string(),
            points: (0..width).map(|column| self.at(column, row)).collect(),
        };
        TextLayout {
            columns: (0..width).map(column_name).collect(),
            rows: (0..height).rev().map(row).collect(),
            canvas: None,
        }
    }

    pub(super) fn border(forward: Dir) -> Option<Border> {
        match forward {
            compass::NORTH => Some(Border::Bottom),
            compass::SOUTH => Some(Border::Top),
            _ => None,
        }
    }
}
