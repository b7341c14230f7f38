//! What scenarios decide, and what they do not notice: `linstock test --coverage --html`, `linstock test --mutants`; and games made
//! of answers, points of a game compared.

#[cfg(unix)]
use crate::terminal::{Terminal, WaitStatus};
use serde_json::Value;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// A game in which the second condition of the move is never tried.
const GAME: &str = r#"game lane "Lane"
players red, blue
board 1 x 4 { red { forward north }; blue { forward south } }
piece pawn "p"
@L-1 move step "{here}-{there}" {
  here  in own pawn
  there in forward of here and empty
  here -> there
}
play {
  red pawn: box -> a1
  blue pawn: box -> a4
  repeat each player {
    ask me: step otherwise win opponent "no move to make"
    @L-2 if seen 9 times { draw "nothing happens" }
  }
}
clauses {
  L-1 "A pawn steps."
  L-2 "A position that comes for the ninth time is a draw."
}
"#;

const SCENARIOS: &str = "for lane\n\nscenario \"a step\" @L-1\nmoves are a1-a2\nplay a1-a2; a4-a3\nexpect over, blue wins\n";

/// A script that decides where a pawn may step, with a side that no scenario asks for.
const SCRIPT: &str = "// Only \"a4\" may be closed.\nfn open(pos, at) {\n  if at == \"a4\" && pos.count(\"pawn\", \"red\") > 1 { return false; }\n  true\n}\n";

/// The game with that script.
fn scripted_lane() -> tempfile::TempDir {
    let folder = lane();
    let game = GAME
        .replace("and empty\n", "and empty where script open(there)\n")
        .replace(
            "play {",
            "script \"lane.rhai\" { open(at: point) -> truth }\nplay {",
        );
    std::fs::write(folder.path().join("lane/lane.game"), game).expect("written");
    std::fs::write(folder.path().join("lane/lane.rhai"), SCRIPT).expect("written");
    folder
}

fn lane() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("made");
    let scenarios = folder.path().join("lane/scenarios");
    std::fs::create_dir_all(&scenarios).expect("made");
    std::fs::write(folder.path().join("lane/lane.game"), GAME).expect("written");
    std::fs::write(scenarios.join("steps.scn"), SCENARIOS).expect("written");
    folder
}

fn run(folder: &Path, args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_linstock"))
        .args(args)
        .current_dir(folder)
        .env("HOME", folder)
        .env("XDG_DATA_HOME", folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut stdin = child.stdin.take().expect("piped");
    // Who ends before it has read all closes the pipe.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

#[test]
fn the_page_of_coverage_tells_what_was_decided() {
    let folder = lane();
    let args = [
        "test",
        "./lane",
        "--accept",
        "--coverage",
        "--html",
        "page.html",
    ];
    let ran = run(folder.path(), &args, "");
    assert!(ran.status.success(), "{}", out(&ran));
    let page = std::fs::read_to_string(folder.path().join("page.html")).expect("written");
    for outside in ["src=", "url(", "@import", "<link", "<script", "http"] {
        assert!(!page.contains(outside), "{outside}");
    }
    let body = page.trim_start_matches("<!DOCTYPE html>");
    roxmltree::Document::parse(
        &body
            .replace("charset=\"utf-8\">", "charset=\"utf-8\"/>")
            .replace("initial-scale=1\">", "initial-scale=1\"/>"),
    )
    .expect("well formed");
    let has = |part: &str| assert!(page.contains(part), "{part}\n{page}");
    // Both sides of a set were decided.
    has("title=\"held 3 times, failed 3 times\">own pawn</span>");
    // A condition that never held, and its statement.
    has("<span class=\"failed\" title=\"held 0 times, failed 2 times\">seen 9 times</span>");
    has("<span class=\"never\" title=\"never carried out\">draw");
    has("title=\"decided something in 1 scenarios\">L-1</span>");
    has("title=\"decided something in 0 scenarios\">L-2</span>");
}

#[test]
fn the_page_of_coverage_tells_what_scripts_decided() {
    let folder = scripted_lane();
    let args = [
        "test",
        "./lane",
        "--accept",
        "--coverage",
        "--html",
        "page.html",
    ];
    let ran = run(folder.path(), &args, "");
    assert!(ran.status.success(), "{}", out(&ran));
    let page = std::fs::read_to_string(folder.path().join("page.html")).expect("written");
    let has = |part: &str| assert!(page.contains(part), "{part}\n{page}");
    // How often a script is called for a line depends on how reasons are found.
    for (shade, told, part) in [
        ("failed", "held 0 times, failed ", "at == &quot;a4&quot;"),
        ("never", "never asked", "pos.count("),
        ("never", "never carried out", "return false"),
        ("both", "carried out ", "true"),
    ] {
        let mut spans = page.split("<span ");
        let begins = format!("class=\"{shade}\" title=\"{told}");
        let inside = format!("\">{part}");
        let found = spans.any(|span| span.starts_with(&begins) && span.contains(&inside));
        assert!(found, "{part}\n{page}");
    }
    has("// Only &quot;a4&quot; may be closed.");
}

#[test]
fn changes_of_scripts_that_no_scenario_notices_are_told() {
    let folder = scripted_lane();
    let ran = run(
        folder.path(),
        &["test", "./lane", "--mutants", "--json"],
        "",
    );
    let report: Value = serde_json::from_slice(&ran.stdout).expect("JSON");
    let unnoticed = report["unnoticed"].as_array().expect("a list");
    let in_script = unnoticed.iter().filter(|one| {
        one["file"]
            .as_str()
            .is_some_and(|file| file.ends_with("lane.rhai"))
    });
    let told: Vec<String> = in_script
        .map(|one| {
            let [old, new] = ["old", "new"].map(|name| one[name].as_str().expect("a text"));
            format!("{} {old} {new}", one["line"])
        })
        .collect();
    assert_eq!(
        told,
        [
            "3 at == \"a4\" !(at == \"a4\")",
            "3 at == \"a4\" true",
            "3 == !=",
            "3 && ||",
            "3 pos.count(\"pawn\", \"red\") > 1 !(pos.count(\"pawn\", \"red\") > 1)",
            "3 pos.count(\"pawn\", \"red\") > 1 true",
            "3 > >=",
            "3 1 0",
            "3 1 2",
            "3 false true",
        ]
    );
}

/// Ctrl-C during the changes: the program reports what is done, and `--fail-over` does not pass.
#[test]
#[cfg(unix)]
fn what_was_tried_out_before_an_interrupt_is_told() {
    let folder = lane();
    // This number of changes takes minutes on a fast machine, too.
    let facts = (0..1000).map(|n| format!("fact f{n} = count own pawn > {n}\n"));
    let game = format!("{GAME}{}", facts.collect::<String>());
    std::fs::write(folder.path().join("lane/lane.game"), game).expect("written");
    let mut slow = SCENARIOS.to_owned();
    for number in 0..400 {
        slow.push_str(
            &SCENARIOS
                .replace("for lane\n", "")
                .replace("a step", &format!("step {number}")),
        );
    }
    std::fs::write(folder.path().join("lane/scenarios/steps.scn"), slow).expect("written");
    let args = "test ./lane --mutants --fail-over 100 --threads 1";
    let args: Vec<&str> = args.split(' ').collect();
    let mut terminal = Terminal::start_in(folder.path(), &args, r#"exec "$0" "$@" >report"#);
    // From the first change on, it listens to the signal.
    terminal.sees(" changes, ");
    terminal.signal("INT");
    let (told, status) = terminal.ended();
    assert!(matches!(status, WaitStatus::Exited(_, 1)), "{told}");
    let told = std::fs::read_to_string(folder.path().join("report")).expect("written");
    assert!(told.contains("./lane: ended early: "), "{told}");
    assert!(!told.contains("no change tried out"), "{told}");
    assert!(!told.contains("is listed in"), "{told}");
}

#[test]
fn of_a_variant_its_own_file_is_changed() {
    let folder = lane();
    let text = "variant quick of lane \"Quick\"\nadd when count own > 0 to step\n";
    std::fs::write(folder.path().join("lane/quick.game"), text).expect("written");
    let path = "./lane/quick.game";
    let changes = |path: &str| {
        let ran = run(folder.path(), &["test", path, "--mutants", "--json"], "");
        let report: Value = serde_json::from_slice(&ran.stdout).expect("JSON");
        report["changes"].as_u64().expect("a number")
    };
    // The number, the sign and the owner.
    assert_eq!(changes(path), 3);
    assert!(changes("./lane") > 3);
    // Nothing is to be changed in the line that names it.
    let ran = run(
        folder.path(),
        &["test", path, "--mutants", "--lines", "1..1"],
        "",
    );
    assert_eq!(ran.status.code(), Some(1));
    let told = String::from_utf8_lossy(&ran.stderr);
    assert!(
        told.contains("nothing can be changed in lines 1..1"),
        "{told}"
    );
}

#[test]
fn changes_that_no_scenario_notices_are_told_and_can_be_listed() {
    let folder = lane();
    let json = |args: &[&str]| {
        let ran = run(
            folder.path(),
            &[&["test", "./lane", "--mutants", "--json"], args].concat(),
            "",
        );
        let report: Value = serde_json::from_slice(&ran.stdout).expect("JSON");
        (ran.status.code(), report)
    };
    let (code, report) = json(&[]);
    assert_eq!(code, Some(0));
    let count = |name: &str| report[name].as_u64().expect("a number");
    let unnoticed = report["unnoticed"].as_array().expect("a list");
    let all = count("refused") + count("same") + count("noticed") + unnoticed.len() as u64;
    assert_eq!(all, count("changes"));
    let change = |old: &str, new: &str| {
        unnoticed
            .iter()
            .any(|one| one["old"] == old && one["new"] == new)
    };
    assert!(change("9", "10"), "{report:#}");
    assert!(!change("empty", "everything"), "{report:#}");
    assert!(!change("own", "enemy"), "{report:#}");

    // Some lines alone.
    let (_, part) = json(&["--lines", "15"]);
    let number = |report: &Value, name: &str| report[name].as_u64().expect("a number");
    let few = number(&part, "changes");
    assert!((1..count("changes")).contains(&few), "{part:#}");
    let lines = part["unnoticed"].as_array().expect("a list").iter();
    let lines: Vec<_> = lines.map(|one| one["line"].as_u64()).collect();
    assert!(
        !lines.is_empty() && lines.iter().all(|line| *line == Some(15)),
        "{part:#}"
    );
    assert_eq!(
        number(&json(&["--lines", "1..14"]).1, "changes")
            + few
            + number(&json(&["--lines", "16..999"]).1, "changes"),
        count("changes")
    );

    let text = out(&run(folder.path(), &["test", "./lane", "--mutants"], ""));
    assert!(text.contains("+     @L-2 if seen 10 times"), "{text}");
    let few = run(
        folder.path(),
        &["test", "./lane", "--mutants", "--fail-over", "2"],
        "",
    );
    assert_eq!(few.status.code(), Some(1));
    assert!(
        out(&few).contains("--fail-over allows 2 %"),
        "{}",
        out(&few)
    );

    // As they are shown, the lines can be listed.
    let lines = |one: &Value, name: &str, sign: &str| {
        let lines = one[name].as_array().expect("lines").iter();
        let lines = lines.map(|line| format!("15 {sign} {}\n", line.as_str().expect("a text")));
        lines.collect::<String>()
    };
    let entries = unnoticed.iter().map(|one| {
        let [before, after] = [("lines_before", "-"), ("lines_after", "+")]
            .map(|(name, sign)| lines(one, name, sign));
        format!("{before}{after}Nobody plays so long.\n\n")
    });
    let stale = "- here in own pawn\n+ here in own king\nThere is none.\n";
    let list = entries.chain([stale.to_owned()]).collect::<String>();
    let path = folder.path().join("lane/scenarios/unnoticed.txt");
    std::fs::write(&path, &list).expect("written");
    let few = run(
        folder.path(),
        &["test", "./lane", "--mutants", "--fail-over", "0"],
        "",
    );
    let told = out(&few);
    assert_eq!(few.status.code(), Some(0), "{told}");
    assert!(
        told.contains("none needs to: Nobody plays so long."),
        "{told}"
    );
    assert!(told.contains("`here in own king` is listed"), "{told}");

    std::fs::write(&path, "why not\n").expect("written");
    let wrong = run(folder.path(), &["test", "./lane", "--mutants"], "");
    assert_eq!(wrong.status.code(), Some(1));
    let said = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert!(
        said.contains("unnoticed.txt, line 1: this is no list"),
        "{said}"
    );
}

#[test]
fn scenarios_that_fail_notice_nothing() {
    let folder = lane();
    let path = folder.path().join("lane/scenarios/steps.scn");
    std::fs::write(path, SCENARIOS.replace("blue wins", "red wins")).expect("written");
    let ran = run(folder.path(), &["test", "./lane", "--mutants"], "");
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert_eq!(ran.status.code(), Some(1));
    assert!(said.contains("\"a step\" fails as it is"), "{said}");
}

#[test]
fn four_answers_make_a_game() {
    let folder = tempfile::tempdir().expect("made");
    let ran = run(
        folder.path(),
        &["new"],
        "hex--race\nHex Race\nstep\nhexagon 4\nall\n",
    );
    let told = out(&ran);
    assert!(ran.status.success(), "{told}");
    assert!(told.contains("`hex--race` cannot be the name"), "{told}");
    assert!(
        told.contains("\n  race     Roll a die, and run along a track\n"),
        "{told}"
    );
    assert!(
        told.contains("hex-race/hex-race.game is a small game"),
        "{told}"
    );
    let checked = run(folder.path(), &["check", "./hex-race"], "");
    assert!(checked.status.success(), "{}", out(&checked));
    let played = run(
        folder.path(),
        &["play", "./hex-race", "--seed", "1"],
        "random 3\nhistory\n",
    );
    assert!(out(&played).contains("3. light"), "{}", out(&played));

    let short = run(folder.path(), &["new", "other"], "\n");
    assert_eq!(short.status.code(), Some(2));
    assert!(!folder.path().join("other").exists());
}

#[test]
fn a_title_and_a_kind_make_a_game() {
    let folder = tempfile::tempdir().expect("made");
    for kind in ["put", "step", "hop", "race", "cards", "connect"] {
        let title = format!("The \"{kind}\" Game");
        let made = run(folder.path(), &["new", &title, "--start", kind], "");
        assert!(made.status.success(), "{}", out(&made));
        let path = format!("./the-{kind}-game");
        let checked = run(folder.path(), &["check", &path], "");
        assert!(checked.status.success(), "{}", out(&checked));
        assert!(out(&checked).contains("no mistakes"), "{}", out(&checked));
        let played = run(folder.path(), &["play", &path, "--seed", "1"], "random 3\n");
        assert!(
            out(&played).starts_with(&format!("{title}. ")),
            "{}",
            out(&played)
        );
        let sheet = run(folder.path(), &["rules", &path], "");
        assert!(out(&sheet).contains(&title), "{}", out(&sheet));
    }
    let tested = run(folder.path(), &["test"], "");
    let told = out(&tested);
    assert!(tested.status.success(), "{told}");
    assert!(told.contains("9 passed, 0 failed\n"), "{told}");
    assert!(told.contains("`linstock test --shipped` runs"), "{told}");

    let copy = run(
        folder.path(),
        &["new", "Frog Pond", "--from", "./the-hop-game"],
        "",
    );
    assert!(copy.status.success(), "{}", out(&copy));
    let text = std::fs::read_to_string(folder.path().join("frog-pond/frog-pond.game"));
    assert!(
        text.expect("read")
            .contains("game frog-pond \"Frog Pond\"\n")
    );
    let again = run(folder.path(), &["new", "Frog pond!"], "");
    assert_eq!(again.status.code(), Some(2));
    assert!(
        told_wrong(&again).contains("`frog-pond` is there already"),
        "{}",
        told_wrong(&again)
    );

    let none = tempfile::tempdir().expect("made");
    let tested = run(none.path(), &["test"], "");
    assert_eq!(tested.status.code(), Some(2));
    assert!(
        told_wrong(&tested).contains("there is no ruleset in this folder"),
        "{}",
        told_wrong(&tested)
    );
}

fn told_wrong(ran: &Output) -> String {
    String::from_utf8_lossy(&ran.stderr).into_owned()
}

#[test]
fn points_of_a_game_are_compared_and_its_end_explained() {
    let folder = lane();
    let script = "compare 1\nwhy over\na1-a2\ncompare 0 1\nwhy not over\ncompare 0 9\na4-a3\nwhy over\nexplain\n";
    let told = out(&run(folder.path(), &["play", "./lane", "--ascii"], script));
    for part in [
        "`compare` takes numbers of moves from 0 to 0",
        "a1: red pawn, then nothing\na2: nothing, then red pawn\n",
        "\"nothing happens\" (L-2)",
        "\"no move to make\"",
        "blue can choose something",
        "`compare` takes numbers of moves from 0 to 1",
        "over> why over\nblue wins: no move to make\nover> explain\n",
        "2. blue `a4-a3`\n  a3: nothing, then blue pawn; a4: blue pawn, then nothing\n  L-1  A pawn steps.",
    ] {
        assert!(told.contains(part), "{part}\n{told}");
    }
}
