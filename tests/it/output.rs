//! Exit codes when nobody reads what a command prints: no command reports success then, and none panics.

use std::fs::{self, File};
use std::io::{PipeReader, Write as _};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

/// Each command with the exit code of a run whose output is read, and its input. `FOLDER` is a folder with a ruleset that has
/// a mistake, one that is right, and one whose scenario fails.
const COMMANDS: &[(&[&str], i32, &str)] = &[
    (&["play", "cannon", "--seed", "1"], 0, "moves\n"),
    (&["engine"], 0, "{\"cmd\":\"games\"}\n"),
    (&["moves", "cannon"], 0, ""),
    (&["draw", "cannon", "--after", "b10 c1"], 0, ""),
    (&["perft", "cannon", "--depth", "1"], 0, ""),
    (&["sim", "./good", "--games", "10"], 0, ""),
    (
        &[
            "compare", "./good", "./fails", "--games", "10", "--search", "0s",
        ],
        0,
        "",
    ),
    (
        &["match", "./good", "random", "random", "--games", "2"],
        0,
        "",
    ),
    (&["train", "./good", "--time", "1s"], 0, ""),
    (&["solve", "./good"], 0, ""),
    (
        &[
            "balance",
            "./good",
            "--games",
            "2",
            "--iterations",
            "8",
            "--time",
            "10s",
        ],
        0,
        "",
    ),
    (&["find", "./good", "--draw", "--seed", "1"], 0, ""),
    (&["check", "./good"], 0, ""),
    (&["check", "./wrong"], 1, ""),
    (&["test", "./good"], 0, ""),
    (&["test", "./fails"], 1, ""),
    (&["test", "--mutants", "./good"], 0, ""),
    (&["rules", "cannon"], 0, ""),
    (&["fmt", "--check", "./wrong"], 1, ""),
    (&["fmt", "--check", "./good"], 0, ""),
    (&["lsp"], 0, LSP),
    (&["new", "NEW", "--from", "cannon"], 0, ""),
    (&["list"], 0, ""),
    (&["completions", "bash"], 0, ""),
    (&["man"], 0, ""),
    (&["help", "through"], 0, ""),
    (&["help"], 0, ""),
    (&["--version"], 0, ""),
];

/// A session of an editor: `initialize`, `shutdown`, `exit`.
const LSP: &str = "Content-Length: 75\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"capabilities\":{}}}\
    Content-Length: 44\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"shutdown\"}\
    Content-Length: 33\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}";

const GOOD: &str = "game good \"Good\"\nplayers a, b\nboard 3 x 3\npiece s \"s\"\nmove m \"{t}\" {\n  t in empty\n  s: box -> t\n}\nplay { repeat each player { ask me: m otherwise draw \"full\" } }\n";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("made");
    for (name, text, scenario) in [
        ("good", GOOD.to_owned(), "expect b to move"),
        (
            "wrong",
            GOOD.replace("in empty", "in  emty").replace("  t", " t"),
            "",
        ),
        ("fails", GOOD.to_owned(), "expect a to move"),
    ] {
        let own = folder.path().join(name);
        fs::create_dir_all(own.join("scenarios")).expect("made");
        fs::write(
            own.join(format!("{name}.game")),
            text.replace("game good", &format!("game {name}")),
        )
        .expect("written");
        if !scenario.is_empty() {
            let text = format!("for {name}\n\nscenario \"s\"\nplay a1\n{scenario}\n");
            fs::write(own.join("scenarios/s.scn"), text).expect("written");
        }
    }
    let accept = ["test", "--accept", "./good"];
    let (status, told) = ended(folder.path(), (&accept, ""), Stdio::null());
    assert!(status.success(), "{told}");
    folder
}

/// Runs a command with some output; returns how it ended, and what it said on standard error.
fn ended(folder: &Path, (args, input): (&[&str], &str), out: Stdio) -> (ExitStatus, String) {
    let program = Command::new(env!("CARGO_BIN_EXE_linstock"));
    ended_as(folder, program, ((args, input), out))
}

/// Runs a command while some descriptors are closed, as a shell says it: `>&-`.
fn ended_without(folder: &Path, run: (&[&str], &str), closed: &str) -> (ExitStatus, String) {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("exec \"$0\" \"$@\" {closed}")]);
    shell.arg(env!("CARGO_BIN_EXE_linstock"));
    ended_as(folder, shell, (run, Stdio::null()))
}

fn ended_as(
    folder: &Path,
    mut program: Command,
    ((args, input), out): ((&[&str], &str), Stdio),
) -> (ExitStatus, String) {
    // A fresh name for what is made.
    let made = format!("made-{}", fs::read_dir(folder).expect("listed").count());
    let args = args
        .iter()
        .map(|arg| if *arg == "NEW" { made.as_str() } else { arg });
    let mut child = program
        .args(args)
        .current_dir(folder)
        .env("XDG_STATE_HOME", folder.join("state"))
        .stdin(Stdio::piped())
        .stdout(out)
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    // It may be gone before it has read this.
    let _ = child
        .stdin
        .take()
        .expect("piped")
        .write_all(input.as_bytes());
    let output = child.wait_with_output().expect("ended");
    (
        output.status,
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

/// Returns an output that nobody reads any more.
fn unread() -> Stdio {
    let (reader, writer): (PipeReader, _) = std::io::pipe().expect("made");
    drop(reader);
    writer.into()
}

#[test]
fn what_nobody_reads_is_no_success() {
    use std::os::unix::process::ExitStatusExt as _;

    let folder = folder();
    for (args, code, input) in COMMANDS {
        let ends = |out| ended(folder.path(), (args, input), out);
        let (status, told) = ends(Stdio::null());
        assert_eq!(status.code(), Some(*code), "{args:?}: {told}");
        let (status, told) = ends(unread());
        let by_signal = status.signal() == Some(nix::libc::SIGPIPE);
        assert!(
            by_signal || status.code() == Some(1),
            "{args:?}: {status} {told}"
        );
        assert!(!told.contains("panicked"), "{args:?}: {told}");
        if let Ok(full) = File::options().write(true).open("/dev/full") {
            let (status, told) = ends(full.into());
            assert_eq!(status.code(), Some(1), "{args:?}: {told}");
            assert!(told.contains("the disk is full"), "{args:?}: {told}");
        }
    }
}

/// The system gives a program the device that forgets everything for a descriptor that is closed, so nothing can fail. The exit
/// code is the same, and no file that is opened later takes the place of the descriptor.
#[test]
fn a_closed_descriptor_changes_no_exit_code() {
    let folder = folder();
    for (args, code, input) in COMMANDS {
        for closed in [">&-", "2>&-", ">&- 2>&-", "<&-", "<&- >&- 2>&-"] {
            let (status, told) = ended_without(folder.path(), (args, input), closed);
            assert!(!told.contains("panicked"), "{args:?} {closed}: {told}");
            // Without input the editor never says that it leaves.
            let wanted = match (args[0], closed.contains('<')) {
                ("lsp", true) => 1,
                _ => *code,
            };
            assert_eq!(status.code(), Some(wanted), "{args:?} {closed}: {told}");
        }
    }
    let table = folder.path().join("t.csv");
    let written = |closed: &str| {
        let args = [
            "sim", "./good", "--games", "5", "--seed", "1", "--out", "t.csv",
        ];
        let (status, told) = ended_without(folder.path(), (&args, ""), closed);
        assert_eq!(status.code(), Some(0), "{closed}: {told}");
        fs::read_to_string(&table).expect("written")
    };
    assert_eq!(written("<&- >&- 2>&-"), written(""));
}

#[test]
fn every_command_is_tried() {
    let help = Command::new(env!("CARGO_BIN_EXE_linstock"))
        .arg("--help")
        .output()
        .expect("ran");
    let help = String::from_utf8(help.stdout).expect("UTF-8");
    let (_, commands) = help.split_once("Commands:\n").expect("listed");
    let (commands, _) = commands.split_once("\n\n").expect("listed");
    // Longer descriptions go on in lines that are indented more.
    let entries = commands.lines().filter(|line| !line.starts_with("   "));
    let names = entries.filter_map(|line| line.split_whitespace().next());
    // `serve` runs until it is stopped; `serve.rs` runs it.
    let tried = |name: &str| name == "serve" || COMMANDS.iter().any(|(args, ..)| args[0] == name);
    let untried: Vec<_> = names.filter(|name| !tried(name)).collect();
    assert_eq!(untried, [""; 0]);
}
