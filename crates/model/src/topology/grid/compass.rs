//! The eight directions of a grid: the points of the compass, clockwise from north.

use crate::topology::direction_names::COMPASS;
use crate::topology::{Dir, Dirs, Translation};

/// One step in each direction: columns to the right, rows up.
const STEPS: [Translation; 8] = [
    Translation::new(0, 1),
    Translation::new(1, 1),
    Translation::new(1, 0),
    Translation::new(1, -1),
    Translation::new(0, -1),
    Translation::new(-1, -1),
    Translation::new(-1, 0),
    Translation::new(-1, 1),
];

/// Straight up.
pub(super) const NORTH: Dir = Dir::at(0);
/// To the right.
pub(super) const EAST: Dir = Dir::at(2);
/// Straight down.
pub(super) const SOUTH: Dir = Dir::at(4);

/// North, east, south, west.
pub(super) const ORTHOGONAL: Dirs = COMPASS.orthogonal;
/// All eight.
pub(super) const ALL: Dirs = Dirs::from_bits(0xff);

/// Returns one step in a direction, as a translation.
pub(super) fn step(dir: Dir) -> Translation {
    STEPS[usize::from(dir.index() % 8)]
}
