//! What the program shows in a window of some size: lines that fit, and a pager for long text.

use crate::terminal::linstock;
use expectrl::{Eof, Expect as _, Session};
use std::process::Command;

/// Runs a command of the shell at a terminal of this size, and returns what appears.
fn shown(script: &str, (columns, lines): (usize, usize), pager: &str) -> String {
    let folder = tempfile::tempdir().expect("made");
    let program = linstock(&[], folder.path());
    let mut shell = Command::new("sh");
    // The script waits for its size, since the other end of the terminal sets another one first.
    let wait = format!("until [ \"$(stty size)\" = \"{lines} {columns}\" ]; do sleep 0.01; done");
    shell.arg("-c").arg(format!("{wait}; {script}"));
    for (name, value) in program.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    shell.env("LINSTOCK", program.get_program());
    shell.env("PAGER", pager);
    shell.env("NO_COLOR", "1");
    let mut session = Session::spawn(shell).expect("spawned");
    let columns = u16::try_from(columns).expect("few");
    let lines = u16::try_from(lines).expect("few");
    let terminal = session.get_process_mut();
    terminal.set_window_size(columns, lines).expect("set");
    session.set_expect_timeout(Some(crate::terminal::PATIENCE));
    let all = session.expect(Eof).expect("ended");
    String::from_utf8_lossy(all.as_bytes()).replace('\r', "")
}

#[test]
fn long_text_at_a_terminal_goes_through_the_pager() {
    let paged = shown("$LINSTOCK rules cannon", (80, 24), "sed s/^/PAGED:/");
    assert!(paged.contains("PAGED:Cannon"), "{paged}");
    let short = shown("$LINSTOCK help E0206", (80, 240), "sed s/^/PAGED:/");
    assert!(!short.contains("PAGED:"), "{short}");
    let piped = shown("$LINSTOCK rules cannon | cat", (80, 24), "sed s/^/PAGED:/");
    assert!(!piped.contains("PAGED:"), "{piped}");
    let absent = shown("$LINSTOCK rules cannon", (80, 24), "no-such-pager");
    assert!(absent.contains("Cannon"), "{absent}");
}

#[test]
fn text_fits_the_window() {
    for script in [
        "$LINSTOCK list",
        "$LINSTOCK rules cannon-buster",
        "$LINSTOCK play --help",
        "$LINSTOCK help E0206",
        "$LINSTOCK rules no-such-game",
    ] {
        let text = shown(script, (60, 24), "cat");
        let wide = text.lines().find(|line| line.chars().count() > 60);
        assert_eq!(wide, None, "{script}");
        assert!(text.lines().count() > 1, "{script}: {text}");
    }
}
