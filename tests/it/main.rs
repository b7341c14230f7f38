//! All integration tests in one binary.

mod cli;
mod games;
mod plain;
mod protocol;
mod repl;
