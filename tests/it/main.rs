//! All integration tests in one binary.

mod ball;
mod battery;
mod cards;
mod cli;
mod colony;
mod cut;
mod diagnostics;
mod differential;
mod docs;
mod games;
mod killed;
mod large;
mod layering;
mod limits;
mod oracle;
mod perft;
mod plain;
mod proofs;
mod protocol;
mod repl;
mod rules_hash;
mod scenarios;
mod scripts;
mod secrets;
mod together;
mod why;
