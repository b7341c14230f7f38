//! The program, run in a folder of its own.

use crate::terminal::on_a_core;
use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Where the output goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Output {
    Read,
    Unread,
    Full,
}

/// How the program is run.
pub(super) struct Run<'r> {
    pub(super) args: Vec<&'r str>,
    input: Vec<u8>,
    output: Output,
    /// The signal that is sent, and when.
    signal: Option<(&'static str, Duration)>,
    /// A command of the shell that limits what the system gives.
    limit: Option<&'r str>,
}

impl<'r> Run<'r> {
    pub(super) fn of(args: &[&'r str]) -> Self {
        Self {
            args: args.to_vec(),
            input: Vec::new(),
            output: Output::Read,
            signal: None,
            limit: None,
        }
    }

    pub(super) fn typing(self, text: &str) -> Self {
        self.typing_bytes(text.as_bytes())
    }

    pub(super) fn typing_bytes(self, bytes: &[u8]) -> Self {
        let input = bytes.to_vec();
        Self { input, ..self }
    }

    pub(super) fn unread(self) -> Self {
        let output = Output::Unread;
        Self { output, ..self }
    }

    pub(super) fn full(self) -> Self {
        let output = Output::Full;
        Self { output, ..self }
    }

    pub(super) fn signalled(self, name: &'static str, after: Duration) -> Self {
        let signal = Some((name, after));
        Self { signal, ..self }
    }

    pub(super) fn under(self, limit: &'r str) -> Self {
        let limit = Some(limit);
        Self { limit, ..self }
    }
}

/// How a run ended.
pub(super) struct Ended {
    /// `None` after a signal.
    pub(super) code: Option<i32>,
    pub(super) out: Vec<u8>,
    /// What was printed on standard output and standard error.
    pub(super) told: String,
    /// The time on a core, if the system tells it: other programs may keep the machine busy.
    pub(super) took: Duration,
    /// The most memory, in kilobytes; 0 if the system does not tell.
    pub(super) memory: u64,
    /// It went on for so long that it was killed.
    pub(super) is_killed: bool,
}

impl Ended {
    /// Returns the exit code and the end of what was printed.
    pub(super) fn brief(&self) -> String {
        let end: Vec<&str> = self.told.lines().rev().take(6).collect();
        let end: Vec<String> = end
            .iter()
            .rev()
            .map(|line| line.chars().take(200).collect())
            .collect();
        format!("{:?} {}", self.code, end.join(" | "))
    }
}

/// A folder of its own.
pub(super) struct Workplace(TempDir);

impl Workplace {
    pub(super) fn new() -> Self {
        Self(tempfile::tempdir().expect("made"))
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Returns the folder of kept games.
    pub(super) fn games(&self) -> PathBuf {
        self.path("state/linstock/games")
    }

    pub(super) fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, bytes).expect("written");
    }

    /// Lists the names in a folder.
    pub(super) fn listed(&self, name: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(name)).expect("listed").flatten();
        entries
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect()
    }

    /// Runs the program, at most for some time.
    pub(super) fn run(&self, run: &Run<'_>, most: Duration) -> Ended {
        let begun = Instant::now();
        let mut child = self.command(run).spawn().expect("started");
        let mut stdin = child.stdin.take().expect("piped");
        let input = run.input.clone();
        // It may end before it has read this.
        let writer = thread::spawn(move || drop(stdin.write_all(&input)));
        let out = child.stdout.take().map(read_all);
        let err = child.stderr.take().map(read_all);
        let (mut memory, mut busy, mut is_killed) = (0, None, false);
        let mut signal = run.signal;
        let code = loop {
            memory = memory.max(peak(&child));
            busy = on_a_core(child.id())
                .filter(|time| !time.is_zero())
                .or(busy);
            if let Some((name, _)) = signal.filter(|(_, after)| begun.elapsed() >= *after) {
                send(&child, name);
                signal = None;
            }
            if let Some(status) = child.try_wait().expect("waited") {
                break status.code();
            }
            if begun.elapsed() > most {
                is_killed = true;
                child.kill().expect("killed");
            }
            thread::sleep(Duration::from_millis(2));
        };
        let took = busy.unwrap_or_else(|| begun.elapsed());
        writer.join().expect("joined");
        let join = |reader: Option<thread::JoinHandle<Vec<u8>>>| {
            reader.map_or_else(Vec::new, |reader| reader.join().expect("joined"))
        };
        let (out, err) = (join(out), join(err));
        let told = [String::from_utf8_lossy(&out), String::from_utf8_lossy(&err)].concat();
        Ended {
            code,
            out,
            told,
            took,
            memory,
            is_killed,
        }
    }

    fn command(&self, run: &Run<'_>) -> Command {
        let program = program();
        let mut command = match run.limit {
            Some(limit) => {
                let mut shell = Command::new("sh");
                // A limit that the shell does not know is none.
                shell.args([
                    "-c",
                    &format!("{limit} 2>/dev/null; exec \"$0\" \"$@\""),
                    &program,
                ]);
                shell
            }
            None => Command::new(program),
        };
        command
            .args(&run.args)
            .current_dir(self.0.path())
            .env("XDG_STATE_HOME", self.path("state"))
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .stdout(match run.output {
                Output::Read => Stdio::piped(),
                Output::Unread => unread(),
                Output::Full => full(),
            });
        command
    }
}

/// Returns the program to run: the one that was built with the tests, unless the environment names another.
fn program() -> String {
    let named = std::env::var("LINSTOCK_PROGRAM").ok();
    let named = named.filter(|path| !path.is_empty());
    named.unwrap_or_else(|| env!("CARGO_BIN_EXE_linstock").to_owned())
}

fn unread() -> Stdio {
    let (reader, writer) = std::io::pipe().expect("made");
    drop(reader);
    writer.into()
}

fn full() -> Stdio {
    let full = File::options().write(true).open("/dev/full");
    full.expect("this system has such a device").into()
}

fn read_all(mut from: impl std::io::Read + Send + 'static) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = from.read_to_end(&mut bytes);
        bytes
    })
}

fn send(child: &Child, name: &str) {
    let id = child.id().to_string();
    // It may have ended.
    let _ = Command::new("kill")
        .args(["-s", name, &id])
        .stderr(Stdio::null())
        .status();
}

/// Returns whether programs start with a signal ignored, as a shell starts those in the background. Then a signal that comes
/// before the program takes it does nothing.
pub(super) fn is_ignored(name: &str) -> bool {
    let number = match name {
        "HUP" => 1,
        "INT" => 2,
        "QUIT" => 3,
        _ => return false,
    };
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (number - 1) & 1 == 1)
}

/// Returns the most memory that a process has had so far, in kilobytes.
fn peak(child: &Child) -> u64 {
    let mut status = String::new();
    let path = format!("/proc/{}/status", child.id());
    let read = File::open(Path::new(&path)).and_then(|mut file| file.read_to_string(&mut status));
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let number = line
        .filter(|_| read.is_ok())
        .and_then(|line| line.split_whitespace().nth(1));
    number
        .and_then(|number| number.parse().ok())
        .unwrap_or_default()
}
