//! Tests of `linstock-study` with whole games.

mod allocations;
mod perft;
