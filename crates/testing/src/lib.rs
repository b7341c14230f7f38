//! Shared test code of several crates: the games that tests play, a plain interpreter of whole games, and the comparison of
//! compiled rules with it.

#![allow(
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    reason = "what fails here is a test"
)]

/// The folder of the project, which holds the rulesets.
pub const PROJECT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

pub mod contrast;
pub mod frame;
pub mod games;
pub mod plain;
pub mod side_by_side;
