//! A board whose points form columns, as text: crossings joined by lines, or boxes, or dots if there is little room.

use crate::piece_signs::{painted, sign, tinted};
use linstock_base::Style;
use linstock_engine::vm::{Piece, SpelledPosition};
use linstock_model::{
    Board, Border, KindId, LayerId, Look, Model, Point, PointSet, SeatId, TextLayout, TextRow,
};

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

/// Joins lines, without trailing blanks.
pub(crate) fn written(lines: impl IntoIterator<Item = String>) -> String {
    let line = |line: String| format!("{}\n", line.trim_end());
    lines.into_iter().map(line).collect()
}

/// Returns the border of the board at which a player sits. Returns `None` if the player's forward direction points to
/// neither.
fn border(board: &Board, seat: SeatId) -> Option<Border> {
    let forward = board.forward.get(usize::from(seat.0)).copied().flatten();
    forward.and_then(|forward| board.topology.border(forward))
}

/// Returns the width of the longest label.
fn widest<'l>(labels: impl Iterator<Item = &'l String>) -> usize {
    labels.map(String::len).max().unwrap_or(0)
}

/// A board to be drawn.
pub(crate) struct BoardDrawing<'a> {
    model: &'a Model,
    board: &'a Board,
    table: &'a SpelledPosition,
    marked: &'a PointSet,
    pub(super) canvas: Canvas,
    /// The layout of the points.
    pub text: TextLayout,
    layout: CellLayout,
    /// The width of the row labels.
    pub label: usize,
    /// The width of a point.
    pub cell: usize,
    /// The width of each layer on a point.
    layers: Vec<usize>,
}

impl<'a> BoardDrawing<'a> {
    /// Prepares a drawing; `marked` points are in brackets.
    pub(crate) fn new(
        model: &'a Model,
        board: &'a Board,
        table: &'a SpelledPosition,
        (marked, canvas): (&'a PointSet, Canvas),
    ) -> Self {
        let text = board.topology.text_layout();
        let widest_column = widest(text.columns.iter());
        let widest_row = widest(text.rows.iter().map(|row| &row.label));
        let layers = widths(model);
        let widest_piece = layers.iter().sum();
        let mut drawing = Self {
            model,
            board,
            table,
            marked,
            canvas,
            text,
            layout: CellLayout::Dots,
            label: widest_row.max(2),
            cell: widest_column.max(widest_piece),
            layers,
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

    /// Puts the sides of the players around the rows of the board, and the neutral pieces below.
    pub(crate) fn framed(&self, rows: Vec<String>) -> Vec<String> {
        let seats = || self.model.seat_ids();
        let at = |place| seats().filter(move |&s| border(self.board, s) == place);
        let mut lines: Vec<String> = at(Some(Border::Top)).map(|seat| self.side(seat)).collect();
        lines.extend(rows);
        lines.extend(at(Some(Border::Bottom)).map(|seat| self.side(seat)));
        // A player without a side of the board and without pieces needs no line.
        let beside = at(None).filter(|_| self.has_owned());
        lines.extend(beside.map(|seat| self.side(seat)));
        lines.extend(self.neutrals());
        lines
    }

    /// Returns whether any kind of piece has owners.
    fn has_owned(&self) -> bool {
        self.model.kinds.iter().any(|kind| !kind.neutral)
    }

    /// Returns whether the board, its sides and a few lines of text around it fit.
    fn has_room(&self, wide: CellLayout) -> bool {
        let (columns, lines) = self.canvas.room;
        let extra = usize::from(wide == CellLayout::Boxes);
        self.label + 2 + (self.cell + 3) * self.text.columns.len() <= columns
            && 2 * self.text.rows.len() + extra + self.model.seats() + 5 <= lines
    }

    /// Draws the rows of the board.
    pub(super) fn rows(&self) -> Vec<String> {
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
        let points = &row.points;
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
    pub(super) fn footer(&self) -> String {
        let (start, pitch) = match self.layout {
            CellLayout::Dots => (self.label + 2, self.cell + 1),
            CellLayout::Lines => (self.label + 2, self.cell + 3),
            CellLayout::Boxes => (self.label + 3, self.cell + 3),
        };
        let names = self.text.columns.iter();
        let names = names.map(|name| format!("{name:<pitch$}"));
        " ".repeat(start) + names.collect::<String>().as_str()
    }

    /// Draws the piece on a point, as wide as a cell; blanks for an empty point.
    pub(crate) fn standing(&self, point: Point) -> String {
        match self.table.at(point) {
            None => " ".repeat(self.cell),
            Some(_) if self.layers.len() > 1 => self.stack(point),
            Some(piece) => self.piece(piece, self.cell),
        }
    }

    /// Draws a point that is not in a column: its pieces, or a dot.
    pub(super) fn point(&self, point: Point) -> String {
        let empty = match self.canvas.glyphs {
            Glyphs::Ascii => ".",
            Glyphs::Unicode => "·",
        };
        match self.table.at(point) {
            Some(_) => self.standing(point),
            None => format!("{empty:<width$}", width = self.cell),
        }
    }

    /// Returns whether a point is in brackets.
    pub(super) fn is_marked(&self, point: Point) -> bool {
        self.marked.contains(point.index())
    }

    /// Draws a point, as wide as a cell: its piece, or the sign of an empty point.
    fn glyph(&self, point: Point, (column, row): (usize, usize)) -> String {
        if self.layers.len() > 1 {
            return self.stack(point);
        }
        if let Some(piece) = self.table.at(point) {
            return self.piece(piece, self.cell);
        }
        let empty = match (self.layout, self.canvas.glyphs) {
            (CellLayout::Boxes, _) => " ",
            (CellLayout::Dots, Glyphs::Ascii) => ".",
            (CellLayout::Dots, Glyphs::Unicode) => "·",
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
    fn stack(&self, point: Point) -> String {
        if self.table.at(point).is_none() {
            return format!("{:<width$}", "-", width = self.cell);
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
        let rest = self.cell - self.layers.iter().sum::<usize>().min(self.cell);
        drawn.collect::<String>() + " ".repeat(rest).as_str()
    }

    fn piece(&self, piece: Piece, width: usize) -> String {
        let letter = self.model.kinds[piece.kind.index()].letter;
        match piece.owner {
            Some(owner) => {
                let text = format!("{:<width$}", sign(letter, owner));
                painted(&text, owner, self.canvas.style)
            }
            None => tinted(&format!("{letter:<width$}"), piece.kind, self.canvas.style),
        }
    }

    /// Lists the neutral pieces: `board: . grass, = road`. Returns `None` if all pieces have owners.
    fn neutrals(&self) -> Option<String> {
        let kinds = (0u8..).map(KindId).zip(&self.model.kinds);
        let neutral = kinds.filter(|(_, kind)| kind.neutral);
        let signs: Vec<_> = neutral
            .map(|(id, kind)| {
                let sign = tinted(&kind.letter.to_string(), id, self.canvas.style);
                format!("{sign} {}", self.model.title(&kind.name))
            })
            .collect();
        let pad = " ".repeat(self.label + 2);
        (!signs.is_empty()).then(|| format!("{pad}board: {}", signs.join(", ")))
    }

    /// Lists a player's name and pieces: `light: S soldier, T town`.
    fn side(&self, seat: SeatId) -> String {
        let pieces: Vec<_> = self
            .model
            .kinds
            .iter()
            .filter(|k| !k.neutral)
            .map(|k| format!("{} {}", sign(k.letter, seat), self.model.title(&k.name)))
            .collect();
        let name = painted(
            self.model.title(&self.model.players[usize::from(seat.0)]),
            seat,
            self.canvas.style,
        );
        format!(
            "{}{name}: {}",
            " ".repeat(self.label + 2),
            pieces.join(", ")
        )
    }
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
