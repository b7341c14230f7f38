//! A position on a route.

use linstock_engine::vm::{Position, SpelledPosition};
use linstock_model::Point;

/// A stop: a position on a route.
pub(crate) struct RouteStop {
    /// The point of the piece.
    pub point: Point,
    /// The indexes of the stops before it; all are smaller than its own index.
    pub before: Vec<usize>,
    pub state: Position,
    pub position: SpelledPosition,
}
