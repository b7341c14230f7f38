//! Drawn boards: points where the designer puts them, and lines between them.
//!
//! Letters name the columns with points, numbers name the rows with points. A step leads along a line to the next point.

use super::makers::{Parts, line};
use super::table::{Net, NetKind, Spot};
use crate::Point;
use crate::topology::direction_names::COMPASS;
use crate::topology::names::column_name;
use crate::topology::{Dir, TextCanvas};
use std::collections::{BTreeMap, BTreeSet};

/// A drawn board, from which a net is made.
#[derive(Clone, Debug, Default)]
pub struct DrawnNet {
    /// The place of each point: its column in the drawing, and its line from the bottom. Points of the bottom line come first,
    /// each line from the left.
    pub places: Vec<(i32, i32)>,
    /// The lines between points.
    pub steps: Vec<DrawnStep>,
    /// The lines of text, the top one first; points are blank.
    pub signs: Vec<Vec<char>>,
}

/// A line from one point to another.
#[derive(Clone, Copy, Debug)]
pub struct DrawnStep {
    /// Its ends.
    pub ends: [Point; 2],
    /// The direction from the first end to the second: right or left, up or down.
    pub towards: (i32, i32),
}

/// Each direction of [`COMPASS`] as a step to the right and up.
const TOWARDS: [(i32, i32); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

/// Returns a direction as a step to the right and up.
pub(super) fn towards(dir: Dir) -> (i32, i32) {
    TOWARDS[usize::from(dir.index() % 8)]
}

impl Net {
    /// Makes a board from its drawing.
    pub(in crate::topology) fn drawn(board: &DrawnNet) -> Self {
        let columns = ranks(board.places.iter().map(|place| place.0));
        let rows = ranks(board.places.iter().map(|place| place.1));
        let spot = |(number, place): (i32, &(i32, i32))| {
            let (column, row) = (columns[&place.0], rows[&place.1]);
            Some(Spot {
                name: format!("{}{}", column_name(column), row + 1),
                column,
                row,
                cell: (number, 0),
                place: *place,
            })
        };
        let spots: Vec<_> = (0..).zip(&board.places).map(spot).collect();
        let mut steps: BTreeMap<(Point, Dir), Point> = BTreeMap::new();
        for step in &board.steps {
            let [from, to] = step.ends;
            let mut dirs = COMPASS.every().iter();
            let Some(dir) = dirs.find(|dir| towards(*dir) == step.towards) else {
                continue;
            };
            steps.insert((from, dir), to);
            steps.insert((to, COMPASS.opposite(dir)), from);
        }
        let parts = Parts {
            kind: NetKind::Drawn,
            direction_names: COMPASS,
            usual: COMPASS.every(),
            canvas: canvas(board, &spots),
            spots,
            strides: (1, 0),
            convex: true,
        };
        parts.with_steps(|point, dir| steps.get(&(point, dir)).copied())
    }
}

/// Returns the rank of each number among the distinct numbers, from 0.
fn ranks(numbers: impl Iterator<Item = i32>) -> BTreeMap<i32, i32> {
    let sorted: BTreeSet<i32> = numbers.collect();
    sorted.into_iter().zip(0..).collect()
}

fn canvas(board: &DrawnNet, spots: &[Option<Spot>]) -> TextCanvas {
    let height = i32::try_from(board.signs.len()).unwrap_or(i32::MAX);
    let width = board.signs.iter().map(Vec::len).max().unwrap_or(0);
    let column = |spot: &Spot| usize::try_from(spot.place.0).unwrap_or(0);
    let lines = (0..height).zip(&board.signs).map(|(at, signs)| {
        let here = |spot: &&Spot| spot.place.1 == height - 1 - at;
        let row: Vec<(Point, &Spot)> = Point::all(spots.len())
            .zip(spots.iter().flatten())
            .filter(|(_, spot)| here(spot))
            .collect();
        let label = row.first().map(|(_, spot)| (spot.row + 1).to_string());
        let mut line = line(label.unwrap_or_default(), width);
        line.signs[..signs.len()].copy_from_slice(signs);
        line.points = row.iter().map(|(point, s)| (column(s), *point)).collect();
        line
    });
    let columns: BTreeMap<usize, String> = spots
        .iter()
        .flatten()
        .map(|spot| (column(spot), column_name(spot.column)))
        .collect();
    TextCanvas {
        lines: lines.collect(),
        footer: columns.into_iter().collect(),
    }
}
