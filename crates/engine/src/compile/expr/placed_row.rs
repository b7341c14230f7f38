//! The assumed row of a place, while conditions are compiled row by row.

use linstock_model::{ListId, Place};

/// The row of a list in which a place is assumed to lie.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedRow {
    /// The list.
    pub list: ListId,
    /// The place.
    pub place: Place,
    /// The row; `None` if the place lies in no row.
    pub row: Option<u8>,
}
