//! `linstock find` and `linstock compare`: a finding is a scenario that passes; a comparison lists differences and nothing else.

use crate::terminal::PATIENCE;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

fn linstock(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_linstock"))
        .args(args)
        .stdin(Stdio::null())
        .output()
        .expect("ran")
}

fn printed(output: &Output) -> &str {
    assert!(output.status.success(), "{output:?}");
    std::str::from_utf8(&output.stdout).expect("UTF-8")
}

fn complaint(args: &[&str], status: i32) -> String {
    let output = linstock(args);
    assert_eq!(output.status.code(), Some(status), "{output:?}");
    String::from_utf8(output.stderr).expect("UTF-8")
}

fn json(args: &[&str]) -> Value {
    let output = linstock(&[args, &["--json"]].concat());
    serde_json::from_str(printed(&output)).expect("JSON")
}

const TIC_TAC_TOE: &str = "examples/tic-tac-toe/";
const BREAKTHROUGH: &str = "examples/breakthrough/";

/// Copies the texts of an example, with a variant beside them, into a folder of its own.
fn with_variant(example: &str, variant: (&str, &str)) -> (TempDir, PathBuf) {
    let place = tempfile::tempdir().expect("made");
    let name = example
        .trim_matches('/')
        .rsplit('/')
        .next()
        .expect("a name");
    let folder = place.path().join(name);
    std::fs::create_dir_all(folder.join("scenarios")).expect("made");
    let file = format!("{name}.game");
    std::fs::copy(Path::new(example).join(&file), folder.join(&file)).expect("copied");
    std::fs::write(folder.join(variant.0), variant.1).expect("written");
    (place, folder)
}

const MISERE: (&str, &str) = (
    "misere.game",
    "variant misere of tic-tac-toe \"Misère\"\nreplace line three = 3 own mark in north or south\n",
);

#[test]
fn the_shortest_line_of_a_clause_is_a_scenario_that_passes() {
    let (_place, folder) = with_variant(TIC_TAC_TOE, MISERE);
    let game = format!("{}/", folder.display());
    let file = folder.join("scenarios/found.scn");
    let out = file.to_str().expect("UTF-8");
    let output = linstock(&[
        "find", &game, "--clause", "tt-2", "--seed", "1", "--out", out,
    ]);
    assert_eq!(printed(&output), "");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("5 moves, and no line is shorter"), "{told}");
    let text = std::fs::read_to_string(&file).expect("written");
    assert!(text.contains("@TT-2\nplay "), "{text}");
    assert!(
        text.ends_with("expect over, x wins because @TT-2\n"),
        "{text}"
    );
    // Its transcript was stored, too.
    let tested = linstock(&["test", &game]);
    assert!(
        printed(&tested).contains("1 scenario, all pass"),
        "{tested:?}"
    );
    let again = complaint(&["find", &game, "--clause", "TT-2", "--out", out], 2);
    assert!(
        again.contains("is there already; choose another name"),
        "{again}"
    );
}

#[test]
fn the_same_seed_finds_the_same_line() {
    let find = || {
        let args = [
            "find",
            BREAKTHROUGH,
            "--clause",
            "BR-4",
            "--seed",
            "3",
            "--time",
            "10m",
        ];
        json(&args)["passes"].clone()
    };
    assert_eq!(find(), true);
    let draw = |seed| {
        let found = json(&["find", TIC_TAC_TOE, "--draw", "--seed", seed]);
        found["moves"].clone()
    };
    assert_eq!(draw("2"), draw("2"));
    assert_eq!(draw("2").as_array().map(Vec::len), Some(9));
}

#[test]
fn a_clause_of_a_variant_is_found_under_it() {
    let (_place, folder) = with_variant(
        TIC_TAC_TOE,
        (
            "corner.game",
            "variant corner of tic-tac-toe \"No centre\"\n\
             replace @TT-1 move put \"{there}\" {\n  there in empty\n  \
             @TT-4 when not (there is in b2) else \"the centre stays empty\"\n  mark: box -> there\n}\n\
             clauses { TT-4 \"The centre stays empty.\" }\n",
        ),
    );
    let game = format!("{}/", folder.display());
    let args = [
        "find",
        &game,
        "--variant",
        "corner",
        "--clause",
        "TT-4",
        "--seed",
        "1",
    ];
    let found = json(&args);
    assert_eq!(found["passes"], true, "{found}");
    let text = found["scenario"].as_str().expect("a text");
    assert!(text.starts_with("for tic-tac-toe\n"), "{text}");
    assert!(text.contains("variant corner\n"), "{text}");
}

#[test]
fn a_condition_holds_where_the_scenario_says_so() {
    let found = json(&[
        "find",
        TIC_TAC_TOE,
        "--clause",
        "TT-2",
        "--where",
        "b2 is o mark",
        "--seed",
        "1",
    ]);
    let text = found["scenario"].as_str().expect("a text");
    assert!(text.contains("\nexpect b2 is o mark\nplay "), "{text}");
    assert_eq!(found["passes"], true);
    let alone = json(&[
        "find",
        TIC_TAC_TOE,
        "--where",
        "count mark is 3",
        "--seed",
        "1",
    ]);
    assert_eq!(alone["moves"].as_array().map(Vec::len), Some(3));
    assert_eq!(alone["shortest"], true);
}

#[test]
fn games_that_end_in_a_certain_way_are_found() {
    let losing = json(&["find", TIC_TAC_TOE, "--losing-move", "--seed", "1"]);
    let text = losing["scenario"].as_str().expect("a text");
    assert!(text.contains("throws the game away"), "{text}");
    assert!(text.ends_with("wins because @TT-2\n"), "{text}");
    assert_eq!(losing["passes"], true);
    let longest = |time| {
        let args = ["find", TIC_TAC_TOE, "--longest", "--seed", "1", "--json"];
        let output = linstock(&[&args[..], &["--time", time]].concat());
        let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        found["moves"].as_array().map(Vec::len)
    };
    // A slow machine may find only a shorter one, or none, in a short time.
    let mut lengths = ["1s", "10s", "2m"].into_iter().map(longest);
    assert!(lengths.any(|length| length == Some(9)));
    let none = complaint(
        &[
            "find",
            BREAKTHROUGH,
            "--draw",
            "--time",
            "1s",
            "--seed",
            "1",
        ],
        1,
    );
    assert!(
        none.contains("no line of play of this kind was found in"),
        "{none}"
    );
}

#[test]
fn an_option_is_set_for_a_clause_that_needs_it() {
    let found = json(&[
        "find", "cannon", "--clause", "CA-26", "--seed", "1", "--time", "10m",
    ]);
    let text = found["scenario"].as_str().expect("a text");
    assert!(text.contains("\nset "), "{text}");
    assert_eq!(found["passes"], true);
}

/// Lists and fractions have other values, too.
#[test]
fn an_option_that_is_a_list_is_set_for_the_clause_that_it_carries() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let rules = std::fs::read_to_string(root.join(TIC_TAC_TOE).join("tic-tac-toe.game"));
    let rules = rules.expect("read");
    let rules = rules.replace("players x, o\n", "players x, o\noptions {\n  @TT-8 lengths list of 2 in 1..9 = 3 4 \"of the lines\"\n}\n")
        .replace("clauses {\n", "clauses {\n  TT-8 \"Lines are three long, then four.\"\n");
    let place = tempfile::tempdir().expect("a folder");
    let file = place.path().join("tic-tac-toe.game");
    std::fs::write(&file, rules).expect("written");
    let game = file.display().to_string();
    let found = json(&[
        "find", &game, "--clause", "TT-8", "--seed", "1", "--time", "10m",
    ]);
    let text = found["scenario"].as_str().expect("a text");
    assert!(
        text.contains("\nset lengths \"4 3\"\n") || text.contains("\nset lengths 4 3\n"),
        "{text}"
    );
    assert_eq!(found["passes"], true);
}

#[test]
fn mistakes_are_told_with_what_to_do() {
    let told = complaint(&["find", TIC_TAC_TOE, "--clause", "TT-9"], 2);
    assert!(told.contains("there is no clause `TT-9`"), "{told}");
    assert!(told.contains("did you mean `TT-"), "{told}");
    let told = complaint(&["find", BREAKTHROUGH, "--clause", "BR-3"], 1);
    assert!(told.contains("nothing plays BR-3"), "{told}");
    let told = complaint(&["find", TIC_TAC_TOE, "--where", "b2 is o marc"], 1);
    assert!(told.contains("marc") && told.contains("mark"), "{told}");
    let told = complaint(&["find", TIC_TAC_TOE, "--where", "x to move"], 1);
    assert!(told.contains("this is not one condition"), "{told}");
    let told = complaint(&["find", TIC_TAC_TOE], 2);
    assert!(told.contains("--clause"), "{told}");
    let told = complaint(&["find", "examples/liars-dice/", "--clause", "X"], 2);
    assert!(told.contains("clause"), "{told}");
    let told = complaint(&["compare", "cannon", "cannon"], 2);
    assert!(told.contains("let one differ"), "{told}");
    let told = complaint(&["compare", "cannon", "+"], 2);
    assert!(told.contains("is no side of a comparison"), "{told}");
    let told = complaint(&["compare", "cannon", "hearts"], 2);
    assert!(
        told.contains("only games with equally many players are compared"),
        "{told}"
    );
    let told = complaint(&["compare", "cannon", "+shift-limt=3"], 2);
    assert!(told.contains("shift-limit"), "{told}");
}

#[test]
fn what_was_typed_is_quoted_and_nothing_else() {
    let told = complaint(&["find", TIC_TAC_TOE, "--where", "banana"], 1);
    assert!(told.contains("--where:1:1"), "{told}");
    assert!(!told.contains("expect"), "{told}");
    for command in [
        vec!["find", "cannon", "--draw"],
        vec!["compare", "cannon", "+look=squares"],
    ] {
        let told = complaint(&[&command[..], &["--seed", "abc"]].concat(), 2);
        assert!(told.contains("a seed is a whole number"), "{told}");
    }
    let told = complaint(&["play", "pig", "--variant", "exakt"], 2);
    assert!(
        told.contains("(did you mean `exact`?); variants: "),
        "{told}"
    );
}

#[test]
fn what_cannot_be_written_is_told_before_anything_is_played() {
    let folder = tempfile::tempdir().expect("made");
    let file = folder.path().join("notes.txt");
    std::fs::write(&file, "mine").expect("written");
    let within = folder.path().join("none/page.html");
    for (path, told) in [
        (&file, "is no page of HTML"),
        (&within, "there is no folder"),
    ] {
        let path = path.to_str().expect("UTF-8");
        let begun = std::time::Instant::now();
        let args = [
            "compare",
            "cannon",
            "+look=squares",
            "--time",
            "1h",
            "--html",
            path,
        ];
        let said = complaint(&args, 2);
        assert!(said.contains(told), "{said}");
        assert!(begun.elapsed() < PATIENCE, "it played first");
    }
    assert_eq!(std::fs::read_to_string(&file).expect("there"), "mine");
}

#[test]
fn nothing_found_is_an_answer_too() {
    let args = [
        "find",
        BREAKTHROUGH,
        "--draw",
        "--time",
        "1s",
        "--seed",
        "1",
        "--json",
    ];
    let output = linstock(&args);
    assert_eq!(output.status.code(), Some(1));
    let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        (&found["found"], &found["seed"]),
        (&Value::from(false), &Value::from(1))
    );
}

#[test]
fn a_variant_of_a_misspelt_game_is_told_which_is_meant() {
    let (_place, folder) = with_variant(TIC_TAC_TOE, MISERE);
    let file = folder.join("wrong.game");
    std::fs::write(&file, "variant wrong of tic-tac-to \"Wrong\"\n").expect("written");
    let output = linstock(&["check", folder.to_str().expect("UTF-8")]);
    let told = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(told.contains("did you mean `tic-tac-toe`?"), "{told}");
    let alone = tempfile::tempdir().expect("made");
    let file = alone.path().join("guns.game");
    std::fs::write(&file, "variant guns of canon \"Guns\"\n").expect("written");
    let output = linstock(&["check", file.to_str().expect("UTF-8")]);
    let told = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(told.contains("did you mean `cannon`?"), "{told}");
}

/// Returns a measure by its name.
fn measure<'v>(found: &'v Value, name: &str) -> &'v Value {
    let all = found["measures"].as_array().expect("measures");
    let named = all.iter().find(|measure| measure["name"] == name);
    named.unwrap_or_else(|| panic!("{name}: {found}"))
}

#[test]
fn what_a_variant_changes_is_beyond_chance() {
    let (_place, folder) = with_variant(TIC_TAC_TOE, MISERE);
    let game = format!("{}/", folder.display());
    let scenario = folder.join("scenarios/apart.scn");
    let page = folder.join("page.html");
    let args = [
        "compare",
        &game,
        "+misere",
        "--games",
        "2000",
        "--seed",
        "4",
        "--scenario",
        scenario.to_str().expect("UTF-8"),
        "--html",
        page.to_str().expect("UTF-8"),
    ];
    let found = json(&args);
    // Random play draws 12.7 % of the games; with fewer lines there are more draws.
    let draws = measure(&found, "won by nobody");
    assert_eq!(draws["beyond_chance"], true, "{draws}");
    let [low, high] = ["low", "high"].map(|end| draws["left"][end].as_f64().expect("a number"));
    assert!(low < 0.127 && 0.127 < high, "{draws}");
    // The shortest disagreement: somebody has a row that is no row in the variant.
    let apart = &found["disagreement"];
    assert_eq!(apart["moves"].as_array().map(Vec::len), Some(5), "{apart}");
    let text = std::fs::read_to_string(&scenario).expect("written");
    assert_eq!(text.matches("\nscenario ").count(), 2, "{text}");
    assert!(text.contains("\nvariant misere\n"), "{text}");
    let accepted = linstock(&["test", &game, "--accept"]);
    assert!(accepted.status.success(), "{accepted:?}");
    let page = std::fs::read_to_string(&page).expect("written");
    assert_eq!(page.matches("<svg").count(), 3);
    let outside = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!outside.contains("http"), "it needs a network");
    let body = page.trim_start_matches("<!DOCTYPE html>");
    let body = body.replace("<meta charset=\"utf-8\">", "");
    let body = body.replace("<wbr>", "");
    let (before, after) = body.split_once("<meta name").expect("a head");
    let after = after.split_once('>').expect("an end").1;
    roxmltree::Document::parse(&format!("{before}{after}")).expect("well formed");
}

#[test]
fn equal_rules_do_not_differ_and_threads_change_nothing() {
    let (_place, folder) = with_variant(
        TIC_TAC_TOE,
        (
            "same.game",
            "variant same of tic-tac-toe \"The same\"\nreplace line three = 3 own mark in all directions\n",
        ),
    );
    let game = format!("{}/", folder.display());
    let compare = |threads: &str| {
        let mut found = json(&[
            "compare",
            &game,
            "+same",
            "--games",
            "500",
            "--seed",
            "9",
            "--search",
            "2s",
            "--threads",
            threads,
        ]);
        for side in ["left", "right"] {
            let side = found[side].as_object_mut().expect("an object");
            assert!(side.remove("seconds").is_some());
        }
        found
    };
    let one = compare("1");
    assert_eq!(one, compare("3"));
    assert_eq!(one["disagreement"], Value::Null);
    let beyond = |measure: &Value| measure["beyond_chance"] == true;
    let all = one["measures"].as_array().expect("measures");
    assert!(!all.iter().any(beyond), "{one}");
}
