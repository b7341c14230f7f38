//! Pictures as they are typed, as cells from the bottom left: what maps and drawings of boards are read from.

use crate::base::{Limit, TooMany};
use crate::model::{Extent, PictureCell};
use crate::syntax::{Cell, Picture};

/// How long a side of a picture may be, one more being the first that is refused.
const SIDE: Limit = Limit {
    what: "columns or rows of a drawing",
    most: 4_096,
    remedy: "draw the board in parts",
};

/// Returns how large a picture is.
///
/// # Errors
/// It has more columns or rows than any board.
pub(crate) fn extent(picture: &Picture) -> Result<Extent, TooMany> {
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
