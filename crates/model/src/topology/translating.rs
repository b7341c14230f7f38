//! Translations for each kind of board: the shifts that apply to whole masks.

use crate::topology::grid::Grid;
use crate::topology::translation::Translation;
use crate::topology::{Dir, Dirs, Topology};
use crate::{Point, PointSet};

impl Topology {
    /// Returns the step in a direction as a translation; `None` if the step moves different points differently.
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

    /// Returns the target of a translation from a point, if the board has it.
    #[must_use]
    pub fn moved(&self, point: Point, by: Translation) -> Option<Point> {
        match self {
            Self::Grid(grid) => grid.moved(point, by),
            Self::Net(net) => net.moved(point, by),
        }
    }

    /// Returns `count` steps in a direction as translations, each with its targets. It is a single translation if the step
    /// moves all points alike.
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

    /// Returns all targets of a translation.
    #[must_use]
    pub fn entered(&self, by: Translation) -> PointSet {
        match self {
            Self::Grid(grid) => grid.entered(by),
            Self::Net(net) => net.entered(by),
        }
    }

    /// Returns the change of a point's number by a translation.
    #[must_use]
    pub fn number_shift(&self, by: Translation) -> i32 {
        match self {
            Self::Grid(grid) => grid.number_shift(by),
            Self::Net(net) => net.number_shift(by),
        }
    }

    /// Returns whether two translations in sequence lose no point that their sum keeps.
    #[must_use]
    pub fn goes_on(&self, first: Translation, then: Translation) -> bool {
        match self {
            Self::Grid(_) => Grid::goes_on(first, then),
            Self::Net(net) => net.goes_on(first, then),
        }
    }

    /// Returns whether this translation can be the difference of two translations of one point.
    #[must_use]
    pub fn joins_points(&self, by: Translation) -> bool {
        match self {
            Self::Grid(grid) => grid.joins_points(by),
            Self::Net(_) => true,
        }
    }

    /// Factors the steps to neighbours: each step is one of the first pair or none, then one of the second pair or none.
    /// `None` if the steps have no such factors. Factors save work.
    #[must_use]
    pub fn factors(&self, dirs: Dirs) -> Option<[[Translation; 2]; 2]> {
        match self {
            Self::Grid(_) => Grid::factors(dirs),
            Self::Net(_) => None,
        }
    }
}
