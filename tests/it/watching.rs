//! `--watch`: a file of the ruleset is saved while a game is played, or after it was checked and tested.

use crate::terminal::Terminal;
use std::fs;
use std::path::{Path, PathBuf};

const RULES: &str = include_str!("fixtures/race/race.game");

/// Writes the race into a folder of its own, with a name that takes any number of steps.
fn race(folder: &Path) -> PathBuf {
    let ruleset = folder.join("race");
    fs::create_dir(&ruleset).expect("made");
    let file = ruleset.join("race.game");
    fs::write(&file, RULES).expect("written");
    file
}

/// Saves a file in one step: a program that looks at it between two steps would see that it is empty for a while.
fn saved(file: &Path, text: &str) {
    let beside = file.with_extension("new");
    fs::write(&beside, text).expect("written");
    fs::rename(&beside, file).expect("renamed");
}

fn path(file: &Path) -> String {
    format!("{}/", file.parent().expect("a folder").display())
}

#[test]
fn a_ruleset_that_is_saved_is_read_again_and_the_game_goes_on() {
    let folder = tempfile::tempdir().expect("made");
    let file = race(folder.path());
    let mut terminal = Terminal::start(
        &["play", &path(&file), "--watch", "--ascii", "--seed", "1"],
        folder.path(),
    );
    terminal.sees("red> ");
    terminal.line("walk 2");
    terminal.sees("blue> ");
    // Written over.
    fs::write(&file, RULES.replace("n in 1..2", "n in 1..4")).expect("written");
    terminal.sees("with all that was played");
    terminal.sees("+2 walk");
    // A mistake, and its end: the old rules stay.
    fs::write(&file, RULES.replace("walk, rest", "walk, rust")).expect("written");
    terminal.sees("there is no move `rust`");
    terminal.sees("under the rules as they were");
    // Written beside, and renamed.
    let beside = file.with_extension("game~");
    fs::write(&beside, RULES.replace("n in 1..2", "n in 1..3")).expect("written");
    fs::rename(&beside, &file).expect("renamed");
    terminal.sees("-1 walk");
    terminal.line("walk 3");
    terminal.sees("red> ");
    // Two saves at once: the first is never seen by itself.
    fs::write(&file, "").expect("written");
    fs::write(&file, RULES).expect("written");
    terminal.sees("`blue walk 3`");
    terminal.sees("`reload!` goes on before that move");
    terminal.line("reload!");
    terminal.sees("cannot be played under the new rules");
    terminal.sees("takes back an outcome of chance");
    terminal.line("y");
    terminal.sees("blue> ");
    terminal.line("walk 1");
    terminal.sees("red> ");
    terminal.leave();
}

/// The program reports a folder that is renamed or removed, and watches what replaces it later.
#[test]
fn a_folder_that_goes_away_and_comes_back_is_still_watched() {
    let folder = tempfile::tempdir().expect("made");
    let file = race(folder.path());
    let (ruleset, other) = (folder.path().join("race"), folder.path().join("other"));
    let watched = ["play", &path(&file), "--watch", "--ascii", "--seed", "1"];
    let mut terminal = Terminal::start(&watched, folder.path());
    terminal.sees("red> ");
    fs::rename(&ruleset, &other).expect("renamed");
    terminal.sees("under the rules as they were");
    terminal.line("walk 2");
    terminal.sees("blue> ");
    race(folder.path());
    terminal.sees("blue> ");
    fs::write(&file, RULES.replace("n in 1..2", "n in 1..4")).expect("written");
    terminal.sees("+2 walk");
    terminal.leave();
}

/// After `load` of another game, that game's files are watched.
#[test]
fn the_game_that_was_loaded_last_is_watched() {
    let folder = tempfile::tempdir().expect("made");
    let file = race(folder.path());
    let mut terminal = Terminal::start(
        &["play", &path(&file), "--ascii", "--seed", "1"],
        folder.path(),
    );
    terminal.sees("red> ");
    terminal.line("walk 2");
    terminal.sees("blue> ");
    let kept = folder.path().join("kept.json").display().to_string();
    terminal.line(&format!("save {kept}"));
    terminal.sees("blue> ");
    terminal.leave();
    let elsewhere = folder.path().join("elsewhere");
    fs::create_dir(&elsewhere).expect("made");
    let first = race(&elsewhere);
    let watched = ["play", &path(&first), "--watch", "--ascii", "--seed", "1"];
    let mut terminal = Terminal::start(&watched, folder.path());
    terminal.sees("red> ");
    terminal.line(&format!("load {kept}"));
    terminal.sees("blue> ");
    // The watch follows the game a little later: a file that is saved before that counts, too.
    saved(&file, &RULES.replace("n in 1..2", "n in 1..4"));
    terminal.sees("+2 walk");
    terminal.leave();
}

#[test]
fn deep_rules_are_read_again_as_they_are_read_at_first() {
    let folder = tempfile::tempdir().expect("made");
    let file = race(folder.path());
    let watched = ["play", &path(&file), "--watch", "--ascii"];
    let mut terminal = Terminal::start(&watched, folder.path());
    terminal.sees("red> ");
    let facts = (1..90).map(|n| format!("fact f{n} = f{} or tail is {n}\n", n - 1));
    let deep = format!("{RULES}\nfact f0 = tail < 2\n{}", facts.collect::<String>());
    let deep = deep.replace("n in 1..2", "n in 1..4\n  when f89");
    fs::write(&file, deep).expect("written");
    terminal.sees("walk 4");
    terminal.leave();
}

/// What cannot be read to its end is not waited for.
#[test]
#[cfg(unix)]
fn a_pipe_in_place_of_the_scenario_does_not_stop_the_game() {
    let folder = tempfile::tempdir().expect("made");
    let file = race(folder.path());
    let scenario = file.with_file_name("walks.scn");
    fs::write(
        &scenario,
        "for race\n\nscenario \"a walk\"\nplay wind calm; walk 2\n",
    )
    .expect("written");
    let named = scenario.display().to_string();
    let mut terminal = Terminal::start(
        &[
            "play",
            &path(&file),
            "--watch",
            "--ascii",
            "--scenario",
            &named,
            "a walk",
        ],
        folder.path(),
    );
    terminal.sees("red> ");
    fs::remove_file(&scenario).expect("removed");
    let made = std::process::Command::new("mkfifo").arg(&scenario).status();
    assert!(made.expect("run").success());
    terminal.sees("under the rules as they were");
    terminal.line("walk 2");
    terminal.sees("blue> ");
    terminal.leave();
}

/// At a shared keyboard anybody may read what is printed, so only the player to move can ask for it.
#[test]
fn at_a_shared_keyboard_a_save_is_told_and_reload_goes_on() {
    let folder = tempfile::tempdir().expect("made");
    let file = race(folder.path());
    let played = [
        "play",
        &path(&file),
        "--watch",
        "--hot-seat",
        "--ascii",
        "--seed",
        "1",
    ];
    let mut terminal = Terminal::start(&played, folder.path());
    terminal.sees("sit down");
    terminal.line("");
    terminal.sees("red> ");
    fs::write(&file, RULES.replace("n in 1..2", "n in 1..4")).expect("written");
    terminal.sees("`reload` goes on under its rules");
    terminal.line("reload");
    terminal.sees("+2 walk");
    terminal.leave();
}

#[test]
fn a_variant_file_of_a_game_inside_the_program_is_watched() {
    let folder = tempfile::tempdir().expect("made");
    let file = folder.path().join("quick.game");
    let text = "variant quick of mu-torere \"Quick\"\n";
    fs::write(&file, text).expect("written");
    let variant = file.display().to_string();
    let played = [
        "play",
        "mu-torere",
        "--variant",
        &variant,
        "--watch",
        "--ascii",
    ];
    let mut terminal = Terminal::start(&played, folder.path());
    terminal.sees("> ");
    fs::write(&file, format!("{text}set nothing 1\n")).expect("written");
    terminal.sees("under the rules as they were");
    terminal.leave();
}

#[test]
fn a_game_inside_the_program_cannot_be_watched() {
    let folder = tempfile::tempdir().expect("made");
    let out = crate::terminal::linstock(&["play", "cannon", "--watch"], folder.path()).output();
    let told = String::from_utf8(out.expect("run").stderr).expect("UTF-8");
    assert!(
        told.contains("`linstock new my-cannon --from cannon`"),
        "{told}"
    );
}

#[test]
fn what_is_new_in_a_report_is_shown_whenever_a_file_is_saved() {
    let folder = tempfile::tempdir().expect("made");
    let file = race(folder.path());
    let mut terminal = Terminal::start(&["check", &path(&file), "--watch"], folder.path());
    terminal.sees("no mistakes");
    terminal.sees("Ctrl-C ends it");
    saved(&file, &RULES.replace("walk, rest", "walk, rust"));
    terminal.sees("there is no move `rust`");
    terminal.sees("1 mistake");
    saved(&file, RULES);
    terminal.sees("mended: there is no move `rust`");
    terminal.sees("no mistakes");
    let scenarios = file.with_file_name("scenarios");
    terminal.kill("TERM");
    fs::create_dir(&scenarios).expect("made");
    let scenario = scenarios.join("walks.scn");
    let text = "scenario \"a walk\" {\n  as it falls\n}\n";
    fs::write(&scenario, text).expect("written");
    let mut terminal = Terminal::start(&["test", &path(&file), "--watch"], folder.path());
    terminal.sees("Ctrl-C ends it");
    saved(&scenario, "");
    terminal.sees("0 passed, 0 failed");
    terminal.kill("TERM");
    let walk = |to: &str| {
        format!("for race\n\nscenario \"a walk\"\nplay wind calm\nexpect {to} to move\n")
    };
    fs::write(&scenario, walk("red")).expect("written");
    let accept = ["test", &path(&file), "--accept"];
    let accepted = crate::terminal::linstock(&accept, folder.path()).output();
    assert!(accepted.expect("run").status.success());
    let mut terminal = Terminal::start(&["test", &path(&file), "--watch"], folder.path());
    terminal.sees("Ctrl-C ends it");
    saved(&scenario, &walk("blue"));
    terminal.sees("\"a walk\" failed");
    terminal.sees("1 failed");
    saved(&scenario, &walk("red"));
    terminal.sees("passes again: a walk");
    saved(&scenario, &walk("red").replace("expect", "expct"));
    terminal.sees("\"a walk\" was not run");
    saved(&scenario, &walk("red"));
    terminal.sees("passes again: a walk");
    terminal.kill("TERM");
}
