//! Boards of hexagons in rows. A hexagon touches two in its own row, two above and two below.
//!
//! Cells have two axes: along the row to the right, and up to the right. Points have the numbers of the rectangle of cells
//! around the shape, so a step changes the number of every point alike. Cells outside the shape are not points.

use super::makers::{Parts, line};
use super::table::{HexShape, Net, NetKind, Spot};
use crate::Point;
use crate::topology::direction_names::TWELVE;
use crate::topology::names::column_name;
use crate::topology::{Dir, TextCanvas, Translation};
use std::collections::BTreeMap;

/// One step in each direction of [`TWELVE`], along the axes: to the right, and up to the right.
const STEPS: [Translation; 12] = [
    Translation::new(-1, 2),
    Translation::new(0, 1),
    Translation::new(1, 1),
    Translation::new(1, 0),
    Translation::new(2, -1),
    Translation::new(1, -1),
    Translation::new(1, -2),
    Translation::new(0, -1),
    Translation::new(-1, -1),
    Translation::new(-1, 0),
    Translation::new(-2, 1),
    Translation::new(-1, 1),
];

/// Returns one step in a direction, as a translation.
pub(super) fn step(dir: Dir) -> Translation {
    STEPS[usize::from(dir.index() % 12)]
}

impl HexShape {
    /// All shapes.
    pub const ALL: [Self; 4] = [Self::Rhombus, Self::Hexagon, Self::Triangle, Self::Star];

    /// Returns its name in the language.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Rhombus => "rhombus",
            Self::Hexagon => "hexagon",
            Self::Triangle => "triangle",
            Self::Star => "star",
        }
    }

    /// Returns the maximum number of hexagons along a side.
    #[must_use]
    pub fn longest(self) -> u16 {
        match self {
            Self::Rhombus | Self::Triangle => 64,
            Self::Hexagon => 32,
            Self::Star => 15,
        }
    }

    /// Returns the side of the rectangle of cells around the shape.
    fn frame(self, side: i32) -> i32 {
        match self {
            Self::Rhombus | Self::Triangle => side,
            Self::Hexagon => 2 * side - 1,
            Self::Star => 4 * side + 1,
        }
    }

    /// Returns whether the shape contains a cell of the rectangle.
    fn has(self, side: i32, (x, y): (i32, i32)) -> bool {
        match self {
            Self::Rhombus => true,
            Self::Triangle => x + y < side,
            Self::Hexagon => (side - 1..=3 * (side - 1)).contains(&(x + y)),
            Self::Star => {
                let (a, b) = (x - 2 * side, y - 2 * side);
                let axes = [a, b, -a - b];
                axes.iter().all(|axis| *axis >= -side) || axes.iter().all(|axis| *axis <= side)
            }
        }
    }

    /// Returns the column of a cell in names, from 0. Columns of hexagons and stars lead up to the left, those of other shapes
    /// up to the right. So the bottom row, or the lowest long row, begins with `a`.
    fn column(self, side: i32, (x, y): (i32, i32)) -> i32 {
        match self {
            Self::Rhombus | Self::Triangle => x,
            Self::Hexagon => x + y - (side - 1),
            Self::Star => x + y - 2 * side,
        }
    }
}

impl Net {
    /// Makes a board of hexagons. The side has at least one hexagon and at most [`HexShape::longest`].
    pub(in crate::topology) fn hexes(shape: HexShape, side: u16) -> Self {
        let length = i32::from(side);
        let frame = shape.frame(length);
        let spots = (0..frame * frame).map(|number| {
            let cell = (number % frame, number / frame);
            shape
                .has(length, cell)
                .then(|| spot(shape.column(length, cell), cell))
        });
        let spots: Vec<Option<Spot>> = spots.collect();
        let cells: BTreeMap<(i32, i32), Point> = (spots.iter().zip(Point::all(spots.len())))
            .filter_map(|(spot, point)| Some((spot.as_ref()?.cell, point)))
            .collect();
        let cell_of: Vec<_> = spots.iter().map(|s| s.as_ref().map(|s| s.cell)).collect();
        let parts = Parts {
            kind: NetKind::Hexes(shape, side),
            direction_names: TWELVE,
            usual: TWELVE.orthogonal,
            canvas: canvas(&spots, shape),
            spots,
            strides: (1, frame),
            convex: shape != HexShape::Star,
        };
        let net = parts.with_steps(|point, dir| {
            let ((x, y), step) = ((*cell_of.get(point.index())?)?, step(dir));
            cells.get(&(x + step.x, y + step.y)).copied()
        });
        // A way across corners can leave a star and enter it again, so those steps are computed point by point.
        let gapless =
            |dir: &Dir| shape != HexShape::Star || TWELVE.orthogonal.iter().any(|d| d == *dir);
        net.with_translations(|dir| Some(dir).filter(gapless).map(step))
    }
}

fn spot(column: i32, (x, y): (i32, i32)) -> Spot {
    Spot {
        name: format!("{}{}", column_name(column), y + 1),
        column,
        row: y,
        cell: (x, y),
        place: (2 * x + y, y),
    }
}

/// Draws the hexagons as dots; each row is half a hexagon to the side of the next. The label of a row's last column follows the
/// row, unless all columns begin at the bottom.
fn canvas(spots: &[Option<Spot>], shape: HexShape) -> TextCanvas {
    let all =
        || (spots.iter().zip(Point::all(spots.len()))).filter_map(|(s, p)| Some((s.as_ref()?, p)));
    let left = all().map(|(spot, _)| spot.place.0).min().unwrap_or(0);
    let right = all().map(|(spot, _)| spot.place.0).max().unwrap_or(0);
    let column = |spot: &Spot| usize::try_from(spot.place.0 - left).unwrap_or(0);
    let width = usize::try_from(right - left + 1).unwrap_or(1);
    let mut rows: BTreeMap<i32, Vec<(&Spot, Point)>> = BTreeMap::new();
    all().for_each(|(spot, point)| rows.entry(spot.row).or_default().push((spot, point)));
    let footer = rows.get(&0).into_iter().flatten();
    let footer = footer
        .map(|(spot, _)| (column(spot), column_name(spot.column)))
        .collect();
    let slanting = matches!(shape, HexShape::Hexagon | HexShape::Star);
    let lines = rows.into_iter().rev().map(|(row, spots)| {
        let mut line = line((row + 1).to_string(), width);
        line.points = spots
            .iter()
            .map(|(spot, point)| (column(spot), *point))
            .collect();
        if let Some((last, _)) = spots.last().filter(|_| slanting) {
            line.signs.truncate(column(last) + 1);
            line.tail = format!("({})", column_name(last.column));
        }
        line
    });
    TextCanvas {
        lines: lines.collect(),
        footer,
    }
}
