//! Ways on the board: straight ones, and distances along winding ones.

use linstock_model::{Dir, Point};
use smallvec::SmallVec;

/// A straight way from one point in one direction.
#[derive(Clone, Debug)]
pub struct Ray {
    /// Its start.
    pub start: Point,
    /// Its direction.
    pub dir: Dir,
    /// The points after the start, up to the edge of the board or the most steps, whatever pieces are between.
    pub points: SmallVec<[Point; 8]>,
    /// The least number of steps.
    pub least: usize,
    /// The number of its points before the first one that blocks the way.
    pub open: usize,
}

impl Ray {
    /// Returns the points to which the way leads. The first point that blocks it is the last one reached.
    #[must_use]
    pub fn reached(&self) -> &[Point] {
        let end = self.points.len().min(self.open + 1);
        self.points.get(self.least - 1..end).unwrap_or_default()
    }

    /// Returns the number of steps to a point, even if the way is blocked; `None` if the point is not on the way.
    #[must_use]
    pub(crate) fn steps_to(&self, point: Point) -> Option<usize> {
        let at = self.points.iter().position(|at| *at == point);
        at.map(|at| at + 1)
    }

    /// Returns the points strictly between the start and the point after `steps` steps.
    #[must_use]
    pub fn between(&self, steps: usize) -> &[Point] {
        self.points
            .get(..steps.saturating_sub(1))
            .unwrap_or_default()
    }

    /// Returns the first point that blocks the way, if it is before the point after `steps` steps.
    #[must_use]
    pub fn blocked(&self, steps: usize) -> Option<Point> {
        self.between(steps).get(self.open).copied()
    }
}

/// The distance of a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FloodStep {
    /// The number of steps.
    pub steps: i64,
    /// The start; if several are equally near, the first.
    pub from: Point,
}
