//! An index of a ruleset for editors, independent of any protocol: where names are declared and used.

#![cfg_attr(not(test), warn(clippy::cognitive_complexity, clippy::too_many_lines))]

pub mod index;
