//! Where lines come from.

use crate::front::repl::completion::CompletionWords;
use std::io::{BufRead, Write};

/// What came instead of, or as, a line.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Input {
    /// A line, without its end.
    Line(String),
    /// The line was given up (Ctrl-C).
    Cancelled,
    /// There are no more lines (Ctrl-D).
    End,
}

/// Somebody, or something, that is asked for lines.
pub(super) trait Console {
    /// Asks for a line; one to `remember` can be had again in the history.
    fn read(&mut self, prompt: &str, remember: bool) -> Input;

    /// Returns what hides all that was shown so far, before somebody else sits down.
    fn curtain(&self) -> &'static str;

    /// Waits until somebody has sat down; tells whether anybody came.
    fn wait(&mut self, prompt: &str) -> bool;

    /// Tells whether questions are read before they are answered.
    fn converses(&self) -> bool;

    /// Tells what may be completed and hinted from now on.
    fn offer(&mut self, words: CompletionWords);

    /// Returns the columns and lines that there are to draw on.
    fn room(&mut self) -> (usize, usize);
}

/// Lines from a script: prompt and line are echoed, so that the output reads like a session.
pub(super) struct Pipe<R> {
    input: R,
}

impl<R: BufRead> Pipe<R> {
    /// Reads from `input`.
    pub fn new(input: R) -> Self {
        Self { input }
    }
}

impl<R: BufRead> Console for Pipe<R> {
    fn read(&mut self, prompt: &str, _remember: bool) -> Input {
        let mut bytes = Vec::new();
        let mut out = std::io::stdout();
        let read = self.input.read_until(b'\n', &mut bytes);
        if !matches!(read, Ok(length) if length > 0) {
            let _ = write!(out, "{prompt}");
            return Input::End;
        }
        let line = String::from_utf8_lossy(&bytes)
            .trim_end_matches(['\n', '\r'])
            .to_owned();
        // If nobody reads the echo, the answer finds that out.
        let _ = writeln!(out, "{prompt}{line}");
        Input::Line(line)
    }

    fn curtain(&self) -> &'static str {
        "----\n"
    }

    /// A script needs no time to sit down.
    fn wait(&mut self, prompt: &str) -> bool {
        let _ = writeln!(std::io::stdout(), "{prompt}");
        true
    }

    fn converses(&self) -> bool {
        false
    }

    fn offer(&mut self, _words: CompletionWords) {}

    fn room(&mut self) -> (usize, usize) {
        (80, usize::MAX)
    }
}
