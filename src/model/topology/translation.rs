//! Moves of all points alike: what rules are compiled to where a board allows it.
//!
//! On a grid "one step north-east of every point" is the same shift of the point's number everywhere, so that a whole set
//! of points moves at once. Translations add up like the steps they stand for: `step * 3` is three steps on.

use crate::model::topology::grid::Grid;
use crate::model::topology::{Dir, Dirs, Topology};
use crate::model::{Point, PointSet};
use std::ops::{Add, Mul, Neg, Sub};

/// A move of all points alike, by so many units along each of two axes; its topology says where it leads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Translation {
    /// Units along the first axis.
    pub(super) x: i32,
    /// Units along the second axis.
    pub(super) y: i32,
}

impl Translation {
    /// No move at all.
    pub(crate) const NONE: Self = Self::new(0, 0);

    pub(super) const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// Returns how many times a step is made to come so far; nothing where it does not lead there.
    pub(crate) fn in_steps(self, step: Self) -> Option<i32> {
        let (way, unit) = match step.x {
            0 => (self.y, step.y),
            _ => (self.x, step.x),
        };
        let times = way.checked_div(unit).unwrap_or(0);
        (step * times == self).then_some(times)
    }
}

impl Add for Translation {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Translation {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Neg for Translation {
    type Output = Self;

    fn neg(self) -> Self {
        Self::new(-self.x, -self.y)
    }
}

impl Mul<i32> for Translation {
    type Output = Self;

    fn mul(self, times: i32) -> Self {
        Self::new(self.x * times, self.y * times)
    }
}

/// Moves of all points alike: what masks can be shifted by.
impl Topology {
    /// Returns the translation that one step in a direction is; nothing where it moves the points differently.
    #[must_use]
    pub(crate) fn translation(&self, dir: Dir) -> Option<Translation> {
        match self {
            Self::Grid(_) => Some(Grid::translation(dir)),
            Self::Net(net) => net.translation(dir),
        }
    }

    /// Returns the translation that leads from one point to another.
    #[must_use]
    pub(crate) fn between(&self, from: Point, to: Point) -> Option<Translation> {
        match self {
            Self::Grid(grid) => Some(grid.between(from, to)),
            Self::Net(net) => Some(net.between(from, to)),
        }
    }

    /// Returns where a translation leads from a point, if the board has that.
    #[must_use]
    pub(crate) fn moved(&self, point: Point, by: Translation) -> Option<Point> {
        match self {
            Self::Grid(grid) => grid.moved(point, by),
            Self::Net(net) => net.moved(point, by),
        }
    }

    /// Returns what so many steps in a direction are: translations, each with the points to which it leads so. A single
    /// one where the steps move all points alike.
    #[must_use]
    pub(crate) fn leads(&self, dir: Dir, count: i32) -> Vec<(Translation, PointSet)> {
        if let Some(step) = self.translation(dir) {
            let by = step * count;
            return vec![(by, self.entered(by))];
        }
        let mut found: Vec<(Translation, PointSet)> = Vec::new();
        for point in self.iter() {
            let Some(to) = self.along(point, dir, count) else {
                continue;
            };
            let Some(by) = self.between(point, to) else {
                continue;
            };
            let at = found.iter().position(|(known, _)| *known == by);
            let at = at.unwrap_or_else(|| {
                found.push((by, self.none()));
                found.len() - 1
            });
            found[at].1.insert(to.index());
        }
        found
    }

    /// Returns the points to which a translation leads from some point.
    #[must_use]
    pub(crate) fn entered(&self, by: Translation) -> PointSet {
        match self {
            Self::Grid(grid) => grid.entered(by),
            Self::Net(net) => net.entered(by),
        }
    }

    /// Returns by how much a translation changes the number of a point.
    #[must_use]
    pub(crate) fn number_shift(&self, by: Translation) -> i32 {
        match self {
            Self::Grid(grid) => grid.number_shift(by),
            Self::Net(net) => net.number_shift(by),
        }
    }

    /// Tells whether two translations, one after the other, lose no point that both at once would keep.
    #[must_use]
    pub(crate) fn goes_on(&self, first: Translation, then: Translation) -> bool {
        match self {
            Self::Grid(_) => Grid::goes_on(first, then),
            Self::Net(net) => net.goes_on(first, then),
        }
    }

    /// Tells whether this translation may lead from one point to another when both are translations of a third.
    #[must_use]
    pub(crate) fn joins_points(&self, by: Translation) -> bool {
        match self {
            Self::Grid(grid) => grid.joins_points(by),
            Self::Net(_) => true,
        }
    }

    /// Splits the steps to neighbours in two: each neighbour is a step of the first pair or none, then one of the second
    /// or none. Nothing where the steps cannot be had so; they save work where they can.
    #[must_use]
    pub(crate) fn factors(&self, dirs: Dirs) -> Option<[[Translation; 2]; 2]> {
        match self {
            Self::Grid(_) => Grid::factors(dirs),
            Self::Net(_) => None,
        }
    }
}
