//! The `linstock` program: command line, REPL, engine protocol and language server. Only this crate uses the disk and the
//! terminal.

#![cfg_attr(not(test), warn(clippy::cognitive_complexity, clippy::too_many_lines))]

mod arguments;
mod balance;
mod catalogue;
mod checking;
mod cli;
mod command_failure;
mod command_report;
mod comparison;
mod deep_stack;
mod drawing;
mod ending_signals;
mod failed_game;
mod file_watch;
mod files;
mod finding;
mod folder_search;
mod formatting;
mod game_args;
mod guard;
mod header;
mod help;
mod html_page;
mod interrupts;
mod legal_moves;
mod line_difference;
mod lines;
mod load_error;
mod lsp;
mod main_file;
mod new_ruleset;
mod open_texts;
mod opponents;
mod pager;
mod perft;
mod progress;
mod protocol;
#[cfg(feature = "png")]
mod raster;
mod reading_scope;
mod repl;
mod replaced_files;
mod report_changes;
mod root_folder;
mod rule_sheet;
mod ruleset_finder;
mod ruleset_loader;
mod scenarios;
mod seed;
#[cfg(feature = "table")]
mod serve;
mod shell_files;
mod shown;
mod simulation;
mod solving;
mod terminal;
mod text_table;
mod threads;
mod unfinished_file;
mod watch_mode;
mod window;
mod word_meaning;
mod written_scenario;

#[cfg(test)]
#[path = "../tests/program/mod.rs"]
mod program_tests;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
