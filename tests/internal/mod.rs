//! Tests of the whole crate that look behind the facade: every game of `games` with all of it.
//!
//! They are compiled into the library's own tests. What the facade and the program can show is tested in `tests/it`.

mod allocations;
mod ball;
mod battery;
mod body_starts;
mod budget;
#[path = "../campaign/mod.rs"]
mod campaign;
mod cards;
mod colony;
mod cut;
mod differential;
mod docs;
mod drawing;
mod edits_in_play;
mod faults_alike;
pub(crate) mod games;
mod known_facts;
mod known_values;
mod lanes;
mod memory;
mod oracle;
mod overflow;
mod part_edits;
mod peers;
mod perft;
mod plain;
mod poker_value;
mod postconditions;
mod proofs;
mod readmes;
mod reasons;
mod rounds;
mod rules_hash;
mod script_memo;
mod script_time;
mod scripts;
mod secrets;
mod secrets_swept;
mod seen;
mod series;
mod together;
mod two_worlds;
mod why;
