//! stub
use super::cli::{PlayArgs, Stop};
pub(super) fn run(_a: &PlayArgs) -> Result<(), Stop> { Ok(()) }
