//! The board as text, in any layout.

use crate::board_legend::framed;
use crate::board_view::{BoardDrawing, Canvas, written};
use crate::canvas_view;
use crate::map_view::{MapScene, MapView};
use linstock_engine::vm::SpelledPosition;
use linstock_model::{Board, Model, PointSet};

/// Draws the board with coordinates, sides and what its signs mean; `marked` points are in brackets.
pub(crate) fn board(
    of: (&Model, &Board),
    scene: &MapScene,
    table: &SpelledPosition,
    seen: (&PointSet, Canvas),
) -> String {
    if let Some(map) = MapView::new(of, scene, table, seen) {
        return map.text();
    }
    let mut drawing = BoardDrawing::new(of, scene, table, seen);
    let rows = match &drawing.text.canvas {
        Some(canvas) => canvas_view::rows(&drawing, canvas),
        None => drawing.rows(),
    };
    written(framed(&drawing, rows))
}
