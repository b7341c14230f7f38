//! A game is on disk while it is played.

use crate::terminal::{PATIENCE, Terminal, kills, linstock, transcript_in};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

/// How often a program is killed.
const KILLS: u64 = 20;

fn files_of(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let games = folder.join("state/linstock/games");
    let found = std::fs::read_dir(games).into_iter().flatten();
    let paths = found.map(|entry| entry.expect("entry").path());
    paths
        .filter(|path| path.extension().is_some_and(|e| e == extension))
        .collect()
}

/// Makes the kept games of a name a minute older: some systems store times in whole seconds, so the last one would be unknown.
fn make_older(folder: &Path, name: &str) {
    let files = ["save", "played"].map(|extension| files_of(folder, extension));
    let named = |path: &&PathBuf| {
        path.file_name()
            .is_some_and(|file| file.to_string_lossy().starts_with(name))
    };
    for path in files.iter().flatten().filter(named) {
        let file = std::fs::File::options()
            .write(true)
            .open(path)
            .expect("opened");
        let written = file
            .metadata()
            .and_then(|file| file.modified())
            .expect("a time");
        file.set_modified(written - Duration::from_secs(60))
            .expect("set");
    }
}

/// Returns the moves that `play --resume` goes on with.
fn resumed(folder: &Path) -> Vec<String> {
    let said = transcript_in(folder, &["play", "--resume"], "history\n");
    let after = said.rsplit("> history\n").next().unwrap_or_default();
    let played = after
        .lines()
        .map_while(|line| line.trim_start().split_once(". "));
    played.map(|(_, text)| text.to_owned()).collect()
}

#[test]
fn every_move_that_was_answered_is_there_after_a_kill() {
    for kill in 0..kills(KILLS) {
        let folder = tempfile::tempdir().expect("made");
        let mut child = linstock(&["play", "cannon", "--seed", "3"], folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("started");
        let mut input = child.stdin.take().expect("piped");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        // All moves are typed ahead, so that the kill comes at any moment. The input stays open until then: at its end, the game would not be kept.
        let writer = std::thread::spawn(move || {
            // The program may be gone by then.
            let _ = input.write_all("random\n".repeat(200).as_bytes());
            input
        });
        // Each answer says whose turn it is; the first is the greeting.
        let is_answer = |line: &String| line.contains(" to move (") && !line.contains("> ");
        let mut lines = output.lines().map_while(Result::ok);
        let wanted = usize::try_from(kill % 100).expect("small") + 2;
        let mut answered = lines.by_ref().filter(is_answer).take(wanted).count();
        std::thread::sleep(Duration::from_micros(kill * 379 % 5_000));
        child.kill().expect("killed");
        child.wait().expect("ended");
        drop(writer.join().expect("joined"));
        answered += lines.filter(is_answer).count();
        let (answered, there) = (answered - 1, resumed(folder.path()).len());
        // The move that is not answered yet may be there, too.
        assert!(
            there == answered || there == answered + 1,
            "kill {kill}: {answered} answers, {there} moves"
        );
    }
}

#[test]
fn a_game_goes_on_with_its_secrets_and_several_are_listed() {
    let folder = tempfile::tempdir().expect("made");
    let args = [
        "play",
        "cannon-buster",
        "--players",
        "3",
        "--hot-seat",
        "--seed",
        "5",
    ];
    let mut shared = Terminal::start(&args, folder.path());
    shared.sees("a, sit down");
    shared.keys("\r");
    shared.sees("keep?> ");
    shared.line("keep merchant merchant trader");
    shared.sees("b, sit down");
    let mut other = Terminal::start(&["play", "cannon", "--ascii"], folder.path());
    other.sees("light> ");
    other.line("e10");
    other.sees("dark> ");
    // What somebody plays nobody else goes on with.
    let said = linstock(&["play", "--resume"], folder.path())
        .stdin(Stdio::null())
        .output();
    let said = String::from_utf8(said.expect("ran").stderr).expect("UTF-8");
    assert!(said.contains("no game is kept that nobody plays"), "{said}");
    other.kill("KILL");
    shared.kill("KILL");
    make_older(folder.path(), "cannon-buster-");
    #[cfg(unix)]
    for path in files_of(folder.path(), "save")
        .iter()
        .chain(&files_of(folder.path(), "played"))
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = path.metadata().expect("there").permissions().mode();
        assert_eq!(mode & 0o077, 0, "{}", path.display());
    }
    // The last one goes on, and the answer names the other.
    let mut again = Terminal::start(&["play", "--resume"], folder.path());
    again.sees("going on with cannon, 1 move, ");
    again.sees("2. cannon-buster, 29 moves, at a shared keyboard, ");
    again.sees("dark> ");
    again.line("history");
    again.sees("1. light e10");
    again.kill("KILL");
    let mut shared = Terminal::start(&["play", "cannon-buster", "--resume"], folder.path());
    shared.sees("b, sit down");
    shared.keys("\r");
    shared.sees("hand of a: 9 hidden");
    shared.sees("keep?> ");
    shared.leave();
}

#[test]
fn a_game_that_cannot_be_kept_is_played_all_the_same() {
    let folder = tempfile::tempdir().expect("made");
    std::fs::write(folder.path().join("state"), "").expect("written");
    let mut child = linstock(&["play", "cannon"], folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    let mut input = child.stdin.take().expect("piped");
    input.write_all(b"e10\ne1\nhistory\n").expect("written");
    drop(input);
    let output = child.wait_with_output().expect("ended");
    let (out, err) = (output.stdout, output.stderr);
    let (out, err) = (String::from_utf8_lossy(&out), String::from_utf8_lossy(&err));
    assert!(out.contains("2. dark e1"), "{out}");
    assert_eq!(
        err.matches("is not kept while it is played").count(),
        1,
        "{err}"
    );
    assert!(err.contains("`save FILE` writes it elsewhere"), "{err}");
}

/// A disk that fills up while a file is written looks like a limit to the size of files: a part is written, and the rest is refused.
#[test]
fn a_disk_that_fills_up_leaves_the_save_that_was_there() {
    let folder = tempfile::tempdir().expect("made");
    let save = folder.path().join("x.save");
    let name = save.display();
    let script = format!("b10\nsave {name}\n");
    transcript_in(folder.path(), &["play", "cannon"], &script);
    let before = std::fs::read(&save).expect("saved");
    let inner = linstock(&["play", "cannon", "--seed", "1"], folder.path());
    let mut child = std::process::Command::new("sh");
    child
        .arg("-c")
        .arg(r#"trap "" XFSZ; ulimit -f 1; exec "$0" "$@""#)
        .arg(inner.get_program())
        .args(inner.get_args())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    for (name, value) in inner.get_envs() {
        match value {
            Some(value) => child.env(name, value),
            None => child.env_remove(name),
        };
    }
    let mut child = child.spawn().expect("started");
    let mut input = child.stdin.take().expect("piped");
    let script = format!("load {name}\nrandom 99\nsave {name}\nundo\nmoves\n");
    input.write_all(script.as_bytes()).expect("written");
    drop(input);
    let output = child.wait_with_output().expect("ended");
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    assert!(text.contains(&format!("cannot write `{name}`")), "{text}");
    assert!(text.contains("is not kept while it is played"), "{text}");
    // The game goes on.
    let answers = text.rsplit("> moves\n").next().unwrap_or_default();
    assert!(answers.contains('-'), "{text}");
    assert_eq!(std::fs::read(&save).expect("it is there"), before);
    let names = std::fs::read_dir(folder.path()).expect("listed");
    let names = names.map(|entry| entry.expect("entry").file_name());
    let left: Vec<_> = names
        .filter(|name| name.to_string_lossy().starts_with(".linstock-"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_script_that_was_read_to_its_end_leaves_nothing() {
    let folder = tempfile::tempdir().expect("made");
    transcript_in(folder.path(), &["play", "cannon"], "e10\ne1\n");
    assert!(files_of(folder.path(), "save").is_empty());
    assert!(files_of(folder.path(), "played").is_empty());
    // A script does not end the game of a person.
    let mut person = Terminal::start(&["play", "cannon", "--ascii"], folder.path());
    person.sees("light> ");
    person.line("e10");
    person.sees("dark> ");
    person.leave();
    for _ in 0..2 {
        assert_eq!(resumed(folder.path()), ["light e10"]);
    }
    let said = linstock(&["play", "--resume=3"], folder.path())
        .output()
        .expect("ran");
    assert_eq!(said.status.code(), Some(2));
}

#[test]
fn the_save_of_another_game_is_replaced_only_if_somebody_says_so() {
    let folder = tempfile::tempdir().expect("made");
    let save = folder.path().join("x.save");
    let save = save.display();
    let play = |seed, script: &str| {
        transcript_in(folder.path(), &["play", "cannon", "--seed", seed], script)
    };
    let said = play(
        "1",
        &format!("e10\nsave {save}\ne1\nsave {save}\nundo 2\nb10\nsave {save}\n"),
    );
    assert_eq!(said.matches("saved to").count(), 3, "{said}");
    let said = play("2", &format!("b10\nsave {save}\n"));
    assert!(
        said.contains("holds another game: cannon, 1 move; `save! "),
        "{said}"
    );
    assert!(!said.contains("saved to"), "{said}");
    let mut terminal =
        Terminal::start(&["play", "cannon", "--seed", "2", "--ascii"], folder.path());
    terminal.sees("light> ");
    terminal.line("e10");
    terminal.sees("dark> ");
    terminal.line(&format!("save {save}"));
    terminal.sees("replace it? [y/N] ");
    terminal.line("n");
    terminal.sees("nothing was saved");
    terminal.leave();
    let said = play(
        "2",
        &format!("e10\nsave! {save}\nload {save}\ne1\nsave {save}\n"),
    );
    assert_eq!(said.matches("saved to").count(), 2, "{said}");
}

#[test]
fn a_signal_leaves_the_terminal_as_it_was() {
    let folder = tempfile::tempdir().expect("made");
    let mut terminal = Terminal::start(&["play", "cannon", "--ascii"], folder.path());
    terminal.sees("light> ");
    assert!(!terminal.is_cooked());
    terminal.signal("TERM");
    terminal.sees("\x1b[?2004l");
    assert!(terminal.is_cooked());
}

#[test]
fn a_long_count_shows_how_far_it_is() {
    let folder = tempfile::tempdir().expect("made");
    let mut terminal = Terminal::start(&["perft", "cannon", "--depth", "9"], folder.path());
    terminal.sees("counted so far: ");
    terminal.kill("KILL");
}

#[test]
fn keys_typed_ahead_are_read() {
    let folder = tempfile::tempdir().expect("made");
    let mut terminal = Terminal::start(&["play", "cannon", "--ascii"], folder.path());
    terminal.sees("light> ");
    terminal.keys("e10\re1\rb9-a8\rhistory\r");
    terminal.sees("3. light b9-a8");
    terminal.leave();
}

/// After Ctrl-Z the terminal reads lines; when the program goes on, its editor reads keys again.
#[test]
fn a_stopped_program_leaves_the_terminal_as_it_was() {
    let folder = tempfile::tempdir().expect("made");
    let mut terminal = Terminal::start(&["play", "cannon", "--seed", "1"], folder.path());
    terminal.sees("light>");
    let waits = |terminal: &Terminal, cooked: bool, signal: Option<&str>| {
        let until = std::time::Instant::now() + PATIENCE;
        while terminal.is_cooked() != cooked {
            assert!(std::time::Instant::now() < until, "cooked is not {cooked}");
            if let Some(signal) = signal {
                terminal.signal(signal);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    waits(&terminal, false, None);
    for key in [false, true] {
        if key {
            terminal.keys("\x1a");
        } else {
            terminal.signal("TSTP");
        }
        waits(&terminal, true, None);
        // It stops a moment after it has put the terminal back. What tells it before that moment to go on is lost.
        waits(&terminal, false, Some("CONT"));
    }
    terminal.line("b10");
    terminal.sees("dark>");
    terminal.leave();
}

#[test]
fn an_older_game_is_told_of() {
    let folder = tempfile::tempdir().expect("made");
    let mut terminal = Terminal::start(&["play", "cannon", "--seed", "1"], folder.path());
    terminal.sees("light>");
    terminal.line("b10");
    terminal.sees("dark>");
    terminal.kill("KILL");
    let mut terminal = Terminal::start(&["play", "cannon", "--seed", "2"], folder.path());
    terminal.sees("An older game is kept: cannon, 1 move");
    terminal.sees("`linstock play cannon --resume` goes on with it.");
    terminal.sees("light>");
    terminal.leave();
    // Another game is not meant.
    let mut terminal = Terminal::start(&["play", "cannon-de"], folder.path());
    terminal.sees(". Type a move");
    terminal.leave();
}

#[test]
fn a_damaged_game_is_told_of_and_not_passed_over() {
    let folder = tempfile::tempdir().expect("made");
    for (seed, moves) in [("2", "random 9"), ("3", "random 2")] {
        let mut terminal = Terminal::start(&["play", "cannon", "--seed", seed], folder.path());
        terminal.sees("light>");
        terminal.line(moves);
        terminal.sees(" to move");
        terminal.kill("KILL");
        make_older(folder.path(), "cannon-");
    }
    let written = |path: &PathBuf| {
        path.metadata()
            .and_then(|file| file.modified())
            .expect("a time")
    };
    let saves = files_of(folder.path(), "save");
    let last = saves
        .iter()
        .max_by_key(|path| written(path))
        .expect("two saves");
    let whole = std::fs::read(last).expect("read");
    let resume = |args: &[&str]| {
        let output = linstock(args, folder.path())
            .stdin(Stdio::null())
            .output()
            .expect("ran");
        let told = [output.stdout, output.stderr].concat();
        (
            output.status.code(),
            String::from_utf8(told).expect("UTF-8"),
        )
    };
    let cut = whole[..whole.len() / 2].to_vec();
    let longer = [whole.as_slice(), b"x"].concat();
    let mut flipped = whole.clone();
    flipped[whole.len() / 3] ^= 1;
    for bytes in [Vec::new(), cut, longer, flipped] {
        std::fs::write(last, bytes).expect("written");
        for args in [&["play", "--resume"][..], &["play", "cannon", "--resume"]] {
            let (code, told) = resume(args);
            assert_eq!(code, Some(1), "{told}");
            assert!(told.contains("cannot go on with a damaged game"), "{told}");
            assert!(told.contains(&last.display().to_string()), "{told}");
            assert!(told.contains("  2. cannon, 9 moves"), "{told}");
        }
    }
    // The second file of the game is missing.
    std::fs::write(last, &whole).expect("written");
    let second = last.with_extension("played");
    let elsewhere = folder.path().join("second");
    std::fs::rename(&second, &elsewhere).expect("moved");
    let (code, told) = resume(&["play", "--resume"]);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains(&second.display().to_string()), "{told}");
    std::fs::rename(&elsewhere, &second).expect("moved");
    std::fs::write(last, &whole[1..]).expect("written");
    let mut terminal = Terminal::start(&["play", "cannon", "--seed", "1"], folder.path());
    terminal.sees("Linstock cannot go on with a damaged game");
    terminal.sees("An older game is kept: cannon, 9 moves");
    terminal.sees("--resume=2`");
    terminal.leave();
    let (code, told) = resume(&["play", "--resume=2"]);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("going on with cannon, 9 moves"), "{told}");
    let path = saves.iter().find(|path| *path != last).expect("two saves");
    std::fs::remove_file(path).expect("removed");
    let (_, told) = resume(&["play", "--resume"]);
    assert!(told.contains("remove the file to be rid of it"), "{told}");
    let mut terminal = Terminal::start(&["play", "cannon", "--seed", "1"], folder.path());
    terminal.sees("Linstock cannot go on with a damaged game");
    terminal.leave();
}
