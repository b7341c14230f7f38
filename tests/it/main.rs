//! What is tested through the facade and the program, in one binary. `tests/internal` looks behind the facade.

mod cli;
mod diagnostics;
mod escapes;
mod folders;
mod kept_games;
mod killed;
mod large;
mod layering;
mod limits;
mod memory;
mod opened;
mod protocol;
mod public_names;
mod readme;
mod reasons;
mod repl;
mod reported;
mod rule_sheets;
mod scenarios;
mod scripted;
mod shared_keyboard;
mod simulation;
mod supply;
mod terminal;
mod warned;
mod watching;
