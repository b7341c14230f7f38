//! Another program as a player of a match: it reads one JSON object a line, and answers each with its move.

use linstock_engine::vm::{Move, Position};
use linstock_model::SeatId;
use linstock_play::{Actor, Observation, Session, Viewer};
use serde::Deserialize;
use serde_json::json;
use std::io::{BufRead as _, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::time::{Duration, Instant};

/// How long a program may think about a move.
const LONGEST: Duration = Duration::from_secs(60);
/// How often the user may stop it while it thinks.
const PAUSE: Duration = Duration::from_millis(50);
/// The most bytes of an answer.
const MOST_BYTES: u64 = 1 << 20;
/// The most characters of an answer in a message.
const SHOWN: usize = 60;

/// Messages about a program that runs but can no longer play.
const NOT_READING: &str = "no longer reads its input";
const CLOSED: &str = "has closed its output";

/// A running program.
#[derive(Debug)]
pub(super) struct ProgramPlayer {
    command: String,
    child: Child,
    /// The lines that are written to it.
    requests: Sender<String>,
    answers: Receiver<ProgramOutput>,
}

/// What a program does.
#[derive(Debug)]
enum ProgramOutput {
    /// It writes a line, of at most [`MOST_BYTES`].
    Line(Vec<u8>),
    /// It writes several lines at once, of which this is the second.
    Unasked(Vec<u8>),
    /// It no longer reads.
    NotReading,
    /// It writes nothing more.
    Closed,
}

/// An answer.
#[derive(Deserialize)]
struct ProgramAnswer {
    r#move: String,
}

/// Sends the lines of a program, but not the empty ones. Ends when the program ends, or nobody listens.
fn read_lines(output: impl Read, answers: &SyncSender<ProgramOutput>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        match (&mut output).take(MOST_BYTES).read_until(b'\n', &mut line) {
            Ok(1..) if line.trim_ascii().is_empty() => {}
            Ok(1..) => {
                let more = output.buffer().trim_ascii();
                let written = match more.is_empty() || line.last() != Some(&b'\n') {
                    true => ProgramOutput::Line(line),
                    false => ProgramOutput::Unasked(more.to_vec()),
                };
                if answers.send(written).is_err() {
                    return;
                }
            }
            Ok(0) | Err(_) => {
                // Nobody listens any more if the match is over.
                let _ = answers.send(ProgramOutput::Closed);
                return;
            }
        }
    }
}

/// Writes lines to a program, as long as it reads them.
fn write_lines(
    mut input: impl Write,
    requests: &Receiver<String>,
    answers: &SyncSender<ProgramOutput>,
) {
    for request in requests {
        if writeln!(input, "{request}")
            .and_then(|()| input.flush())
            .is_err()
        {
            // Nobody listens any more if the match is over.
            let _ = answers.send(ProgramOutput::NotReading);
            return;
        }
    }
}

impl ProgramPlayer {
    /// Starts a program: its path and arguments, separated by blanks.
    ///
    /// # Errors
    /// Why it cannot be started, in a sentence.
    pub(super) fn start(command: &str) -> Result<Self, String> {
        let mut words = command.split_whitespace();
        let program = words.next().ok_or("write a program after `cmd:`")?;
        let mut started = Command::new(program);
        started
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        // Ctrl-C is meant for the match, which then ends the program.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut started, 0);
        let mut child = started
            .spawn()
            .map_err(|e| format!("cannot start `{program}`: {}", crate::files::reason(&e)))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("cannot talk to `{program}`"));
        };
        let (sender, answers) = sync_channel(1);
        let (requests, to_write) = channel();
        let of_writer = sender.clone();
        let reader = move || read_lines(output, &sender);
        let writer = move || write_lines(input, &to_write, &of_writer);
        let spawned = std::thread::Builder::new().spawn(reader);
        let spawned = spawned.and_then(|_| std::thread::Builder::new().spawn(writer));
        spawned.map_err(|_| "the system has no thread for the program".to_owned())?;
        Ok(Self {
            command: command.to_owned(),
            child,
            requests,
            answers,
        })
    }

    /// Lets the program choose a move of a seat in a session. It gets what that player may know. Returns `None` if `stop` ended
    /// the choice.
    ///
    /// # Errors
    /// If it does not answer with one line that names a legal move, in a sentence.
    pub(super) fn choose(
        &mut self,
        (session, seat): (&Session, SeatId),
        position: &Position,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Move>, String> {
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
        self.refuse_unasked()?;
        // If it has stopped reading, the answer says so.
        let _ = self.requests.send(request.to_string());
        let Some(line) = self.answer(stop)? else {
            return Ok(None);
        };
        let answer = self.read_answer(&line)?;
        let exact = texts.iter().position(|text| *text == answer.r#move);
        let at = exact.or_else(|| {
            let is_meant = |text: &String| text.eq_ignore_ascii_case(&answer.r#move);
            texts.iter().position(is_meant)
        });
        at.map(|at| Some(moves[at])).ok_or_else(|| {
            let mv = shortened(&answer.r#move);
            self.failure(&format!("chose `{mv}`, which is no legal move"))
        })
    }

    /// Refuses a line that was written without a request: it would be taken for the answer to the next one.
    fn refuse_unasked(&mut self) -> Result<(), String> {
        match self.answers.try_recv() {
            Ok(ProgramOutput::Line(line) | ProgramOutput::Unasked(line)) => {
                Err(self.unasked(&line))
            }
            Ok(ProgramOutput::Closed) => Err(self.ended(CLOSED)),
            Ok(ProgramOutput::NotReading) => Err(self.ended(NOT_READING)),
            Err(_) => Ok(()),
        }
    }

    /// Says that the program wrote something without a request.
    fn unasked(&self, written: &[u8]) -> String {
        let text = String::from_utf8_lossy(written);
        let line = shortened(text.lines().next().unwrap_or_default());
        self.failure(&format!(
            "wrote `{line}` without being asked: it must write one line for each line that it reads"
        ))
    }

    /// Waits for a line; returns `None` if `stop` ended that.
    fn answer(&mut self, stop: &dyn Fn() -> bool) -> Result<Option<Vec<u8>>, String> {
        let until = Instant::now() + LONGEST;
        loop {
            match self.answers.recv_timeout(PAUSE) {
                Ok(ProgramOutput::Line(line)) => return Ok(Some(line)),
                Ok(ProgramOutput::Unasked(line)) => return Err(self.unasked(&line)),
                Err(RecvTimeoutError::Timeout) if stop() => return Ok(None),
                Err(RecvTimeoutError::Timeout) if Instant::now() < until => {}
                Err(RecvTimeoutError::Timeout) => {
                    return Err(self.failure("did not answer in a minute"));
                }
                Ok(ProgramOutput::NotReading) => {
                    return Err(self.ended(NOT_READING));
                }
                Ok(ProgramOutput::Closed) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.ended(CLOSED));
                }
            }
        }
    }

    /// Reads a line that the program has written.
    fn read_answer(&self, line: &[u8]) -> Result<ProgramAnswer, String> {
        if line.len() as u64 == MOST_BYTES && line.last() != Some(&b'\n') {
            let most = MOST_BYTES >> 20;
            return Err(self.failure(&format!("answered with a line of more than {most} MiB")));
        }
        let Ok(text) = std::str::from_utf8(line) else {
            let line = shortened(&String::from_utf8_lossy(line));
            return Err(self.failure(&format!("answered `{line}`, which is not UTF-8")));
        };
        serde_json::from_str(text).map_err(|_| {
            let line = shortened(text);
            self.failure(&format!(
                "answered `{line}`, which is not {{\"move\":TEXT}}"
            ))
        })
    }

    /// Says how the program has ended. If it still runs, says what it did instead.
    fn ended(&mut self, otherwise: &str) -> String {
        // A program that has closed its output may take a moment to end.
        let status = (0..200).find_map(|_| {
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

/// Writes the beginning of a text in one line, for a message.
fn shortened(text: &str) -> String {
    // Of many megabytes, only the beginning is looked at.
    let start: String = text.trim_end().chars().take(SHOWN + 1).collect();
    let line = linstock_base::one_line(&start);
    match line.chars().count() > SHOWN {
        true => line.chars().take(SHOWN).chain(['…']).collect(),
        false => line,
    }
}

impl Drop for ProgramPlayer {
    fn drop(&mut self) {
        // It may have ended already. Where there are process groups, the programs that it has started end as well.
        #[cfg(unix)]
        if let Ok(group) = i32::try_from(self.child.id()) {
            use nix::sys::signal::{Signal, killpg};
            let _ = killpg(nix::unistd::Pid::from_raw(group), Signal::SIGKILL);
        }
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
    use std::thread::sleep;
    use std::time::Duration;

    const RULES: &str = "game line \"Line\"\nplayers a, b\nboard 3 x 1 { }\npiece s\nmove put \"{t}\" {\n  t in empty\n  s: box -> t\n}\nplay { repeat each player { ask me: put otherwise draw \"full\" } }\n";

    fn session() -> Session {
        let sources = Sources::from([("line.game", RULES)]);
        let rules = Rules::load(&sources, &Choices::default()).expect("no mistakes");
        Session::begin(Arc::new(rules), Setup::default()).expect("it begins")
    }

    /// Lets a program choose; returns its move.
    fn choice(script: &str) -> Result<String, String> {
        last_choice(script, 1)
    }

    /// Lets a program choose several times at the same position; returns its last move.
    fn last_choice(script: &str, choices: usize) -> Result<String, String> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("player.sh");
        std::fs::write(&path, script).expect("written");
        let session = session();
        let mut player = ProgramPlayer::start(&format!("sh {}", path.display()))?;
        let mut text = String::new();
        for _ in 0..choices {
            let mv = player.choose((&session, SeatId(0)), session.state(), &|| false)?;
            text = session
                .rules()
                .text(session.state(), mv.expect("not stopped"));
        }
        Ok(text)
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
    fn empty_lines_do_not_matter() {
        let script = "while read line; do echo; echo '{\"move\":\"b1\"}'; echo; done\n";
        assert_eq!(last_choice(script, 3), Ok("b1".to_owned()));
    }

    #[test]
    fn a_wrong_answer_is_a_sentence() {
        for (script, expected) in [
            ("exit 3", "has ended (exit status: 3)"),
            ("read line\nexit 3", "has ended (exit status: 3)"),
            ("read line\nexec >&-\nsleep 999", "has closed its output"),
            (
                "read line\necho hello\nread line",
                "answered `hello`, which is not {\"move\":TEXT}",
            ),
            (
                "read line\necho '{\"move\":\"d9\"}'\nread line",
                "chose `d9`, which is no legal move",
            ),
            (
                "read line\nprintf '\\377\\n'\nread line",
                "answered `\u{fffd}`, which is not UTF-8",
            ),
            (
                "read line\nprintf '%070d\\n' 7\nread line",
                "answered `000000000000000000000000000000000000000000000000000000000000…`, which is not {\"move\":TEXT}",
            ),
            (
                "read line\nhead -c 3000000 /dev/zero | tr '\\0' x\nread line",
                "answered with a line of more than 1 MiB",
            ),
        ] {
            let said = choice(script).expect_err(script);
            assert!(said.ends_with(expected), "{script}: {said}");
        }
        assert!(ProgramPlayer::start("/nowhere/at-all").is_err());
        assert!(ProgramPlayer::start("").is_err());
    }

    #[test]
    fn a_second_line_is_not_the_next_answer() {
        let script = "read line\nprintf '{\"move\":\"b1\"}\\n{\"move\":\"c1\"}\\n'\nread line\n";
        let said = choice(script).expect_err("a second line");
        assert!(
            said.contains("wrote `{\"move\":\"c1\"}` without being asked"),
            "{said}"
        );
    }

    #[test]
    fn what_a_program_has_started_ends_with_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, written) = (folder.path().join("player.sh"), folder.path().join("x"));
        let script = format!(
            "sh -c 'while true; do echo x >> {}; sleep 0.02; done' &\nread line\n",
            written.display()
        );
        std::fs::write(&path, script).expect("written");
        let size = || std::fs::metadata(&written).map_or(0, |file| file.len());
        let player = ProgramPlayer::start(&format!("sh {}", path.display())).expect("started");
        while size() == 0 {
            sleep(Duration::from_millis(5));
        }
        drop(player);
        // The system ends it a little later, on a busy machine much later.
        let grows = || {
            let before = size();
            sleep(Duration::from_millis(300));
            size() != before
        };
        let begun = std::time::Instant::now();
        while grows() {
            assert!(begun.elapsed().as_secs() < 300, "it has not ended");
        }
    }

    #[test]
    fn a_program_that_does_not_answer_can_be_stopped() {
        let mut player = ProgramPlayer::start("sleep 999").expect("started");
        let session = session();
        let began = std::time::Instant::now();
        let chosen = player.choose((&session, SeatId(0)), session.state(), &|| true);
        assert_eq!(chosen, Ok(None));
        assert!(began.elapsed().as_secs() < 300);
    }
}
