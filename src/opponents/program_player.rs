//! Another program as a player of a match: it reads one JSON object a line, and answers each with its move.

use linstock_engine::vm::{Move, Position};
use linstock_model::SeatId;
use linstock_play::{Actor, Observation, Session, Viewer};
use serde::Deserialize;
use serde_json::json;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

/// How long a program may think about a move.
const LONGEST: Duration = Duration::from_secs(60);
/// The most bytes of an answer.
const MOST_BYTES: u64 = 1 << 20;

/// A running program.
#[derive(Debug)]
pub(super) struct ProgramPlayer {
    command: String,
    child: Child,
    input: ChildStdin,
    /// The lines that it writes.
    lines: Receiver<String>,
}

/// An answer.
#[derive(Deserialize)]
struct ProgramAnswer {
    r#move: String,
}

impl ProgramPlayer {
    /// Starts a program: its path and arguments, separated by blanks.
    ///
    /// # Errors
    /// Why it cannot be started, in a sentence.
    pub(super) fn start(command: &str) -> Result<Self, String> {
        let mut words = command.split_whitespace();
        let program = words.next().ok_or("write a program after `cmd:`")?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("cannot start `{program}`: {}", crate::files::reason(&e)))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("cannot talk to `{program}`"));
        };
        let (sender, lines) = sync_channel(1);
        let reader = move || {
            let mut output = BufReader::new(output);
            let mut line = String::new();
            // Ends when the program ends, or the player is dropped.
            while matches!((&mut output).take(MOST_BYTES).read_line(&mut line), Ok(read) if read > 0)
            {
                if sender.send(std::mem::take(&mut line)).is_err() {
                    return;
                }
            }
        };
        let reader = std::thread::Builder::new().spawn(reader);
        reader.map_err(|_| "the system has no thread for the program".to_owned())?;
        Ok(Self {
            command: command.to_owned(),
            child,
            input,
            lines,
        })
    }

    /// Lets the program choose a move of a seat in a session. It gets what that player may know.
    ///
    /// # Errors
    /// If it does not answer with a legal move, in a sentence.
    pub(super) fn choose(
        &mut self,
        (session, seat): (&Session, SeatId),
        position: &Position,
    ) -> Result<Move, String> {
        let rules = session.rules();
        let moves = rules
            .moves(position, seat)
            .map_err(|fault| linstock_play::Refusal::of(fault, None).to_string())?;
        let texts: Vec<String> = moves.iter().map(|mv| rules.text(position, *mv)).collect();
        let viewer = Viewer::Seat(seat);
        let seen = session.seen(viewer);
        let (players, history): (Vec<_>, Vec<_>) = seen
            .map(|(actor, text)| (session.actor_name(actor).to_owned(), text.to_owned()))
            .unzip();
        let request = json!({
            "game": session.model().name,
            "player": session.actor_name(Actor::Player(seat)),
            "moves": texts,
            "history": { "moves": history, "players": players },
            "view": Observation::new(session, viewer).json(),
        });
        let sent = writeln!(self.input, "{request}").and_then(|()| self.input.flush());
        sent.map_err(|_| self.ended("no longer reads its input"))?;
        let line = match self.lines.recv_timeout(LONGEST) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => {
                return Err(self.failure("did not answer in a minute"));
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(self.ended("has closed its output"));
            }
        };
        let answer: ProgramAnswer = serde_json::from_str(&line).map_err(|_| {
            let short: String = line.trim_end().chars().take(60).collect();
            let line = linstock_base::one_line(&short);
            self.failure(&format!(
                "answered `{line}`, which is not {{\"move\":TEXT}}"
            ))
        })?;
        let exact = texts.iter().position(|text| *text == answer.r#move);
        let at = exact.or_else(|| {
            let is_meant = |text: &String| text.eq_ignore_ascii_case(&answer.r#move);
            texts.iter().position(is_meant)
        });
        at.map(|at| moves[at]).ok_or_else(|| {
            let mv = linstock_base::one_line(&answer.r#move);
            self.failure(&format!("chose `{mv}`, which is no legal move"))
        })
    }

    /// Says how the program has ended. If it still runs, says what it did instead.
    fn ended(&mut self, otherwise: &str) -> String {
        // A program that has closed its output may take a moment to end.
        let status = (0..20).find_map(|_| {
            std::thread::sleep(Duration::from_millis(10));
            self.child.try_wait().ok().flatten()
        });
        match status {
            Some(status) => self.failure(&format!("has ended ({status})")),
            None => self.failure(otherwise),
        }
    }

    fn failure(&self, what: &str) -> String {
        format!("the program `{}` {what}", self.command)
    }
}

impl Drop for ProgramPlayer {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::ProgramPlayer;
    use linstock_base::Sources;
    use linstock_check::Choices;
    use linstock_model::SeatId;
    use linstock_play::{Rules, Session, Setup};
    use std::sync::Arc;

    const RULES: &str = "game line \"Line\"\nplayers a, b\nboard 3 x 1 { }\npiece s\nmove put \"{t}\" {\n  t in empty\n  s: box -> t\n}\nplay { repeat each player { ask me: put otherwise draw \"full\" } }\n";

    fn choice(script: &str) -> Result<String, String> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("player.sh");
        std::fs::write(&path, script).expect("written");
        let sources = Sources::from([("line.game", RULES)]);
        let rules = Rules::load(&sources, &Choices::default()).expect("no mistakes");
        let session = Session::begin(Arc::new(rules), Setup::default()).expect("it begins");
        let mut player = ProgramPlayer::start(&format!("sh {}", path.display()))?;
        let mv = player.choose((&session, SeatId(0)), session.state())?;
        Ok(session.rules().text(session.state(), mv))
    }

    #[test]
    fn a_program_chooses_one_of_the_moves_it_gets() {
        let last = "read line\nmove=$(printf %s \"$line\" | sed 's/^[^[]*\\[\\([^]]*\\)\\].*/\\1/; s/.*\"\\([^\"]*\\)\"$/\\1/')\nprintf '{\"move\":\"%s\"}\\n' \"$move\"\nread line\n";
        assert_eq!(choice(last), Ok("c1".to_owned()));
    }

    #[test]
    fn capital_letters_do_not_matter() {
        let capital = "read line\necho '{\"move\":\"B1\"}'\nread line\n";
        assert_eq!(choice(capital), Ok("b1".to_owned()));
    }

    #[test]
    fn a_wrong_answer_is_a_sentence() {
        let said = |script| choice(script).expect_err("a failure");
        assert!(said("read line\nexit 3\n").ends_with("has ended (exit status: 3)"));
        assert!(said("read line\necho hello\nread line\n").contains("answered `hello`"));
        let illegal = said("read line\necho '{\"move\":\"d9\"}'\nread line\n");
        assert!(
            illegal.contains("chose `d9`, which is no legal move"),
            "{illegal}"
        );
        assert!(ProgramPlayer::start("/nowhere/at-all").is_err());
        assert!(ProgramPlayer::start("").is_err());
    }
}
