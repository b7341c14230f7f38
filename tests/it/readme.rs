//! The sessions that README.md shows: what is typed there is typed here, and each line that is shown is printed.

use std::io::Write as _;
use std::process::{Command, Stdio};

const README: &str = include_str!("../../README.md");

/// A session as the page shows it: the command, then what is typed and printed. `…` stands for any lines.
struct ShownSession<'t> {
    arguments: Vec<&'t str>,
    lines: Vec<&'t str>,
}

fn sessions(page: &str) -> Vec<ShownSession<'_>> {
    let blocks = page
        .split("```text\n")
        .skip(1)
        .filter_map(|rest| rest.split("\n```").next());
    let with_command =
        blocks.filter_map(|block| block.strip_prefix("$ linstock ")?.split_once('\n'));
    with_command
        .map(|(arguments, rest)| ShownSession {
            arguments: arguments.split_whitespace().collect(),
            lines: rest.lines().collect(),
        })
        .collect()
}

/// Returns what is typed in a line, if it is one with a prompt: who it is, and what is asked.
pub(crate) fn typed(line: &str) -> Option<&str> {
    let (prompt, text) = line.split_once("> ")?;
    let who = prompt.split([' ', ':']).next()?;
    let is_name = !who.is_empty() && who.chars().all(char::is_alphanumeric);
    is_name.then_some(text)
}

fn printed(session: &ShownSession<'_>) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_linstock"))
        .args(&session.arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let input: Vec<&str> = session
        .lines
        .iter()
        .filter_map(|line| typed(line))
        .collect();
    let mut keyboard = program.stdin.take().expect("an input");
    writeln!(keyboard, "{}", input.join("\n")).expect("the program reads");
    drop(keyboard);
    let output = program.wait_with_output().expect("the program ends");
    String::from_utf8(output.stdout).expect("text")
}

/// Finds the shown lines in the printed ones, in order; returns the first that is missing.
pub(crate) fn missing<'t>(shown: &[&'t str], printed: &str) -> Option<&'t str> {
    let mut rest = printed.lines();
    let mut may_skip = false;
    for line in shown {
        if line.trim() == "…" {
            may_skip = true;
        } else if !(if may_skip {
            rest.any(|l| l == *line)
        } else {
            rest.next() == Some(line)
        }) {
            return Some(line);
        } else {
            may_skip = false;
        }
    }
    None
}

#[test]
fn sessions_go_as_the_page_shows_them() {
    let sessions = sessions(README);
    assert!(sessions.len() >= 2);
    for session in sessions {
        let printed = printed(&session);
        if let Some(line) = missing(&session.lines, &printed) {
            panic!(
                "{:?} prints no line {line:?} there:\n{printed}",
                session.arguments
            );
        }
    }
}

#[test]
fn a_line_that_is_not_printed_is_noticed() {
    let printed = "a\nb\nc\nd\n";
    assert_eq!(missing(&["a", "b", "…", "d"], printed), None);
    assert_eq!(missing(&["a", "c"], printed), Some("c"));
    assert_eq!(missing(&["…", "c", "b"], printed), Some("b"));
}
