//! Lines of points: their labels, their heading, and the farthest points in a direction.

use crate::topology::translation::Translation;
use crate::{Point, PointSet};

/// The label of a line after its axis: `3` in `row 3`, `c` in `column c`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineLabel {
    /// A number from 1.
    Number(i64),
    /// Letters.
    Letters(String),
}

/// The heading of a step: equal for all steps along a straight line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heading {
    pub(super) towards: Option<Translation>,
    /// Whether the step slants across the board.
    pub slanting: bool,
}

/// Returns the points with the greatest measure, of points with numbers below `points`.
pub(super) fn farthest(points: usize, measure: impl Fn(Point) -> Option<i32>) -> PointSet {
    let measured = || Point::all(points).filter_map(|point| Some((point, measure(point)?)));
    let most = measured().map(|(_, measure)| measure).max();
    let far = measured().filter(|(_, measure)| Some(*measure) == most);
    let mut set = PointSet::with_capacity(points);
    set.extend(far.map(|(point, _)| point.index()));
    set
}
