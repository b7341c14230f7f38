//! Tests of `linstock-study` with whole games.

mod abandoning;
mod allocations;
mod perft;
