//! The user interfaces: command line, REPL, engine protocol. The only layer that knows the disk and the terminal.

mod batch;
pub(crate) mod cli;
mod file_watch;
mod files;
mod folder_search;
mod formatting;
mod guard;
mod header;
mod line_difference;
mod looking_again;
mod new_ruleset;
mod perft;
mod progress;
pub(crate) mod protocol;
pub(crate) mod reading_scope;
pub(crate) mod repl;
mod replaced_files;
mod rule_sheet;
pub(crate) mod ruleset_loader;
mod scenarios;
mod seed;
mod shell_files;
mod shelves;
mod shown;
mod simulation;
mod threads;
mod variant_starter;
