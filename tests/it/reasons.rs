//! The reasons that the shipped games give: one table of all refusals in their transcripts, to be read line by line.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The games whose transcripts hold refusals: all that are shipped.
const GAMES: [&str; 44] = [
    "rulesets/amazons",
    "rulesets/battleship",
    "rulesets/cannon",
    "rulesets/cannon-ball",
    "rulesets/cannon-buster",
    "rulesets/cannon-de",
    "rulesets/cannonball-colony",
    "rulesets/chess",
    "rulesets/chinese-checkers",
    "rulesets/clobber",
    "rulesets/connect-four",
    "rulesets/dots-and-boxes",
    "rulesets/english-draughts",
    "rulesets/go",
    "rulesets/gomoku",
    "rulesets/goofspiel",
    "rulesets/havannah",
    "rulesets/hearts",
    "rulesets/hex",
    "rulesets/kalah",
    "rulesets/kuhn-poker",
    "rulesets/leduc-poker",
    "rulesets/lines-of-action",
    "rulesets/mu-torere",
    "rulesets/nine-mens-morris",
    "rulesets/oware",
    "rulesets/pig",
    "rulesets/reversi",
    "rulesets/royal-game-of-ur",
    "rulesets/shogi",
    "rulesets/snakes-and-ladders",
    "rulesets/surakarta",
    "rulesets/tablut",
    "rulesets/xiangqi",
    "rulesets/y",
    "rulesets/yacht",
    "examples/breakthrough",
    "examples/liars-dice",
    "examples/tic-tac-toe",
    "rulesets/backgammon",
    "rulesets/international-draughts",
    "rulesets/lattaque",
    "rulesets/cribbage",
    "rulesets/fanorona",
];

/// Words that no reason has: a value without a name, or the text of a rule without what it came to.
const POOR: [&str; 14] = [
    "the number is",
    "may not be chosen",
    "there is no such point",
    "it is not played so",
    "does not hold in this game",
    "one of the points that are",
    " would be it",
    "is no condition",
    "a condition",
    " names: ",
    "against it",
    "1 stand ",
    " is yes",
    " is no (",
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the refusals of a game's transcripts, each once, in order.
fn refusals(game: &str) -> BTreeSet<String> {
    let folder = root().join(game).join("scenarios/snapshots");
    let transcripts = std::fs::read_dir(folder).expect("a folder of transcripts");
    let transcripts = transcripts.map(|file| file.expect("a file").path());
    let kept = transcripts.filter(|file| file.extension().is_some_and(|end| end == "snap"));
    let texts = kept.map(|file| text(&file));
    let refused = |text: String| {
        let lines = text.lines().filter_map(|line| line.strip_prefix("not "));
        lines
            .filter(|line| line.contains(": "))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    texts.flat_map(refused).collect()
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).expect("readable")
}

/// Returns what is said of each refusal in the scenarios of a file or a ruleset.
fn said(path: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_linstock"))
        .args(["test", "--reasons", path])
        .current_dir(root())
        .stdin(Stdio::null())
        .output()
        .expect("ran");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let errors = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(!text.contains("\" failed\n"), "{text}{errors}");
    assert_eq!(errors, "");
    let lines = text.lines().take_while(|line| !line.contains(".scn: \""));
    let lines = lines.filter(|line| !line.contains("passed, ") && !line.contains("scenarios, "));
    lines.map(|line| format!("{line}\n")).collect()
}

/// Returns what is said of a refused move, without the move itself, and the clauses cited.
fn reason(line: &str) -> (&str, Vec<&str>) {
    let (_, said) = line.split_once(": ").unwrap_or(("", line));
    let cited = said
        .rsplit_once(" (")
        .filter(|(_, rest)| rest.ends_with(')'));
    let Some((said, clauses)) = cited else {
        return (said, Vec::new());
    };
    (said, clauses.trim_end_matches(')').split(", ").collect())
}

#[test]
fn every_refusal_is_a_sentence_with_the_clauses_that_decide() {
    let mut table = String::new();
    let mut all = BTreeSet::new();
    for game in GAMES {
        table.push_str(&format!("{game}\n"));
        for line in refusals(game) {
            let (said, clauses) = reason(&line);
            assert!(clauses.len() <= 3, "more than three clauses: {line}");
            for poor in POOR {
                assert!(!said.contains(poor), "{poor:?} stands in {line}");
            }
            table.push_str(&format!("  {line}\n"));
            all.insert(line);
        }
    }
    assert!(all.len() >= 300, "only {} refusals", all.len());
    insta::assert_snapshot!("refusals", table);
}

/// What the program makes up in English, and must not in a game whose sheet is German.
const ENGLISH: [&str; 8] = [
    " is not ",
    " is no ",
    " stands ",
    "you cannot ",
    " would be ",
    "there is ",
    "the game is over",
    "any cannon",
];

#[test]
fn refusals_of_a_german_edition_are_german() {
    let all = refusals("rulesets/cannon-de");
    assert!(all.len() > 40, "only {} refusals", all.len());
    for line in all {
        let found = ENGLISH.iter().find(|english| line.contains(**english));
        assert_eq!(found, None, "{line}");
    }
}

/// The worst answers that were ever given, each as the title of a scenario that draws its position.
#[test]
fn what_was_said_badly_is_said_well() {
    for game in [
        "cannon",
        "cannon-ball",
        "cannon-buster",
        "cannon-de",
        "cannonball-colony",
        "english-draughts",
    ] {
        let said = said(&format!("tests/it/fixtures/reasons/{game}.scn"));
        insta::assert_snapshot!(format!("worst_answers_{game}"), said);
    }
}

/// A game without a sentence of its own: all is made up from its rules.
#[test]
fn what_is_made_up_from_the_rules_names_its_values() {
    insta::assert_snapshot!("made_up", said("tests/it/fixtures/reasons/small"));
}

/// Sets all of whose points must be such: `row 1 is king`, `goal of me is own`.
#[test]
fn of_sets_that_are_not_filled_the_points_are_told() {
    insta::assert_snapshot!("filled", said("tests/it/fixtures/reasons/filled"));
}
