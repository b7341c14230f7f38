//! Makes nets: tables from steps and points with places.

use super::table::{Net, NetKind, NetTable, Spot};
use crate::Point;
use crate::topology::direction_names::DirectionNames;
use crate::topology::{CanvasLine, Dir, Dirs, TextCanvas, Translation};
use std::sync::Arc;

/// The parts of a net without its steps.
pub(super) struct Parts {
    pub(super) kind: NetKind,
    pub(super) direction_names: &'static DirectionNames,
    pub(super) usual: Dirs,
    pub(super) spots: Vec<Option<Spot>>,
    pub(super) strides: (i32, i32),
    pub(super) convex: bool,
    pub(super) canvas: TextCanvas,
}

impl Parts {
    /// Makes the net with these steps.
    pub(super) fn with_steps(self, step: impl Fn(Point, Dir) -> Option<Point>) -> Net {
        let points = || Point::all(self.spots.len()).zip(&self.spots);
        let real = || points().filter_map(|(point, spot)| Some((point, spot.as_ref()?)));
        let names = real()
            .map(|(point, spot)| (spot.name.clone(), point))
            .collect();
        let row = |dir| {
            let steps = points().map(|(point, spot)| step(point, dir).filter(|_| spot.is_some()));
            steps.collect()
        };
        let steps: Vec<_> = self.direction_names.every().iter().map(row).collect();
        Net(Arc::new(NetTable {
            kind: self.kind,
            direction_names: self.direction_names,
            usual: self.usual,
            names,
            longest_line: longest_line(&steps),
            steps,
            strides: self.strides,
            straight: vec![None; self.direction_names.names.len()],
            convex: self.convex,
            canvas: self.canvas,
            spots: self.spots,
        }))
    }
}

impl Net {
    /// Adds the directions that are translations.
    pub(super) fn with_translations(mut self, step: impl Fn(Dir) -> Option<Translation>) -> Self {
        let found = self.direction_names().every().iter().map(step).collect();
        if let Some(table) = Arc::get_mut(&mut self.0) {
            table.straight = found;
        }
        self
    }
}

/// Returns the number of points of the longest straight way. Each way is walked once, from its first point.
fn longest_line(steps: &[Vec<Option<Point>>]) -> u16 {
    let longest = |row: &Vec<Option<Point>>| {
        let mut begins = vec![true; row.len()];
        for to in row.iter().flatten() {
            begins[to.index()] = false;
        }
        let next = |at: &Point| row.get(at.index()).copied().flatten();
        let length = |start| {
            let way = std::iter::successors(Some(start), next);
            way.take(row.len()).count()
        };
        let starts = Point::all(row.len()).filter(|point| begins[point.index()]);
        starts.map(length).max()
    };
    let longest = steps.iter().filter_map(longest).max().unwrap_or(1);
    u16::try_from(longest).unwrap_or(u16::MAX)
}

/// Makes a blank line of signs.
pub(super) fn line(label: String, width: usize) -> CanvasLine {
    CanvasLine {
        label,
        signs: vec![' '; width],
        ..CanvasLine::default()
    }
}
