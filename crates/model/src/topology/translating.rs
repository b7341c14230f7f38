//! How each kind of board moves all points alike: what masks can be shifted by.

use crate::topology::grid::Grid;
use crate::topology::translation::Translation;
use crate::topology::{Dir, Dirs, Topology};
use crate::{Point, PointSet};

impl Topology {
    /// Returns the translation that one step in a direction is; nothing where it moves the points differently.
    #[must_use]
    pub fn translation(&self, dir: Dir) -> Option<Translation> {
        match self {
            Self::Grid(_) => Some(Grid::translation(dir)),
            Self::Net(net) => net.translation(dir),
        }
    }

    /// Returns the translation that leads from one point to another.
    #[must_use]
    pub fn between(&self, from: Point, to: Point) -> Option<Translation> {
        match self {
            Self::Grid(grid) => Some(grid.between(from, to)),
            Self::Net(net) => Some(net.between(from, to)),
        }
    }

    /// Returns where a translation leads from a point, if the board has that.
    #[must_use]
    pub fn moved(&self, point: Point, by: Translation) -> Option<Point> {
        match self {
            Self::Grid(grid) => grid.moved(point, by),
            Self::Net(net) => net.moved(point, by),
        }
    }

    /// Returns what so many steps in a direction are: translations, each with the points to which it leads so. A single
    /// one where the steps move all points alike.
    #[must_use]
    pub fn leads(&self, dir: Dir, count: i32) -> Vec<(Translation, PointSet)> {
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
    pub fn entered(&self, by: Translation) -> PointSet {
        match self {
            Self::Grid(grid) => grid.entered(by),
            Self::Net(net) => net.entered(by),
        }
    }

    /// Returns by how much a translation changes the number of a point.
    #[must_use]
    pub fn number_shift(&self, by: Translation) -> i32 {
        match self {
            Self::Grid(grid) => grid.number_shift(by),
            Self::Net(net) => net.number_shift(by),
        }
    }

    /// Tells whether two translations, one after the other, lose no point that both at once would keep.
    #[must_use]
    pub fn goes_on(&self, first: Translation, then: Translation) -> bool {
        match self {
            Self::Grid(_) => Grid::goes_on(first, then),
            Self::Net(net) => net.goes_on(first, then),
        }
    }

    /// Tells whether this translation may lead from one point to another when both are translations of a third.
    #[must_use]
    pub fn joins_points(&self, by: Translation) -> bool {
        match self {
            Self::Grid(grid) => grid.joins_points(by),
            Self::Net(_) => true,
        }
    }

    /// Splits the steps to neighbours in two: each neighbour is a step of the first pair or none, then one of the second
    /// or none. Nothing where the steps cannot be had so; they save work where they can.
    #[must_use]
    pub fn factors(&self, dirs: Dirs) -> Option<[[Translation; 2]; 2]> {
        match self {
            Self::Grid(_) => Grid::factors(dirs),
            Self::Net(_) => None,
        }
    }
}
