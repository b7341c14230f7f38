//! All jumps of a turn typed as one text: with all points, or with the first and the last alone.

use crate::terminal::transcript;
use std::fs;
use std::path::Path;

/// The number of recorded games that are typed.
const GAMES: usize = 8;

fn records(name: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/peers/games/{name}.txt"));
    let text = fs::read_to_string(path).expect("a record");
    let mut parts = text.split("\ngame ");
    let head = parts.next().expect("a head").lines();
    let set = head.filter_map(|line| Some(format!("--set={}", line.strip_prefix("set ")?)));
    let games = parts.map(|part| {
        let moves = part.lines().nth(1).expect("moves");
        moves.split("; ").map(str::to_owned).collect()
    });
    (set.collect(), games.take(GAMES).collect())
}

/// Joins jumps of a piece that goes on: `c3xe5`, `e5xg7` is `c3xe5xg7`.
fn chains(moves: &[String]) -> Vec<String> {
    let mut joined: Vec<String> = Vec::new();
    for mv in moves {
        let on = mv.split_once('x').filter(|(here, _)| {
            let last = joined.last().map_or("", String::as_str);
            last.contains('x') && last.ends_with(&format!("x{here}"))
        });
        match (on, joined.last_mut()) {
            (Some((_, there)), Some(last)) => *last = format!("{last}x{there}"),
            _ => joined.push(mv.clone()),
        }
    }
    joined
}

/// Types the recorded games in both ways, and expects the same games.
fn typed_in_one(name: &str) {
    let (set, games) = records(name);
    let mut longer = 0;
    for moves in &games {
        let mut args = vec!["play", name];
        args.extend(set.iter().map(String::as_str));
        let chains = chains(moves);
        longer += moves.len() - chains.len();
        let play = |moves: &[String]| {
            let told = transcript(&args, &format!("{}\nhistory\nquit\n", moves.join("\n")));
            let (_, end) = told
                .rsplit_once("> history")
                .unwrap_or_else(|| panic!("{told}"));
            end.to_owned()
        };
        let (one_by_one, in_one) = (play(moves), play(&chains));
        assert!(one_by_one.contains(&moves[moves.len() - 1]), "{one_by_one}");
        assert_eq!(one_by_one, in_one, "{chains:?}");
    }
    assert!(longer > GAMES, "{name}: only {longer} jumps go on");
}

#[test]
fn recorded_games_of_english_draughts_are_the_same_with_whole_chains() {
    typed_in_one("english-draughts");
}

#[test]
fn recorded_games_of_international_draughts_are_the_same_with_whole_chains() {
    typed_in_one("international-draughts");
}

/// Types a line in a position, then `history`; returns both answers without the boards.
fn typed(game: &str, position: &str, line: &str) -> String {
    let folder = tempfile::tempdir().expect("made");
    let file = folder.path().join("chain.scn");
    let scenario = format!("for {game}\nscenario \"chain\"\n{position}\n");
    fs::write(&file, scenario).expect("written");
    let file = file.to_string_lossy().into_owned();
    let told = transcript(
        &["play", game, "--scenario", &file, "chain"],
        &format!("{line}\nhistory\nquit\n"),
    );
    let (_, answer) = told.split_once("> ").expect("a question");
    let is_drawn = |line: &&str| line.contains('|') || line.contains("+---");
    let lines: Vec<_> = answer.lines().filter(|line| !is_drawn(line)).collect();
    lines.join("\n")
}

/// A king that may take the two on the left or the two on the right, and comes to the same square.
const TWO_WAYS: &str = r#"given at turn, black to move """
  8 . . . . . . . .
  7 . . . . . . . .
  6 . . . . . . . .
  5 . . . . . . . .
  4 . . o . o . . .
  3 . . . . . . . .
  2 . . o . o . . .
  1 . . . K . . . .
    a b c d e f g h
""""#;

#[test]
fn a_chain_of_which_only_the_ends_are_typed_asks_which_way() {
    insta::assert_snapshot!(typed("english-draughts", TWO_WAYS, "d1xd5"));
    insta::assert_snapshot!(typed("english-draughts", TWO_WAYS, "d1xf3xd5"));
}

#[test]
fn a_chain_with_one_way_is_played_from_its_ends() {
    let position = TWO_WAYS.replace("2 . . o . o", "2 . . o . .");
    let told = typed("english-draughts", &position, "d1xd5");
    assert!(told.contains("1. black d1xb3\n   2. black b3xd5"), "{told}");
}

/// Two can be taken on the right, one alone on the left. What was jumped over leaves the board at the end.
const MOST: &str = r#"given at turn, white to move """
 10 . . . . . . . . . .
  9 . . . . . . . . . .
  8 . . . . . . . . . .
  7 . . . . . . . . . .
  6 . . . . . o . . . .
  5 . . . . . . . . . .
  4 . . . o . o . o . .
  3 . . . . O . . . . .
  2 . . . . . . . . . .
  1 O . . . . . . . . .
    a b c d e f g h i j
""""#;

#[test]
fn of_a_chain_that_must_be_the_longest_nothing_is_left_out() {
    insta::assert_snapshot!(typed("international-draughts", MOST, "e3xg5xe7"));
    insta::assert_snapshot!(typed("international-draughts", MOST, "e3xe7"));
    insta::assert_snapshot!(typed("international-draughts", MOST, "e3xc5"));
}

#[test]
fn a_chain_that_may_be_ended_is_played_up_to_the_question() {
    let position = r#"given at turn, red to move """
 17 .
 16 . .
 15 . . .
 14 . . . .
 13 . . . . . . . . . . . . .
 12 . . . . . . . . . . . .
 11 . . . . . . . . . . .
 10 . . . . . . . . . .
  9 . . . . . . . . .
  8 . . . . . . . . . .
  7 . . . . . . . . . . .
  6 . . . . . . . . . . . .
  5 . . . . . . . o . . . . .
  4 O O . .
  3 . . .
  2 . .
  1 .
""""#;
    insta::assert_snapshot!(typed("chinese-checkers", position, "e4/i6"));
}
