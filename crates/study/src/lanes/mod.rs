//! The positions of many games in lanes: the decision points at which they can wait, and the legality of moves there.

mod legality;
mod stops;

pub(super) use legality::LaneLegality;
pub(super) use stops::{LaneStop, LaneStops, StopNumber};

/// After this many decision points in a row without a choice, the executor takes over: it detects endless loops.
pub(super) const MOST_PASSED: u32 = 32;
