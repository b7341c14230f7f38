//! What tests of several crates share: the games that they play, a plain interpreter of whole games, and games played side by
//! side with it.

#![allow(
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    reason = "what fails here is a test"
)]

/// The folder of the project, which holds the rulesets.
pub const PROJECT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

pub mod games;
pub mod plain;
pub mod side_by_side;
