//! What the rules say to who chooses: warnings, which scenarios test, and questions.

use linstock::{
    Choices, Observation, Rules, ScenarioRunner, SeatId, Session, Setup, Sources, Style, Viewer,
};
use std::sync::Arc;

const DUEL: &str = r#"game duel "Duel"
players ann, bob
remember { steps = 3; shots of player = 0 }
move step "step {n}" {
  n in 1..2
  warn "only {steps - n} are left" when n is steps - 1
  steps = steps - n
}
move shoot "shoot" { shots of me = shots of me + 1 }
move rest "rest" { }
warn "{steps} steps would be left" when it makes steps < 2
play {
  phase steps { repeat each player { ask me "how far, {me}?": step if steps > 0, rest; if last is rest { leave steps } } }
  ask players: shoot, rest
  draw
}
"#;

fn told(lines: &str) -> String {
    let mut bench = ScenarioRunner::new(Sources::from([("duel.game", DUEL)]))
        .unwrap_or_else(|found| panic!("{found:?}"));
    let report = bench.run(
        "duel.scn",
        &format!("for duel\n\nscenario \"one\"\n{lines}"),
    );
    let found = report.found.render(&report.sources, Style::Plain);
    let scenarios = report.scenarios.iter().map(|s| {
        let found = s.found.render(&report.sources, Style::Plain);
        format!("{found}{}", s.transcript)
    });
    found + scenarios.collect::<Vec<_>>().join("\n").as_str()
}

#[test]
fn what_is_said_before_a_move_is_looked_at_and_the_move_is_not_made() {
    insta::assert_snapshot!(told(
        "no warning of step 1
warning of step 2
warning of step 2 \"1 steps would be left\"
warning of step 2 \"only 1 are left\"   # a part of what is said
expect steps is 3
play rest
warning to bob of rest
no warning to bob of rest
expect only ann and bob to move
"
    ));
}

#[test]
fn a_warning_that_comes_otherwise_is_told_with_what_is_said() {
    insta::assert_snapshot!(told(
        "warning of step 1
warning of step 2 \"two are left\"
no warning of step 2
warning of step 3
warning of stride
warning to cem of rest
no warning of step 2 \"three\"
"
    ));
}

#[test]
fn a_line_of_chance_is_no_move_of_a_player() {
    insta::assert_snapshot!(told("chance rest\n"));
}

#[test]
fn the_view_of_who_is_asked_has_the_question() {
    let sources = Sources::from([("duel.game", DUEL)]);
    let rules = Rules::load(&sources, &Choices::default()).expect("no mistakes");
    let session = Session::begin(Arc::new(rules), Setup::default()).expect("it begins");
    let asked = |viewer| {
        let view: serde_json::Value =
            serde_json::from_str(&Observation::new(&session, viewer).json_text()).expect("JSON");
        view["question"].clone()
    };
    assert_eq!(asked(Viewer::Table), "how far, ann?");
    assert_eq!(asked(Viewer::Seat(SeatId(0))), "how far, ann?");
    assert_eq!(asked(Viewer::Seat(SeatId(1))), serde_json::Value::Null);
}

/// Nothing else reads the value: it is kept for the warning.
#[test]
fn a_warning_tells_a_value_that_nothing_else_reads() {
    let rules = DUEL
        .replace("steps = 3;", "steps = 3; taken = 0;")
        .replace("only {steps - n} are left", "{taken} were taken")
        .replace("steps = steps - n", "steps = steps - n; taken = taken + n");
    let mut bench = ScenarioRunner::new(Sources::from([("duel.game", rules)]))
        .unwrap_or_else(|found| panic!("{found:?}"));
    let lines = "for duel\n\nscenario \"one\"\nplay step 1\nwarning of step 1 \"1 were taken\"\n";
    let report = bench.run("duel.scn", lines);
    let found = report.scenarios.iter().flat_map(|s| s.found.iter());
    let found: Vec<_> = found.map(|told| told.message.clone()).collect();
    assert_eq!(found, Vec::<String>::new());
}
