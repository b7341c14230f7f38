//! The board as text, whichever way its points stand.

use crate::model::{Board, Model, PointSet};
use crate::play::board_view::{BoardDrawing, Canvas, written};
use crate::play::canvas_view;
use crate::vm::SpelledPosition;

/// Draws the board with coordinates and sides; `marked` points stand in brackets.
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
