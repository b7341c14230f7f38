//! Texts from outside cannot steer the terminal, whatever command shows them.

use crate::terminal::{Terminal, linstock};
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// Colours, moves the cursor, sets the window's title, by C0 and C1 characters; turns the text round; hides in it.
const EVIL: &str = "A\u{1b}[31mB\u{1b}]0;C\u{7}D\u{9b}2JE\u{202e}F\u{2066}G\u{200b}H\u{8}I\u{7f}";

/// A ruleset full of it, and a scenario that fails.
fn ruleset(folder: &Path) {
    let game = format!(
        "game evil \"{EVIL}\"\nplayers x, o\noptions {{\n  far  no | yes  \"{EVIL}\"\n}}\n\
         board 3 x 3\npiece mark \"x\"\nline three = 3 own mark in all directions\n\
         status \"status {EVIL}\"\nprompt \"prompt {EVIL}\"\n\
         @E-1 move put \"{{there}}\" {{\n  there in empty\n  warn \"warned {EVIL}\"\n  mark: box -> there\n}}\n\
         play {{\n  repeat each player {{\n    @E-1 ask me: put otherwise draw \"full {EVIL}\"\n    \
         @E-2 if some three {{ win me \"won {EVIL}\" }}\n  }}\n}}\n\
         @E-1 note \"noted {EVIL}\"\n\
         clauses {{\n  E-1 \"one {EVIL}\"\n  E-2 \"two {EVIL}\"\n}}\n"
    );
    fs::create_dir_all(folder.join("evil/scenarios")).expect("made");
    fs::write(folder.join("evil/evil.game"), &game).expect("written");
    let scenario = format!("for evil\n\nscenario \"s {EVIL}\"\nplay a1\nexpect x to move\n");
    fs::write(folder.join("evil/scenarios/s.scn"), scenario).expect("written");
    let broken = game.replace("own mark", &format!("own mrak # {EVIL}"));
    fs::create_dir_all(folder.join("broken")).expect("made");
    fs::write(folder.join("broken/broken.game"), broken).expect("written");
    let name = "\u{1b}[31m\u{202e}file.game";
    fs::write(folder.join(name), "game x").expect("written");
    fs::create_dir_all(folder.join("named\u{1b}[2J")).expect("made");
    fs::write(folder.join("named\u{1b}[2J/x.game"), "game x").expect("written");
}

/// Names the first character that must not reach a terminal.
fn evil_in(text: &str) -> Option<char> {
    let unseen = ['\u{202e}', '\u{2066}', '\u{200b}'];
    let evil = |c: &char| c.is_control() && !"\n\t".contains(*c) || unseen.contains(c);
    text.chars().find(evil)
}

#[test]
fn no_command_prints_what_steers_the_terminal() {
    let place = tempfile::tempdir().expect("made");
    ruleset(place.path());
    let script = "moves\nwhy a1\na1\ny\nresult\nb1; b2\ny\nundo\nview\nhistory\noptions\nmap\nhelp\n\
                  zz\u{1b}[31m\u{202e}\nsave \u{1b}[31m.save\nload \u{9b}2J\nscenario \"\u{1b}\" \u{1b}.scn\n\
                  random 9\nresult\nreload\n";
    let file = "./\u{1b}[31m\u{202e}file.game";
    let calls: [&[&str]; 14] = [
        &["play", "./evil"],
        &["play", "./evil", "--hot-seat"],
        &["check", "./evil"],
        &["check", "./broken"],
        &["check", "."],
        &["check", file],
        &["check", "./evil", "--set", "far=\u{1b}[31m"],
        &["test", "./evil"],
        &["test", "."],
        &["rules", "./evil"],
        &["rules", "./evil", "\u{1b}[31m"],
        &["moves", "./evil", "--after", "\u{1b}[31m"],
        &["new", "\u{1b}[31m", "--from", "./evil"],
        &["\u{1b}[31m"],
    ];
    let mut shown = 0;
    for args in calls {
        let mut child = linstock(args, place.path())
            .current_dir(place.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("started");
        let mut input = child.stdin.take().expect("piped");
        // Not every command reads.
        let _ = input.write_all(script.as_bytes());
        drop(input);
        let output = child.wait_with_output().expect("ended");
        for bytes in [output.stdout, output.stderr] {
            let text = String::from_utf8(bytes).expect("UTF-8");
            assert_eq!(evil_in(&text), None, "{args:?}: {text:?}");
            shown += text.matches("\\u{1b}").count();
        }
    }
    assert!(shown > 100, "{shown}");
}

#[test]
fn a_command_line_that_cannot_be_read_is_told_without_its_commands() {
    let place = tempfile::tempdir().expect("made");
    let calls: [&[&str]; 3] = [
        &["list", "\u{1b}]0;title\u{7}"],
        &["play", "cannon", "--seed", "\u{1b}[31m"],
        &["completions", "\u{9b}2J"],
    ];
    for args in calls {
        let mut call = linstock(args, place.path());
        let output = call.env("CLICOLOR_FORCE", "1").output().expect("run");
        let text = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(text.contains("error: "), "{text}");
        assert_eq!(evil_in(&text), None, "{args:?}: {text:?}");
    }
}

#[test]
fn a_terminal_gets_the_programs_own_commands_alone() {
    let place = tempfile::tempdir().expect("made");
    ruleset(place.path());
    let game = place.path().join("evil").display().to_string();
    let mut terminal = Terminal::start(&["play", &game], place.path());
    terminal.sees("\\u{1b}[31mB");
    terminal.sees("prompt A\\u{1b}[31m");
    terminal.line("a1");
    terminal.sees("warned A\\u{1b}[31m");
    terminal.sees("anyway? [y/N] ");
    terminal.line("y");
    terminal.sees("status A\\u{1b}[31mB\\u{1b}]0;C\\u{7}D\\u{9b}2JE\\u{202e}F\\u{2066}G\\u{200b}H");
    terminal.leave();
}

#[cfg(unix)]
#[test]
fn a_name_with_line_ends_is_written_in_one_line() {
    let place = tempfile::tempdir().expect("made");
    let odd = "a\n0 mistakes\rb";
    let folder = place.path().join(odd);
    fs::create_dir(&folder).expect("made");
    fs::write(folder.join("x.game"), "game x \"X\"\nplayers a b\n").expect("written");
    let path = format!("./{odd}");
    let page = format!("{odd}/none/x.html");
    for args in [
        &["check", &path][..],
        &["fmt", &path],
        &["check", odd],
        &["play", odd],
        &["rules", "cannon", "--html", &page],
        &["play", "cannon", "--name", &format!("light={odd}")],
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_linstock"))
            .args(args)
            .current_dir(place.path())
            .stdin(Stdio::null())
            .output()
            .expect("ran");
        let told = [output.stdout, output.stderr].concat();
        let told = String::from_utf8(told).expect("UTF-8");
        assert!(
            !told.lines().any(|line| line.starts_with("0 mistakes")),
            "{args:?}: {told}"
        );
        assert!(!told.contains('\r'), "{args:?}: {told}");
    }
}
