//! Computer players: `linstock match`, and `--bot`, `hint`, `autoplay` and `bot` in a game.

#[cfg(unix)]
use crate::terminal::Terminal;
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};
#[cfg(unix)]
use std::time::{Duration, Instant};

const TIC_TAC_TOE: &str = "examples/tic-tac-toe/";
const BREAKTHROUGH: &str = "examples/breakthrough/";

fn run(args: &[&str], input: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_linstock"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("begun");
    let mut typed = program.stdin.take().expect("piped");
    // A program that refuses its arguments does not read.
    let _ = typed.write_all(input.as_bytes());
    drop(typed);
    program.wait_with_output().expect("ended")
}

/// Runs a command for two seconds, and for longer if a slow machine did too little in them.
fn run_long_enough(args: &[&str], is_enough: impl Fn(&Output) -> bool) -> Output {
    let run_for = |time| run(&[args, &["--time", time]].concat(), "");
    let tried = ["2s", "8s", "32s", "2m"].into_iter().map(run_for);
    tried
        .into_iter()
        .find(&is_enough)
        .unwrap_or_else(|| run_for("8m"))
}

fn out(args: &[&str], input: &str) -> String {
    let output = run(args, input);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn trouble(args: &[&str], code: i32) -> String {
    let output = run(args, "");
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    String::from_utf8(output.stderr).expect("UTF-8")
}

fn match_of(args: &[&str]) -> Value {
    let text = out(&[&["match"], args, &["--json"]].concat(), "");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn a_match_is_the_same_for_any_number_of_threads() {
    // The program knows its evaluation: on a slow machine, another one would be fitted in the time each time.
    let of = |threads: &str| {
        match_of(&[
            "reversi",
            "tree:30",
            "plain-tree:30",
            "--games",
            "6",
            "--seed",
            "4",
            "--threads",
            threads,
        ])
    };
    let one = of("1");
    assert_eq!(one["games"], 6);
    assert_eq!(one, of("3"));
}

#[test]
fn a_search_beats_random_play() {
    for player in [
        "tree:200",
        "wide-tree:200",
        "plain-tree:400",
        "alpha-beta:2000",
        "ubfm:2000",
    ] {
        let played = match_of(&[
            BREAKTHROUGH,
            player,
            "random",
            "--games",
            "10",
            "--seed",
            "1",
        ]);
        let wins = played["wins"].as_u64().expect("a number");
        assert!(wins >= 9, "{player}: {played}");
    }
}

#[test]
fn nobody_wins_tic_tac_toe_against_a_search() {
    for player in ["tree:3000", "alpha-beta:20000"] {
        let args = [
            TIC_TAC_TOE,
            player,
            "random",
            "--opening",
            "0",
            "--games",
            "40",
        ];
        let played = match_of(&[&args[..], &["--seed", "2"]].concat());
        assert_eq!(played["losses"], 0, "{player}: {played}");
    }
}

#[test]
fn a_report_names_shares_with_their_interval() {
    let args = [
        "match",
        TIC_TAC_TOE,
        "random",
        "random",
        "--games",
        "40",
        "--seed",
        "3",
    ];
    insta::assert_snapshot!(out(&args, ""));
}

#[test]
fn wrong_players_are_refused() {
    let told = trouble(&["match", "cannon", "bset", "random"], 2);
    assert!(
        told.contains("there is no computer player `bset`"),
        "{told}"
    );
    let told = trouble(&["play", "cannon", "--bot", "blue=best"], 2);
    assert!(told.contains("blue"), "{told}");
}

#[test]
fn the_computer_answers_a_move_and_takes_its_answer_back() {
    let args = ["play", TIC_TAC_TOE, "--bot", "o=tree:200", "--seed", "1"];
    let input =
        "b2\nhistory\nundo\nhistory\nhint\nautoplay 20\nresult\nhint\nautoplay\nbot\nbot o off\n";
    let told = out(&args, input);
    let history = told.split("   1. x b2").nth(1).expect("listed");
    assert!(history.trim_start().starts_with("2. o "), "{told}");
    assert!(told.contains("nothing was played yet"), "{told}");
    // A fast machine has proved the draw.
    let is_judged = told.contains("win share") || told.contains("for certain");
    assert!(is_judged, "{told}");
    assert!(
        told.contains("there is nothing to choose: the game is over"),
        "{told}"
    );
    assert!(told.contains("o: the computer plays (tree:200)"), "{told}");
    assert!(told.contains("o: a person plays"), "{told}");
}

#[test]
fn undo_takes_back_one_choice_of_a_person_among_outcomes_of_chance() {
    let args = [
        "play",
        "pig",
        "--bot",
        "ben=random",
        "--seed",
        "3",
        "--practice",
    ];
    let told = out(&args, "roll\nhold\nroll\nhold\nundo\nhistory\n");
    let history = told.rsplit("ann> ").nth(1).expect("listed");
    let last = history.trim_end().lines().last().expect("a line");
    assert_eq!(last.trim(), "8. chance 4", "{told}");
}

#[test]
fn the_computer_plays_a_whole_game_alone() {
    let args = [
        "play",
        TIC_TAC_TOE,
        "--bot",
        "x=tree:50",
        "--bot",
        "o=random",
        "--seed",
        "1",
    ];
    let told = out(&args, "result\n");
    assert!(
        told.contains("over>") || told.contains("wins") || told.contains("draw"),
        "{told}"
    );
}

#[test]
fn a_player_plays_games_with_secrets() {
    let dice = [
        "examples/liars-dice/",
        "tree:150",
        "random",
        "--games",
        "12",
        "--seed",
        "1",
    ];
    let played = match_of(&dice);
    let wins = played["wins"].as_u64().expect("a number");
    assert!(wins >= 6, "{played}");
}

#[test]
fn people_do_not_see_what_the_computer_holds() {
    let args = [
        "play",
        "kuhn-poker",
        "--bot",
        "ben=random",
        "--seed",
        "1",
        "--ascii",
    ];
    let told = out(&args, "view\nview ben\n");
    let refused = "you play ann, so you may see only what ann may know";
    assert!(told.contains(refused), "{told}");
    // Nobody shares the keyboard.
    let told = out(&args, "try check\nas ben bet\nset chips=3\n");
    assert_eq!(
        told.matches("in a game against the computer,").count(),
        3,
        "{told}"
    );
    assert!(!told.contains("shared keyboard"), "{told}");
    // A person who is alone hides the screen from nobody; two people do.
    assert!(!told.contains("sit down"), "{told}");
    let with_people = ["play", "hearts", "--bot", "ben=random", "--seed", "1"];
    let told = out(&with_people, "view\n");
    assert!(told.contains("ann, sit down"), "{told}");
}

#[test]
fn a_waiting_computer_keeps_its_secrets() {
    // Ann is the computer and begins. After `back to 2`, it is Ann's turn again, and people are not told what Ann may do.
    let args = [
        "play",
        "leduc-poker",
        "--bot",
        "ann=random",
        "--seed",
        "1",
        "--ascii",
        "--practice",
    ];
    let told = out(
        &args,
        "back to 2\nhint\nmoves\ncheck\nwhy raise\nview ann\nautoplay\n",
    );
    for line in told.lines() {
        assert!(!line.contains("deal ann "), "{line}");
    }
    assert!(told.contains("people may not see what it holds"), "{told}");
    assert!(!told.contains("win share"), "{told}");
}

#[test]
fn training_says_what_it_did_and_keeps_only_what_is_better() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = std::fs::read_to_string("rulesets/reversi/reversi.game").expect("readable");
    std::fs::write(folder.path().join("reversi.game"), text).expect("written");
    let path = format!("{}/", folder.path().display());
    let printed = |output: &Output| String::from_utf8_lossy(&output.stdout).into_owned();
    let is_tested = |output: &Output| {
        printed(output).contains("against the untrained player it has ") && output.status.success()
    };
    let output = run_long_enough(&["train", &path, "--seed", "1"], is_tested);
    let told = printed(&output);
    assert!(is_tested(&output), "{output:?}");
    assert!(told.contains("learned from "), "{told}");
    let is_kept = told.contains("it is kept in");
    assert_eq!(
        folder.path().join("reversi.value").is_file(),
        is_kept,
        "{told}"
    );
}

#[cfg(unix)]
#[test]
fn each_stage_of_a_training_is_shown_and_can_be_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = folder.path().join("reversi.game");
    std::fs::copy("rulesets/reversi/reversi.game", &game).expect("copied");
    let game = game.display().to_string();
    // The learning alone would take longer than a test waits.
    let mut terminal = Terminal::start(&["train", &game, "--time", "1h"], folder.path());
    terminal.sees("learning: ");
    terminal.sees("s left (Ctrl-C: test now)");
    terminal.signal("INT");
    terminal.sees("preparing the test: comparing searches, ");
    terminal.sees("s left (Ctrl-C: stop)");
    let began = Instant::now();
    terminal.signal("INT");
    let rest = terminal.rest();
    // The comparisons of the searches take 200 seconds.
    assert!(began.elapsed() < Duration::from_secs(120), "{rest}");
    assert!(
        rest.contains("you stopped the test before a game"),
        "{rest}"
    );
}

#[cfg(unix)]
#[test]
fn where_ctrl_c_ends_a_command_the_progress_line_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    for (args, line) in [
        (
            &["match", "hex", "best:50ms", "random"] as &[&str],
            "(Ctrl-C: stop)",
        ),
        (&["solve", "amazons"], "(Ctrl-C: stop)"),
        (
            &["find", "hex", "--draw", "--player", "best"],
            "looking for",
        ),
    ] {
        let mut terminal = Terminal::start(args, folder.path());
        terminal.sees(line);
        let began = Instant::now();
        terminal.signal("INT");
        let rest = terminal.rest();
        // To try out the rules takes 26 seconds.
        assert!(
            began.elapsed() < Duration::from_secs(20),
            "{args:?}: {rest}"
        );
    }
    let mut terminal = Terminal::start(&["play", "hex"], folder.path());
    terminal.sees("red> ");
    terminal.line("autoplay 300");
    terminal.sees("(Ctrl-C: play and stop)");
    terminal.signal("INT");
    // The player who is to move then.
    terminal.sees("\x1b[?2004h");
    terminal.sees("> ");
    terminal.leave();
}

#[test]
fn a_game_that_hides_something_is_trained_and_a_game_for_one_is_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = format!("{}/", folder.path().display());
    std::fs::copy(
        "rulesets/leduc-poker/leduc-poker.game",
        folder.path().join("leduc-poker.game"),
    )
    .expect("copied");
    let told = out(&["train", &path, "--time", "1ms"], "");
    assert!(told.contains("nothing to test"), "{told}");
    let is_tested = |output: &Output| {
        String::from_utf8_lossy(&output.stdout).contains("against the untrained player it has ")
    };
    let output = run_long_enough(&["train", &path, "--seed", "1"], is_tested);
    assert!(output.status.success() && is_tested(&output), "{output:?}");
    let text = "game alone \"Alone\"\nplayers a\nboard 2 x 1 { }\npiece s\nmove m \"{t}\" {\n  t in empty\n  s: box -> t\n}\nplay {\n  repeat each player { ask me: m otherwise win me \"full\" }\n}\n";
    let alone = folder.path().join("alone.game");
    std::fs::write(&alone, text).expect("written");
    let alone = alone.display().to_string();
    let text = trouble(&["train", &alone, "--time", "1s"], 1);
    assert!(text.contains("games for two or more players"), "{text}");
}

#[test]
fn an_analysis_names_a_win_and_marks_a_blunder() {
    let told = out(
        &["play", TIC_TAC_TOE],
        "a1\nb2\na2\nanalyse 300ms\nc2\na3\nanalyse game 200ms\n",
    );
    // The second player must stop a3.
    assert!(told.contains("1. `a3`"), "{told}");
    assert!(told.contains("`c2`??"), "{told}");
}

#[test]
fn the_documented_fields_of_a_match_are_those_of_its_json() {
    let page = std::fs::read_to_string("docs/computer-players.md").expect("readable");
    let (_, after) = page.split_once("| field | meaning |").expect("the table");
    let (table, _) = after.split_once("\n\n").expect("its end");
    let names = table.lines().filter_map(|line| line.split('|').nth(1));
    let names = names.flat_map(|cell| cell.split(','));
    let names = names.map(|name| name.trim().trim_matches('`'));
    let mut documented: Vec<&str> = names
        .filter(|name| !name.contains("---") && !name.is_empty())
        .collect();
    documented.sort_unstable();
    let played = match_of(&[TIC_TAC_TOE, "random", "random", "--games", "1"]);
    let mut fields: Vec<&String> = played.as_object().expect("an object").keys().collect();
    fields.sort_unstable();
    assert_eq!(documented, fields);
    // Somebody has all points, or nobody has.
    let bounds = played["elo"]["interval"].as_array().expect("two bounds");
    assert_eq!(bounds.len(), 2, "{played}");
}

#[test]
fn a_match_says_how_many_openings_are_short() {
    let of = |opening: &str| {
        let players = [TIC_TAC_TOE, "random", "random", "--games", "20"];
        let played = match_of(&[&players[..], &["--seed", "1", "--opening", opening]].concat());
        played["short_openings"].as_u64().expect("a number")
    };
    assert_eq!((of("2"), of("20")), (0, 20));
}

#[test]
fn a_game_without_a_choice_has_no_match_and_no_training() {
    let players = ["match", "snakes-and-ladders", "random", "beginner"];
    for args in [&players[..], &["train", "snakes-and-ladders"]] {
        let told = trouble(args, 1);
        let sentence = "no player ever has a choice in Snakes and ladders";
        assert!(told.contains(sentence), "{told}");
    }
}

#[test]
fn a_match_plays_each_game_once_that_would_be_the_same_again() {
    let played = |first: &str, opening: &str| {
        let args = ["--games", "10", "--seed", "1", "--opening", opening];
        let played = match_of(&[&[TIC_TAC_TOE, first, "alpha-beta:20"], &args[..]].concat());
        played["games"].as_u64()
    };
    // One game for each seat.
    assert_eq!(played("greedy", "0"), Some(2));
    assert_eq!(played("greedy", "2"), Some(10));
    assert_eq!(played("tree:20", "0"), Some(10));
    assert_eq!(played("ubfm:20", "0"), Some(10));
    assert_eq!(played("alpha-beta:10ms", "0"), Some(10));
}

#[test]
fn games_that_are_all_the_same_have_no_interval() {
    let args = ["sim", TIC_TAC_TOE, "--games", "10", "--seed", "1"];
    let of = |more: &[&'static str]| {
        let mut args = args.to_vec();
        args.extend(more);
        out(&args, "")
    };
    let told = of(&["--player", "alpha-beta:20"]);
    assert!(told.contains("All 10 games are the same game"), "{told}");
    assert!(!told.contains(" to 100.0 %"), "{told}");
    let json: Value =
        serde_json::from_str(&of(&["--player", "alpha-beta:20", "--json"])).expect("JSON");
    assert_eq!(json["different_games"], 1);
    assert_eq!(json["draw_interval"], Value::Null);
    // Games at random are not counted.
    assert!(!of(&[]).contains("same game"));
}

#[test]
fn games_that_fail_in_different_moves_are_different() {
    // Only the third move differs: each player has one move, and the last one fails wherever it goes.
    let rules = r#"
game three "Three"
players ann, ben
board 3 x 3
piece stone "o"
remember { moves = 0 }
script "three.rhai" { fail(at: point) changes moves }
move wait "wait" { moves = moves + 1 }
move lay "{there}" { there in empty; script fail(there) }
play {
  repeat 2 times { ask ann: wait }
  ask ben: lay
  draw "never"
}
"#;
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text);
    write("three.game", rules).expect("written");
    write(
        "three.rhai",
        "fn fail(pos, fx, at) { throw `not ${at}`; }\n",
    )
    .expect("written");
    let game = format!("{}/", folder.path().display());
    let args = [
        "sim", &game, "--player", "random", "--games", "60", "--seed", "1", "--json",
    ];
    let output = run(&args, "");
    let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        (&json["failed"], &json["different_games"]),
        (&60.into(), &9.into()),
        "{json}"
    );
    let told = out(&["play", &game, "--bot", "ben=random"], "wait\nwait\n");
    let said = "the computer player's move fails: ";
    assert!(
        told.contains(said) && told.contains("in `fail`: not "),
        "{told}"
    );
    // It was not thinking: its move is one of the game.
    let told = trouble(
        &[
            "match", &game, "random", "random", "--games", "3", "--seed", "1",
        ],
        1,
    );
    assert!(told.contains(", after wait; wait; c1: "), "{told}");
}

#[test]
fn a_comparison_of_games_that_are_all_the_same_claims_nothing() {
    let args = "compare hex+size=3 +swap=no --player alpha-beta:20 --games 8 --search 0s --seed 1";
    let mut args: Vec<&str> = args.split(' ').collect();
    let output = run(&args, "");
    let told = String::from_utf8(output.stdout).expect("UTF-8");
    for name in ["hex+size=3", "+swap=no"] {
        let same = format!("All 8 games of {name} are the same game");
        assert!(told.contains(&same), "{told}");
    }
    assert!(!told.contains(" to ") && !told.contains("yes, p"), "{told}");
    let trouble = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(
        trouble.matches("the same game each time").count(),
        1,
        "{trouble}"
    );
    args.push("--json");
    let found: Value = serde_json::from_str(&out(&args, "")).expect("JSON");
    assert_eq!(found["left"]["different_games"], 1);
    for measure in found["measures"].as_array().expect("measures") {
        assert_eq!(measure["p_corrected"], Value::Null, "{measure}");
        assert_eq!(measure["beyond_chance"], false, "{measure}");
        assert_eq!(
            measure["left"].get("low").unwrap_or(&Value::Null),
            &Value::Null
        );
    }
}

#[test]
fn a_game_with_computer_players_says_who_plays() {
    let told = out(&["play", "examples/monty-hall/", "--bot", "strong"], "");
    let who = "guest: a person plays\nhouse: the computer plays (strong)\n";
    assert!(told.contains(who), "{told}");
    let folder = tempfile::tempdir().expect("a folder");
    let text = "game alone \"Alone\"\nplayers a\nboard 2 x 1 { }\npiece s\nmove m \"{t}\" {\n  t in empty\n  s: box -> t\n}\nplay {\n  repeat each player { ask me: m otherwise win me \"full\" }\n}\n";
    let alone = folder.path().join("alone.game");
    std::fs::write(&alone, text).expect("written");
    let told = trouble(
        &["play", &alone.display().to_string(), "--bot", "strong"],
        2,
    );
    assert!(told.contains("a plays this game alone"), "{told}");
    assert!(told.contains("`a=strong`"), "{told}");
}

#[test]
fn a_secret_choice_of_the_computer_is_called_so() {
    let told = out(
        &["play", "goofspiel", "--bot", "ann=random", "--seed", "1"],
        "",
    );
    assert!(told.contains("ann bid (a secret choice)"), "{told}");
}

#[test]
fn a_copy_of_a_game_keeps_what_was_learned() {
    let folder = tempfile::tempdir().expect("a folder");
    let copied = Command::new(env!("CARGO_BIN_EXE_linstock"))
        .args(["new", "my-cannon", "--from", "cannon"])
        .current_dir(folder.path())
        .output()
        .expect("it runs");
    let told = String::from_utf8(copied.stdout).expect("UTF-8");
    assert!(
        told.contains("those of the original have learned"),
        "{told}"
    );
    let game = folder.path().join("my-cannon");
    assert!(game.join("my-cannon.value").is_file(), "{told}");
    let path = format!("{}/", game.display());
    let told = out(&["play", &path, "--ascii"], "bot dark strong\nbot off\n");
    assert!(
        told.contains("they use what `linstock train` has learned"),
        "{told}"
    );
}

#[test]
fn players_say_that_they_do_not_use_what_was_learned_under_other_rules() {
    let folder = tempfile::tempdir().expect("a folder");
    let copied = Command::new(env!("CARGO_BIN_EXE_linstock"))
        .args(["new", "my-gomoku", "--from", "gomoku"])
        .current_dir(folder.path())
        .status();
    assert!(copied.expect("it runs").success());
    let text = folder.path().join("my-gomoku/my-gomoku.game");
    let rules = std::fs::read_to_string(&text).expect("the rules");
    let other = rules.replace("line five = 5", "line five = 4");
    assert_ne!(rules, other);
    std::fs::write(&text, other).expect("written");
    let game = format!("{}/", folder.path().join("my-gomoku").display());
    let notice = "the rules have changed since `linstock train`";
    let games = ["--games", "1", "--seed", "1"];
    let played = [&["--max-plies", "3"], &games[..]].concat();
    let found = ["--where", "count stone > 1", "--time", "2s"];
    let commands: [(&[&str], &[&str]); 4] = [
        (&["match", &game, "tree:5", "random"], &played),
        (&["sim", &game, "--player", "tree:5"], &played),
        (&["find", &game, "--player", "tree:5"], &found),
        (&["sim", &game, "--player", "random"], &played),
    ];
    for (number, (command, flags)) in commands.into_iter().enumerate() {
        let output = run(&[command, flags].concat(), "");
        let told = String::from_utf8(output.stderr).expect("UTF-8");
        // A random player has no use for what was learned.
        assert_eq!(told.contains(notice), number < 3, "{command:?}: {told}");
    }
    let new = format!("{{\"cmd\":\"new\",\"game\":\"{game}\"}}\n");
    let think = "{\"cmd\":\"think\",\"player\":\"tree:5\"}\n";
    let told = out(&["engine"], &[&new, think, think].concat());
    // Once is enough.
    assert_eq!(told.matches(notice).count(), 1, "{told}");
}

#[test]
fn a_search_names_the_fault_that_ends_its_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = failing_game(folder.path());
    let args = ["find", &game, "--where", "count stone > 5", "--seed", "1"];
    let told = |output: &Output| String::from_utf8_lossy(&output.stderr).into_owned();
    let output = run_long_enough(&args, |output| told(output).contains("the rules failed"));
    let told = told(&output);
    assert_eq!(output.status.code(), Some(1), "{told}");
    for part in [
        "the rules failed in ",
        ", the first time after ",
        "in `grow`: no room for ",
        "heavy.rhai:3:",
        "` shows it",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
}

/// All moves fail in the end, so that players cannot avoid them.
#[test]
fn games_of_players_name_the_moves_that_lead_to_a_fault() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = failing_game(folder.path());
    let variant = "variant hasty of heavy \"Hasty\"\nremove move wait\n";
    std::fs::write(folder.path().join("hasty.game"), variant).expect("written");
    let hasty = format!("{game} --variant hasty");
    for command in [
        format!("sim {hasty} --games 4"),
        format!("compare {game} +hasty --games 4 --search 0s"),
        format!("find {hasty} --where count·stone·>·5"),
    ] {
        let command = format!("{command} --seed 1 --player tree:20");
        let args = command.split(' ').map(|word| word.replace('·', " "));
        let args: Vec<String> = args.collect();
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let output = match command.starts_with("find") {
            true => run_long_enough(&args, |output| {
                String::from_utf8_lossy(&output.stderr).contains("the rules failed")
            }),
            false => run(&args, ""),
        };
        assert_eq!(output.status.code(), Some(1), "{command}");
        let told = String::from_utf8(output.stderr).expect("UTF-8");
        for part in [
            "while a computer player was thinking about ",
            "in `grow`: no room for ",
        ] {
            assert!(told.contains(part), "{command}: {told}");
        }
        let (_, line) = told.split_once(" --after '").expect("a command");
        let (moves, _) = line.split_once("'` shows it").expect("a command");
        let shown = trouble(&["moves", &game, "--variant", "hasty", "--after", moves], 1);
        assert!(
            shown.contains("in `grow`: no room for "),
            "{command}: {shown}"
        );
    }
}

#[test]
fn a_report_keeps_what_is_finished() {
    // Strong players would take minutes for a game.
    let mut args = vec!["balance", "kalah", "--games", "10", "--seed", "1"];
    args.extend(["--iterations", "16000000", "--threads", "1"]);
    let is_begun = |output: &Output| {
        String::from_utf8_lossy(&output.stdout).contains("In random play, south gets ")
    };
    let output = run_long_enough(&args, is_begun);
    assert!(output.status.success() && is_begun(&output), "{output:?}");
    let told = String::from_utf8(output.stdout).expect("UTF-8");
    for part in [
        "of the random games are draws",
        "Without games between strong players",
        "There was no time for games between weak players, games between strong players, and games of a strong player",
        " or fewer `--iterations`.",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert!(!told.contains("1 games"), "{told}");
}

#[test]
fn an_analysis_says_how_the_game_ends() {
    let told = out(&["play", TIC_TAC_TOE], "a1\na2\nanalyse 1m\nhint 1m\n");
    assert!(told.contains("1. `b2` wins in 3 moves; then "), "{told}");
    let hint = told.lines().find(|line| line.starts_with('`'));
    let hint = hint.expect("a hint");
    assert!(hint.contains("wins in 3 moves; then "), "{told}");
    assert!(hint.ends_with(" (three in a row)"), "{told}");
}

#[test]
fn an_analysis_names_what_a_move_threatens_and_prevents() {
    let told = out(&["play", TIC_TAC_TOE], "a1\nb2\na2\nanalyse 1m\n");
    for part in [
        "1. `a3` ",
        "it threatens to win with `c1`: three in a row",
        "after most other moves, x can win with `a3`: three in a row, but not after this one",
    ] {
        assert!(told.contains(part), "{told}");
    }
    assert!(!told.contains("is legal"), "{told}");
}

#[test]
fn computer_players_choose_the_moves_of_simulations() {
    let of = |player: &[&str]| -> Value {
        let args = [
            &["sim", TIC_TAC_TOE, "--games", "40", "--seed", "1", "--json"],
            player,
        ]
        .concat();
        serde_json::from_str(&out(&args, "")).expect("JSON")
    };
    let draws = |value: &Value| value["draws"].as_u64().expect("a number");
    let thought = of(&["--player", "tree:400"]);
    assert_eq!(thought["games"], 40);
    // Good players draw nearly always, random ones in one of eight games.
    assert!(draws(&thought) > 30, "{thought}");
    assert!(draws(&of(&[])) < 20);
    let same = |threads| of(&["--player", "tree:20", "--threads", threads])["wins"].clone();
    assert_eq!(same("1"), same("3"));
    let hidden = out(
        &[
            "sim",
            "kuhn-poker",
            "--player",
            "tree:20",
            "--games",
            "6",
            "--seed",
            "1",
        ],
        "",
    );
    assert!(hidden.contains("6 games by tree:20"), "{hidden}");
    let found = out(
        &[
            "find",
            TIC_TAC_TOE,
            "--draw",
            "--player",
            "tree:200",
            "--seed",
            "1",
            "--time",
            "10m",
        ],
        "",
    );
    assert!(found.contains("scenario"), "{found}");
}

#[test]
fn a_sequential_test_ends_a_match_early() {
    let played = match_of(&[
        BREAKTHROUGH,
        "tree:100",
        "random",
        "--games",
        "1000",
        "--seed",
        "1",
        "--sprt",
        "50",
    ]);
    assert_eq!(played["test"], "stronger");
    assert!(
        played["games"].as_u64().expect("a number") < 200,
        "{played}"
    );
    let text = trouble(
        &["match", BREAKTHROUGH, "tree:1", "random", "--sprt", "much"],
        2,
    );
    assert!(text.contains("Elo difference"), "{text}");
}

#[cfg(unix)]
#[test]
fn another_program_plays_a_match() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("first.sed");
    // The first text in brackets is the first legal move.
    let text = r#"s/^[^[]*\["\([^"]*\)".*/{"move":"\1"}/"#;
    std::fs::write(&script, text).expect("written");
    let program = format!("cmd:sed -u -f {}", script.display());
    let played = match_of(&[
        TIC_TAC_TOE,
        "tree:200",
        &program,
        "--games",
        "4",
        "--seed",
        "1",
    ]);
    assert_eq!(played["games"], 4);
    let text = trouble(
        &["match", TIC_TAC_TOE, "random", "cmd:cat", "--games", "2"],
        1,
    );
    assert!(text.contains("which is not"), "{text}");
    // It is named before the computer player tries out the rules, which takes half a minute.
    let text = trouble(&["match", "hex", "best", "cmd:/no/such", "--games", "2"], 1);
    assert!(text.contains("cannot start"), "{text}");
}

/// Writes a game into a folder: a script fails when the fourth stone is laid, and a player may wait instead.
fn failing_game(folder: &std::path::Path) -> String {
    let rules = r#"
game heavy "Heavy"
players ann, ben
board 3 x 3
piece stone "o"
script "heavy.rhai" {
  grow(at: point, stones: number) changes stone
}
move lay "{there}" {
  there in empty
  script grow(there, count stone)
}
move wait "wait" { }
play {
  repeat 4 times {
    each player {
      ask me: lay, wait
      if count own stone >= 3 { win me "three stones" }
    }
  }
  draw "nobody has three stones"
}
"#;
    let script = r#"
fn grow(pos, fx, at, stones) {
  if stones == 3 { throw `no room for ${at}`; }
  fx.put("stone", pos.me(), at);
}
"#;
    std::fs::write(folder.join("heavy.game"), rules).expect("written");
    std::fs::write(folder.join("heavy.rhai"), script).expect("written");
    format!("{}/", folder.display())
}

#[test]
fn a_script_that_fails_while_a_player_thinks_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = failing_game(folder.path());
    let place = "in `grow`: no room for ";
    for player in ["tree:40", "alpha-beta:200", "ubfm:50", "wide-tree:40"] {
        let lines = [
            format!(r#"{{"cmd":"new","game":"{game}"}}"#),
            r#"{"cmd":"play","moves":["a1","b1","c1"]}"#.to_owned(),
            format!(r#"{{"cmd":"think","player":"{player}","count":9}}"#),
        ];
        let answers = out(&["engine"], &(lines.join("\n") + "\n"));
        let thought: Value =
            serde_json::from_str(answers.lines().last().expect("an answer")).expect("JSON");
        let moves = thought["moves"].as_array().expect("a list");
        assert_eq!(
            (moves.len(), &moves[0]["move"]),
            (1, &"wait".into()),
            "{answers}"
        );
        let notice = thought["notice"].as_str().expect("a notice");
        assert!(notice.contains(place), "{player}: {notice}");
    }
    let thought = |time| {
        let script = format!("a1\nb1\nc1\nhint {time}\nanalyse {time}\nanalyse game {time}\n");
        out(&["play", &game, "--seed", "1"], &script)
    };
    let failed = |told: &String| {
        told.matches("the rules failed while the computer player was thinking")
            .count()
    };
    // A slow machine may think of nothing in a short time.
    let mut told = ["50ms", "2s", "20s"].into_iter().map(thought);
    let told = told.find(|told| failed(told) >= 3).expect("a fault");
    assert_eq!(failed(&told), 3, "{told}");
    assert_eq!(
        told.matches("`wait` is the best move found").count(),
        1,
        "{told}"
    );
    let replay = format!("`linstock moves {game} --after '");
    let failed = |output: &Output| output.status.code() == Some(1);
    for (output, more) in [
        (run(&["solve", &game], ""), ""),
        (
            run_long_enough(&["balance", &game, "--seed", "1"], failed),
            &*replay,
        ),
    ] {
        assert!(failed(&output), "{output:?}");
        let told = String::from_utf8_lossy(&output.stderr);
        for part in [place, "heavy.rhai:3:", "heavy.game:11", more] {
            assert!(told.contains(part), "{told}");
        }
    }
}

#[test]
fn a_match_goes_on_after_a_game_that_fails() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = failing_game(folder.path());
    let mut args = vec!["match", &game, "tree:20", "tree:10", "--games", "60"];
    args.extend(["--opening", "4", "--seed", "3"]);
    let output = run(&args, "");
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stdout).expect("UTF-8");
    let trouble = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(!told.contains("stopped"), "{told}");
    for part in [
        "of 60 games could not be played on; the first is game 9 of seed 3, after ",
        "b3: ",
        "/ --after '",
        "in `grow`: no room for b3",
        "heavy.game:",
    ] {
        assert!(trouble.contains(part), "{trouble}");
    }
    let output = run(&[&args[..], &["--json"]].concat(), "");
    let played: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let number = |field: &str| played[field].as_u64().expect("a number");
    assert_eq!(number("games") + number("failed"), 60, "{played}");
    assert!(number("games") > 8 && number("failed") > 0, "{played}");
}

#[test]
fn a_training_and_a_solver_name_the_moves_that_lead_to_a_fault() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = failing_game(folder.path());
    let failed = |output: &Output| output.status.code() == Some(1);
    for (output, parts) in [
        (
            run_long_enough(&["train", &game, "--seed", "1"], failed),
            [
                "learning games could not be played on; the first is game ",
                " of seed 1, after ",
            ],
        ),
        (
            run(&["solve", &game], ""),
            ["the rules of Heavy fail after ", "/ --after '"],
        ),
    ] {
        assert!(failed(&output), "{output:?}");
        let told = String::from_utf8(output.stderr).expect("UTF-8");
        for part in parts
            .into_iter()
            .chain(["in `grow`: no room for ", "heavy.game:"])
        {
            assert!(told.contains(part), "{part}: {told}");
        }
    }
}
