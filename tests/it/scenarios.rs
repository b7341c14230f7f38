//! Runs every scenario of all rulesets and examples, and keeps their transcripts with insta.
//!
//! `linstock test` keeps the same files: each accepts what the other wrote.

use crate::terminal::Terminal;
use expectrl::{Eof, Expect};
use insta::Settings;
use linstock::{ScenarioRunner, Sources, Style};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The rulesets, and what each lies over or calls.
const RULESETS: [(&str, &[&str]); 7] = [
    ("rulesets/cannon", &[]),
    ("rulesets/cannon-de", &["rulesets/cannon/cannon.game"]),
    (
        "rulesets/cannon-buster",
        &["rulesets/cannon-buster/cannon-buster.rhai"],
    ),
    (
        "rulesets/cannonball-colony",
        &["rulesets/cannonball-colony/cannonball-colony.rhai"],
    ),
    ("examples/breakthrough", &[]),
    ("examples/liars-dice", &[]),
    ("examples/tic-tac-toe", &[]),
];

/// What takes too long here; `linstock test` runs it.
const SLOW: &str = "rulesets/cannon-ball";

/// Where folders with games lie: what ships, and games that were written as designers say them.
const SHELVES: [&str; 2] = ["rulesets", SAID];
/// The scenarios of these show that they play, and need not cover everything.
const SAID: &str = "tests/it/games/said";

/// All other rulesets, found by their folders. None of them lies over another one.
fn found() -> Vec<String> {
    let mut folders = Vec::new();
    for shelf in SHELVES {
        let entries = std::fs::read_dir(root().join(shelf)).expect("games");
        let names = entries.map(|e| e.expect("entry").file_name().into_string().expect("a name"));
        folders.extend(names.map(|name| format!("{shelf}/{name}")));
    }
    folders.retain(|folder| {
        let named = RULESETS.iter().any(|(known, _)| known == folder);
        !named && folder != SLOW && root().join(folder).is_dir()
    });
    folders.sort();
    folders
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn bench(folder: &str, over: &[&str]) -> ScenarioRunner {
    let name = folder.rsplit('/').next().unwrap_or(folder);
    let mut sources = Sources::new();
    let own = format!("{folder}/{name}.game");
    for path in std::iter::once(own.as_str()).chain(over.iter().copied()) {
        sources.add(path, read(&root().join(path)));
    }
    for path in variants(folder, &own) {
        sources.add(path.as_str(), read(&root().join(&path)));
    }
    let shown = sources.clone();
    ScenarioRunner::new(sources)
        .unwrap_or_else(|found| panic!("{}", found.render(&shown, Style::Plain)))
}

/// Loads a ruleset of the project, with what it lies over.
pub(crate) fn bench_of(folder: &str) -> ScenarioRunner {
    if folder == SLOW {
        return bench(folder, &["rulesets/cannon-ball/cannon-ball.rhai"]);
    }
    let known = RULESETS.iter().find(|(name, _)| *name == folder);
    bench(folder, known.map_or(&[], |(_, over)| over))
}

/// Returns the other `.game` files of a folder: its variants, which scenarios name.
fn variants(folder: &str, own: &str) -> Vec<String> {
    let entries = std::fs::read_dir(root().join(folder)).expect("a folder");
    let names = entries.map(|e| e.expect("entry").file_name().into_string().expect("a name"));
    let mut paths: Vec<_> = names.map(|name| format!("{folder}/{name}")).collect();
    paths.retain(|path| path != own && Path::new(path).extension().is_some_and(|e| e == "game"));
    paths.sort();
    paths
}

fn scenario_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder.join("scenarios")).expect("scenarios");
    let mut files: Vec<_> = entries.map(|e| e.expect("entry").path()).collect();
    files.retain(|p| p.extension().is_some_and(|e| e == "scn"));
    files.sort();
    files
}

/// Runs all scenarios of a ruleset; the transcripts are those in `folder`.
fn run_all(bench: &mut ScenarioRunner, folder: &Path) {
    for path in scenario_files(folder) {
        let stem = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let report = bench.run(&path.display().to_string(), &read(&path));
        assert!(
            report.found.is_empty(),
            "{}",
            report.found.render(&report.sources, Style::Plain)
        );
        for scenario in &report.scenarios {
            let found = scenario.found.render(&report.sources, Style::Plain);
            assert!(scenario.found.is_empty(), "{}\n{found}", scenario.title);
            let mut settings = Settings::clone_current();
            settings.set_snapshot_path(folder.join("scenarios/snapshots"));
            settings.set_prepend_module_to_snapshot(false);
            settings.set_omit_expression(true);
            let name = scenario.snapshot_name(&stem);
            settings.bind(|| insta::assert_snapshot!(name, scenario.transcript));
        }
    }
}

fn all_pass_and_cover_everything(folder: &str, over: &[&str]) {
    let mut bench = bench(folder, over);
    run_all(&mut bench, &root().join(folder));
    let coverage = bench.coverage();
    let rows = coverage.rows.iter();
    let missed: Vec<_> = rows.filter(|row| row.scenarios == 0).collect();
    let plays = folder.starts_with(SAID);
    assert!(plays || missed.is_empty(), "{folder}: {missed:#?}");
}

#[test]
fn every_scenario_passes_and_everything_is_covered() {
    for (folder, over) in RULESETS {
        all_pass_and_cover_everything(folder, over);
    }
}

#[test]
fn so_it_is_with_every_other_folder_of_rulesets() {
    // `.ci/run` asks the program for all of them. Here one of three takes part, unless all that can be tried is wanted.
    let thorough = std::env::var("LINSTOCK_THOROUGH").is_ok_and(|one_of| one_of == "1");
    for folder in found().into_iter().step_by(if thorough { 1 } else { 3 }) {
        let name = folder.rsplit('/').next().unwrap_or(&folder);
        let script = format!("{folder}/{name}.rhai");
        let over: &[&str] = if root().join(&script).is_file() {
            &[&script]
        } else {
            &[]
        };
        all_pass_and_cover_everything(&folder, over);
    }
}

fn linstock(args: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_linstock");
    Command::new(program)
        .args(args)
        .output()
        .expect("linstock runs")
}

fn text(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// Copies the smallest example without its transcripts.
fn copied() -> (tempfile::TempDir, PathBuf) {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("tic-tac-toe");
    std::fs::create_dir_all(folder.join("scenarios")).expect("folders");
    let from = root().join("examples/tic-tac-toe");
    for file in ["tic-tac-toe.game", "scenarios/games.scn"] {
        std::fs::copy(from.join(file), folder.join(file)).expect("copied");
    }
    (place, folder)
}

/// Runs the test below over a copy, in a process of its own, which sets how insta behaves.
fn insta_over(folder: &Path, update: &str) -> bool {
    let this = std::env::current_exe().expect("this test");
    let test = [
        "--exact",
        "scenarios::insta_is_content_with_the_transcripts",
    ];
    let run = Command::new(this)
        .args(test)
        .env("INSTA_UPDATE", update)
        .env("INSTA_WORKSPACE_ROOT", folder)
        .env("LINSTOCK_COPY", folder)
        .output();
    run.expect("the test runs").status.success()
}

/// The transcripts that are shipped, or those of the copy that a test below made.
#[test]
fn insta_is_content_with_the_transcripts() {
    let shipped = root().join("examples/tic-tac-toe");
    let folder = std::env::var_os("LINSTOCK_COPY").map_or(shipped, PathBuf::from);
    run_all(&mut bench("examples/tic-tac-toe", &[]), &folder);
}

#[test]
fn insta_is_content_with_what_linstock_accepted() {
    let (_place, folder) = copied();
    assert!(!insta_over(&folder, "no"), "there is no transcript yet");
    let path = folder.to_string_lossy();
    let accepted = linstock(&["test", "--accept", &path]);
    assert!(accepted.status.success(), "{}", text(&accepted));
    assert!(insta_over(&folder, "no"));
}

#[test]
fn linstock_is_content_with_what_insta_accepted() {
    let (_place, folder) = copied();
    let path = folder.to_string_lossy();
    let missing = linstock(&["test", &path]);
    assert_eq!(missing.status.code(), Some(1), "{}", text(&missing));
    insta_over(&folder, "always");
    let passed = linstock(&["test", &path]);
    assert!(passed.status.success(), "{}", text(&passed));
    assert!(
        text(&passed).ends_with("5 scenarios, all pass\n5 passed, 0 failed\n"),
        "{}",
        text(&passed)
    );
}

#[test]
fn every_mistake_of_a_scenario_is_told() {
    let file = "for tic-tac-toe\n\nscenario \"wrong\" @TT-9\nplay a1\n\nscenario \"more\"\nmoves count 8\n\
                refuse b2\nrefuse z9\nexpect a1 is x mark, y to move, drawn\nplay a1\nplay a1\nset colour red\n";
    let mut bench = bench("examples/tic-tac-toe", &[]);
    let report = bench.run("wrong.scn", file);
    let found: Vec<_> = report
        .scenarios
        .iter()
        .map(|s| s.found.render(&report.sources, Style::Plain))
        .collect();
    insta::assert_snapshot!(found.join("\n"));
}

/// A move after the end is refused once: the reason says that the game is over, and no hint says it again.
#[test]
fn a_move_after_the_end_is_told_once() {
    let file = "for tic-tac-toe\n\nscenario \"on\"\nplay a1; b1; a2; b2; a3; b3\n";
    let mut bench = bench("examples/tic-tac-toe", &[]);
    let report = bench.run("wrong.scn", file);
    let found = report.scenarios[0]
        .found
        .render(&report.sources, Style::Plain);
    assert_eq!(found.matches("the game is over").count(), 1, "{found}");
}

/// Titles that cannot be read are not the same title.
#[test]
fn of_titles_that_cannot_be_read_nothing_follows() {
    let file =
        "for tic-tac-toe\n\nscenario \"one\" {\n  play a1\n}\nscenario \"two\" {\n  play a1\n}\n";
    let mut bench = bench("examples/tic-tac-toe", &[]);
    let report = bench.run("wrong.scn", file);
    let found: Vec<_> = report
        .scenarios
        .iter()
        .map(|s| s.found.render(&report.sources, Style::Plain))
        .collect();
    let of_file = report.found.render(&report.sources, Style::Plain);
    let found = format!("{}\n{of_file}", found.join("\n"));
    assert!(!found.contains("already a scenario"), "{found}");
    assert!(found.contains("expected the end of the line"), "{found}");
}

#[test]
fn scenarios_of_another_game_are_a_mistake() {
    let report =
        bench("examples/tic-tac-toe", &[]).run("x.scn", "for chess\n\nscenario \"x\"\nplay a1\n");
    insta::assert_snapshot!(report.found.render(&report.sources, Style::Plain));
}

/// Cards that only their owners see, and bids that all make at once.
const BIDS: &str = r#"game bids "Bids"
players ann, bob, cem
@A-3 list card (copies) { ace 1; king 2 }
@A-4 zone deck      { holds card by copies; hidden }
zone hand of player { holds card; seen by owner }
remember { @A-5 bids of player = 0 }
@A-6 score of p = bids of p
to settle(p) { if bids of p is 2 { bids of p = 0 } }

@A-1 move deal "deal {me} {k}" {
  k in deck
  seen by me
  k: deck -> hand of me
}
@A-2 move bid "bid {n}" {
  n in 1..2
  when n <= size of hand of me
  bids of me = n
}
move pass "pass" { }

play {
  each player { @A-1 ask chance: deal }
  phase bidding { @A-2 ask players: bid, pass }
  each player where me is cem { ask me: pass }
  @A-7 settle(ann)
  win (best p in players by bids of p) "the highest bid"
}
clauses {
  A-1 "Everybody is dealt a card."
  A-2 "All bid at once."
  A-3 "There are three cards."
  A-4 "They lie in the deck."
  A-5 "At first nobody has bid."
  A-6 "A bid is worth its number."
  A-7 "Ann's bid of two is worth nothing."
}
"#;

fn bidding() -> ScenarioRunner {
    ScenarioRunner::new(Sources::from([("bids.game", BIDS)]))
        .unwrap_or_else(|found| panic!("{found:?}"))
}

fn bids(lines: &str) -> String {
    let mut bench = bidding();
    let report = bench.run("bids.scn", &format!("for bids\n\n{lines}"));
    let found = report.found.render(&report.sources, Style::Plain);
    let scenarios = report.scenarios.iter().map(|s| {
        let found = s.found.render(&report.sources, Style::Plain);
        format!("{found}{}", s.transcript)
    });
    found + scenarios.collect::<Vec<_>>().join("\n").as_str()
}

/// All choices of a head are looked at together; only where they do not fit, one after the other.
#[test]
fn of_an_option_the_last_value_counts_and_each_wrong_line_is_told() {
    let rules = "game pick \"Pick\"\nplayers ann, bob\noptions { far 1..9 \"how far\"; first ann | bob \"who begins\" }\n\
        move go \"go\" { }\nplay { repeat far times { each player from first { ask me: go } }\n draw }\n";
    let variant = "variant slow of pick \"Slow\"\nset far 2\n";
    let mut sources = Sources::from([("pick.game", rules)]);
    sources.add("slow.game", variant);
    let mut runner = ScenarioRunner::new(sources).expect("no mistakes");
    let mut told = |head: &str| {
        let text = format!("for pick\n{head}scenario \"s\"\nplay go\nexpect ann to move\n");
        let report = runner.run("pick.scn", &text);
        let found = report.scenarios[0]
            .found
            .render(&report.sources, Style::Plain);
        runner = ScenarioRunner::new(Sources::from([
            ("pick.game", rules),
            ("slow.game", variant),
        ]))
        .expect("no mistakes");
        found
    };
    assert_eq!(
        told("set first ann\nset far 3\nset first bob\nvariant slow\n"),
        ""
    );
    let wrong = told("set first ann\nset fast 3\nset first bob\nset far 10\n");
    assert!(
        wrong.contains("no option `fast`") && wrong.contains("pick.scn:3:5"),
        "{wrong}"
    );
    assert!(wrong.contains("pick.scn:5:9"), "{wrong}");
    let twice = told("variant slow\nset first bob\nvariant slow\n");
    assert!(
        twice.contains("the variant `slow` is named twice") && twice.contains("pick.scn:4:9"),
        "{twice}"
    );
}

#[test]
fn players_are_named_and_chance_and_secrets_are_looked_into() {
    let told = bids(
        "scenario \"at once\"
expect chance to move, only chance to move
chance are deal ann ace = 1/3,             # goes on below
           deal ann king = 4/6
chance deal ann ace; deal bob king
seen by bob: deal bob king
seen by ann and cem: deal bob
chance are deal cem king = 1
chance deal cem king
expect bob to move, only ann and bob and cem to move
refuse as cem bid 2 because @A-2
as cem play bid 1
seen by ann and bob: bid
seen by cem: bid 1
refuse as cem pass
refuse as chance deal cem king
moves are bid 1, pass
as bob play pass
expect only ann to move
play bid 1
expect only cem to move
moves are pass
as cem play pass
refuse as cem pass
expect over, ann and cem win

scenario \"given\"
given at bidding, ann to move {
  king, king: deck -> hand of bob; ace: deck -> hand of cem
}
moves are pass
as bob play bid 2
moves are pass
",
    );
    insta::assert_snapshot!(told);
}

#[test]
fn what_lies_on_the_table_is_hit_by_a_game_from_the_start_and_the_score_by_its_end() {
    let missed = |lines: &str| {
        let mut bench = bidding();
        let report = bench.run("bids.scn", &format!("for bids\nscenario \"one\"\n{lines}"));
        assert!(report.passed(), "{report:?}");
        let rows = bench.coverage().rows.into_iter();
        let missed = rows.filter(|row| row.scenarios == 0);
        let clauses = missed.map(|row| row.clauses).filter(|c| !c.is_empty());
        clauses.collect::<Vec<_>>().join(" ")
    };
    let deal = "chance deal ann ace; deal bob king; deal cem king\n";
    assert_eq!(missed(deal), "A-2 A-2 A-2 A-6 A-7 A-7");
    let given = "given at bidding, ann to move { bids of ann = 0 }\nplay pass\n";
    assert_eq!(
        missed(given),
        "A-1 A-1 A-1 A-2 A-2 A-3 A-4 A-4 A-5 A-6 A-7 A-7"
    );
    let game = format!("{deal}play bid 1; bid 1; pass; pass\n");
    assert_eq!(missed(&game), "");
}

#[test]
fn what_is_wrong_with_players_chance_and_secrets_is_told() {
    let told = bids(
        "scenario \"chance\"
seen by ann: deal
chance are deal ann ace = 1/2, deal bob ace = 1/2, deal ann queen = 1/2
chance are deal ann king = 2/3
expect ann to move, only bob to move
chance deal ann ace; deal bob king; deal cem king
chance are deal ann ace = 1
seen by ann and bob and dan: deal bob
expect only bob to move, only bob and chance to move, dan to move
moves are bid 3
moves are bid pass
refuse as dan pass
refuse as bob pass
as bob play bid 1; bid 1

scenario \"nobody\"
as dan play pass
play pass
",
    );
    insta::assert_snapshot!(told);
}

/// The transcripts of a copy, and what lies beside them, by name: whether each tells of a move.
fn transcripts(folder: &Path, told: &str) -> Vec<(String, bool)> {
    let snapshots = std::fs::read_dir(folder.join("scenarios/snapshots")).expect("transcripts");
    let mut found: Vec<_> = snapshots
        .map(|entry| {
            let path = entry.expect("entry").path();
            let name = path.file_name().expect("a name").to_string_lossy();
            let name = name.trim_start_matches("four__").to_owned();
            (name, read(&path).contains(told))
        })
        .collect();
    found.sort();
    found
}

/// A copy with four scenarios, each accepted with `c1` as its move and then changed to `c3`.
fn changed() -> (tempfile::TempDir, PathBuf) {
    let (place, folder) = copied();
    let scenarios = folder.join("scenarios");
    std::fs::remove_file(scenarios.join("games.scn")).expect("removed");
    let text = ["one", "two", "three", "four"]
        .map(|title| format!("scenario \"{title}\"\nplay c1\nexpect o to move\n\n"));
    let text = format!("for tic-tac-toe\n\n{}", text.concat());
    let file = scenarios.join("four.scn");
    std::fs::write(&file, &text).expect("written");
    let accepted = linstock(&["test", "--accept", &folder.to_string_lossy()]);
    assert!(accepted.status.success(), "{}", self::text(&accepted));
    std::fs::write(&file, text.replace("play c1", "play c3")).expect("written");
    (place, folder)
}

/// Reviews a copy at a pseudo-terminal; each answer is given when it is asked for.
fn review(folder: &Path, answers: &[&str], end: &str) -> String {
    let args = ["test", "--review", &folder.to_string_lossy()];
    let mut session = Terminal::start_in(folder, &args, r#"NO_COLOR=1 exec "$0" "$@""#).session;
    let mut shown = Vec::new();
    for answer in answers {
        let asked = session.expect("[a/r/s/q] ").expect("a question");
        shown.extend_from_slice(asked.before());
        session.send(format!("{answer}\r")).expect("sent");
    }
    let rest = session.expect(end).expect("the end of the review");
    shown.extend_from_slice(rest.before());
    session.expect(Eof).expect("ended");
    let shown = String::from_utf8(shown).expect("UTF-8");
    // A long path may break the line.
    let words: Vec<&str> = shown.split_whitespace().collect();
    words.join(" ")
}

#[test]
fn a_review_asks_about_each_transcript_that_differs() {
    let (_place, folder) = changed();
    let shown = review(
        &folder,
        &["yes", "a", "R", "skip", "accept"],
        "2 passed, 0 failed, 2 have a changed transcript",
    );
    // Each is shown with what differs; after a wrong answer, the program says what the right ones do.
    for title in ["one", "two", "three", "four"] {
        assert!(
            shown.contains(&format!("\"{title}\": all lines hold, but the")),
            "{shown}"
        );
    }
    assert_eq!(shown.matches("-1. x c1").count(), 4, "{shown}");
    assert_eq!(shown.matches("+1. x c3").count(), 4, "{shown}");
    assert_eq!(
        shown.matches("keeps what is played now").count(),
        1,
        "{shown}"
    );
    let named = |name: &str, new| (name.to_owned(), new);
    let expected = [
        named("four.snap", true),
        named("one.snap", true),
        named("three.snap", false),
        named("three.snap.new", true),
        named("two.snap", false),
    ];
    assert_eq!(transcripts(&folder, "x c3"), expected);
    // What was accepted is not asked about again, and nothing is asked where all is well.
    review(&folder, &["a", "a"], "4 passed, 0 failed");
    review(&folder, &[], "4 passed, 0 failed");
    assert!(transcripts(&folder, "x c3").iter().all(|(_, new)| *new));
    assert_eq!(transcripts(&folder, "").len(), 4);
}

#[test]
fn a_review_can_be_left_with_everything_open() {
    // By a word, and by the end of the input (Ctrl-D).
    for answer in ["q", "\x04"] {
        let (_place, folder) = changed();
        let shown = review(
            &folder,
            &["a", answer],
            "1 passed, 0 failed, 3 have a changed transcript",
        );
        assert_eq!(
            shown.matches("transcript has changed").count(),
            4,
            "{shown}"
        );
        assert_eq!(shown.matches("accept, reject").count(), 2, "{shown}");
        let open = transcripts(&folder, "x c3");
        let open = open.iter().filter(|(name, _)| name.ends_with(".new"));
        assert_eq!(open.count(), 3);
    }
}

#[test]
fn a_new_scenario_is_reviewed_like_a_changed_one() {
    let (_place, folder) = copied();
    let shown = review(
        &folder,
        &["a", "a", "a", "a", "r"],
        "4 passed, 0 failed, 1 is new and without a transcript",
    );
    assert!(
        shown.contains("has no transcript yet; this would be it:"),
        "{shown}"
    );
    assert_eq!(transcripts(&folder, "").len(), 4);
}

#[test]
fn a_scenario_file_away_from_its_ruleset_says_what_is_missing() {
    let place = tempfile::tempdir().expect("a folder");
    for (text, told) in [
        ("", "does not say which game it is for"),
        (
            "scenario \"x\"\nplay e10\n",
            "does not say which game it is for",
        ),
        (
            "for my-own\n",
            "is for `my-own`, which does not come with the program",
        ),
    ] {
        let file = place.path().join("x.scn");
        std::fs::write(&file, text).expect("written");
        let ran = linstock(&["test", &file.to_string_lossy()]);
        assert_eq!(ran.status.code(), Some(2));
        assert!(self::text(&ran).contains(told), "{}", self::text(&ran));
        assert!(self::text(&ran).contains("`scenarios` folder of its ruleset"));
    }
}

const LISTS: &str = "scenario \"lists\"
chance any 3
moves are
  bid 1
  pass
moves of bid count 1
moves of pass are pass
moves of bid include bid 1
expect score of ann is 0, score of bob < 1
";

#[test]
fn lists_go_on_in_indented_lines_and_name_rules_points_and_scores() {
    let told = bids(LISTS);
    insta::assert_snapshot!(told);
    let file = "for tic-tac-toe\n\nscenario \"x\"\nplay b2\nmoves from a1 are a1\nmoves of put from c3 count 1\n";
    let report = bench("examples/tic-tac-toe", &[]).run("x.scn", file);
    let found: Vec<_> = report.scenarios.iter().map(|s| &s.found).collect();
    assert!(report.passed(), "{found:?}");
}

#[test]
fn what_is_wrong_with_lists_is_told() {
    let told = bids(
        "scenario \"wrong\"
moves of deal are deal ann ace
chance any 3
moves are
  bid 1, bid 2
moves of bid are pass
moves of bids are pass
moves of bid count 3
moves from a1 count 1
expect score of ann is 3
chance any

scenario \"too many\"
chance any 9

scenario \"none\"
chance any 0
",
    );
    insta::assert_snapshot!(told);
    let file = "for tic-tac-toe\n\nscenario \"sets\"\nplay b2; a1\nexpect x mark is {b2, c3}\nexpect empty is {a2}\nexpect score of x is 1\nplay c3\nexpect x mark is {b2, c1}\n";
    let report = bench("examples/tic-tac-toe", &[]).run("x.scn", file);
    insta::assert_snapshot!(
        report.scenarios[0]
            .found
            .render(&report.sources, Style::Plain)
    );
}

#[test]
fn what_is_broken_is_told_before_what_goes_otherwise_and_new_scenarios_are_told_apart() {
    let (_place, folder) = changed();
    let file = folder.join("scenarios/four.scn");
    let more = "scenario \"five\"\nplay a1\n\nscenario \"six\"\nplay a1\nexpect x to move\n";
    std::fs::write(&file, read(&file) + more).expect("written");
    let ran = linstock(&["test", &folder.to_string_lossy()]);
    assert_eq!(ran.status.code(), Some(1));
    let shown = text(&ran);
    let at = |what: &str| {
        shown
            .find(what)
            .unwrap_or_else(|| panic!("{what}: {shown}"))
    };
    assert!(
        at("\"six\" failed") < at("\"one\": all lines hold"),
        "{shown}"
    );
    assert!(
        shown.contains("\"five\" is new: all its lines hold"),
        "{shown}"
    );
    assert!(
        shown.ends_with(
            "0 passed, 1 failed, 4 have a changed transcript, 1 is new and without a transcript\n\
             `--accept` keeps the transcripts as they are now, `--review` asks about each\n"
        ),
        "{shown}"
    );
}

#[test]
fn lists_that_the_rules_have_changed_are_mended_after_they_were_shown() {
    let (_place, folder) = copied();
    let file = folder.join("scenarios/games.scn");
    let text = "for tic-tac-toe\n\nscenario \"lists\"\nplay b2; a1; c1; a3\nmoves are a2 b1    # two\n\
                moves count 3\nexpect a1 is x mark\n\nscenario \"more\"\nplay b2; a1; c1; a3\nmoves are\n  a2\n  c3\n";
    std::fs::write(&file, text).expect("written");
    let path = folder.to_string_lossy();
    let ran = linstock(&["test", "--fix", &path]);
    let shown = self::text(&ran);
    for line in [
        "-moves are a2 b1    # two\n",
        "+moves are a2 b1 b3 c2 c3    # two\n",
    ] {
        assert!(shown.contains(line), "{shown}");
    }
    assert!(shown.contains("this does not hold"), "{shown}");
    assert_eq!(ran.status.code(), Some(1), "an expectation is not mended");
    let mended = text
        .replace("a2 b1    # two", "a2 b1 b3 c2 c3    # two")
        .replace("count 3", "count 5")
        .replace("  a2\n  c3\n", "  a2 b1 b3 c2 c3\n");
    assert_eq!(read(&file), mended);
    let again = linstock(&["test", "--fix", &path]);
    assert_eq!(read(&file), mended);
    assert!(
        !self::text(&again).contains("+moves"),
        "{}",
        self::text(&again)
    );
}

/// Two laps of two steps each; the hunter is asked whether he is caught before he may step.
const LAPS: &str = r#"game laps "Laps"
players ann, bob
board 5 x 1
piece stone "s"
remember { left = 0; caught of player = no }
move step "{here}-{there}" {
  here in own stone
  there in east of here and empty
  left = left - 1
  here -> there
}
play {
  ann stone: box -> {a1}
  bob stone: box -> {c1}
  repeat 2 times {
    each player {
      phase turn {
        if caught of me { win opponent "caught" }
        left = 2
        repeat {
          if left is 0 { leave turn }
          ask me: step otherwise leave turn
        }
      }
    }
  }
  draw "two laps"
}
"#;

#[test]
fn a_given_position_begins_as_a_turn_begins() {
    let scenarios = r#"for laps
scenario "what stands before the first choice of the phase is done"
given at turn, bob to move { left = 9 }
expect left is 2
play c1-d1; d1-e1
expect only ann to move, left is 2         # the first of the two laps is over

scenario "it is the first of the laps"
given at turn, bob to move { bob stone -> box; bob stone: box -> {b1}; ann stone -> box; ann stone: box -> {a1} }
play b1-c1; c1-d1; a1-b1; b1-c1; d1-e1
expect drawn

scenario "a turn may end the game with what it tests"
given at turn, bob to move { caught of bob = yes }
expect over, ann wins
"#;
    let mut bench = ScenarioRunner::new(Sources::from([("laps.game", LAPS)]))
        .unwrap_or_else(|found| panic!("{found:?}"));
    let report = bench.run("laps.scn", scenarios);
    let found = report.scenarios.iter();
    let found: String = found
        .map(|s| s.found.render(&report.sources, Style::Plain))
        .collect();
    assert!(report.passed(), "{found}");
    assert_eq!(report.scenarios.len(), 3);
}

#[test]
fn the_reasons_of_refusals_are_listed() {
    let (_place, folder) = copied();
    let listed = linstock(&["test", "--accept", "--reasons", &folder.to_string_lossy()]);
    assert!(listed.status.success(), "{}", text(&listed));
    let said = "  b2: `b2` is not legal: b2 is not empty: an x mark stands there (TT-1)\n";
    assert!(text(&listed).contains(said), "{}", text(&listed));
}

#[test]
fn a_clause_that_does_not_forbid_a_move_is_told_with_who_would_make_it() {
    let (_place, folder) = copied();
    let scenario = "for tic-tac-toe\n\nscenario \"clauses\"\nplay b2\nrefuse b2 because @TT-2\nrefuse as x a1 because @TT-2\n";
    std::fs::write(folder.join("scenarios/clauses.scn"), scenario).expect("written");
    let told = text(&linstock(&["test", &folder.to_string_lossy()]));
    for expected in [
        "`b2` of o is refused, but not because of TT-2",
        "`a1` of x is refused, but not because of TT-2",
        "it is not the turn of x: this says nothing about the move itself",
    ] {
        assert!(told.contains(expected), "{told}");
    }
}

/// What is wrong with the conditions of a scenario may lie in the rules: a value that nothing reads is not kept.
#[test]
fn a_value_that_no_rule_reads_and_a_phase_that_is_none_are_told() {
    let folder = tempfile::tempdir().expect("made");
    let game = "game pile \"Pile\"\nplayers ann, ben\nremember { high = 0 }\nmove put \"put\" { high = high + 1 }\nplay { repeat 3 times { each player { ask me: put } } }\n";
    let lines = "for pile\n\nscenario \"one\"\nplay put\nexpect high is 1\n\nscenario \"two\"\ngiven at start, ben to move { high = 2 }\nplay put\n";
    std::fs::write(folder.path().join("pile.game"), game).expect("written");
    std::fs::create_dir(folder.path().join("scenarios")).expect("made");
    std::fs::write(folder.path().join("scenarios/s.scn"), lines).expect("written");
    let output = crate::terminal::linstock(&["test", "."], folder.path())
        .current_dir(folder.path())
        .output();
    let told = String::from_utf8(output.expect("run").stdout).expect("text");
    let hint = "no rule reads `high`, so it stays as it is at the start; to keep it, show it in a line of `status`";
    assert!(told.contains("high is 0, and must be 1"), "{told}");
    assert!(told.contains(hint), "{told}");
    assert!(told.contains("this game has no phases"), "{told}");
    assert!(told.contains("omit `at` and the name"), "{told}");
}

/// A routine stores what it is handed where it would change that: in a `given`, too, whether or not the rules have it stored.
#[test]
fn a_given_hands_values_to_routines_as_the_rules_do() {
    for by_rules in ["heap(n + total)", "heap(1)"] {
        let game = format!(
            "game pile \"Pile\"\nplayers ann, ben\nremember {{ n = 0; total = 5 }}\n\
             to heap(k) {{ n = 0; n = n + k; total = k + n }}\nmove put \"put\" {{ {by_rules} }}\n\
             play {{ repeat 3 times {{ each player {{ ask me: put }} }} }}\nstatus \"{{n}} {{total}}\"\n"
        );
        let sources = Sources::from([("pile.game", game)]);
        let mut bench = ScenarioRunner::new(sources).expect("no mistakes");
        let lines = "for pile\n\nscenario \"handed on\"\ngiven ann to move { n = 2; heap(n + total); heap(n + 1) }\n\
                     expect n is 8, total is 16\nplay put\n";
        let report = bench.run("s.scn", lines);
        let told = report.scenarios[0]
            .found
            .render(&report.sources, Style::Plain);
        assert!(report.passed(), "{by_rules}: {told}");
    }
}
