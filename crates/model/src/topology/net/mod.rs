//! A net: points with names, and a table of the steps from each point.
//!
//! Boards of hexagons and drawn boards are nets; `hexes` and `drawn` make them. The table answers nearly all questions, for
//! every kind of board.
//!
//! Each point has a *cell*, and translations are differences of cells. The cells of hexagons have two axes, so a step moves all
//! points alike. Other points use their number as cell; there a step is several translations, each for some points.

mod drawn;
mod hexes;
mod makers;
mod table;

pub use drawn::{DrawnNet, DrawnStep};
pub use table::HexShape;
pub(crate) use table::Net;

use crate::topology::bearings::PointsPhrasing;
use crate::topology::direction_names::DirectionNames;
use crate::topology::lines::farthest;
use crate::topology::names::column_name;
use crate::topology::{
    Border, Dir, Dirs, Extent, Heading, LineLabel, PictureCell, TextLayout, TextRow, Translation,
};
use crate::{Point, PointSet};
use linstock_base::Language;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use table::{NetKind, Spot};

impl Net {
    fn spot(&self, point: Point) -> Option<&Spot> {
        self.0.spots.get(point.index())?.as_ref()
    }

    fn spots(&self) -> impl Iterator<Item = (Point, &Spot)> {
        let all = Point::all(self.0.spots.len()).zip(&self.0.spots);
        all.filter_map(|(point, spot)| Some((point, spot.as_ref()?)))
    }

    fn such(&self, fits: impl Fn(&Spot) -> bool) -> PointSet {
        let mut set = PointSet::with_capacity(self.points());
        let found = self.spots().filter(|(_, spot)| fits(spot));
        set.extend(found.map(|(point, _)| point.index()));
        set
    }

    /// Returns the largest board of the same kind.
    pub(super) fn largest(&self) -> Self {
        match self.0.kind {
            NetKind::Hexes(shape, _) => Self::hexes(shape, shape.longest()),
            NetKind::Drawn => self.clone(),
        }
    }

    pub(super) fn points(&self) -> usize {
        self.0.spots.len()
    }

    pub(super) fn every(&self) -> PointSet {
        self.such(|_| true)
    }
}

/// Names of points and lines.
impl Net {
    pub(super) fn name(&self, point: Point) -> String {
        self.spot(point)
            .map_or_else(String::new, |s| s.name.clone())
    }

    pub(super) fn find(&self, name: &str) -> Option<Point> {
        self.0.names.get(name).copied()
    }

    pub(super) fn line(&self, axis: &str, label: &LineLabel) -> Option<PointSet> {
        let fits = |spot: &Spot| match (axis, label) {
            ("row", LineLabel::Number(row)) => i64::from(spot.row) + 1 == *row,
            ("column", LineLabel::Number(column)) => i64::from(spot.column) + 1 == *column,
            ("column", LineLabel::Letters(letters)) => column_name(spot.column) == *letters,
            _ => false,
        };
        Some(self.such(fits)).filter(|set| !set.is_clear())
    }

    pub(super) fn line_of(&self, axis: &str, point: Point) -> Option<LineLabel> {
        let spot = self.spot(point)?;
        match axis {
            "row" => Some(LineLabel::Number(i64::from(spot.row) + 1)),
            "column" => Some(LineLabel::Letters(column_name(spot.column))),
            _ => None,
        }
    }

    /// Returns one step in a direction, if the points form a regular pattern, so that the direction is a line through all of it.
    pub(super) fn regular_step(&self, dir: Dir) -> Option<Translation> {
        matches!(self.0.kind, NetKind::Hexes(..)).then(|| hexes::step(dir))
    }

    /// Returns the points that are drawn farthest in a direction.
    pub(super) fn farthest(&self, dir: Dir) -> PointSet {
        let (right, up) = self.towards(dir);
        farthest(self.points(), |point| {
            let (x, y) = self.spot(point)?.place;
            Some(x * right + y * up)
        })
    }

    /// Returns a direction as a step to the right and up on the drawn board.
    fn towards(&self, dir: Dir) -> (i32, i32) {
        match self.0.kind {
            // A place counts half hexagons to the right and rows up. Rows are about 7/8 of a hexagon apart.
            NetKind::Hexes(..) => {
                let step = hexes::step(dir);
                (2 * step.x + step.y, 3 * step.y)
            }
            NetKind::Drawn => drawn::towards(dir),
        }
    }

    fn last(&self, coordinate: impl Fn(&Spot) -> i32) -> i32 {
        let all = self.spots().map(|(_, spot)| coordinate(spot));
        all.max().unwrap_or(0)
    }

    fn first_and_last_names(&self) -> (String, String) {
        let name =
            |spot: Option<(Point, &Spot)>| spot.map_or_else(String::new, |s| s.1.name.clone());
        (name(self.spots().next()), name(self.spots().last()))
    }

    pub(super) fn lines_in_words(&self) -> String {
        let (column, row) = (self.last(|s| s.column), self.last(|s| s.row));
        format!(
            "rows are 1 to {}, columns a to {}",
            row + 1,
            column_name(column)
        )
    }

    pub(super) fn points_in_words(&self, language: Language) -> String {
        let (first, last) = self.first_and_last_names();
        let (column, row) = (self.last(|s| s.column), self.last(|s| s.row));
        let say = PointsPhrasing(language);
        let lines = say.columns_and_rows(&column_name(column), row + 1);
        say.names_within(&first, &last, &lines)
    }

    pub(super) fn size_in_words(&self) -> String {
        format!("{} points", self.spots().count())
    }

    pub(super) fn range(&self, from: Point, to: Point) -> PointSet {
        let Some((a, b)) = self.spot(from).zip(self.spot(to)) else {
            return PointSet::with_capacity(self.points());
        };
        let between = |a: i32, at: i32, b: i32| (a.min(b)..=a.max(b)).contains(&at);
        self.such(|s| between(a.column, s.column, b.column) && between(a.row, s.row, b.row))
    }

    pub(super) fn example(&self, before: Option<Point>) -> Point {
        let beside = before.and_then(|at| {
            let mut steps = self.0.usual.iter().filter_map(|dir| self.along(at, dir, 1));
            steps.next()
        });
        let middle = || self.spots().nth(self.spots().count() / 2);
        let middle = || middle().map(|(point, _)| point);
        beside.or_else(middle).unwrap_or(Point(0))
    }
}

/// Directions and steps.
impl Net {
    pub(super) fn direction_names(&self) -> &'static DirectionNames {
        self.0.direction_names
    }

    pub(super) fn usual_steps(&self) -> Dirs {
        self.0.usual
    }

    pub(super) fn sides(&self) -> Dirs {
        self.0.usual
    }

    fn step(&self, point: Point, dir: Dir) -> Option<Point> {
        let steps = self.0.steps.get(usize::from(dir.index()))?;
        steps.get(point.index()).copied().flatten()
    }

    pub(super) fn along(&self, point: Point, dir: Dir, count: i32) -> Option<Point> {
        let dir = if count < 0 {
            self.direction_names().opposite(dir)
        } else {
            dir
        };
        let count = count.unsigned_abs();
        if count as usize > self.points() {
            return None;
        }
        (0..count).try_fold(point, |at, _| self.step(at, dir))
    }

    pub(super) fn longest_line(&self) -> u16 {
        self.0.longest_line
    }

    pub(super) fn heading(&self, from: Point, to: Point) -> Heading {
        let mut dirs = self.direction_names().every().iter();
        let dir = dirs.find(|dir| self.step(from, *dir) == Some(to));
        let towards = dir.map(|dir| Translation::new(i32::from(dir.index()), 1));
        Heading {
            towards: Some(towards.unwrap_or_else(|| self.between(from, to))),
            slanting: dir.is_some_and(|dir| {
                self.direction_names().diagonal.and(Dirs::only(dir)) == Dirs::only(dir)
            }),
        }
    }

    pub(super) fn border(&self, forward: Dir) -> Option<Border> {
        match self.towards(forward) {
            (0, up) if up > 0 => Some(Border::Bottom),
            (0, up) if up < 0 => Some(Border::Top),
            _ => None,
        }
    }
}

/// Translations.
impl Net {
    fn cell(&self, point: Point) -> (i32, i32) {
        self.spot(point).map_or((0, 0), |spot| spot.cell)
    }

    pub(super) fn translation(&self, dir: Dir) -> Option<Translation> {
        self.0
            .straight
            .get(usize::from(dir.index()))
            .copied()
            .flatten()
    }

    pub(super) fn between(&self, from: Point, to: Point) -> Translation {
        let ((a, b), (c, d)) = (self.cell(from), self.cell(to));
        Translation::new(c - a, d - b)
    }

    pub(super) fn moved(&self, point: Point, by: Translation) -> Option<Point> {
        let (x, y) = self.spot(point)?.cell;
        let number = i32::from(point.0) + self.number_shift(by);
        let to = Point(u16::try_from(number).ok()?);
        let there = self.spot(to)?.cell == (x + by.x, y + by.y);
        there.then_some(to)
    }

    pub(super) fn entered(&self, by: Translation) -> PointSet {
        let mut set = PointSet::with_capacity(self.points());
        let reached = self.spots().filter_map(|(point, _)| self.moved(point, by));
        set.extend(reached.map(Point::index));
        set
    }

    pub(super) fn number_shift(&self, by: Translation) -> i32 {
        by.x * self.0.strides.0 + by.y * self.0.strides.1
    }

    pub(super) fn goes_on(&self, first: Translation, then: Translation) -> bool {
        // In a convex shape, the point between is on the board if no axis reverses. In other shapes, at least if the move
        // stays on one line of hexagons: no such line has a gap.
        let axes = |by: Translation| [by.x, by.y, by.x + by.y];
        let pairs = || axes(first).into_iter().zip(axes(then));
        let on = pairs().all(|(a, b)| a.signum() * b.signum() >= 0);
        on && (self.0.convex || pairs().any(|(a, b)| a == 0 && b == 0))
    }
}

/// Pictures. A picture's row lists its points without gaps.
impl Net {
    /// Returns the points of each row that has any, from the left; the bottom row comes first.
    fn rows(&self) -> Vec<(i32, Vec<Point>)> {
        let mut rows: BTreeMap<i32, Vec<(i32, Point)>> = BTreeMap::new();
        for (point, spot) in self.spots() {
            rows.entry(spot.place.1)
                .or_default()
                .push((spot.place.0, point));
        }
        let sorted = rows.into_values().map(|mut row| {
            row.sort();
            let number = self.spot(row[0].1).map_or(0, |spot| spot.row);
            (number, row.into_iter().map(|(_, point)| point).collect())
        });
        sorted.collect()
    }

    pub(super) fn extent(&self) -> Extent {
        let rows = self.rows();
        let columns = rows.iter().map(|(_, row)| row.len()).max().unwrap_or(0);
        let number = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
        Extent(number(columns), number(rows.len()))
    }

    pub(super) fn extent_of(&self, set: &PointSet) -> Option<Extent> {
        (*set == self.every()).then(|| self.extent())
    }

    pub(super) fn at_cell(&self, PictureCell(column, row): PictureCell) -> Option<Point> {
        let rows = self.rows();
        let (_, row) = rows.get(usize::from(row))?;
        row.get(usize::from(column)).copied()
    }

    pub(super) fn text_layout(&self) -> TextLayout {
        let canvas = self.0.canvas.clone();
        let row = |(number, points): (i32, Vec<Point>)| TextRow {
            label: (number + 1).to_string(),
            points: points.into_iter().map(Some).collect(),
        };
        TextLayout {
            columns: canvas.footer.iter().map(|(_, name)| name.clone()).collect(),
            rows: self.rows().into_iter().rev().map(row).collect(),
            canvas: Some(canvas),
        }
    }

    /// Returns the pairs of points with a drawn line between them. Hexagons have none.
    pub(super) fn edges(&self) -> Vec<(Point, Point)> {
        let drawn = !matches!(self.0.kind, NetKind::Hexes(..));
        let half = self.direction_names().names.len() / 2;
        let dirs = || {
            self.direction_names()
                .every()
                .iter()
                .take(if drawn { half } else { 0 })
        };
        let ends = |point| dirs().filter_map(move |dir| Some((point, self.step(point, dir)?)));
        self.spots().flat_map(|(point, _)| ends(point)).collect()
    }

    /// Returns the place where a point is drawn, to the right and up.
    pub(super) fn place(&self, point: Point) -> (i32, i32) {
        self.spot(point).map_or((0, 0), |spot| spot.place)
    }
}

/// The board's shape for user interfaces: each point with its place, and the lines between points.
impl Serialize for Net {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct NetShape<'n> {
            shape: &'static str,
            points: Vec<PointShape<'n>>,
            lines: Vec<(String, String)>,
        }
        /// A list of three: the name, and the place to the right and up.
        #[derive(Serialize)]
        struct PointShape<'n>(&'n str, i32, i32);
        let shape = match self.0.kind {
            NetKind::Hexes(shape, _) => shape.word(),
            NetKind::Drawn => "drawn",
        };
        let points = self.spots().map(|(_, spot)| {
            let (x, y) = spot.place;
            PointShape(&spot.name, x, y)
        });
        let line = |(a, b)| (self.name(a), self.name(b));
        let lines = self.edges().into_iter().map(line).collect();
        NetShape {
            shape,
            points: points.collect(),
            lines,
        }
        .serialize(to)
    }
}
