//! The engine protocol: one JSON object per line in, one per line out. `docs/protocol.md` is the contract.

mod answer;
mod connection;
mod engine_args;
mod engine_game;
mod fields;
mod perspective;
mod request;
mod server;

use crate::command_failure::CommandFailure;
use crate::lines::{InputLine, Lines};
pub(crate) use connection::Connection;
pub(super) use engine_args::EngineArgs;
#[cfg(not(test))]
use server::Server;
#[cfg(test)]
pub(crate) use server::Server;
use std::io::{BufRead, Write};

/// The longest line, except one with a save, in bytes.
const LONGEST_LINE: usize = 1 << 20;

/// The longest line with a save, in bytes.
const LONGEST_SAVE: usize = 64 << 20;

/// Runs `linstock engine`.
pub(super) fn run(args: EngineArgs) -> Result<(), CommandFailure> {
    let (input, output) = (std::io::stdin().lock(), std::io::stdout().lock());
    Ok(serve(args.connection()?, input, output)?)
}

/// Answers requests until `quit` or the end of input.
///
/// # Errors
/// If reading or writing fails.
fn serve(
    connection: Connection,
    input: impl BufRead,
    mut output: impl Write,
) -> std::io::Result<()> {
    let mut lines = Lines::new(input, LONGEST_SAVE);
    let mut server = Server::new(connection);
    while let Some(line) = lines.next()? {
        let (answer, quit) = match line {
            InputLine::TooLong => (answer::too_long(), false),
            InputLine::Whole(bytes) => server.answer(bytes),
        };
        output.write_all(answer.as_bytes())?;
        output.write_all(b"\n")?;
        output.flush()?;
        if quit {
            break;
        }
    }
    Ok(())
}
