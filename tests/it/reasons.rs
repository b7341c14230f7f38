//! The reasons that the shipped games give: one table of all refusals in their transcripts, to be read line by line.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The games whose transcripts hold refusals. Cannon's German edition plays by the same text as Cannon.
const GAMES: [&str; 13] = [
    "rulesets/cannon",
    "rulesets/cannon-ball",
    "rulesets/cannon-buster",
    "rulesets/cannonball-colony",
    "rulesets/chess",
    "rulesets/clobber",
    "rulesets/hex",
    "rulesets/kalah",
    "rulesets/nine-mens-morris",
    "rulesets/y",
    "examples/breakthrough",
    "examples/liars-dice",
    "examples/tic-tac-toe",
];

/// Words that no reason has: a value without a name, or the text of a rule without what it came to.
const POOR: [&str; 9] = [
    "the number is",
    "may not be chosen",
    "there is no such point",
    "it is not played so",
    "does not hold in this game",
    "one of the points that are",
    " would be it",
    "is no condition",
    "a condition",
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the refusals of a game's transcripts, each once, in order.
fn refusals(game: &str) -> BTreeSet<String> {
    let folder = root().join(game).join("scenarios/snapshots");
    let transcripts = std::fs::read_dir(folder).expect("a folder of transcripts");
    let texts = transcripts.map(|file| text(&file.expect("a file").path()));
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
    let mut count = 0;
    for game in GAMES {
        table.push_str(&format!("{game}\n"));
        for line in refusals(game) {
            let (said, clauses) = reason(&line);
            assert!(clauses.len() <= 3, "more than three clauses: {line}");
            for poor in POOR {
                assert!(!said.contains(poor), "{poor:?} stands in {line}");
            }
            table.push_str(&format!("  {line}\n"));
            count += 1;
        }
    }
    assert!(count >= 300, "only {count} refusals");
    insta::assert_snapshot!("refusals", table);
}
