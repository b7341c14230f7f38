//! The program by pipe and at a pseudo-terminal, for the tests of the REPL.

pub(crate) use expectrl::process::unix::WaitStatus;
use expectrl::session::OsSession;
use expectrl::{Eof, Expect, Session};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How long a test waits for what must come. It fails then, instead of waiting for ever.
pub(crate) const PATIENCE: Duration = Duration::from_secs(300);

/// Returns the program, with a folder of its own for what it keeps.
pub(crate) fn linstock(args: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_linstock"));
    command
        .args(args)
        .env("XDG_STATE_HOME", folder.join("state"))
        .env("TERM", "xterm")
        .env("LANG", "C")
        .env("PAGER", "cat")
        .env_remove("LC_ALL")
        .env_remove("NO_COLOR");
    command
}

/// How often a test kills the program: as the environment says, for a long campaign, or so often.
pub(crate) fn kills(usual: u64) -> u64 {
    let asked = std::env::var("LINSTOCK_KILLS").ok();
    asked.map_or(usual, |times| times.parse().expect("a number"))
}

/// Plays a script by pipe and returns what was printed.
pub(crate) fn transcript_in(folder: &Path, args: &[&str], script: &str) -> String {
    let mut child = linstock(args, folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    let mut input = child.stdin.take().expect("piped");
    input.write_all(script.as_bytes()).expect("written");
    drop(input);
    let output = child.wait_with_output().expect("ended");
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.replace(&folder.display().to_string(), "FOLDER")
}

/// Plays a script in a fresh folder.
pub(crate) fn transcript(args: &[&str], script: &str) -> String {
    let folder = tempfile::tempdir().expect("made");
    transcript_in(folder.path(), args, script)
}

/// Returns the processor time that this thread has used.
pub(crate) fn processor_time() -> Duration {
    let clock = nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID;
    nix::time::clock_gettime(clock).expect("a clock").into()
}

/// Returns the time that a process has had on a core; `None` if the system does not tell, or it has ended.
pub(crate) fn on_a_core(id: u32) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name of the program, in brackets, may hold blanks.
    let (_, fields) = stat.rsplit_once(") ")?;
    let mut fields = fields.split(' ').skip(11).map(str::parse::<u64>);
    let ticks = fields.next()?.ok()? + fields.next()?.ok()?;
    // Linux counts a hundred ticks a second for programs.
    Some(Duration::from_millis(ticks * 10))
}

/// A session at a pseudo-terminal.
pub(crate) struct Terminal {
    pub(crate) session: OsSession,
}

impl Terminal {
    pub(crate) fn start(args: &[&str], folder: &Path) -> Self {
        Self::start_as("xterm", args, folder)
    }

    /// Starts the program at a terminal of some kind.
    pub(crate) fn start_as(kind: &str, args: &[&str], folder: &Path) -> Self {
        let mut program = linstock(args, folder);
        program.env("TERM", kind);
        Self::start_by(r#"exec "$0" "$@""#, &program)
    }

    /// Starts the program in a folder, by a script of the shell that runs in it.
    pub(crate) fn start_in(folder: &Path, args: &[&str], script: &str) -> Self {
        let script = format!("cd '{}'; {script}", folder.display());
        Self::start_by(&script, &linstock(args, folder))
    }

    /// Starts the program by a script of the shell.
    fn start_by(script: &str, program: &Command) -> Self {
        // Wide enough that no expected text is broken. The program begins when the terminal has this size: the other end of the
        // terminal sets another one first.
        let mut shell = Command::new("sh");
        let wait = r#"until [ "$(stty size)" = "60 200" ]; do sleep 0.01; done"#;
        shell.arg("-c").arg(format!("{wait}; {script}"));
        shell.arg(program.get_program()).args(program.get_args());
        for (name, value) in program.get_envs() {
            match value {
                Some(value) => shell.env(name, value),
                None => shell.env_remove(name),
            };
        }
        let mut session = Session::spawn(shell).expect("spawned");
        let terminal = session.get_process_mut();
        terminal.set_window_size(200, 60).expect("set");
        session.set_expect_timeout(Some(PATIENCE));
        Self { session }
    }

    pub(crate) fn sees(&mut self, text: &str) {
        let found = self.session.expect(text);
        assert!(found.is_ok(), "`{text}` did not come: {found:?}");
    }

    pub(crate) fn keys(&mut self, keys: &str) {
        self.session.send(keys).expect("sent");
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.session.write_all(bytes).expect("sent");
        self.session.flush().expect("sent");
    }

    /// Returns what is printed up to the end.
    pub(crate) fn rest(self) -> String {
        self.ended().0
    }

    /// Waits for the end; returns what is printed until then, and how the program ended.
    pub(crate) fn ended(mut self) -> (String, WaitStatus) {
        let found = self.session.expect(Eof).expect("ended");
        let whole = [found.before(), found.get(0).unwrap_or_default()].concat();
        let status = self.session.get_process().wait().expect("ended");
        (String::from_utf8_lossy(&whole).into_owned(), status)
    }

    pub(crate) fn line(&mut self, text: &str) {
        self.keys(&format!("{text}\r"));
    }

    /// Gives the line up, and waits until the editor is at work again: what is typed in between may be lost.
    pub(crate) fn gives_up(&mut self, prompt: &str) {
        self.keys("\x03");
        self.sees("\x1b[?2004l");
        self.sees(prompt);
    }

    /// Leaves by a line: unlike a control key it may be typed ahead.
    pub(crate) fn leave(mut self) {
        self.line("quit");
        self.session.expect(Eof).expect("ended");
    }

    /// Waits until the program has worked for some time.
    pub(crate) fn works(&self) {
        const LONG: Duration = Duration::from_millis(300);
        let id = self.session.get_process().pid().as_raw();
        let id = u32::try_from(id).expect("a process");
        let Some(before) = on_a_core(id) else {
            return std::thread::sleep(10 * LONG);
        };
        let begun = Instant::now();
        while on_a_core(id).is_some_and(|now| now < before + LONG) {
            assert!(begun.elapsed() < PATIENCE, "it does not work");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Sends a signal to the program.
    pub(crate) fn signal(&self, name: &str) {
        let pid = self.session.get_process().pid().to_string();
        let sent = Command::new("kill").args(["-s", name, &pid]).status();
        assert!(sent.expect("run").success());
    }

    /// Ends the program by a signal.
    pub(crate) fn kill(mut self, name: &str) {
        self.signal(name);
        self.session.expect(Eof).expect("ended");
        // Its locks are gone when it is.
        let _ = self.session.get_process().wait();
    }

    /// Tells whether the terminal hands over whole lines, as it does for other programs.
    pub(crate) fn is_cooked(&self) -> bool {
        use nix::sys::termios::{LocalFlags, tcgetattr};
        let terminal = self
            .session
            .get_process()
            .get_raw_handle()
            .expect("a terminal");
        let mode = tcgetattr(&terminal).expect("a mode");
        mode.local_flags.contains(LocalFlags::ICANON)
    }
}
