//! Tests of `linstock-engine` with whole games.

mod body_starts;
mod drawing;
mod known_facts;
mod ops;
mod postconditions;
