//! Tests of `linstock-lanes` with whole games.

mod lanes;
