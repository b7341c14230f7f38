//! The source of lines: a terminal (`editor.rs`) or a script on standard input.

use crate::lines::{InputLine, Lines};
use crate::repl::completion_words::CompletionWords;
use crate::repl::terminal_mode;
use crate::shown::Shown;
use crate::terminal::print;
use crate::window::columns;
use std::io::BufRead;

/// An input event.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Input {
    /// A line, without its end.
    Line(String),
    /// The line was cancelled (Ctrl-C).
    Cancelled,
    /// The end of input (Ctrl-D).
    End,
}

/// The message for a person who types more than Enter before sitting down.
const ENTER_FIRST: &str =
    "this was not read: press Enter alone first, and type then; Ctrl-D leaves\n";

/// The longest line, in bytes: no list of moves needs more.
const LONGEST_LINE: usize = 1 << 16;

/// The message for a longer one.
const TOO_LONG: &str = "this line was not read: it has more than 64 KiB\n";

/// Reads lines until one is empty; returns whether the game goes on.
pub(super) fn only_enter(mut read: impl FnMut() -> Input) -> bool {
    loop {
        match read() {
            Input::Line(line) if line.trim().is_empty() => return true,
            Input::Line(_) => drop(print(ENTER_FIRST)),
            Input::Cancelled => {}
            Input::End => return false,
        }
    }
}

/// A source of lines. The defaults fit a source without a terminal.
pub(super) trait Console {
    /// Reads a line; with `remember` it is added to the history.
    fn read(&mut self, prompt: &str, remember: bool) -> Input;

    /// Waits until the next player has sat down; returns whether the game goes on.
    fn wait_for_player(&mut self, prompt: &str) -> bool;

    /// Drops input of the last player: keys typed ahead, deleted text, and completions.
    fn clear_desk(&mut self) {}

    /// Returns the text that clears the screen before the next player sits down.
    fn clear_screen(&self) -> &'static str {
        "----\n"
    }

    /// Returns whether a person reads questions before answering.
    fn converses(&self) -> bool {
        false
    }

    /// Sets the words for completions and hints.
    fn offer(&mut self, _words: CompletionWords) {}

    /// Returns the columns and lines of the screen; the lines do not matter if nobody types.
    fn room(&mut self) -> (usize, usize) {
        (columns().unwrap_or(80), usize::MAX)
    }

    /// Returns a printer that works from any thread while a line is being typed; `None` if there is none.
    fn printer(&mut self) -> Option<Printer> {
        None
    }
}

/// Prints while a line is being typed.
pub(super) type Printer = Box<dyn FnMut(Shown) + Send>;

/// Lines from a script. Prompts and lines are echoed, so that the output looks like a session.
pub(super) struct Pipe<R> {
    lines: Lines<R>,
    /// A person types at a terminal, and only the output is redirected.
    typed: bool,
}

impl<R: BufRead> Pipe<R> {
    /// Reads from `input`; `typed` is true if it is a terminal.
    pub(crate) fn new(input: R, typed: bool) -> Self {
        let lines = Lines::new(input, LONGEST_LINE);
        Self { lines, typed }
    }
}

impl<R: BufRead> Console for Pipe<R> {
    fn read(&mut self, prompt: &str, _remember: bool) -> Input {
        let bytes = match self.lines.next() {
            Ok(Some(InputLine::Whole(bytes))) => bytes,
            Ok(Some(InputLine::TooLong)) => {
                let _ = print(format!("{prompt}\n{TOO_LONG}"));
                return Input::Cancelled;
            }
            Ok(None) | Err(_) => {
                let _ = print(prompt);
                return Input::End;
            }
        };
        // Some programs write a byte order mark before the first line.
        let line = String::from_utf8_lossy(bytes)
            .trim_start_matches('\u{feff}')
            .trim_end_matches(['\n', '\r'])
            .to_owned();
        // A broken pipe is reported when the answer is printed.
        let _ = print(format!("{prompt}{line}\n"));
        Input::Line(line)
    }

    /// A script states what each player types, so there is nothing to drop.
    fn clear_desk(&mut self) {
        if self.typed {
            terminal_mode::drop_typed_keys();
        }
    }

    /// A script is always present.
    fn wait_for_player(&mut self, prompt: &str) -> bool {
        if self.typed {
            return only_enter(|| self.read(prompt, false));
        }
        // At the end of the input nobody sits down, and nobody's hand is shown.
        let more = self.lines.has_more();
        if more {
            let _ = print(format!("{prompt}\n"));
        }
        more
    }

    fn printer(&mut self) -> Option<Printer> {
        // A broken pipe is reported when the next answer is printed.
        Some(Box::new(|text| drop(print(text))))
    }
}
