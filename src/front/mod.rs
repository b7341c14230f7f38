//! What people and programs use: command line, REPL, engine protocol. Alone knows the disk and the terminal.

mod batch;
pub mod cli;
mod copy;
mod files;
mod header;
mod protocol;
mod repl;
mod scenarios;
mod seed;
mod sheet;
mod shelf;
