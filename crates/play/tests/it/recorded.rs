//! The recorded steps of scenarios: their pictures, and the points that differ from what was expected.

use linstock_base::Sources;
use linstock_play::scenario::{ScenarioReport, ScenarioRunner};

const GAME: &str = "
game row \"Row\"
players a, b
board 4 x 1
piece stone \"s\"
move put \"{here}\" { here in empty; stone: box -> here }
play { repeat each player { ask me: put otherwise draw \"full\" } }
";

fn ran(lines: &str) -> ScenarioReport {
    let sources = Sources::from([("row.game", GAME)]);
    let mut runner = ScenarioRunner::new(sources)
        .expect("no mistakes")
        .recording();
    let file = format!("for row\n\nscenario \"one\"\n{lines}\n");
    let mut report = runner.run("one.scn", &file);
    report.scenarios.remove(0)
}

#[test]
fn points_that_differ_are_found() {
    // Each case: the lines after `play a1; b1`, and the points that differ.
    let table = [
        ("expect a1 is a stone, b1 is a stone, c1 is b stone", "1 2"),
        ("expect no stone", "0 1"),
        ("expect stone is (a1 or c1)", "1 2"),
        ("expect owner of a1 is b", "0"),
        ("expect count stone is 3", ""),
        ("refuse d1", "3"),
        ("play a1", "0"),
        ("moves are a1 c1", "0 3"),
        ("moves include b1 c1", "1"),
        ("expect b to move", ""),
    ];
    for (line, expected) in table {
        let report = ran(&format!("play a1; b1\n{line}"));
        let failed = report.failed_at.unwrap_or_else(|| panic!("{line} holds"));
        let points = failed
            .differing
            .iter()
            .map(|point| point.index().to_string());
        assert_eq!(points.collect::<Vec<_>>().join(" "), expected, "{line}");
    }
}

#[test]
fn each_change_has_one_picture() {
    let report = ran("play a1; b1\nexpect a to move\nrefuse b1\nexpect b1 is a stone\nplay c1");
    let steps = report.steps.iter().map(|step| {
        let drawn = if step.picture.is_some() { "*" } else { "" };
        let failed = if step.found.is_empty() { "" } else { "!" };
        format!("{drawn}{failed} {} | {}", step.line, step.transcript)
    });
    let expected = [
        "*  | given: the start",
        "* a1 | 1. a a1",
        "* b1 | 2. b b1",
        " expect a to move | ",
        " refuse b1 | not b1: `b1` is not legal: b1 is not empty: a b stone stands there",
        "*! expect b1 is a stone | ",
        "* c1 | 3. a c1",
        "  | then b to move",
    ];
    assert_eq!(steps.collect::<Vec<_>>(), expected);
}
