//! Several players at one keyboard: nobody sees what he may not know, and nobody chooses for another.

use crate::terminal::{Terminal, linstock, transcript};
use expectrl::Expect;
use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::Stdio;

const BUSTER: [&str; 7] = [
    "play",
    "cannon-buster",
    "--players",
    "3",
    "--hot-seat",
    "--seed",
    "5",
];

/// Clears the screen before the next player sits down.
const CLEAR_SCREEN: &str = "\x1b[2J\x1b[3J\x1b[H";

#[test]
fn a_line_stops_at_the_change_of_seat() {
    for rest in [
        "keep destroyer destroyer destroyer",
        "keep captain captain captain",
        "hit all",
        "zz",
        "keep",
    ] {
        let said = transcript(
            &BUSTER,
            &format!("keep merchant merchant trader; {rest}\nhistory\n"),
        );
        assert!(
            said.contains("the rest of what was typed was not read: now b chooses\nb, sit down"),
            "{said}"
        );
        // What was played stays, and the rest is neither played nor judged.
        let after = said.split("b, sit down").nth(1).expect("b sits down");
        assert!(
            after.contains("29. a keep\n") && !after.contains("30."),
            "{said}"
        );
        for told in [
            "there is no destroyer",
            "looks like",
            "is no move",
            "not a legal",
        ] {
            assert!(!said.contains(told), "{said}");
        }
    }
}

#[test]
fn a_line_that_is_refused_before_the_change_of_seat_tells_nothing_of_the_rest() {
    let script =
        "keep destroyer destroyer destroyer; keep captain captain captain\nkeep; hit all\n";
    let said = transcript(&BUSTER, script);
    assert!(
        said.contains("there is no destroyer in the hand of a"),
        "{said}"
    );
    assert!(
        !said.contains("of b: gold") && !said.contains("b, sit down"),
        "{said}"
    );
}

#[test]
fn random_moves_stop_at_the_change_of_seat() {
    let said = transcript(&BUSTER, "random 9\nhistory\n");
    assert!(said.contains("b, sit down"), "{said}");
    assert!(!said.contains("c, sit down"), "{said}");
    let script = "random 400\n".repeat(400) + "result\n";
    let said = transcript(&BUSTER, &script);
    let end = said.split("over> result").nth(1).expect("the game ends");
    assert!(end.contains("wins"), "{end}");
}

/// From which move on the cards fell otherwise under another pack tells what was dealt to others.
#[test]
fn options_stay_as_they_are_where_hands_are_hidden() {
    let said = transcript(&BUSTER, "set cannon-split 5 3 2\nset! draws 8 8 7 6 5 4\n");
    let refused = "the options of this game stay as they are";
    assert_eq!(said.matches(refused).count(), 2, "{said}");
    assert!(!said.contains("fell otherwise"), "{said}");
    let open = transcript(
        &["play", "cannon", "--hot-seat", "--seed", "1"],
        "random 1\nset shift-limit 3\n",
    );
    assert!(open.contains("shift-limit is 3 now"), "{open}");
}

/// Bets, answers so, types a command, and returns how many cards are named from the answer on.
fn cards_told(answer: &str, command: &str) -> usize {
    let args = ["play", "kuhn-poker", "--hot-seat", "--seed", "3"];
    let said = transcript(&args, &format!("bet\n{answer}\n{command}\n"));
    let (_, told) = said
        .split_once(&format!("> {answer}\n"))
        .expect("it is answered");
    assert!(told.contains("over> "), "{said}");
    let cards = ["jack", "queen", "king"];
    cards.iter().filter(|card| told.contains(**card)).count()
}

#[test]
fn the_end_of_a_game_shows_what_the_rules_have_shown_and_no_more() {
    // Who folds lays no card open, and the table of the end is for all.
    for command in [
        "view", "history", "explain", "clauses", "why over", "result",
    ] {
        assert_eq!(cards_told("fold", command), 0, "{command}");
    }
    // A player may reveal his own cards.
    assert_eq!(cards_told("fold", "view ben"), 1);
    // Behind a call the rules show both.
    assert_eq!(cards_told("call", "view"), 2);
}

#[test]
fn what_is_typed_ahead_is_not_read_by_the_next_player() {
    let folder = tempfile::tempdir().expect("made");
    let mut terminal = Terminal::start(&BUSTER, folder.path());
    terminal.sees("a, sit down");
    terminal.keys("\r");
    terminal.sees("keep?> ");
    // Several lines at once, as a paste without brackets.
    terminal.keys("keep merchant merchant trader\r\rkeep captain captain captain\r\rhistory\r");
    terminal.sees(CLEAR_SCREEN);
    terminal.sees("b, sit down and press Enter ");
    // Completion offers nothing of a's, nor anything of b's before he sits there.
    terminal.keys("keep \t\t");
    terminal.keys("\x15");
    // What is typed there is not read, and that is said.
    terminal.line("keep merchant captain captain");
    terminal.sees("this was not read: press Enter alone first");
    terminal.sees("b, sit down and press Enter ");
    terminal.keys("\r");
    terminal.sees("hand of b: cannon-thief");
    terminal.sees("keep?> ");
    terminal.line("history");
    terminal.sees("29. a keep");
    terminal.sees("keep?> ");
    // A paste in brackets is several lines, too.
    terminal.keys("\x1b[200~keep merchant captain captain\nkeep captain\nhistory\x1b[201~\r");
    terminal.sees(CLEAR_SCREEN);
    terminal.sees("the rest of what was typed was not read: now c chooses");
    terminal.sees("c, sit down and press Enter ");
    terminal.keys("\r");
    terminal.sees("keep?> ");
    terminal.leave();
}

#[test]
fn what_one_player_cut_out_the_next_cannot_paste() {
    let folder = tempfile::tempdir().expect("made");
    let mut terminal = Terminal::start(&BUSTER, folder.path());
    terminal.sees("a, sit down");
    terminal.keys("\r");
    terminal.sees("keep?> ");
    terminal.keys("secret\x15");
    terminal.line("keep merchant merchant trader");
    terminal.sees("b, sit down");
    terminal.keys("\r");
    terminal.sees("keep?> ");
    // Yanks, goes up in the history, and looks what stands there.
    terminal.keys("\x19\x1b[Azz\r");
    terminal.sees("no command, word or move `zz`");
    // After a player leaves, no hand stays on the screen.
    terminal.line("quit");
    terminal.sees(CLEAR_SCREEN);
}

#[test]
fn a_shared_keyboard_is_proposed_where_hands_are_hidden() {
    let folder = tempfile::tempdir().expect("made");
    let args = ["play", "cannon-buster", "--seed", "5"];
    let question = "do several players share this keyboard";
    let mut terminal = Terminal::start(&args, folder.path());
    terminal.sees(question);
    terminal.line("perhaps");
    terminal.sees("type y or n");
    terminal.sees(question);
    terminal.keys("\r");
    terminal.sees("a, sit down");
    terminal.kill("TERM");
    let mut terminal = Terminal::start(&args, folder.path());
    terminal.sees(question);
    terminal.line("n");
    terminal.sees("hand of b: ");
    terminal.sees("which 3 cards do you keep?> ");
    terminal.leave();
    // Where nothing is hidden, nothing is asked.
    let mut terminal = Terminal::start(&["play", "cannon"], folder.path());
    terminal.sees("Cannon. Type a move");
    terminal.leave();
}

#[test]
fn the_prompt_asks_and_the_score_adds_up_at_the_end() {
    let script = "random 400\nview\n";
    let args = ["play", "cannon-buster", "--players", "3", "--seed", "3"];
    let said = transcript(&args, script);
    assert!(said.contains("a: which 3 cards do you keep?> "), "{said}");
    assert!(said.contains("merchant (6), "), "{said}");
    let sum = "b: 9 for tokens + 1 in chests + 2 in coins + 0 for antiques = 12\n";
    let (before, after) = said.rsplit_once("random 400").expect("played");
    assert!(
        !before.contains(" for tokens") && after.contains(sum),
        "{said}"
    );
    let shown = transcript(
        &["play", "cannonball-colony", "--players", "3", "--seed", "5"],
        "view\n",
    );
    assert!(
        shown.contains("red: part a, turned by 90 degrees\n"),
        "{shown}"
    );
    assert!(
        shown.contains("nobody may land on f7, f8, g6 or h6\n"),
        "{shown}"
    );
    for hidden in ["parts:", "island:", "starter:", "part-of"] {
        assert!(!shown.contains(hidden), "{hidden}: {shown}");
    }
}

const KUHN_POKER: &str = include_str!("../../rulesets/kuhn-poker/kuhn-poker.game");

/// Plays until Ben is to move, saves other rules, types `reload`, and returns what Ben sees before he has agreed.
fn reloaded(seed: u64, shared: bool, rules: &str) -> String {
    let folder = tempfile::tempdir().expect("made");
    let file = folder.path().join("kuhn-poker.game");
    fs::write(&file, KUHN_POKER).expect("written");
    let (file, seed) = (file.display().to_string(), seed.to_string());
    let mut args = vec!["play", &file, "--seed", &seed];
    if shared {
        args.push("--hot-seat");
    }
    let mut child = linstock(&args, folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("started");
    let mut input = child.stdin.take().expect("piped");
    let mut output = BufReader::new(child.stdout.take().expect("piped"));
    // A shared keyboard shows the next hand only when another line follows.
    input.write_all(b"check\nhelp quit\n").expect("written");
    let mut line = String::new();
    while !line.starts_with("3. ann check") {
        line.clear();
        assert_ne!(output.read_line(&mut line).expect("UTF-8"), 0, "it went on");
    }
    fs::write(&file, rules).expect("written");
    input.write_all(b"reload\n").expect("written");
    drop(input);
    let mut told = String::new();
    output.read_to_string(&mut told).expect("UTF-8");
    assert!(child.wait().expect("ended").success());
    let (_, told) = told.split_once("> reload\n").expect("it was typed");
    let told = told.split("[y/N]").next().unwrap_or_default();
    let folder = folder.path().display().to_string();
    told.lines()
        .next()
        .unwrap_or_default()
        .replace(&folder, "FOLDER")
}

/// Whether chance differs under the new rules, and which move is not legal there, depends on the cards of both.
#[test]
fn reload_tells_nothing_of_the_cards_of_others() {
    let told = |shared, rules: &str| -> BTreeSet<String> {
        (1..=12).map(|seed| reloaded(seed, shared, rules)).collect()
    };
    let with_ace = KUHN_POKER.replace("king 3 }", "king 3; ace 4 }");
    assert_ne!(with_ace, KUHN_POKER);
    let open = told(false, &with_ace);
    assert!(open.len() > 1, "the cards fall alike: {open:?}");
    let hushed = told(true, &with_ace);
    let goes_on = "`FOLDER/kuhn-poker.game` was read again; the game goes on under the new rules";
    assert_eq!(Vec::from_iter(hushed), [goes_on]);
    let shy_king = KUHN_POKER.replace(
        "@KP-3 move check \"check\" {",
        "@KP-3 move check \"check\" { when king is not in hand of me else \"a king never checks\"; ",
    );
    let open = told(false, &shy_king);
    let reason = |told: &String| told.contains("move 3") && told.contains("a king never checks");
    assert!(open.iter().any(reason), "{open:?}");
    let hushed = told(true, &shy_king);
    let stops = goes_on.replace(
        "the game goes on under the new rules",
        "a move that was played cannot be played under the new rules",
    );
    assert_eq!(Vec::from_iter(hushed), [stops.as_str(), goes_on]);
}

/// Under other rules the moves of a save may stop at one that others chose, by cards that only they have.
#[test]
fn a_save_under_other_rules_tells_nothing_of_the_cards_of_others() {
    let shy = KUHN_POKER.replace(
        "@KP-3 move check \"check\" {",
        "@KP-3 move check \"check\" { when king is not in hand of me and queen is not in hand of me else \"{me} has no jack\"; ",
    );
    assert_ne!(shy, KUHN_POKER);
    let told = |seed: u64, shared: bool| {
        let folder = tempfile::tempdir().expect("made");
        let file = folder.path().join("kuhn-poker.game");
        let (game, seed) = (path(&file), seed.to_string());
        let save = path(&folder.path().join("x.save"));
        fs::write(&file, KUHN_POKER).expect("written");
        let mut args = vec!["play", &game, "--seed", &seed];
        transcript(&args, &format!("check\nsave {save}\n"));
        fs::write(&file, &shy).expect("written");
        if shared {
            args.push("--hot-seat");
        }
        let said = transcript(&args, &format!("load! {save}\n"));
        let (_, told) = said
            .split_once("again, ")
            .or_else(|| said.split_once("again"))
            .expect("loaded");
        told.lines().next().unwrap_or_default().to_owned()
    };
    let reason = |seed| told(seed, false).contains("has no jack");
    assert!((1..=4).any(reason));
    for seed in 1..=4 {
        assert!(!told(seed, true).contains("jack"), "{}", told(seed, true));
    }
}

/// The person who reads what a saved file prints need not be the player to move.
#[test]
fn a_file_that_is_saved_tells_nothing_of_cards_at_a_shared_keyboard() {
    let folder = tempfile::tempdir().expect("made");
    let file = folder.path().join("kuhn-poker.game");
    fs::write(&file, KUHN_POKER).expect("written");
    let args = ["play", &path(&file), "--seed", "3", "--watch", "--hot-seat"];
    let mut terminal = Terminal::start(&args, folder.path());
    terminal.sees("ann, sit down");
    terminal.keys("\r");
    terminal.sees("ann> ");
    terminal.line("check");
    terminal.sees("ben, sit down");
    terminal.keys("\r");
    terminal.sees("ben> ");
    let with_ace = KUHN_POKER.replace("king 3 }", "king 3; ace 4 }");
    fs::write(&file, with_ace).expect("written");
    let saved = terminal.session.expect("goes on under its rules");
    let saved = saved.expect("the answer is printed");
    let said = String::from_utf8_lossy(saved.before()).into_owned();
    let told = ["jack", "queen", "king", "fell otherwise", "was read again"];
    assert!(!told.iter().any(|told| said.contains(told)), "{said}");
    terminal.leave();
}

fn path(file: &Path) -> String {
    file.display().to_string()
}

/// Two cards are dealt to each of two players, one card at a time.
const TWO_CARDS: &str = "game hs \"Two cards each\"\nplayers a, b\nlist card { red; blue; green; white }\n\
    zone deck { holds each card; hidden }\nzone hand of player { holds card; seen by owner }\n\
    move deal \"deal {me} {k}\" { k in deck; seen by me; k: deck -> hand of me }\nmove keep \"keep\" { }\n\
    play { each player { ask chance: deal }; each player { ask chance: deal; ask me: keep } }\n";

#[test]
fn what_is_dealt_by_hand_is_not_told_at_a_shared_keyboard() {
    let folder = tempfile::tempdir().expect("made");
    let game = folder.path().join("hs.game");
    fs::write(&game, TWO_CARDS).expect("written");
    let game = game.display().to_string();
    let said = ["blue", "green"].map(|dealt| {
        // The engine deals by hand.
        let mut engine = linstock(&["engine"], folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("started");
        let requests = [
            serde_json::json!({ "cmd": "new", "game": game, "chance": "manual" }),
            serde_json::json!({ "cmd": "play", "moves": [
                { "as": "chance", "move": "deal a red" },
                { "as": "chance", "move": format!("deal b {dealt}") },
            ] }),
            serde_json::json!({ "cmd": "save" }),
        ];
        let lines: String = requests.iter().map(|one| format!("{one}\n")).collect();
        let mut input = engine.stdin.take().expect("piped");
        input.write_all(lines.as_bytes()).expect("written");
        drop(input);
        let output = engine.wait_with_output().expect("ended");
        let answers = String::from_utf8(output.stdout).expect("UTF-8");
        let last = answers.lines().last().expect("a save");
        let saved: serde_json::Value = serde_json::from_str(last).expect("JSON");
        fs::write(folder.path().join("w.save"), saved["save"].to_string()).expect("written");
        let save = folder.path().join("w.save").display().to_string();
        let script =
            format!("load {save}\nmoves\nwhy deal a blue\ndeal a blue\nload! {save}\nmoves\n");
        transcript(&["play", &game, "--hot-seat", "--seed", "1"], &script)
    });
    assert_eq!(said[0], said[1]);
    assert!(
        said[0].contains("somebody would type its outcomes of chance"),
        "{}",
        said[0]
    );
}

#[test]
fn nobody_sits_down_at_the_end_of_the_input() {
    let folder = tempfile::tempdir().expect("made");
    let game = folder.path().join("hs.game");
    fs::write(&game, TWO_CARDS).expect("written");
    let game = game.display().to_string();
    let said = transcript(&["play", &game, "--hot-seat", "--seed", "1"], "keep\n");
    assert!(said.contains("hand of a: "), "{said}");
    assert!(
        !said.contains("hand of b: red") && said.matches("hand of b: ").count() == 1,
        "{said}"
    );
}
