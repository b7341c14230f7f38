//! Positions of many games in lanes: at which decision points they may stand, and which of their moves are legal there.

mod legality;
mod stops;

pub(super) use legality::LaneLegality;
pub(super) use stops::{LaneStop, LaneStops, StopNumber};

/// After so many decision points in a row at which nothing can be chosen, the executor goes on, which knows when that never ends.
pub(super) const MOST_PASSED: u32 = 32;
