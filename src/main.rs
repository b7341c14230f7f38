//! The `linstock` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    linstock::cli::run()
}
