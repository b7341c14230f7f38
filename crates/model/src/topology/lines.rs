//! Lines of points: what they are called, which way they run, and how far along them points lie.

use crate::topology::translation::Translation;
use crate::{Point, PointSet};

/// What a line of points is called, beside its axis: `3` of `row 3`, `c` of `column c`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineLabel {
    /// A number from 1.
    Number(i64),
    /// Letters.
    Letters(String),
}

/// Which way somebody goes from one point to another; equal for all steps along a straight line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heading {
    pub(super) towards: Option<Translation>,
    /// The step slants across the board.
    pub slanting: bool,
}

/// Returns those of so many points that have the greatest measure.
pub(super) fn farthest(points: usize, measure: impl Fn(Point) -> Option<i32>) -> PointSet {
    let measured = || Point::all(points).filter_map(|point| Some((point, measure(point)?)));
    let most = measured().map(|(_, measure)| measure).max();
    let far = measured().filter(|(_, measure)| Some(*measure) == most);
    let mut set = PointSet::with_capacity(points);
    set.extend(far.map(|(point, _)| point.index()));
    set
}
