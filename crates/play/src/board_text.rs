//! The board as text, in any layout.

use crate::board_view::{BoardDrawing, Canvas, written};
use crate::canvas_view;
use linstock_engine::vm::SpelledPosition;
use linstock_model::{Board, Model, PointSet};

/// Draws the board with coordinates and sides; `marked` points are in brackets.
pub(crate) fn board(
    model: &Model,
    board: &Board,
    table: &SpelledPosition,
    (marked, canvas): (&PointSet, Canvas),
) -> String {
    let drawing = BoardDrawing::new(model, board, table, (marked, canvas));
    let rows = match &drawing.text.canvas {
        Some(canvas) => canvas_view::rows(&drawing, canvas),
        None => {
            let mut rows = drawing.rows();
            rows.push(drawing.footer());
            rows
        }
    };
    written(drawing.framed(rows))
}
