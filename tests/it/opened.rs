//! Positions of scenarios, opened: by the program, by the engine, and in `setup`; saves that are played again.

use crate::protocol::Engine;
use crate::terminal::{Terminal, linstock, transcript, transcript_in};
use expectrl::{Eof, Expect};
use std::path::{Path, PathBuf};

/// A game with a board, zones, and remembered values of each type.
const POTS: &str = r#"game pots "Pots"
players ann, bob
board 3 x 3
piece man "m"
list coin (copies) { gold 5; lead 2 }
zone bank { holds coin by copies; open }
zone purse of player { holds coin; open }
remember { left = 3; starter = ann; marked = no; paid of player = 0 }
score of p = size of purse of p
move step "{here}-{there}" {
  here in own man
  there in next to here and empty
  when left > 0
  here -> there
  left = left - 1
}
move pay "pay {coins}" {
  coins in 2 of bank
  when starter is me and not marked
  coins: bank -> purse of me
  paid of me = paid of me + 1
}
move end "end" { left = 3 }
move add "add {there}" {
  there in empty
  when left > 99
  man: box -> there
}
play {
  man: box -> a1
  must no (man and b2) "b2 is a lake"
  phase turn {
    repeat each player {
      ask me: step, pay, end, add
      if paid of me > 4 { win me "paid" }
    }
  }
}
prompt "{left} left"
"#;

const SCENARIOS: &str = r#"for pots

scenario "In the middle"
given at turn, bob to move """
3 m . .
2 . . M
1 . . m
""" {
  left = 1; starter = bob; paid of ann = 3
  gold: bank -> purse of ann; 2 lead: bank -> purse of bob
}
play a3-b3
expect score of bob is 2

scenario "broken"
given at turn, bob to move { left = 1 }
expect a1 is
"#;

/// Writes the game and its scenarios.
fn pots() -> (tempfile::TempDir, PathBuf) {
    let place = tempfile::tempdir().expect("made");
    let folder = place.path().join("pots");
    std::fs::create_dir_all(folder.join("scenarios")).expect("made");
    std::fs::write(folder.join("pots.game"), POTS).expect("written");
    std::fs::write(folder.join("scenarios/one.scn"), SCENARIOS).expect("written");
    (place, folder)
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

#[test]
fn the_position_of_a_scenario_is_opened_saved_and_written_again() {
    let (place, folder) = pots();
    let file = text(&folder.join("scenarios/one.scn"));
    let (save, again) = (place.path().join("x.save"), place.path().join("x.scn"));
    let (save, again) = (text(&save), text(&again));
    let script = format!(
        "moves\npay lead gold\npay gold gold\na3-b3; end\nsave {save}\nnew\nload {save}\nhistory\nundo 2\n\
         scenario again {again}\nquit\n"
    );
    let args = ["play", "--ascii", "--scenario", &file, "in the middle"];
    let told = transcript_in(place.path(), &args, &script);
    insta::assert_snapshot!(told);
    let written = std::fs::read_to_string(&again).expect("written");
    assert!(
        written.contains("gold: bank -> purse of ann; 2 lead: bank -> purse of bob"),
        "{written}"
    );
    // What was written is a scenario that holds, in the ruleset's folder.
    std::fs::write(folder.join("scenarios/one.scn"), written).expect("written");
    let mut test = linstock(&["test", "--accept", &text(&folder)], place.path());
    let ran = test.output().expect("run");
    assert!(ran.status.success(), "{ran:?}");
}

#[test]
fn a_new_game_begins_where_the_scenario_does_and_a_reload_keeps_the_game() {
    let (place, folder) = pots();
    let file = text(&folder.join("scenarios/one.scn"));
    let args = ["play", "--ascii", "--scenario", &file, "in the middle"];
    let told = transcript_in(
        place.path(),
        &args,
        "a3-b3\nnew\nmoves\nreload\nmoves\na3-b3\nreload\nhistory\n",
    );
    let begun = told.matches("(7 legal moves)").count();
    assert_eq!(begun, 2, "{told}");
    let (_, kept) = told.rsplit_once("> history").expect("it was typed");
    assert!(kept.contains(" a3-b3"), "{told}");
    // A game of other rules begins at its own start.
    let save = text(&place.path().join("race.save"));
    let race = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/it/fixtures/race/race.game"
    );
    let script = format!("random 3\nsave {save}\n");
    transcript_in(place.path(), &["play", race], &script);
    let script = format!("load {save}\nnew\nmoves\n");
    let told = transcript_in(place.path(), &args, &script);
    let (_, anew) = told.rsplit_once("> new").expect("it was typed");
    assert!(anew.contains("red to move"), "{told}");
}

#[test]
fn what_cannot_be_opened_is_told() {
    let (place, folder) = pots();
    let file = text(&folder.join("scenarios/one.scn"));
    for (title, told) in [
        ("in the midle", "did you mean `In the middle`?"),
        ("broken", "error[E0147]: "),
    ] {
        let mut play = linstock(&["play", "--scenario", &file, title], place.path());
        let ran = play.output().expect("run");
        assert_eq!(ran.status.code(), Some(1), "{ran:?}");
        let said = String::from_utf8_lossy(&ran.stderr);
        assert!(said.contains(told), "{said}");
    }
    let args = ["play", "cannon", "--scenario", &file, "in the middle"];
    let ran = linstock(&args, place.path()).output().expect("run");
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(said.contains("these scenarios are for `pots`"), "{said}");
}

#[test]
fn an_engine_begins_where_a_scenario_does() {
    let (_place, folder) = pots();
    let game = text(&folder);
    let file = text(&folder.join("scenarios/one.scn"));
    let mut engine = Engine::start();
    let new = serde_json::json!({
        "cmd": "new", "game": game, "scenario": {"file": file, "title": "in the middle"}
    });
    let begun = engine.done(&new.to_string());
    assert_eq!(begun["to_move"], serde_json::json!(["bob"]));
    let moves = engine.done(r#"{"cmd":"moves"}"#)["moves"].to_string();
    assert!(
        moves.contains("pay gold lead") || moves.contains("pay gold gold"),
        "{moves}"
    );
    engine.done(r#"{"cmd":"play","move":"a3-b3"}"#);
    let save = engine.done(r#"{"cmd":"save"}"#)["save"].clone();
    let hash = engine.done(r#"{"cmd":"state"}"#)["hash"].clone();
    let mut other = Engine::start();
    let load = serde_json::json!({"cmd": "load", "save": save});
    assert_eq!(other.done(&load.to_string())["hash"], hash);
    // The text of a scenario can be sent as well, also to an engine that reads no files.
    let inline = |text: &str| {
        serde_json::json!({
            "cmd": "new", "game": "cannon", "scenario": {"text": text, "title": "x"}
        })
        .to_string()
    };
    let mut closed = Engine::start_with(&["--no-files"]);
    let start = "for cannon\n\nscenario \"x\"\nset shift-limit 3\n";
    assert_eq!(closed.done(&inline(start))["options"]["shift-limit"], "3");
    for (request, code) in [
        (new.to_string(), "bad-option"),
        (inline("for cannon\n\nscenario \"y\"\n"), "bad-rules"),
        (inline("for hex"), "bad-rules"),
        (
            r#"{"cmd":"new","game":"cannon","scenario":{"file":"/x.scn","title":"x"}}"#.to_owned(),
            "bad-option",
        ),
        (
            r#"{"cmd":"new","game":"cannon","scenario":{"title":"x"}}"#.to_owned(),
            "bad-request",
        ),
        (
            r#"{"cmd":"new","game":"cannon","scenario":"x"}"#.to_owned(),
            "bad-request",
        ),
        (
            r#"{"cmd":"new","game":"cannon","players":2,"scenario":{"text":"","title":"x"}}"#
                .to_owned(),
            "bad-request",
        ),
    ] {
        let answer = closed.ask(&request);
        assert_eq!(answer["error"]["code"], code, "{request} {answer}");
    }
    let mut bound = Engine::start_with(&["--seat", "light"]);
    assert_eq!(bound.ask(&inline(start))["error"]["code"], "bad-request");
}

#[test]
fn a_set_up_reads_a_given_and_what_the_program_draws() {
    let (place, folder) = pots();
    let game = text(&folder);
    let given = "given at turn, bob to move \"\"\"\n3 m . .\n1 M . .\n\"\"\" {\n\n  left = 2\n  gold: bank -> purse of bob\n}\n";
    let script = format!("setup\n{given}\nresult\nsetup\ngiven at trun, bob to move\n\nquit\n");
    let told = transcript_in(place.path(), &["play", &game, "--ascii"], &script);
    insta::assert_snapshot!(told);
}

#[test]
fn what_the_program_draws_is_read_by_setup() {
    for (game, answers) in [
        ("cannon", "light\nplacement\n"),
        ("cannon-ball", "south\nturn\n"),
        ("examples/breakthrough", "white\n"),
        ("cannonball-colony", "red\nlanding\n"),
    ] {
        let args = ["play", game, "--ascii", "--seed", "1"];
        let board = |shown: &str| {
            let table = shown.rsplit("view\n").next().unwrap_or_default();
            let rows = table.lines().filter(|line| !line.trim().is_empty());
            let own = |line: &&str| {
                line.starts_with(' ') || line.starts_with(|c: char| c.is_ascii_digit())
            };
            let rows = rows.take_while(own).map(|line| format!("{line}\n"));
            rows.collect::<String>()
        };
        let drawn = board(&transcript(&args, "view\n"));
        assert!(drawn.lines().count() > 7, "{drawn}");
        let script = format!("setup\n{drawn}\n{answers}view\n");
        let again = transcript(&args, &script);
        assert!(!again.contains("nothing has changed"), "{again}");
        assert_eq!(board(&again), drawn);
    }
}

#[test]
fn a_mistake_in_a_set_up_keeps_what_was_drawn() {
    let (place, folder) = pots();
    let game = text(&folder);
    let script =
        "setup\nm . .\n. q .\n. . M\n\nhistory\nsetup\n2 . . .\n\nbbo\nsetup\n\nbob\nmoves\n";
    let told = transcript_in(place.path(), &["play", &game, "--ascii"], script);
    insta::assert_snapshot!(told);
    let mut terminal = Terminal::start(&["play", &game, "--ascii"], place.path());
    terminal.sees("left> ");
    terminal.line("setup");
    for row in ["m . .", ". q .", ". . M", ""] {
        terminal.sees("| ");
        terminal.line(row);
    }
    terminal.sees("`q` on b2 is no piece");
    terminal.sees("takes the place of that row");
    terminal.line("2 . . .");
    terminal.sees("| ");
    terminal.line("");
    terminal.sees("who moves?");
    terminal.line("bbo");
    terminal.sees("the answer is one of ann, bob");
    terminal.line("bob");
    terminal.sees("bob: 3 left> ");
    terminal.leave();
}

#[test]
fn impossible_positions_are_refused() {
    let (_place, folder) = pots();
    let scenarios = "for pots\n\nscenario \"a lake\"\ngiven at turn, ann to move \"\"\"\n2 . M .\n\"\"\"\n\n\
                     scenario \"whose\"\ngiven at turn, ann to move { man: box -> c3 }\n\n\
                     scenario \"undrawn\"\ngiven at turn, ann to move { ann man: box -> b2 }\n\n\
                     scenario \"good\"\ngiven at turn, ann to move { bob man: box -> c3 }\nexpect c3 is bob man\n";
    let mut bench = linstock_runner(&folder);
    let report = bench.run("x.scn", scenarios);
    let found: Vec<_> = report
        .scenarios
        .iter()
        .map(|s| s.found.render(&report.sources, linstock::Style::Plain))
        .collect();
    insta::assert_snapshot!(found.join("\n"));
}

fn linstock_runner(folder: &Path) -> linstock::ScenarioRunner {
    let text = std::fs::read_to_string(folder.join("pots.game")).expect("read");
    linstock::ScenarioRunner::new(linstock::Sources::from([("pots.game", text)]))
        .unwrap_or_else(|found| panic!("{found:?}"))
}

#[test]
fn a_save_of_other_rules_is_played_again_as_far_as_it_goes() {
    let (place, folder) = pots();
    let game = text(&folder);
    let save = text(&place.path().join("x.save"));
    let script = format!("a1-b1\nend\npay gold lead\nsave {save}\n");
    transcript_in(place.path(), &["play", &game, "--ascii"], &script);
    // Now a move of theirs is gone.
    let changed = POTS.replace("coins in 2 of bank", "coins in 1 of bank");
    std::fs::write(folder.join("pots.game"), changed).expect("written");
    let told = transcript_in(
        place.path(),
        &["play", &game, "--ascii"],
        &format!("load {save}\nhistory\nload! {save}\nhistory\n"),
    );
    insta::assert_snapshot!(told);
    let mut terminal = Terminal::start(&["play", &game, "--ascii"], place.path());
    terminal.sees("left> ");
    for (answer, end) in [
        ("", "nothing was loaded"),
        ("y", "of 3 moves were played again"),
    ] {
        terminal.line(&format!("load {save}"));
        terminal.sees("[y/N] ");
        terminal.line(answer);
        terminal.sees(end);
    }
    terminal.leave();
}

/// In a folder of house rules `load!` tries what they do to a game that was played without them.
#[test]
fn a_save_of_the_plain_game_is_played_again_under_the_house_rules_at_hand() {
    let (place, folder) = pots();
    let game = text(&folder);
    let save = text(&place.path().join("x.save"));
    let script = format!("a1-b1\nend\npay gold lead\nsave {save}\n");
    transcript_in(place.path(), &["play", &game, "--ascii"], &script);
    let house = folder.join("poor.game");
    let rule = "variant poor of pots \"Poor\"\nreplace move pay \"pay {coins}\" {\n  coins in 1 of bank\n  when starter is me\n  coins: bank -> purse of me\n}\n";
    std::fs::write(&house, rule).expect("written");
    let varied = ["play", &game, "--variant", "poor", "--ascii"];
    let script = format!("load! {save}\nhistory\nreload\n");
    let told = transcript_in(place.path(), &varied, &script);
    assert!(told.contains("as they are played here, 2 of 3"), "{told}");
    assert!(told.contains("of 3 moves were played again"), "{told}");
    // `load` plays it as it was played.
    let script = format!("load {save}\nhistory\n");
    let told = transcript_in(place.path(), &varied, &script);
    assert!(told.contains("pay gold lead"), "{told}");
}

#[test]
fn a_kept_game_of_other_rules_says_how_it_is_played_again() {
    let (place, folder) = pots();
    let game = text(&folder);
    let mut kept = Terminal::start(&["play", &game, "--ascii"], place.path());
    kept.sees("left> ");
    kept.line("a1-b1");
    kept.sees("bob: 2 left> ");
    kept.leave();
    let changed = POTS.replace("coins in 2 of bank", "coins in 1 of bank");
    std::fs::write(folder.join("pots.game"), changed).expect("written");
    let resumed = linstock(&["play", "--resume"], place.path()).output();
    let told = String::from_utf8_lossy(&resumed.expect("run").stderr).into_owned();
    let path = told
        .split("`load! ")
        .nth(1)
        .and_then(|rest| rest.split('`').next());
    let path = path.unwrap_or_else(|| panic!("{told}"));
    let script = format!("load! {path}\nhistory\n");
    let again = transcript_in(place.path(), &["play", &game, "--ascii"], &script);
    assert!(again.contains("   1. ann a1-b1\n"), "{again}");
}

#[test]
fn things_that_are_named_together_may_be_typed_in_any_order() {
    let (place, folder) = pots();
    let game = text(&folder);
    let told = transcript_in(
        place.path(),
        &["play", &game, "--ascii"],
        "why pay lead gold\npay lead gold\nhistory\npay lead silver\npass\nbank\nquit\n",
    );
    insta::assert_snapshot!(told);
}

#[test]
fn a_game_is_kept_or_asked_about_when_it_is_left() {
    let (place, folder) = pots();
    let game = text(&folder);
    let mut kept = Terminal::start(&["play", &game, "--ascii"], place.path());
    kept.sees("left> ");
    kept.line("a1-b1");
    kept.sees("left> ");
    kept.line("quit");
    kept.sees("this game is kept: `linstock play --resume` goes on with it");
    kept.session.expect(Eof).expect("ended");
    // Where nothing can be kept, it would be lost.
    let broken = tempfile::tempdir().expect("made");
    std::fs::write(broken.path().join("state"), "").expect("written");
    let mut lost = Terminal::start(&["play", &game, "--ascii"], broken.path());
    lost.sees("left> ");
    lost.line("a1-b1");
    lost.sees("left> ");
    lost.line("quit");
    lost.sees("leave it? [y/N] ");
    lost.line("n");
    lost.sees("left> ");
    lost.line(&format!("save {}", text(&broken.path().join("x.save"))));
    lost.sees("saved to");
    lost.leave();
}
