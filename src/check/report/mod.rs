//! What is said about names: unknown ones, unused ones.

pub(crate) mod unknown;
pub(crate) mod unused;
