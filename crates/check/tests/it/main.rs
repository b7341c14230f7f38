//! Tests of `linstock-check` with whole games.

mod part_edits;
mod variant_values;
