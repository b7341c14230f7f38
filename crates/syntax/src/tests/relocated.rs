//! Tests that a parsed part can move to another place, with all its spans.

use crate::tests::{CANNON, parse_game};
use linstock_base::Sources;
use std::fmt::Write as _;

/// Adds an offset to the file and to the bytes of all spans in the debug output of a tree.
fn further(written: &str, (files, bytes): (usize, usize)) -> String {
    let mut told = String::new();
    for (at, piece) in written.split("Span { ").enumerate() {
        if at == 0 {
            told.push_str(piece);
            continue;
        }
        let (span, rest) = piece.split_once('}').expect("a span ends");
        let numbers = span
            .split([',', ' ', '(', ')'])
            .filter_map(|n| n.parse().ok());
        let [file, start, end]: [usize; 3] = numbers.collect::<Vec<_>>().try_into().expect("three");
        let (file, start, end) = (file + files, start + bytes, end + bytes);
        let _ = write!(told, "{file} {start} {end}{rest}");
    }
    told
}

#[test]
fn the_same_words_elsewhere_are_the_same_tree_elsewhere() {
    const LINES: &str = "# What stands before it\n\n# pushes it down.\n\n";
    let texts = [
        CANNON,
        include_str!("../../../../rulesets/cannon-ball/cannon-ball.game"),
        include_str!("../../../../rulesets/cannon-buster/cannon-buster.game"),
        include_str!("../../../../rulesets/cannonball-colony/cannonball-colony.game"),
        include_str!("../../../../rulesets/hearts/hearts.game"),
        include_str!("../../../../rulesets/chess/kriegspiel.game"),
        include_str!("../../../../rulesets/cannon-ball/brisk-spins.game"),
        include_str!("../../../../rulesets/go/go.game"),
    ];
    for text in texts {
        let mut sources = Sources::new();
        let pushed = format!("{LINES}{text}");
        let files = [("a.game", text), ("b.game", &pushed)];
        let trees = files.map(|(path, text)| {
            let (tree, found) = parse_game(sources.add(path, text), text);
            assert!(found.is_empty());
            format!("{:?}", tree.expect("no findings, so a tree"))
        });
        let [here, there] = &trees;
        assert_eq!(further(here, (1, LINES.len())), further(there, (0, 0)));
    }
}

#[test]
fn a_mistake_is_told_where_it_stands_now_and_goes_when_it_is_mended() {
    let wrong = CANNON.replacen("piece town", "piece town town", 1);
    let told = |text: &str| {
        let mut sources = Sources::new();
        let file = sources.add("a.game", text);
        let (_, found) = parse_game(file, text);
        let spans = found.iter().filter_map(|one| one.span);
        spans
            .map(|span| sources.line_column(span).0)
            .collect::<Vec<_>>()
    };
    let (first, pushed) = (told(&wrong), told(&format!("\n\n{wrong}")));
    assert!(!first.is_empty());
    let down: Vec<_> = first.iter().map(|line| line + 2).collect();
    assert_eq!(pushed, down);
    assert!(told(CANNON).is_empty());
}
