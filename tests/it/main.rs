//! All integration tests in one binary.

mod cli;
mod differential;
mod games;
mod plain;
mod protocol;
mod repl;
