//! Makes nets: tables from points with places, and steps.

use super::table::{Net, NetKind, NetTable, Spot};
use crate::Point;
use crate::topology::direction_names::DirectionNames;
use crate::topology::{CanvasLine, Dir, Dirs, TextCanvas, Translation};
use std::sync::Arc;

/// What a net is made of.
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
    /// Makes the net whose steps lead so.
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
    /// Enters the directions that move all points alike.
    pub(super) fn with_translations(mut self, step: impl Fn(Dir) -> Option<Translation>) -> Self {
        let found = self.direction_names().every().iter().map(step).collect();
        if let Some(table) = Arc::get_mut(&mut self.0) {
            table.straight = found;
        }
        self
    }
}

/// Returns how many points the longest straight way has. Each way is walked once, from the point where it begins.
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

/// Begins a line of signs, blank all over.
pub(super) fn line(label: String, width: usize) -> CanvasLine {
    CanvasLine {
        label,
        signs: vec![' '; width],
        ..CanvasLine::default()
    }
}
