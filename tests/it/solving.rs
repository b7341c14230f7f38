//! `linstock solve` and `linstock balance`.

use serde_json::Value;
use std::process::Command;

fn run(args: &[&str], code: i32) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_linstock"))
        .args(args)
        .output()
        .expect("begun");
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    let text = if code == 0 {
        output.stdout
    } else {
        output.stderr
    };
    String::from_utf8(text).expect("UTF-8")
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&run(&[args, &["--json"]].concat(), 0)).expect("JSON")
}

#[test]
fn a_game_is_solved_with_a_line_that_was_played_again() {
    let text = run(&["solve", "examples/tic-tac-toe/"], 0);
    for part in [
        "Tic-tac-toe: both players can force a draw",
        "all 5 478 positions that can arise were listed in ",
        "after 9 moves: a draw",
        "listed the same moves at each position",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let solved = json(&["solve", "hex", "--set", "size=3"]);
    assert_eq!(
        (&solved["value"][0], &solved["value"][1]),
        (&1.0.into(), &1.0.into())
    );
    assert_eq!(
        solved["plies"].as_u64(),
        solved["line"].as_array().map(|line| line.len() as u64)
    );
}

#[test]
fn a_game_with_secrets_has_strategies() {
    let solved = json(&["solve", "kuhn-poker", "--time", "20m"]);
    assert_eq!(solved["counted"], "points");
    let value = solved["values"][0].as_f64().expect("a number");
    assert!((value + 1.0 / 18.0).abs() < 1e-4, "{value}");
    let strategies = solved["strategies"].as_array().expect("a list");
    assert_eq!(strategies.len(), 12);
    // With the king, a player who is bet at calls.
    let king = strategies.iter().find(|set| {
        let seen = set["seen"].as_array().expect("a list");
        seen.iter().any(|text| text == "deal ben king") && seen.iter().any(|text| text == "bet")
    });
    let king = king.expect("such a set");
    let choices = king["choices"].as_array().expect("a list");
    let call = choices
        .iter()
        .position(|choice| choice == "call")
        .expect("a choice");
    assert!(
        king["shares"][call].as_f64().expect("a number") > 0.999,
        "{king}"
    );
}

#[test]
fn a_fair_guest_finds_two_prizes_of_three() {
    let solved = json(&["solve", "examples/monty-hall/", "--count", "results"]);
    let share = (solved["values"][0].as_f64().expect("a number") + 1.0) / 2.0;
    assert!((share - 2.0 / 3.0).abs() < 1e-3, "{share}");
}

#[test]
fn a_solver_says_why_it_has_no_result() {
    let text = run(&["solve", "amazons", "--time", "1s"], 0);
    for part in ["is not solved", "The time of 1s was over", "it searched "] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // The time is no reason to call a tree too large.
    let text = run(&["solve", "battleship", "--time", "100ms"], 0);
    assert!(
        text.contains("Its tree is not complete.\n  The time of 100ms"),
        "{text}"
    );
    let text = run(
        &["solve", "battleship", "--memory", "16", "--time", "1h"],
        0,
    );
    assert!(
        text.contains("Its tree is too large for the memory.\n"),
        "{text}"
    );
    let text = run(&["solve", "leduc-poker", "--time", "40ms"], 0);
    assert!(text.contains("The time of 40ms was over"), "{text}");
    // Where nothing was tried, no number of positions is named.
    let text = run(&["solve", "chess"], 0);
    assert!(
        text.contains("is not solved") && !text.contains("positions in"),
        "{text}"
    );
    let told = run(&["solve", "hex", "--count", "points"], 1);
    assert!(told.contains("has no points"), "{told}");
    let told = run(&["solve", "cannonball-colony", "--players", "3"], 1);
    assert!(told.contains("one or two players"), "{told}");
}

#[test]
fn a_report_about_balance_is_the_same_for_any_number_of_threads() {
    let of = |threads: &str| {
        let mut report = json(&[
            "balance",
            "examples/liars-dice/",
            "--set",
            "dice=1",
            "--games",
            "8",
            "--iterations",
            "16",
            "--seed",
            "3",
            "--time",
            "30m",
            "--threads",
            threads,
        ]);
        report["seconds"] = Value::Null;
        report
    };
    let one = of("1");
    assert_eq!(one["strong"]["games"], 8);
    assert_eq!(one, of("2"));
    let rules = one["without"].as_array().expect("a list");
    let names: Vec<&str> = rules
        .iter()
        .filter_map(|rule| rule["rule"].as_str())
        .collect();
    assert_eq!(names, ["`bid` (LD-4)", "`liar` (LD-6)"]);
}

#[test]
fn a_balance_with_a_named_search_has_no_test_of_searches() {
    let of = |player: &str| {
        let mut args = vec!["balance", "examples/tic-tac-toe/", "--seed", "3"];
        args.extend(["--games", "6", "--time", "30m", "--player", player]);
        let mut report = json(&args);
        report["seconds"] = Value::Null;
        report
    };
    for (player, weak) in [
        ("wide-tree:16", "wide-tree:2"),
        ("plain-tree:9", "plain-tree:1"),
    ] {
        let report = of(player);
        let players = serde_json::json!({ "strong": player, "weak": weak });
        assert_eq!(report["players"], players);
        assert_eq!(report["strong"]["games"], 6);
        assert_eq!(report, of(player));
    }
    let both = ["--player", "tree:8", "--iterations", "8"];
    let args = [&["balance", "hex"][..], &both].concat();
    assert!(run(&args, 2).contains("cannot be used with"));
}

#[test]
fn a_short_balance_of_a_long_game_has_random_games_and_says_what_is_missing() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("page.html");
    let path = page.to_str().expect("UTF-8");
    let args = "balance hearts --seed 1 --threads 1 --html";
    let args: Vec<&str> = args.split(' ').chain([path]).collect();
    let reported = |time| json(&[&args[..], &["--time", time]].concat());
    let are_some = |report: &Value| report["random"]["games"].as_u64() > Some(0);
    // The shortest of these times in which the machine plays a game at random.
    let mut reports = ["300ms", "1s", "3s", "10s", "30s", "2m"]
        .into_iter()
        .map(reported);
    let report = reports.find(are_some).expect("a game");
    let missing = report["missing"].as_array().expect("a list");
    assert!(
        missing.contains(&"between strong players".into()),
        "{report}"
    );
    let sentences = report["sentences"].as_array().expect("a list");
    let last = sentences.last().expect("a sentence");
    assert_eq!(last["topic"], "Missing");
    let text = last["text"].as_str().expect("a text");
    assert!(
        text.contains("games between strong players") && text.contains("`--time "),
        "{text}"
    );
    let page = std::fs::read_to_string(&page).expect("a page");
    assert!(page.contains("about <code>--time "), "{page}");
}

#[test]
fn games_that_do_not_end_favour_nobody() {
    let args = [
        "balance",
        "kalah",
        "--time",
        "30m",
        "--games",
        "12",
        "--iterations",
        "8",
    ];
    let told = run(
        &[&args[..], &["--max-plies", "5", "--seed", "1"]].concat(),
        0,
    );
    for part in [
        "Seats: No game ended within the limit of `--max-plies`",
        "each game reaches the limit and is stopped there.",
        "Findings: No game between strong players ended",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
}
