//! Computer players: `linstock match`, and `--bot`, `hint`, `autoplay` and `bot` in a game.

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};

const TIC_TAC_TOE: &str = "examples/tic-tac-toe/";
const BREAKTHROUGH: &str = "examples/breakthrough/";

fn run(args: &[&str], input: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_linstock"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("begun");
    let mut typed = program.stdin.take().expect("piped");
    // A program that refuses its arguments does not read.
    let _ = typed.write_all(input.as_bytes());
    drop(typed);
    program.wait_with_output().expect("ended")
}

fn out(args: &[&str], input: &str) -> String {
    let output = run(args, input);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn trouble(args: &[&str], code: i32) -> String {
    let output = run(args, "");
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    String::from_utf8(output.stderr).expect("UTF-8")
}

fn match_of(args: &[&str]) -> Value {
    let text = out(&[&["match"], args, &["--json"]].concat(), "");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn a_match_is_the_same_for_any_number_of_threads() {
    let of = |threads: &str| {
        match_of(&[
            BREAKTHROUGH,
            "tree:30",
            "plain-tree:30",
            "--games",
            "6",
            "--seed",
            "4",
            "--threads",
            threads,
        ])
    };
    let one = of("1");
    assert_eq!(one["games"], 6);
    assert_eq!(one, of("3"));
}

#[test]
fn a_search_beats_random_play() {
    for player in ["tree:200", "plain-tree:400", "alpha-beta:2000"] {
        let played = match_of(&[
            BREAKTHROUGH,
            player,
            "random",
            "--games",
            "10",
            "--seed",
            "1",
        ]);
        let wins = played["wins"].as_u64().expect("a number");
        assert!(wins >= 9, "{player}: {played}");
    }
}

#[test]
fn nobody_wins_tic_tac_toe_against_a_search() {
    for player in ["tree:3000", "alpha-beta:20000"] {
        let args = [
            TIC_TAC_TOE,
            player,
            "random",
            "--opening",
            "0",
            "--games",
            "40",
        ];
        let played = match_of(&[&args[..], &["--seed", "2"]].concat());
        assert_eq!(played["losses"], 0, "{player}: {played}");
    }
}

#[test]
fn a_report_names_shares_with_their_interval() {
    let args = [
        "match",
        TIC_TAC_TOE,
        "random",
        "random",
        "--games",
        "40",
        "--seed",
        "3",
    ];
    insta::assert_snapshot!(out(&args, ""));
}

#[test]
fn wrong_players_are_refused() {
    let told = trouble(&["match", "cannon", "bset", "random"], 2);
    assert!(told.contains("there is no player `bset`"), "{told}");
    let told = trouble(&["play", "cannon", "--bot", "blue=best"], 2);
    assert!(told.contains("blue"), "{told}");
}

#[test]
fn the_computer_answers_a_move_and_takes_its_answer_back() {
    let args = ["play", TIC_TAC_TOE, "--bot", "o=tree:200", "--seed", "1"];
    let input =
        "b2\nhistory\nundo\nhistory\nhint\nautoplay 20\nresult\nhint\nautoplay\nbot\nbot o off\n";
    let told = out(&args, input);
    let history = told.split("   1. x b2").nth(1).expect("listed");
    assert!(history.trim_start().starts_with("2. o "), "{told}");
    assert!(told.contains("nothing was played yet"), "{told}");
    assert!(told.contains("win share"), "{told}");
    assert!(
        told.contains("there is nothing to choose: the game is over"),
        "{told}"
    );
    assert!(told.contains("o: the computer plays (tree:200)"), "{told}");
    assert!(told.contains("o: a person plays"), "{told}");
}

#[test]
fn the_computer_plays_a_whole_game_alone() {
    let args = [
        "play",
        TIC_TAC_TOE,
        "--bot",
        "x=tree:50",
        "--bot",
        "o=random",
        "--seed",
        "1",
    ];
    let told = out(&args, "result\n");
    assert!(
        told.contains("over>") || told.contains("wins") || told.contains("draw"),
        "{told}"
    );
}

#[test]
fn a_player_plays_games_with_secrets() {
    let dice = [
        "examples/liars-dice/",
        "tree:150",
        "random",
        "--games",
        "12",
        "--seed",
        "1",
    ];
    let played = match_of(&dice);
    let wins = played["wins"].as_u64().expect("a number");
    assert!(wins >= 6, "{played}");
}

#[test]
fn people_do_not_see_what_the_computer_holds() {
    let args = [
        "play",
        "kuhn-poker",
        "--bot",
        "ben=random",
        "--seed",
        "1",
        "--ascii",
    ];
    let told = out(&args, "view\nview ben\n");
    assert!(
        told.contains("sees the table with his own eyes only"),
        "{told}"
    );
    assert!(told.contains("ann, sit down"), "{told}");
}

#[test]
fn a_waiting_computer_keeps_its_secrets() {
    // Ann is the computer and begins. After `back to 2`, it is Ann's turn again, and people are not told what Ann may do.
    let args = [
        "play",
        "leduc-poker",
        "--bot",
        "ann=random",
        "--seed",
        "1",
        "--ascii",
        "--practice",
    ];
    let told = out(
        &args,
        "back to 2\nhint\nmoves\ncheck\nwhy raise\nview ann\nautoplay\n",
    );
    for line in told.lines() {
        assert!(!line.contains("deal ann "), "{line}");
    }
    assert!(told.contains("people may not see what it holds"), "{told}");
    assert!(!told.contains("win share"), "{told}");
}
