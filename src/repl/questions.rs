//! Yes-or-no questions, and lines that must be confirmed.

use crate::repl::console::{Console, Input};
use crate::shown::Shown;
use crate::terminal::print;
use linstock_play::quoted;

/// The answer to a yes-or-no question.
pub(super) enum QuestionAnswer {
    Yes,
    No,
    /// The user typed something else: it counts as a no.
    Else(String),
}

/// Asks a yes-or-no question.
pub(super) fn answered(console: &mut dyn Console, question: &str) -> QuestionAnswer {
    match console.read(question, false) {
        Input::Line(answer) if is_yes(&answer) => QuestionAnswer::Yes,
        Input::Line(answer) if is_no(&answer) => QuestionAnswer::No,
        Input::Line(answer) => QuestionAnswer::Else(answer.trim().to_owned()),
        Input::Cancelled | Input::End => QuestionAnswer::No,
    }
}

/// Asks a yes-or-no question; says so if the user typed something else, which counts as a no.
pub(super) fn agreed(console: &mut dyn Console, question: &str) -> bool {
    match answered(console, question) {
        QuestionAnswer::Yes => true,
        QuestionAnswer::No => false,
        QuestionAnswer::Else(line) => {
            let _ = print(Shown::from(read_as_no(&line)));
            false
        }
    }
}

/// Returns the message that an answer counts as a no.
pub(super) fn read_as_no(answer: &str) -> String {
    let answer = quoted(answer);
    format!(
        "that was a yes-or-no question, and {answer} was read as no; type it again if you want it\n"
    )
}

fn is_no(answer: &str) -> bool {
    matches!(answer.trim().to_lowercase().as_str(), "" | "n" | "no")
}

fn is_yes(answer: &str) -> bool {
    matches!(answer.trim().to_lowercase().as_str(), "y" | "yes")
}

/// A line that must be confirmed before it is played.
#[derive(Debug, Default)]
pub(super) struct Confirmation {
    line: String,
    /// The line is not confirmed yet.
    pub(super) open: bool,
    /// The line was confirmed.
    pub(super) sure: bool,
}

impl Confirmation {
    /// Receives a line: `y`, or the same line again, confirms the line before. Returns the line to play; `None` after `n`.
    pub(crate) fn receive(&mut self, line: &str) -> Option<String> {
        let asked = std::mem::take(&mut self.open);
        self.sure = asked && (is_yes(line) || line == self.line);
        if asked && matches!(line, "n" | "no") {
            return None;
        }
        if !self.sure {
            line.clone_into(&mut self.line);
        }
        Some(self.line.clone())
    }
}
