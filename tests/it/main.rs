//! All integration tests in one binary.

mod battery;
mod cli;
mod cut;
mod diagnostics;
mod differential;
mod games;
mod layering;
mod oracle;
mod perft;
mod plain;
mod protocol;
mod repl;
mod scripts;
mod why;
