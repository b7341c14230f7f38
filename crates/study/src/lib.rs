//! Questions about rules that many games answer: statistics of random games, lines of play that show something,
//! two rulesets side by side, rule changes that no scenario notices, numbers of moves.
//!
//! | file | what |
//! |---|---|
//! | `simulation/` | many random games at once, and their statistics |
//! | `finding/` | a line of play in which a clause decides, or a condition holds |
//! | `comparison/` | random games under two rulesets, and their first disagreement |
//! | `mutation/` | changes of the rules, one place at a time |
//! | `perft/` | the number of sequences of moves up to a depth |
//! | `smoke_test.rs` | random games that `check` plays |
//! | `chance_setup.rs` | all outcomes of chance before the first choice, for `check` |
//! | `ambiguous_texts.rs` | the search for moves with equal texts and different effects, for `check` |
//! | `fault_in_play.rs` | the first fault that `check` finds by playing, with the variant's edit that causes it |
//! | `lanes/` | the code for lanes that random games and perft share |
//! | `minimize.rs` | makes a line of play shorter |
//! | `last_moves.rs` | the last moves before an event, for messages |

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
