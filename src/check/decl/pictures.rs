//! Pictures as they are typed, as cells from the bottom left: what maps and drawings of boards are read from.

use crate::model::{Extent, PictureCell};
use crate::syntax::{Cell, Picture};

/// Returns how large a picture is.
pub(crate) fn extent(picture: &Picture) -> Extent {
    let side = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
    let columns = picture.rows.first().map_or(0, Vec::len);
    Extent(side(columns), side(picture.rows.len()))
}

/// Lists the cells of a picture, the bottom row first.
pub(crate) fn cells(picture: &Picture) -> impl Iterator<Item = (PictureCell, &Cell)> {
    let rows = (0u16..).zip(picture.rows.iter().rev());
    rows.flat_map(|(row, cells)| {
        let cells = (0u16..).zip(cells);
        cells.map(move |(column, cell)| (PictureCell(column, row), cell))
    })
}
