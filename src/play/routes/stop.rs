//! A position on a route.

use crate::model::Point;
use crate::vm::{Position, SpelledPosition};

/// A stop: a position on a route.
pub(crate) struct RouteStop {
    /// The point of the piece.
    pub(crate) point: Point,
    /// The indexes of the stops before it; all are smaller than its own index.
    pub(crate) before: Vec<usize>,
    pub(crate) state: Position,
    pub(crate) position: SpelledPosition,
}
