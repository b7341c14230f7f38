//! Tests of `linstock-play` with whole games.

mod ball;
mod battery;
mod cards;
mod colony;
mod cut;
mod differential;
mod edits_in_play;
mod faults_alike;
mod fuel;
mod golden;
mod known_values;
mod not_now;
mod oracle;
mod overflow;
mod peers;
mod plain;
mod poker_value;
mod proofs;
mod reasons;
mod reflections;
mod rounds;
mod rules_hash;
mod seen;
mod series;
mod together;
mod why;
