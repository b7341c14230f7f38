//! What people and programs use: command line, REPL, engine protocol. Alone knows the disk and the terminal.

mod batch;
pub mod cli;
mod files;
mod header;
mod new_ruleset;
mod protocol;
mod repl;
mod rule_sheet;
mod ruleset_loader;
mod scenarios;
mod seed;
