//! A kill at any moment of saving leaves the old file or the new one.

use crate::terminal::{PATIENCE, kills, linstock};
use linstock::Save;
use std::fs::read_to_string;
use std::io::Write as _;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant, SystemTime};

/// How often a program is killed.
const KILLS: u64 = 40;

/// Starts a program that saves a long game to a file, takes a move back, saves, plays it again, and so on until it is killed.
fn saving(folder: &Path, save: &Path) -> Child {
    let mut child = linstock(&["play", "cannon", "--seed", "7"], folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("started");
    let mut input = child.stdin.take().expect("piped");
    let begin = "random 300\nundo 1\n".to_owned();
    let turn = format!(
        "undo\nsave {save}\nredo\nsave {save}\n",
        save = save.display()
    );
    std::thread::spawn(move || {
        let mut texts = std::iter::once(begin).chain(std::iter::repeat(turn));
        // An error says that the program was killed.
        texts.try_for_each(|text| input.write_all(text.as_bytes()))
    });
    child
}

/// Waits until a file is written anew.
fn written(path: &Path, before: Option<SystemTime>) {
    let since = Instant::now();
    while modified(path) == before {
        assert!(since.elapsed() < PATIENCE, "nothing was saved");
        std::thread::sleep(Duration::from_micros(200));
    }
}

fn modified(path: &Path) -> Option<SystemTime> {
    path.metadata().and_then(|found| found.modified()).ok()
}

#[test]
fn the_old_save_or_the_new_one_is_there_whenever_the_program_is_killed() {
    let folder = tempfile::tempdir().expect("made");
    let save = folder.path().join("x.save");
    // The two games that are saved in turn.
    let mut seen: Vec<String> = Vec::new();
    let usual = kills(KILLS);
    for kill in 0..usual * 20 {
        if kill >= usual && seen.len() == 2 {
            break;
        }
        let before = modified(&save);
        let mut child = saving(folder.path(), &save);
        written(&save, before);
        // Moments spread over what several saves take, also in a slow build, wherever the program is then.
        std::thread::sleep(Duration::from_micros(kill * 3907 % 40_000));
        child.kill().expect("killed");
        child.wait().expect("ended");
        let text = read_to_string(&save).expect("a save");
        let read = Save::read(&text);
        assert!(read.is_ok(), "kill {kill}: {read:?} in {text:?}");
        if !seen.contains(&text) {
            seen.push(text);
        }
    }
    assert_eq!(seen.len(), 2, "both games were met");
}

#[test]
fn two_programs_that_save_to_one_file_leave_a_whole_save() {
    let folder = tempfile::tempdir().expect("made");
    let save = folder.path().join("x.save");
    let mut children = [saving(folder.path(), &save), saving(folder.path(), &save)];
    written(&save, None);
    for _ in 0..2000 {
        let text = read_to_string(&save).expect("a save");
        assert!(Save::read(&text).is_ok(), "{text:?}");
    }
    for child in &mut children {
        assert!(
            child.try_wait().expect("asked").is_none(),
            "both are at work"
        );
        child.kill().expect("killed");
        child.wait().expect("ended");
    }
}
