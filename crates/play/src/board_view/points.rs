//! The points of a drawn board: pieces, signs, and crossings of lines.

use super::{BoardDrawing, CellLayout, Glyphs};
use crate::piece_signs::{on_board, painted, sign, tinted};
use anstyle::Color;
use linstock_base::Style;
use linstock_engine::vm::Piece;
use linstock_model::{LayerId, Point};

impl BoardDrawing<'_> {
    /// Returns the width of the pieces on a point.
    pub(crate) fn piece_width(&self) -> usize {
        self.cell - self.mark
    }

    /// Draws the piece on a point, as wide as a cell without its sign; blanks for an empty point.
    pub(crate) fn standing(&self, point: Point) -> String {
        let width = self.piece_width();
        match self.table.at(point) {
            None => " ".repeat(width),
            Some(_) if self.layers.len() > 1 => self.stack(point, width),
            Some(piece) => self.piece(piece, width),
        }
    }

    /// Returns a player's piece on a point that has a sign, and the sign. Returns `None` if there is none.
    pub(crate) fn piece_on_sign(&self) -> Option<(Piece, char)> {
        let signed = self.board.topology.iter().filter_map(|point| {
            let piece = self.table.at(point).filter(|piece| piece.owner.is_some())?;
            Some((piece, self.scene.sign(self.board, point)?))
        });
        signed.last().filter(|_| self.mark > 0)
    }

    /// Draws the sign of a point in its colour. Returns `None` if it has none.
    pub(crate) fn sign(&self, point: Point) -> Option<String> {
        let sign = self.scene.sign(self.board, point)?;
        Some(self.coloured_sign(&sign.to_string(), self.colour(point)))
    }

    /// Returns the colour of a point.
    fn colour(&self, point: Point) -> Option<Color> {
        let mut paints = self.board.picture.paints.iter();
        let paint = paints.rfind(|(_, points)| points.contains(point.index()));
        paint.map(|(colour, _)| *colour)
    }

    /// Returns the colour of the points that the map shows with a sign.
    pub(crate) fn colour_of(&self, sign: char) -> Option<Color> {
        let map = self.board.picture.map.as_ref()?;
        let at = map.iter().position(|shown| *shown == sign)?;
        self.colour(Point::nth(at)?)
    }

    /// Writes a sign of the board in a colour, if there is one.
    pub(crate) fn coloured_sign(&self, sign: &str, colour: Option<Color>) -> String {
        match colour {
            Some(colour) => on_board(sign, colour, self.canvas.style),
            None => sign.to_owned(),
        }
    }

    /// Returns whether no piece is on a point.
    pub(crate) fn is_empty(&self, point: Point) -> bool {
        self.table.at(point).is_none()
    }

    /// Draws a point whose board has signs, or an empty point that has a colour. Returns `None` for other points.
    fn signed(&self, point: Point) -> Option<String> {
        let empty = self.is_empty(point);
        if self.mark == 0 {
            let colour = self.colour(point)?;
            let dotted = empty && self.canvas.style == Style::Colour;
            let rest = " ".repeat(self.cell - 1);
            return dotted.then(|| self.coloured_sign(self.dot(), Some(colour)) + rest.as_str());
        }
        let bare = match self.layout {
            CellLayout::Lines if empty => return self.sign(point).map(|sign| self.on_line(&sign)),
            CellLayout::Dots if empty => self.dot(),
            _ => " ",
        };
        let sign = self.sign(point);
        Some(self.standing(point) + sign.as_deref().unwrap_or(bare))
    }

    /// Draws an empty crossing that has a sign.
    fn on_line(&self, sign: &str) -> String {
        let line = if self.canvas.glyphs == Glyphs::Ascii {
            "-"
        } else {
            "─"
        };
        line.repeat(self.cell - 1) + sign
    }

    /// Returns the sign of an empty point.
    fn dot(&self) -> &'static str {
        match self.canvas.glyphs {
            Glyphs::Ascii => ".",
            Glyphs::Unicode => "·",
        }
    }

    /// Draws a point that is not in a column: its pieces, or a dot.
    pub(crate) fn point(&self, point: Point) -> String {
        match self.table.at(point) {
            Some(_) => self.standing(point),
            None => {
                let dot = self.coloured_sign(self.dot(), self.colour(point));
                dot + " ".repeat(self.cell - 1).as_str()
            }
        }
    }

    /// Returns whether a point is in brackets.
    pub(crate) fn is_marked(&self, point: Point) -> bool {
        self.marked.contains(point.index())
    }

    /// Draws a point, as wide as a cell: its piece, or the sign of an empty point.
    pub(super) fn glyph(&self, point: Point, (column, row): (usize, usize)) -> String {
        if let Some(signed) = self.signed(point) {
            return signed;
        }
        if self.layers.len() > 1 {
            return self.stack(point, self.cell);
        }
        if let Some(piece) = self.table.at(point) {
            return self.piece(piece, self.cell);
        }
        let empty = match (self.layout, self.canvas.glyphs) {
            (CellLayout::Boxes, _) => " ",
            (CellLayout::Dots, _) => self.dot(),
            (CellLayout::Lines, Glyphs::Ascii) => "+",
            (CellLayout::Lines, Glyphs::Unicode) => self.crossing(column, row),
        };
        let filler = match (self.layout, self.canvas.glyphs) {
            (CellLayout::Lines, Glyphs::Ascii) => "-",
            (CellLayout::Lines, Glyphs::Unicode) => "─",
            _ => " ",
        };
        let last = column + 1 == self.text.columns.len();
        let filler = if last { " " } else { filler };
        format!("{empty}{}", filler.repeat(self.cell - 1))
    }

    /// Draws the lines that meet at a point: above, below, left, right.
    fn crossing(&self, column: usize, row: usize) -> &'static str {
        let has = |column: Option<usize>, row: Option<usize>| {
            let point = column.zip(row).map(|(c, r)| self.text.at(c, r));
            point.flatten().is_some()
        };
        match (
            has(Some(column), row.checked_sub(1)),
            has(Some(column), Some(row + 1)),
            has(column.checked_sub(1), Some(row)),
            has(Some(column + 1), Some(row)),
        ) {
            (false, true, false, _) => "┌",
            (false, true, true, false) => "┐",
            (false, true, true, true) => "┬",
            (true, false, false, _) => "└",
            (true, false, true, false) => "┘",
            (true, false, true, true) => "┴",
            (true, true, false, _) => "├",
            (true, true, true, false) => "┤",
            _ => "┼",
        }
    }

    /// Draws a point of a board with layers: the piece on each layer, side by side; `-` if the point is empty.
    fn stack(&self, point: Point, width: usize) -> String {
        if self.is_empty(point) {
            return format!("{:<width$}", "-");
        }
        let layers = (0u8..).map(LayerId).zip(&self.layers);
        let filled = |layer: &LayerId| self.table.on(*layer, point).is_some();
        let highest = (0u8..)
            .map(LayerId)
            .take(self.layers.len())
            .filter(filled)
            .last();
        let drawn = layers.map(|(layer, &width)| match self.table.on(layer, point) {
            Some(piece) => self.piece(piece, width),
            // A gap below a piece is drawn, so that the drawing can be read back.
            None if Some(layer) < highest => "_".repeat(width),
            None => " ".repeat(width),
        });
        let rest = width - self.layers.iter().sum::<usize>().min(width);
        drawn.collect::<String>() + " ".repeat(rest).as_str()
    }

    fn piece(&self, piece: Piece, width: usize) -> String {
        let letter = self.model.kinds[piece.kind.index()].letter;
        match piece.owner {
            Some(owner) => {
                let sign = sign(letter, owner);
                let rest = " ".repeat(width.saturating_sub(sign.chars().count()));
                painted(self.model, &sign, owner, self.canvas.style) + rest.as_str()
            }
            None => tinted(&format!("{letter:<width$}"), piece.kind, self.canvas.style),
        }
    }
}
