//! Conditions are compiled row by row; this says in which row a place is taken to lie.

use crate::model::{ListId, Place};

/// The row of a list in which a place is taken to lie.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedRow {
    /// The list.
    pub(crate) list: ListId,
    /// The place.
    pub(crate) place: Place,
    /// The row; none without it.
    pub(crate) row: Option<u8>,
}
