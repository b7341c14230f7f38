//! Tests of `linstock-study` with whole games.

mod abandoning;
mod allocations;
mod finding;
mod perft;
