//! What is tested through the facade and the program, in one binary. `tests/program` and the tests of the crates look behind it.

mod book;
mod chains;
mod cli;
mod computer_players;
mod coverage;
mod diagnostics;
mod error_codes;
mod escapes;
mod fixture_files;
mod folders;
mod formatting;
#[cfg(unix)]
mod hardening;
mod kept_games;
mod killed;
mod large;
mod layering;
mod limits;
mod lsp;
mod memory;
mod opened;
#[cfg(unix)]
mod output;
mod pictures;
mod protocol;
mod public_names;
mod questions;
mod readme;
mod reasons;
mod repl;
mod reported;
mod rule_sheets;
mod scenarios;
mod scripted;
#[cfg(feature = "table")]
mod serve;
mod shared_keyboard;
mod simulation;
mod solving;
mod supply;
mod terminal;
mod tutorial;
mod typed;
mod warned;
mod watching;
mod window;
mod workbench;
