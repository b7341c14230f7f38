//! The line editor. Only this file uses rustyline.

use crate::files;
use crate::repl::completion;
use crate::repl::completion_words::CompletionWords;
use crate::repl::console::{Console, Input, Printer, only_enter};
use crate::repl::terminal_mode;
use crate::shown::{Shown, is_dumb, is_safe};
use crate::terminal::{fitted, print};
use crate::window;
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
#[cfg(unix)]
use rustyline::{
    Cmd, ConditionalEventHandler, Event, EventContext, EventHandler, KeyEvent, RepeatCount,
};
use rustyline::{
    ColorMode, CompletionType, Config, Context, Editor, ExternalPrinter as _, Helper, Validator,
};
use std::borrow::Cow;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A person at a terminal.
pub(super) struct TerminalConsole {
    /// `None` if the terminal is unusable.
    editor: Option<Editor<Completion, DefaultHistory>>,
    history: Option<PathBuf>,
    colour: bool,
}

/// The message for a byte that belongs to no character.
const NO_UTF_8: &str = "\nthis line was not read: it has a byte that is no UTF-8; set the terminal to UTF-8, or type other letters\n";

/// How long the keyboard must be silent before all keys typed ahead count as received.
const SILENCE: Duration = Duration::from_millis(50);

impl TerminalConsole {
    /// Opens the terminal, with the history of earlier sessions if it is readable.
    pub(crate) fn new(colour: bool) -> Self {
        let history = files::history_file();
        Self {
            editor: Self::editor(colour, history.as_deref()),
            history,
            colour,
        }
    }

    fn editor(colour: bool, history: Option<&Path>) -> Option<Editor<Completion, DefaultHistory>> {
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .color_mode(if colour {
                ColorMode::Enabled
            } else {
                ColorMode::Disabled
            })
            .build();
        let mut editor = Editor::with_config(config).ok()?;
        editor.set_helper(Some(Completion::new(colour)));
        #[cfg(unix)]
        editor.bind_sequence(
            KeyEvent::ctrl('Z'),
            EventHandler::Conditional(Box::new(Stop)),
        );
        // An unreadable history is ignored.
        let _ = history.map(|path| editor.load_history(path));
        Some(editor)
    }
}

impl Console for TerminalConsole {
    fn read(&mut self, prompt: &str, remember: bool) -> Input {
        let Some(editor) = &mut self.editor else {
            return Input::End;
        };
        let columns = editor.dimensions().map_or(80, |(columns, _)| columns);
        let prompt = window::prompt(Shown::from(prompt).as_str(), usize::from(columns));
        let dumb = is_dumb();
        terminal_mode::set_prompt(dumb.then_some(prompt.as_str()));
        let read = editor.readline(&prompt);
        terminal_mode::set_prompt(None);
        match read {
            Ok(line) => {
                if remember && !line.trim().is_empty() {
                    // A failure to write the history must not stop the game.
                    let _ = editor.add_history_entry(line.as_str());
                    let _ = self
                        .history
                        .as_ref()
                        .map(|path| editor.append_history(path));
                }
                Input::Line(line)
            }
            Err(ReadlineError::Interrupted) => Input::Cancelled,
            Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                // What was typed after the byte would look like a line of its own.
                self.clear_desk();
                let _ = print(NO_UTF_8);
                Input::Cancelled
            }
            Err(_) => Input::End,
        }
    }

    /// A new editor has no completions, no deleted text, and no keys typed ahead.
    fn clear_desk(&mut self) {
        self.editor = Self::editor(self.colour, self.history.as_deref());
        terminal_mode::drop_typed_keys();
        std::thread::sleep(SILENCE);
        terminal_mode::drop_typed_keys();
    }

    /// Clears the screen and the scrollback, with standard escape sequences.
    fn clear_screen(&self) -> &'static str {
        match is_dumb() {
            true => "\n\n\n\n----\n",
            false => "\x1b[2J\x1b[3J\x1b[H",
        }
    }

    fn wait_for_player(&mut self, prompt: &str) -> bool {
        only_enter(|| self.read(prompt, false))
    }

    fn converses(&self) -> bool {
        true
    }

    fn offer(&mut self, mut words: CompletionWords) {
        // The editor prints words without escaping them.
        words.moves.retain(|word| is_safe(word));
        if let Some(helper) = self.editor.as_mut().and_then(Editor::helper_mut) {
            helper.words = words;
        }
    }

    fn room(&mut self) -> (usize, usize) {
        let editor = self.editor.as_mut();
        let (columns, rows) = editor.and_then(Editor::dimensions).unwrap_or((80, 60));
        (usize::from(columns), usize::from(rows))
    }

    fn printer(&mut self) -> Option<Printer> {
        let printer = self.editor.as_mut()?.create_external_printer();
        let mut printer = printer.ok()?;
        // If the terminal is gone, the next read ends.
        Some(Box::new(move |text| {
            drop(printer.print(fitted(text).as_str().to_owned()));
        }))
    }
}

/// Ctrl-Z. Rustyline's own handler raises a signal and sets its mode again at once, before the program has stopped.
#[cfg(unix)]
struct Stop;

#[cfg(unix)]
impl ConditionalEventHandler for Stop {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, _: &EventContext<'_>) -> Option<Cmd> {
        terminal_mode::stop();
        Some(Cmd::Repaint)
    }
}

/// Completion and hints for the editor.
#[derive(Helper, Validator)]
struct Completion {
    words: CompletionWords,
    files: FilenameCompleter,
    /// Shows hints only with colour; otherwise they would look like typed text.
    hints: bool,
}

impl Completion {
    fn new(hints: bool) -> Self {
        Self {
            words: CompletionWords::default(),
            files: FilenameCompleter::new(),
            hints,
        }
    }
}

impl Completer for Completion {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        ctx: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let typed = line.get(..pos).unwrap_or(line);
        match completion::complete(&self.words, typed) {
            completion::Completions::File => {
                let (start, mut found) = self.files.complete(line, pos, ctx)?;
                // The editor prints names without escaping them.
                found.retain(|name| is_safe(&name.display));
                Ok((start, found))
            }
            completion::Completions::Words(start, found) => {
                let pair = |(replacement, display)| Pair {
                    display,
                    replacement,
                };
                Ok((start, found.into_iter().map(pair).collect()))
            }
        }
    }
}

impl Hinter for Completion {
    type Hint = String;

    fn hint(&self, line: &str, pos: usize, _ctx: &Context<'_>) -> Option<String> {
        let at_the_end = self.hints && pos == line.len();
        at_the_end
            .then(|| completion::hint(&self.words, line))
            .flatten()
    }
}

impl Highlighter for Completion {
    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        let faint = anstyle::Style::new().dimmed();
        Cow::Owned(format!("{faint}{hint}{faint:#}"))
    }
}
