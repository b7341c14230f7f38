//! The engine protocol, sentence by sentence: `PROTOCOL.md` is the contract.
//!
//! A script is a list of `> request` and `< answer` lines. What an answer line names must be in the answer; extra
//! fields may be there. `"*"` stands for anything, `"number"` and `"text"` for anything of that type.

use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

mod chance;
mod files;
mod games;
mod play;
mod requests;
mod saves;
mod viewers;

const RACE: &str = "tests/it/fixtures/race";

/// A running engine.
pub(crate) struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Engine {
    pub(crate) fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts an engine with flags.
    pub(crate) fn start_with(flags: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_linstock"))
            .arg("engine")
            .args(flags)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("piped"));
        Self {
            child,
            input,
            output,
        }
    }

    /// Returns the number of its process.
    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }

    /// Sends bytes as one line and returns the line that answers.
    pub(crate) fn raw(&mut self, line: &[u8]) -> String {
        let input = self.input.as_mut().expect("still open");
        input.write_all(line).expect("written");
        input.write_all(b"\n").expect("written");
        let mut answer = String::new();
        self.output.read_line(&mut answer).expect("answered");
        assert!(answer.ends_with('\n'), "{answer}");
        answer
    }

    /// Sends a request and returns the answer.
    pub(crate) fn ask(&mut self, request: &str) -> Value {
        let answer = self.raw(request.as_bytes());
        serde_json::from_str(&answer).unwrap_or_else(|e| panic!("{e}: {answer}"))
    }

    /// Sends a request that must succeed.
    pub(crate) fn done(&mut self, request: &str) -> Value {
        let answer = self.ask(request);
        assert_eq!(answer["ok"], true, "{request}\n{answer}");
        answer
    }

    /// Sends a request that must fail with this code.
    fn fails(&mut self, request: &str, code: &str) {
        let answer = self.ask(request);
        assert_eq!(answer["ok"], false, "{request}\n{answer}");
        assert_eq!(answer["error"]["code"], code, "{request}\n{answer}");
        assert!(
            answer["error"]["message"]
                .as_str()
                .is_some_and(|m| !m.is_empty()),
            "{answer}"
        );
    }

    /// Closes the input and waits for the end.
    fn end(mut self) -> (Option<i32>, String) {
        drop(self.input.take());
        let mut rest = String::new();
        std::io::Read::read_to_string(&mut self.output, &mut rest).expect("read");
        (self.child.wait().expect("ended").code(), rest)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.child.wait();
    }
}

/// Starts an engine with flags that it must refuse, and returns what it says of them.
fn refused_call(flags: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_linstock"));
    let output = command.arg("engine").args(flags).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2), "{flags:?}");
    String::from_utf8(output.stderr).expect("text")
}

/// Plays a script against a fresh engine.
fn check(script: &str) {
    check_with(&[], script);
}

/// Plays a script against a fresh engine with flags.
fn check_with(flags: &[&str], script: &str) {
    let mut engine = Engine::start_with(flags);
    let script = script.replace("RACE", RACE);
    let mut last = (String::new(), Value::Null);
    for line in script
        .lines()
        .map(str::trim)
        .filter(|l| !l.is_empty() && !l.starts_with('#'))
    {
        match line.split_at(2) {
            ("> ", request) => last = (request.to_owned(), engine.ask(request)),
            ("< ", wanted) => {
                let wanted =
                    serde_json::from_str(wanted).unwrap_or_else(|e| panic!("{e}: {wanted}"));
                assert!(
                    holds(&last.1, &wanted),
                    "> {}\n{}\ndoes not have\n{wanted}",
                    last.0,
                    last.1
                );
            }
            _ => panic!("`{line}` is neither request nor answer"),
        }
    }
}

/// Tells whether an answer has all that is wanted.
fn holds(answer: &Value, wanted: &Value) -> bool {
    match (answer, wanted) {
        (_, Value::String(any)) if any == "*" => !answer.is_null(),
        (Value::Number(_), Value::String(number)) if number == "number" => true,
        (Value::String(_), Value::String(text)) if text == "text" => true,
        (Value::Object(answer), Value::Object(wanted)) => wanted
            .iter()
            .all(|(name, value)| answer.get(name).is_some_and(|found| holds(found, value))),
        (Value::Array(answer), Value::Array(wanted)) => {
            answer.len() == wanted.len() && answer.iter().zip(wanted).all(|(a, w)| holds(a, w))
        }
        _ => answer == wanted,
    }
}
