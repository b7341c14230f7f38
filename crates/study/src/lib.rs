//! Questions to rules that many games answer: random games and what becomes of them, lines of play that show something, two
//! sets of rules side by side, changes of the rules that no scenario notices, numbers of moves.
//!
//! | file | what |
//! |---|---|
//! | `simulation/` | many random games at once, and what is counted of them |
//! | `finding/` | a line of play in which a clause decides, or a condition holds |
//! | `comparison/` | random games under two sets of rules, and where these disagree |
//! | `mutation/` | changes of the rules, one place at a time |
//! | `perft/` | how many ways of playing there are to a depth |
//! | `smoke_test.rs`, `chance_setup.rs`, `ambiguous_texts.rs` | what `check` plays: some games, what chance may do before the first choice, and moves that are called alike |
//! | `fault_in_play.rs` | the fault that comes up then, with the change of a variant that brings it about |
//! | `lanes/` | what random games and numbers of moves share, where many positions are worked out at once |
//! | `minimize.rs` | makes a line of play shorter |
//! | `last_moves.rs` | the moves after which something happened, for messages |

#![cfg_attr(not(test), warn(clippy::cognitive_complexity, clippy::too_many_lines))]

pub mod ambiguous_texts;
pub mod chance_setup;
pub mod comparison;
pub mod fault_in_play;
pub mod finding;
#[cfg(feature = "lanes")]
mod lanes;
pub mod last_moves;
mod minimize;
pub mod mutation;
pub mod perft;
pub mod simulation;
pub mod smoke_test;
