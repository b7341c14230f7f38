//! A board whose points form columns, as text: crossings joined by lines, or boxes, or dots if there is little room.

mod points;

use crate::map_view::MapScene;
use linstock_base::Style;
use linstock_engine::vm::SpelledPosition;
use linstock_model::{Board, LayerId, Look, Model, PointSet, TextLayout, TextRow};
use std::ops::Range;

/// The characters that a drawing may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Glyphs {
    /// Only ASCII.
    #[default]
    Ascii,
    /// Also box-drawing characters.
    Unicode,
}

/// The medium of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Canvas {
    /// The number of columns and lines that fit.
    pub room: (usize, usize),
    /// The characters that may be used.
    pub glyphs: Glyphs,
    /// Whether colour may be used.
    pub style: Style,
}

impl Canvas {
    /// A canvas for boards as people type them: a line for each row without a frame and without the signs of points, however
    /// wide the board is.
    ///
    /// ```
    /// use linstock_play::Canvas;
    /// assert_eq!(Canvas::typed().room.1, 0);
    /// ```
    #[must_use]
    pub fn typed() -> Self {
        Self {
            room: (usize::MAX, 0),
            ..Self::default()
        }
    }

    /// Returns whether a drawing may have more lines than the board has rows.
    pub(super) fn has_lines(self) -> bool {
        self.room.1 > 0
    }
}

impl Default for Canvas {
    fn default() -> Self {
        Self {
            room: (80, 60),
            glyphs: Glyphs::Ascii,
            style: Style::Plain,
        }
    }
}

/// How a drawing shows the cells of a board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CellLayout {
    /// Points side by side.
    Dots,
    /// Points on the crossings of lines.
    Lines,
    /// Points in boxes.
    Boxes,
}

/// The fewest columns of a board that are drawn side by side, even if they do not fit.
const LEAST_COLUMNS: usize = 6;

/// Joins lines, without trailing blanks.
pub(crate) fn written(lines: impl IntoIterator<Item = String>) -> String {
    let line = |line: String| format!("{}\n", line.trim_end());
    lines.into_iter().map(line).collect()
}

/// Returns the width of the longest label.
fn widest<'l>(labels: impl Iterator<Item = &'l String>) -> usize {
    labels.map(String::len).max().unwrap_or(0)
}

/// A board to be drawn.
pub(crate) struct BoardDrawing<'a> {
    pub(super) model: &'a Model,
    pub(super) board: &'a Board,
    scene: &'a MapScene,
    pub(super) table: &'a SpelledPosition,
    marked: &'a PointSet,
    pub(super) canvas: Canvas,
    /// The layout of the points.
    pub text: TextLayout,
    layout: CellLayout,
    /// The width of the row labels.
    pub label: usize,
    /// The width of a point: its pieces, and its sign if the points of the board have signs.
    pub cell: usize,
    /// The width of the sign of a point: 1, or 0 if the points have none.
    mark: usize,
    /// The width of each layer on a point.
    layers: Vec<usize>,
    /// The columns that are drawn.
    columns: Range<usize>,
}

impl<'a> BoardDrawing<'a> {
    /// Prepares a drawing; `marked` points are in brackets.
    pub(crate) fn new(
        (model, board): (&'a Model, &'a Board),
        scene: &'a MapScene,
        table: &'a SpelledPosition,
        (marked, canvas): (&'a PointSet, Canvas),
    ) -> Self {
        let text = board.topology.text_layout();
        let widest_column = widest(text.columns.iter());
        let widest_row = widest(text.rows.iter().map(|row| &row.label));
        let layers = widths(model);
        let widest_piece: usize = layers.iter().sum();
        let is_signed = has_signs(board) && text.canvas.is_none() && canvas.has_lines();
        let mark = usize::from(is_signed);
        let mut drawing = Self {
            model,
            board,
            scene,
            table,
            marked,
            canvas,
            text,
            layout: CellLayout::Dots,
            label: widest_row.max(2),
            cell: widest_column.max(widest_piece + mark),
            mark,
            layers,
            columns: 0..0,
        };
        let wide = match board.look {
            Look::Points => CellLayout::Lines,
            Look::Squares => CellLayout::Boxes,
        };
        if drawing.has_room(wide) {
            drawing.layout = wide;
        }
        drawing
    }

    /// Returns whether the board, its sides and a few lines of text around it fit.
    fn has_room(&self, wide: CellLayout) -> bool {
        let (columns, lines) = self.canvas.room;
        let extra = usize::from(wide == CellLayout::Boxes);
        self.label + 2 + (self.cell + 3) * self.text.columns.len() <= columns
            && 2 * self.text.rows.len() + extra + self.model.seats() + 5 <= lines
    }

    /// Draws the rows of the board and the names of its columns. A board that is wider than the canvas is drawn in parts, one
    /// below the other.
    pub(super) fn rows(&mut self) -> Vec<String> {
        let all = self.text.columns.len();
        let room = self.canvas.room.0.saturating_sub(self.label + 2);
        let most = match self.layout {
            CellLayout::Dots => (room / (self.cell + 1)).max(LEAST_COLUMNS),
            CellLayout::Lines | CellLayout::Boxes => all,
        };
        let parts = all.div_ceil(most.max(1)).max(1);
        let each = all.div_ceil(parts).max(1);
        let mut lines = Vec::new();
        for start in (0..all).step_by(each) {
            self.columns = start..all.min(start + each);
            lines.extend(self.part());
            lines.push(self.footer());
        }
        lines
    }

    /// Draws the rows of one part of the board.
    fn part(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (at, row) in self.text.rows.iter().enumerate() {
            let last = at + 1 == self.text.rows.len();
            if self.layout == CellLayout::Boxes {
                lines.push(self.rule(at));
            }
            lines.push(self.row(at, row));
            match self.layout {
                CellLayout::Lines if !last => lines.push(self.uprights()),
                CellLayout::Boxes if last => lines.push(self.rule(at + 1)),
                _ => {}
            }
        }
        lines
    }

    fn row(&self, at: usize, row: &TextRow) -> String {
        let mut line = format!("{:>width$} ", row.label, width = self.label);
        let points = row.points.get(self.columns.clone()).unwrap_or_default();
        let mark = |index: Option<usize>| {
            index
                .and_then(|i| *points.get(i)?)
                .is_some_and(|p| self.marked.contains(p.index()))
        };
        if self.layout == CellLayout::Boxes {
            line.push_str(self.upright());
        }
        for (index, &point) in points.iter().enumerate() {
            let (here, before) = (mark(Some(index)), mark(index.checked_sub(1)));
            line.push_str(&self.gap(index > 0, before, here));
            let blank = || " ".repeat(self.cell);
            line.push_str(&point.map_or_else(blank, |point| self.glyph(point, (index, at))));
            if index + 1 == points.len() {
                line.push_str(if here { "]" } else { "" });
            }
            if self.layout == CellLayout::Boxes {
                line.push_str(if here || index + 1 < points.len() {
                    ""
                } else {
                    " "
                });
            }
            if self.layout == CellLayout::Boxes && index + 1 == points.len() {
                line.push_str(self.upright());
            }
        }
        line
    }

    /// Draws the gap between two points of a row, or before the first one.
    fn gap(&self, inner: bool, before: bool, here: bool) -> String {
        let (left, right) = (if before { "]" } else { "" }, if here { "[" } else { "" });
        let line = if self.canvas.glyphs == Glyphs::Ascii {
            "-"
        } else {
            "─"
        };
        match (self.layout, inner) {
            (CellLayout::Boxes | CellLayout::Lines | CellLayout::Dots, false) => {
                if here { "[" } else { " " }.to_owned()
            }
            (CellLayout::Dots, true) if before && here => ":".to_owned(),
            (CellLayout::Dots, true) if before || here => format!("{left}{right}"),
            (CellLayout::Dots, true) => " ".to_owned(),
            (CellLayout::Lines, true) => {
                let or_line = |mark: &str| {
                    if mark.is_empty() {
                        line.to_owned()
                    } else {
                        mark.to_owned()
                    }
                };
                format!("{}{line}{}", or_line(left), or_line(right))
            }
            (CellLayout::Boxes, true) => {
                let or_blank = |mark: &str| {
                    if mark.is_empty() {
                        " ".to_owned()
                    } else {
                        mark.to_owned()
                    }
                };
                format!("{}{}{}", or_blank(left), self.upright(), or_blank(right))
            }
        }
    }

    fn upright(&self) -> &'static str {
        if self.canvas.glyphs == Glyphs::Ascii {
            "|"
        } else {
            "│"
        }
    }

    /// Draws the vertical lines between two rows of crossings.
    fn uprights(&self) -> String {
        let pad = " ".repeat(self.label + 2);
        let between = " ".repeat(self.cell + 2);
        pad + vec![self.upright(); self.text.columns.len()]
            .join(&between)
            .as_str()
    }

    /// Draws the horizontal line above the boxes of a row, counted from 0 at the top, or below all rows.
    fn rule(&self, row: usize) -> String {
        let width = self.text.columns.len();
        let [left, middle, right, line] = match self.canvas.glyphs {
            Glyphs::Ascii => ["+", "+", "+", "-"],
            Glyphs::Unicode if row == 0 => ["┌", "┬", "┐", "─"],
            Glyphs::Unicode if row == self.text.rows.len() => ["└", "┴", "┘", "─"],
            Glyphs::Unicode => ["├", "┼", "┤", "─"],
        };
        let pad = " ".repeat(self.label + 1);
        let between = vec![line.repeat(self.cell + 2); width].join(middle);
        format!("{pad}{left}{between}{right}")
    }

    /// Draws the names of the columns.
    fn footer(&self) -> String {
        let (start, pitch) = match self.layout {
            CellLayout::Dots => (self.label + 2, self.cell + 1),
            CellLayout::Lines => (self.label + 2, self.cell + 3),
            CellLayout::Boxes => (self.label + 3, self.cell + 3),
        };
        let names = self.text.columns[self.columns.clone()].iter();
        let names = names.map(|name| format!("{name:<pitch$}"));
        " ".repeat(start) + names.collect::<String>().as_str()
    }
}

/// Returns whether the points of a board have signs.
fn has_signs(board: &Board) -> bool {
    board.picture.map.is_some() || !board.picture.shows.is_empty()
}

/// Returns the drawn width of the pieces of each layer.
fn widths(model: &Model) -> Vec<usize> {
    let owned = if model.seats() > 2 { 2 } else { 1 };
    let layers = (0u8..).map(LayerId).take(model.layers.len());
    let widest = |layer| {
        let mut kinds = model.kinds_on(layer);
        let neutral = kinds.all(|kind| model.kinds[kind.index()].neutral);
        if neutral && model.layers.len() > 1 {
            1
        } else {
            owned
        }
    };
    layers.map(widest).collect()
}
