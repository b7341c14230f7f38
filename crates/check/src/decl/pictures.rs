//! Typed pictures as cells from the bottom left: maps and drawings of boards are read from them.

use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use linstock_base::{Diagnostic, Limit, TooMany};
use linstock_model::{Extent, PictureCell, TextLayout};
use linstock_syntax::ast::QuotedText;
use linstock_syntax::{Cell, Picture, parse_picture, parse_places};

/// The longest side of a picture.
const SIDE: Limit = Limit {
    what: "columns or rows of a drawing",
    most: 4_096,
    remedy: "draw the board in parts",
};

impl Resolver<'_> {
    /// Parses a picture of the board, and returns its size. On a board whose points are not in columns, each row
    /// has one sign per point.
    pub(crate) fn picture(&mut self, text: &QuotedText) -> Checked<(Picture, Extent)> {
        let topology = self.topology();
        let (layout, whole) = (topology.text_layout(), topology.extent());
        let in_columns = layout.canvas.is_none();
        let parse = if in_columns {
            parse_picture
        } else {
            parse_places
        };
        let picture = match parse(text.span.file, text) {
            Ok(picture) => picture,
            Err(found) => return Err(self.unreadable(text.span, found)),
        };
        if !in_columns {
            self.has_every_point(text, &picture, &layout)?;
            return Ok((picture, whole));
        }
        match extent(&picture) {
            Ok(size) => Ok((picture, size)),
            Err(why) => Err(self.too_many(why, text.span)),
        }
    }

    /// Checks that a picture has a sign for each point of each row.
    fn has_every_point(
        &mut self,
        text: &QuotedText,
        picture: &Picture,
        layout: &TextLayout,
    ) -> Checked<()> {
        let (drawn, known) = (picture.rows.len(), layout.rows.len());
        let hint = "draw every row of the board, the top one first, with a sign for each point; `.` is an empty point";
        if drawn != known {
            let message = format!("the drawing has {drawn} rows, but the board has {known}");
            return Err(self.error(Diagnostic::error("E0278", text.span, message).hint(hint)));
        }
        for (drawn, row) in picture.rows.iter().zip(&layout.rows) {
            let (drawn_points, points) = (drawn.len(), row.points.len());
            if drawn_points != points {
                let first = drawn.first().map_or(text.span, |cell| cell.span);
                let span = drawn.last().map_or(first, |cell| first.to(cell.span));
                let message = format!(
                    "row {} of the board has {}, but the drawing has {drawn_points}",
                    row.label,
                    if points == 1 {
                        "1 point".to_owned()
                    } else {
                        format!("{points} points")
                    }
                );
                return Err(self.error(Diagnostic::error("E0279", span, message).hint(hint)));
            }
        }
        Ok(())
    }
}

/// Returns the size of a picture.
///
/// # Errors
/// If it has more columns or rows than any board.
fn extent(picture: &Picture) -> Result<Extent, TooMany> {
    let columns = picture.rows.first().map_or(0, Vec::len);
    Ok(Extent(
        SIDE.number(columns)?,
        SIDE.number(picture.rows.len())?,
    ))
}

/// Lists the cells of a picture, the bottom row first.
pub(crate) fn cells(picture: &Picture) -> impl Iterator<Item = (PictureCell, &Cell)> {
    let rows = (0u16..).zip(picture.rows.iter().rev());
    rows.flat_map(|(row, cells)| {
        let cells = (0u16..).zip(cells);
        cells.map(move |(column, cell)| (PictureCell(column, row), cell))
    })
}
