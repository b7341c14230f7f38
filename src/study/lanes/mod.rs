//! Positions of many games in lanes: at which decision points they may stand, and which of their moves are legal there.

mod legality;
mod stops;

pub(super) use legality::LaneLegality;
pub(super) use stops::{LaneStop, LaneStops, StopNumber};
