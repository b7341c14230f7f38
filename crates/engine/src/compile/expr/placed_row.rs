//! Conditions are compiled row by row; this says in which row a place is taken to lie.

use linstock_model::{ListId, Place};

/// The row of a list in which a place is taken to lie.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedRow {
    /// The list.
    pub list: ListId,
    /// The place.
    pub place: Place,
    /// The row; none without it.
    pub row: Option<u8>,
}
