//! Ways as they are seen on the board: straight ones, and how far points are on winding ones.

use linstock_model::{Dir, Point};
use smallvec::SmallVec;

/// A straight way from one point in one direction.
#[derive(Clone, Debug)]
pub struct Ray {
    /// Where it begins.
    pub start: Point,
    /// Its direction.
    pub dir: Dir,
    /// Every point on it after the start, as far as the board goes and steps may lead, whatever is between.
    pub points: SmallVec<[Point; 8]>,
    /// The least number of steps.
    pub least: usize,
    /// How many of its points lie before the first that lets nothing through.
    pub open: usize,
}

impl Ray {
    /// Returns the points to which it leads: the first that lets nothing through is the last of them.
    #[must_use]
    pub fn reached(&self) -> &[Point] {
        let end = self.points.len().min(self.open + 1);
        self.points.get(self.least - 1..end).unwrap_or_default()
    }

    /// Returns how many steps lead to a point, whether or not something is between; nothing if it is not on the way.
    #[must_use]
    pub(crate) fn steps_to(&self, point: Point) -> Option<usize> {
        let at = self.points.iter().position(|at| *at == point);
        at.map(|at| at + 1)
    }

    /// Returns the points strictly between the start and the point after so many steps.
    #[must_use]
    pub fn between(&self, steps: usize) -> &[Point] {
        self.points
            .get(..steps.saturating_sub(1))
            .unwrap_or_default()
    }

    /// Returns the first point that lets nothing through, if there is one before the point after so many steps.
    #[must_use]
    pub fn blocked(&self, steps: usize) -> Option<Point> {
        self.between(steps).get(self.open).copied()
    }
}

/// How far a point is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FloodStep {
    /// How many steps lead to it.
    pub steps: i64,
    /// From where: of several starts that are equally near, the first.
    pub from: Point,
}
