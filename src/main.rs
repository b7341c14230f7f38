<<<<<<< HEAD
//! The `linstock` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    linstock::front::cli::run()
}
=======
fn main(){}
>>>>>>> syntax
