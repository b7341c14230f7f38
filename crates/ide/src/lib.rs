//! What editors need of a ruleset, without any protocol: where names are declared and used.

#![cfg_attr(not(test), warn(clippy::cognitive_complexity, clippy::too_many_lines))]

pub mod index;
