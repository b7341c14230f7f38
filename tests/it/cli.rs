//! The command line: answers and exit codes.

use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Stdio};

struct ProgramOutput {
    code: Option<i32>,
    out: String,
    err: String,
}

fn run_in(folder: &Path, args: &[&str]) -> ProgramOutput {
    let output = Command::new(env!("CARGO_BIN_EXE_linstock"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("ran");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    ProgramOutput {
        code: output.status.code(),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

fn run(args: &[&str]) -> ProgramOutput {
    run_in(Path::new("."), args)
}

/// Runs a command that must succeed and returns what it printed.
fn out(args: &[&str]) -> String {
    let ran = run(args);
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (Some(0), ""),
        "{args:?} {}",
        ran.out
    );
    ran.out
}

fn json_of(args: &[&str]) -> Value {
    serde_json::from_str(&out(args)).expect("JSON")
}

const RACE: &str = "tests/it/fixtures/race";

#[test]
fn moves_are_listed() {
    let listed = out(&["moves", "cannon"]);
    assert_eq!(listed, "b10\nc10\nd10\ne10\nf10\ng10\nh10\ni10\n");
    let places = json!({ "moves": ["b10", "c10", "d10", "e10", "f10", "g10", "h10", "i10"] });
    assert_eq!(json_of(&["moves", "cannon", "--json"]), places);
    assert_eq!(
        json_of(&["moves", RACE, "--json"]),
        json!({ "moves": ["wind calm", "wind gale"], "probabilities": [0.25, 0.75], "weights": [1, 3] })
    );
}

#[test]
fn moves_of_after_are_separated_by_semicolons_newlines_or_blanks() {
    let once = json_of(&["moves", "cannon", "--json", "--after", "e10 e1 b9-a8"]);
    for after in [
        "e10;e1;b9-a8",
        "e10; e1\nb9 - a8",
        " e10\te1\n\nb9-a8 ; ",
        "e10 e1; b9-a8",
        "E10 E1 B9-A8",
    ] {
        assert_eq!(
            json_of(&["moves", "cannon", "--json", "--after", after]),
            once,
            "{after}"
        );
    }
    // Moves of this game hold blanks.
    assert_eq!(
        out(&["moves", RACE, "--after", "wind calm; walk 1"])
            .lines()
            .count(),
        3
    );
    assert_eq!(
        run(&["moves", RACE, "--after", "wind calm walk 1"]).code,
        Some(1)
    );
    assert_eq!(
        json_of(&[
            "moves",
            "examples/tic-tac-toe",
            "--json",
            "--after",
            "a1 b1 a2 b2 a3"
        ]),
        json!({ "moves": [] })
    );
}

#[test]
fn perft_counts() {
    assert_eq!(
        json_of(&["perft", "cannon", "--depth", "4", "--json"]),
        json!({ "perft": [8, 64, 2656, 111376] })
    );
    assert_eq!(
        json_of(&["perft", "cannon-de", "--depth", "3", "--json"]),
        json!({ "perft": [8, 64, 2656] })
    );
    assert_eq!(
        json_of(&["perft", "cannon", "--depth", "0", "--json"]),
        json!({ "perft": [] })
    );
    assert_eq!(
        json_of(&["perft", "examples/breakthrough", "--depth", "3", "--json"]),
        json!({ "perft": [22, 484, 11132] })
    );
    // An ended game has no continuation, and outcomes of chance count as moves.
    let end = [
        "perft",
        "examples/tic-tac-toe",
        "--depth",
        "2",
        "--json",
        "--after",
        "a1 b1 a2 b2 a3",
    ];
    assert_eq!(json_of(&end), json!({ "perft": [0, 0] }));
    assert_eq!(
        json_of(&["perft", RACE, "--depth", "3", "--json"]),
        json!({ "perft": [2, 6, 18] })
    );
    assert_eq!(
        out(&["perft", "cannon", "--depth", "2"]),
        "  1  8\n  2  64\n"
    );
}

#[test]
fn perft_tells_what_begins_with_each_move_and_is_the_same_on_any_number_of_threads() {
    let counted = |threads: &str| {
        let args = ["perft", "cannon", "--depth", "3", "--divide", "--threads"];
        json_of(&[&args[..], &[threads, "--json"]].concat())
    };
    let answer = counted("1");
    assert_eq!(answer["perft"], json!([8, 64, 2656]));
    let divided = answer["divide"].as_object().expect("an object");
    assert_eq!(divided.len(), 8);
    let sum: u64 = divided.values().filter_map(Value::as_u64).sum();
    assert_eq!(sum, 2656);
    assert_eq!(counted("3"), answer);
    // Few first moves and a long way behind them are split up further.
    let deeper = |threads: &str| {
        let args = ["perft", "connect-four", "--depth", "5", "--divide"];
        json_of(&[&args[..], &["--threads", threads, "--json"]].concat())
    };
    assert_eq!(deeper("1")["perft"], json!([7, 49, 343, 2401, 16807]));
    assert_eq!(deeper("2"), deeper("1"));
    assert_eq!(
        out(&["perft", "examples/tic-tac-toe", "--depth", "1", "--divide"]),
        "           1  a1\n           1  a2\n           1  a3\n           1  b1\n           1  b2\n           1  b3\n           1  \
         c1\n           1  c2\n           1  c3\n  1  9\n"
    );
}

#[test]
fn a_failing_question_exits_1_and_a_wrong_call_2() {
    let cases: &[(i32, &[&str])] = &[
        (1, &["moves", "cannon", "--after", "e10 zz"]),
        (1, &["moves", "cannon", "--after", "e9"]),
        (1, &["perft", "cannon", "--depth", "2", "--after", "a10"]),
        (
            1,
            &[
                "moves",
                "examples/tic-tac-toe",
                "--after",
                "a1 b1 a2 b2 a3 c3",
            ],
        ),
        (2, &["moves", "canon"]),
        (2, &["moves", "./nowhere"]),
        (2, &["moves", "cannon", "--set", "shot-ovr=no"]),
        (2, &["moves", "cannon", "--set", "shot-over=maybe"]),
        (2, &["moves", "cannon", "--set", "shot-over"]),
        (2, &["moves", "cannon", "--variant", "long"]),
        (2, &["moves", "cannon", "--variant", "./long.game"]),
        (2, &["moves", "cannon", "--players", "3"]),
        (2, &["moves", "cannon", "--fly"]),
        (2, &["fly"]),
        (2, &["perft", "cannon"]),
        (2, &["perft", "cannon", "--depth", "-1"]),
        (2, &["perft", "cannon", "--depth", "200000"]),
        (2, &["play", "canon"]),
        (2, &["check", "canon"]),
        (2, &["rules", "cannon", "CA-99"]),
        (2, &[]),
    ];
    for (code, args) in cases {
        let ran = run(args);
        assert_eq!(
            (ran.code, ran.out.as_str()),
            (Some(*code), ""),
            "{args:?} {}",
            ran.err
        );
        assert!(!ran.err.trim().is_empty(), "{args:?}");
        assert!(!ran.err.contains("panicked"), "{args:?} {}", ran.err);
    }
    for near in [
        run(&["moves", "canon"]).err,
        run(&["moves", "cannon", "--set", "shot-ovr=no"]).err,
    ] {
        assert!(near.contains("did you mean"), "{near}");
    }
}

#[test]
fn options_and_true_and_false() {
    let strict = out(&["moves", "cannon", "--set", "shot-over=no"]);
    assert_eq!(
        out(&["moves", "cannon", "--set", "shot-over=false"]),
        strict
    );
}

#[test]
fn check_finds_mistakes_in_all_rulesets_given() {
    let clean = out(&[
        "check",
        "examples",
        "rulesets/cannon-de",
        "cannon",
        "rulesets/cannon/cannon.game",
    ]);
    assert_eq!(clean.lines().count(), 8, "{clean}");
    assert!(
        clean.lines().all(|l| l.contains(": no mistakes: ")),
        "{clean}"
    );
    let folder = tempfile::tempdir().expect("made");
    let bad = folder.path().join("bad.game");
    std::fs::write(
        &bad,
        "game bad \"Bad\"\nplayers a, b\nplay { ask me: fly }\n",
    )
    .expect("written");
    let bad = bad.display().to_string();
    let ran = run(&["check", &bad, "cannon"]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(
        ran.out.contains("fly")
            && ran.out.contains("1 mistake\n")
            && ran.out.contains("cannon: no mistakes"),
        "{}",
        ran.out
    );
    assert_eq!(run(&["play", &bad]).code, Some(1));
    assert_eq!(run(&["moves", &bad]).code, Some(1));
}

#[test]
fn new_copies_a_ruleset_under_another_name() {
    let folder = tempfile::tempdir().expect("made");
    for (name, from, game) in [
        ("my-cannon", "cannon", "my-cannon"),
        ("kanone", "cannon-de", "kanone"),
    ] {
        let ran = run_in(folder.path(), &["new", name, "--from", from]);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
        assert!(
            ran.out.contains(&format!("linstock play ./{name}")),
            "{}",
            ran.out
        );
        let path = format!("./{name}");
        let ran = run_in(folder.path(), &["check", &path]);
        assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
        let main = std::fs::read_to_string(folder.path().join(name).join(format!("{name}.game")))
            .expect("copied");
        assert!(main.contains(&format!(" {game} ")), "{main}");
        // What is there already stays.
        assert_eq!(
            run_in(folder.path(), &["new", name, "--from", from]).code,
            Some(2)
        );
    }
    let scenario = std::fs::read_to_string(folder.path().join("my-cannon/scenarios/shots.scn"))
        .expect("copied");
    assert!(scenario.starts_with("for my-cannon\n"), "{scenario}");
    let ran = run_in(folder.path(), &["new", "again", "--from", "./my-cannon"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_eq!(
        run_in(folder.path(), &["moves", "again/again.game"]).code,
        Some(0)
    );
    for (name, from) in [
        ("///", "cannon"),
        ("../up", "cannon"),
        ("fine", "canon"),
        ("fine", "./nowhere"),
    ] {
        assert_eq!(
            run_in(folder.path(), &["new", name, "--from", from]).code,
            Some(2),
            "{name} {from}"
        );
    }
    assert!(!folder.path().join("fine").exists());
    // A bare word is a shipped name, but the answer helps.
    assert!(
        run_in(folder.path(), &["play", "again"])
            .err
            .contains("./again")
    );
}

#[test]
fn a_variant_is_found_with_what_it_lies_over() {
    let folder = tempfile::tempdir().expect("made");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let variant = "variant no-pass of tic-tac-toe \"Four in a row\"\nset size 4\n";
    let game = std::fs::read_to_string("examples/tic-tac-toe/tic-tac-toe.game").expect("read");
    let sized = game.replace(
        "players x, o",
        "players x, o\noptions { size 3 | 4 \"how long a side is\" }",
    );
    std::fs::create_dir(folder.path().join("tic-tac-toe")).expect("made");
    std::fs::create_dir(folder.path().join("wide")).expect("made");
    std::fs::write(folder.path().join("tic-tac-toe/tic-tac-toe.game"), sized).expect("written");
    // Beside its folder, in its folder by name, by file.
    std::fs::write(folder.path().join("wide/wide.game"), variant).expect("written");
    assert_eq!(
        run(&["moves", &path("wide")]).code,
        Some(0),
        "{}",
        run(&["moves", &path("wide")]).err
    );
    let file = path("wide/wide.game");
    let ran = run(&["moves", &path("tic-tac-toe"), "--variant", &file]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    std::fs::write(folder.path().join("tic-tac-toe/no-pass.game"), variant).expect("written");
    let ran = run(&["moves", &path("tic-tac-toe"), "--variant", "no-pass"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let ran = run(&["moves", &path("tic-tac-toe"), "--variant", "no-pas"]);
    assert_eq!(ran.code, Some(2), "{}", ran.err);
}

#[test]
fn rules_and_list_print_what_a_ruleset_says_of_itself() {
    insta::assert_snapshot!(
        "rules_tic_tac_toe",
        out(&["rules", "examples/tic-tac-toe", "--full"])
    );
    insta::assert_snapshot!("rules_race", out(&["rules", RACE, "--full"]));
    insta::assert_snapshot!("rules_clause", out(&["rules", "cannon", "ca-18"]));
    let sheet = out(&["rules", "cannon", "--full"]);
    for said in ["CA-26", "B15", "shift-limit", "d4xd5", "SRC", "not played"] {
        assert!(sheet.contains(said), "{said}");
    }
    // A variant's own tags stand once, and what it says of a clause goes before what the game says.
    let sheet = out(&["rules", "cannon-de", "--full"]);
    assert!(sheet.contains("Regeln: CA-08 Schwarz stellt"), "{sheet}");
    assert!(!sheet.contains("CA-03 B2 CA-03"), "{sheet}");
    assert!(sheet.contains("zehn mal zehn Felder"), "{sheet}");
    let list = out(&["list"]);
    assert!(
        list.contains("cannon-de") && list.contains("black, white"),
        "{list}"
    );
}

#[test]
fn the_german_edition_has_its_own_words_for_what_its_sheet_says_otherwise() {
    for (clause, english, german) in [
        ("CA-03", "crossing points", "Felder"),
        ("CA-12", "one point", "ein Feld"),
        ("B1", "Light places", "Schwarz stellt zuerst auf"),
    ] {
        let text = |game| {
            let said = out(&["rules", game, clause]);
            said.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        assert!(text("cannon").contains(english), "{clause}");
        let said = text("cannon-de");
        assert!(said.contains(german) && !said.contains(english), "{said}");
    }
    // Here the clause that the English edition leaves out is played.
    assert!(out(&["rules", "cannon", "CA-08"]).contains("not played"));
    assert!(!out(&["rules", "cannon-de", "CA-08"]).contains("nicht gespielt"));
    assert!(out(&["rules", "cannon-de", "CA-06"]).contains("nicht gespielt"));
}

#[test]
fn outcomes_with_one_text_are_one_with_all_their_weights() {
    let game = "tests/it/games/fingers.game";
    let opening =
        "show 0; show 0; show 0; guess 9; guess 9; guess 9; guess 9; guess 9; guess 9; go";
    let after = format!("{opening}; claim a1; claim b1; claim c1");
    let chance = json_of(&["moves", game, "--after", &after, "--json"]);
    assert_eq!(chance["moves"], json!(["spin 1", "spin 2"]));
    assert_eq!(chance["weights"], json!([12, 10]));
    let perft = json_of(&["perft", game, "--depth", "1", "--after", &after, "--json"]);
    assert_eq!(perft["perft"], json!([2]));
}

#[test]
fn help_has_examples_and_version_is_told() {
    let help = out(&["--help"]);
    assert!(
        help.contains("linstock play cannon") && help.contains("Exit status"),
        "{help}"
    );
    assert!(out(&["--version"]).starts_with("linstock "));
}

#[test]
#[cfg(unix)]
fn a_reader_that_goes_away_is_no_failure() {
    let line = format!(
        "{} rules cannon | true; {} perft cannon --depth 2 | true",
        env!("CARGO_BIN_EXE_linstock"),
        env!("CARGO_BIN_EXE_linstock")
    );
    let output = Command::new("sh")
        .args(["-c", &line])
        .output()
        .expect("ran");
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_printed_is_a_failure_that_is_told() {
    for args in [&["help"][..], &["help", "play"], &["--version"], &["list"]] {
        let full = std::fs::File::create("/dev/full").expect("opened");
        let ran = Command::new(env!("CARGO_BIN_EXE_linstock"))
            .args(args)
            .stdout(full)
            .output()
            .expect("run");
        let told = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert_eq!(told, "linstock: the disk is full\n", "{args:?}");
        assert_eq!(ran.status.code(), Some(1), "{args:?}");
    }
}

#[test]
fn the_tutorial_of_the_readme_can_be_followed() {
    let folder = tempfile::tempdir().expect("made");
    let readme = std::fs::read_to_string("README.md").expect("read");
    let from = readme.find("## Five minutes").expect("the tutorial");
    let rest = &readme[from + 2..];
    let tutorial = &rest[..rest.find("\n## ").expect("an end")];
    let commands = tutorial.split('`').skip(1).step_by(2);
    let commands: Vec<_> = commands
        .filter_map(|code| code.strip_prefix("linstock "))
        .collect();
    for verb in ["new", "check", "play", "test"] {
        assert!(commands.iter().any(|c| c.starts_with(verb)), "{verb}");
    }
    for command in commands {
        let args: Vec<_> = command.split_whitespace().collect();
        let ran = run_in(folder.path(), &args);
        // Step 5 warns that the changed rule breaks scenarios.
        let expected = if args[0] == "test" { 1 } else { 0 };
        assert_eq!(
            ran.code,
            Some(expected),
            "{command}: {}{}",
            ran.out,
            ran.err
        );
        if args[0] == "new" {
            let game = folder.path().join("my-cannon/my-cannon.game");
            let text = std::fs::read_to_string(&game).expect("copied");
            let changed = text.replace("2..3 ahead", "2..4 ahead");
            assert_ne!(text, changed);
            std::fs::write(&game, changed).expect("written");
        }
    }
}

/// A game in which the flood cuts a part that lies upright in two.
const CUT: &str = r#"
game isle "Isle"
players red, blue
board 3 x 3 { next orthogonal; layers ground, top }
piece grass ".", lake "~" of nobody on ground
piece hut "h" on top
list way (degrees) { upright 0; lying 90; down 180; back 270 }
drawing strip { """
  . ~ .
  . ~ .
  . . .
""" }
move part "{w}" { w in way; lay strip turned degrees of w at a1..c3 }
move flood "flood {n}" { n in 1..2; if n is 2 { grass: row 1 -> box; lake: box -> row 1 } }
move settle "{here}" { here in grass and empty; hut: box -> here }
play {
  ask chance: part
  ask chance: flood
  must joined(grass) "the lakes cut the land in two"
  repeat each player { ask me: settle otherwise draw "the isle is full" }
}
"#;

#[test]
fn check_finds_an_opening_in_which_something_does_not_hold() {
    let folder = tempfile::tempdir().expect("made");
    let game = folder.path().join("isle.game");
    std::fs::write(&game, CUT).expect("written");
    let ran = run_in(folder.path(), &["check", "./isle.game"]);
    assert_eq!(ran.code, Some(1), "{} {}", ran.out, ran.err);
    let said = format!("{}{}", ran.out, ran.err);
    for part in [
        "the lakes cut the land in two",
        "must joined(grass)",
        "after upright; flood 2",
        "change what is drawn or laid there",
        "isle.game: 1 mistake",
    ] {
        assert!(said.contains(part), "`{part}` is missing: {said}");
    }
    // What may be played all the same stops where it does not hold, with the same words, and not before.
    let moves = |after| run_in(folder.path(), &["moves", "./isle.game", "--after", after]);
    assert_eq!(moves("upright; flood 1").code, Some(0));
    let cut = moves("upright; flood 2");
    assert_eq!(cut.code, Some(1), "{}", cut.out);
    assert!(
        cut.err.contains("the lakes cut the land in two"),
        "{}",
        cut.err
    );
    // Without the flood every opening is good.
    std::fs::write(&game, CUT.replace("  ask chance: flood\n", "").replace(
        "move flood \"flood {n}\" { n in 1..2; if n is 2 { grass: row 1 -> box; lake: box -> row 1 } }\n",
        "",
    ))
    .expect("written");
    let ran = run_in(folder.path(), &["check", "./isle.game"]);
    assert_eq!(ran.code, Some(0), "{} {}", ran.out, ran.err);
}

#[test]
fn shells_and_man_are_told_of_every_command() {
    for shell in ["bash", "zsh", "fish"] {
        let script = out(&["completions", shell]);
        for command in ["perft", "engine", "--hot-seat", "help"] {
            assert!(
                script.contains(command.trim_start_matches('-')),
                "{shell}: {command}"
            );
        }
    }
    let page = out(&["man"]);
    assert!(page.contains(".TH linstock 1"), "{page}");
    for command in [
        "linstock\\-perft",
        "linstock\\-new",
        "linstock\\-help",
        "hot\\-seat",
    ] {
        assert!(page.contains(command), "{command}\n{page}");
    }
    let ran = run(&["completions", "abacus"]);
    assert_eq!(ran.code, Some(2));
}

#[test]
fn help_prints_the_help_of_commands_and_explains_codes() {
    assert_eq!(out(&["help"]), out(&["--help"]));
    assert_eq!(out(&["help", "check"]), out(&["check", "--help"]));
    let text = out(&["help", "E0681"]);
    assert!(
        text.starts_with("E0681: ")
            && text.contains("\nWrong:\n    ")
            && text.contains("\nRight:\n    "),
        "{text}"
    );
    for same in ["e0681", "0681", "681"] {
        assert_eq!(out(&["help", same]), text, "{same}");
    }
    let text = out(&["help", "play"]);
    assert!(text.starts_with(&out(&["play", "--help"])), "{text}");
    assert!(
        text.contains("In rules:\n\nIt begins the sequence of play.\n\n    play { … }\n"),
        "{text}"
    );
    let text = out(&["help", "through"]);
    assert!(text.starts_with("In rules:\n\nX through S: "), "{text}");
    let ran = run(&["help", "throuhg"]);
    assert_eq!(ran.code, Some(2));
    let said = "linstock: there is no command, no code and no word of the language `throuhg`; did you mean `through`?\n";
    assert_eq!(ran.err, said);
    let ran = run(&["help", "9999"]);
    assert_eq!(ran.code, Some(2));
    let said = "linstock: there is no code `9999`; the nearest codes are E";
    assert!(ran.err.starts_with(said), "{}", ran.err);
}

#[test]
fn check_says_once_how_to_read_about_the_first_code() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["a", "b"] {
        let game = folder.path().join(name).join(format!("{name}.game"));
        std::fs::create_dir(game.parent().expect("a folder")).expect("made");
        std::fs::write(game, "game x \"X\"\nplayers a, a\n").expect("written");
    }
    let ran = run_in(folder.path(), &["check", "./a", "./b"]);
    let code = ran.out.split(['[', ']']).nth(1).expect("a code");
    let line = format!(
        "help: `linstock help {code}` explains this code, and so does docs/errors/statements.md\n"
    );
    assert!(ran.out.ends_with(&line), "{}", ran.out);
    assert_eq!(
        ran.out.matches("explains this code").count(),
        1,
        "{}",
        ran.out
    );
}

#[test]
fn a_mistake_in_a_variant_is_told_where_the_variant_is_played() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("race");
    std::fs::create_dir(&folder).expect("made");
    let race = std::fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/fixtures/over/race.game"),
    );
    std::fs::write(folder.join("race.game"), race.expect("read")).expect("written");
    let quick = "variant quick of race \"Quick\"\nremove move and and step\n";
    std::fs::write(folder.join("quick.game"), quick).expect("written");
    let path = folder.to_string_lossy();
    assert!(out(&["moves", &path]).contains("a1-a2"));
    let played = run(&["moves", &path, "--variant", "quick"]);
    assert_eq!(played.code, Some(1), "{}", played.err);
    let checked = run(&["check", &path]);
    assert_eq!(checked.code, Some(1));
    assert!(
        checked.out.contains("with variant quick: 1 mistake\n"),
        "{}",
        checked.out
    );
}

#[test]
fn a_new_variant_of_any_shipped_game_checks_and_changes_nothing() {
    let folder = tempfile::tempdir().expect("made");
    for base in ["cannon", "go", "kuhn-poker", "cannon-buster"] {
        let name = format!("my-{base}");
        let made = run_in(folder.path(), &["new", &name, "--variant-of", base]);
        assert_eq!(made.code, Some(0), "{}{}", made.out, made.err);
        let path = format!("./{name}");
        let checked = run_in(folder.path(), &["check", &path]);
        assert!(checked.out.contains("no mistakes"), "{}", checked.out);
        let moves = |game: &str| run_in(folder.path(), &["moves", game]).out;
        assert_eq!(moves(&path), moves(base));
    }
    let text = std::fs::read_to_string(folder.path().join("my-cannon/my-cannon.game"));
    insta::assert_snapshot!(text.expect("written"));
    // What the remarks show can be used as it stands.
    let file = folder.path().join("my-go/my-go.game");
    let text = std::fs::read_to_string(&file).expect("written");
    let lines = text.lines().map(|line| match line.strip_prefix("# ") {
        Some(rest) if rest.starts_with("set ") => rest,
        _ => line,
    });
    std::fs::write(&file, lines.collect::<Vec<_>>().join("\n")).expect("written");
    let checked = run_in(folder.path(), &["check", "./my-go"]);
    assert!(checked.out.contains("no mistakes"), "{}", checked.out);
    let refused = run_in(
        folder.path(),
        &["new", "other", "--variant-of", "cannon-de"],
    );
    assert!(
        refused.code == Some(2) && refused.err.contains("--variant-of cannon"),
        "{}",
        refused.err
    );
}

/// What the language allows to be nested is read on a stack of its own, however small that of the program is.
#[cfg(unix)]
#[test]
fn a_small_stack_is_enough() {
    let folder = tempfile::tempdir().expect("made");
    let (open, close) = ("(".repeat(30), ")".repeat(30));
    let game = format!(
        "game deep \"Deep\"\nplayers x, o\nboard 3 x 3\npiece mark \"m\"\nremember {{ n = 0 }}\n\
         move put \"{{t}}\" {{ t in empty; when {open}n < 3{close}; mark: box -> t }}\n\
         play {{ repeat each player {{ ask me: put otherwise draw }} }}\n"
    );
    std::fs::write(folder.path().join("deep.game"), game).expect("written");
    let output = Command::new("sh")
        .args(["-c", "ulimit -s 300; exec \"$0\" check deep.game"])
        .arg(env!("CARGO_BIN_EXE_linstock"))
        .current_dir(folder.path())
        .output()
        .expect("ran");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(said.contains("no mistakes"), "{said}");
}
