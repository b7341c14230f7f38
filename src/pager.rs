//! The pager: long text on a terminal is read page by page, as with git.

use crate::command_failure::CommandFailure;
use crate::interrupts::without_interrupts;
use crate::shown::Shown;
use crate::terminal::{fitted, print};
use crate::window;
use std::io::Write as _;
use std::process::{Child, Command, Stdio};

/// The pager, if the variable `PAGER` names none.
const USUAL: &str = "less";

/// The flags of `less`, if the variable `LESS` is not set: a text that fits is only printed, colours are shown, and the
/// screen is not cleared at the end.
const FLAGS: &str = "FRX";

/// Prints a text. If it has more lines than the terminal, a pager shows it.
///
/// The last page stays on the screen. So text with secrets of one player may not be paged at a shared keyboard.
pub(super) fn page(text: impl Into<Shown>) -> Result<(), CommandFailure> {
    let text = fitted(text.into());
    let lines = text.as_str().lines().count();
    match window::lines()
        .filter(|room| lines >= *room)
        .and_then(|_| pager())
    {
        // A pager that was closed early has not read all of the text.
        Some(mut pager) => without_interrupts(|| {
            let written = pager.stdin.take();
            let _ = written.map(|mut input| input.write_all(text.as_str().as_bytes()));
            pager.wait().map(drop)
        })
        .or_else(|_| print(text)),
        None => print(text),
    }
}

/// Starts the pager. Returns `None` if there is none, or if the user wants none.
fn pager() -> Option<Child> {
    let wanted = std::env::var("PAGER").unwrap_or_else(|_| USUAL.to_owned());
    let mut words = wanted.split_whitespace();
    let program = words.next().filter(|program| *program != "cat")?;
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::piped());
    if std::env::var_os("LESS").is_none() {
        command.env("LESS", FLAGS);
    }
    command.spawn().ok()
}
