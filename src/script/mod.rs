//! Scripts in Rhai: a sandbox, what scripts may ask, and the checks before any of them runs.
//!
//! The only layer that knows Rhai. Values are converted and errors put into words at its door.

mod api;
mod basics;
mod check;
mod convert;
mod errors;
mod fx;
mod host;
mod load;
mod points;
mod pos;
mod sandbox;
mod syntax;
mod world;

#[cfg(test)]
pub use api::{limits_reference, reference};
pub use host::Scripts;
