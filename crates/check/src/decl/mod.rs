//! From declarations to the model: one file for each kind of declaration.

pub(crate) mod board;
mod board_lines;
pub(crate) mod declared;
mod drawn_board;
mod figures;
pub(crate) mod groups;
pub(crate) mod lists;
mod looks;
pub(crate) mod map;
pub(crate) mod memories;
mod memory_uses;
pub(crate) mod mistakes;
pub(crate) mod move_instances;
pub(crate) mod move_texts;
pub(crate) mod moves;
pub(crate) mod options;
pub(crate) mod pictures;
pub(crate) mod pieces;
pub(crate) mod rule_sheet;
pub(crate) mod scripts;
pub(crate) mod status_lines;
pub(crate) mod titles;
mod wordings;
mod zones;
