//! A game in progress, as people see it: move texts and reasons.

pub mod notation;
pub mod why;
mod words;
