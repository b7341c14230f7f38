//! The engine: [`compile`] turns a checked game into compiled rules ([`ir`]), and [`vm`] plays one position at a time.

#![cfg_attr(not(test), warn(clippy::cognitive_complexity, clippy::too_many_lines))]

pub mod compile;
pub mod ir;
pub mod vm;
