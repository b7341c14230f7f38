//! `linstock sim`: the same games for any number of threads and parts, known shares, tables, and what stops a run.

#[cfg(unix)]
use crate::terminal::{Terminal, WaitStatus};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn sim(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_linstock"))
        .arg("sim")
        .args(args)
        .stdin(Stdio::null())
        .output()
        .expect("ran")
}

/// Runs a simulation that must succeed, and returns its figures without those of the clock.
fn figures(args: &[&str]) -> Value {
    let output = sim(&[args, &["--json"]].concat());
    assert!(output.status.success(), "{output:?}");
    let mut figures: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let object = figures.as_object_mut().expect("an object");
    for clock in ["seconds", "playouts_per_second", "threads"] {
        assert!(object.remove(clock).is_some(), "{clock}");
    }
    figures
}

const TIC_TAC_TOE: &str = "examples/tic-tac-toe/";
const DICE: &str = "examples/liars-dice/";

#[test]
fn threads_change_nothing() {
    for game in [TIC_TAC_TOE, DICE] {
        let of =
            |threads: &str| figures(&[game, "--games", "300", "--seed", "5", "--threads", threads]);
        let one = of("1");
        assert_eq!(one["games"], 300);
        assert_eq!(one, of("3"), "{game}");
        assert_ne!(
            one,
            figures(&[game, "--games", "300", "--seed", "6"]),
            "{game}"
        );
    }
}

#[test]
fn a_table_takes_the_place_of_a_table_alone() {
    let folder = tempfile::tempdir().expect("made");
    let (rules, table) = (folder.path().join("my.game"), folder.path().join("t.csv"));
    std::fs::write(&rules, "game my \"My\"\n").expect("written");
    let run = |path: &Path| {
        let path = path.to_str().expect("UTF-8");
        sim(&[TIC_TAC_TOE, "--games", "3", "--out", path])
    };
    for _ in 0..2 {
        assert!(run(&table).status.success());
    }
    std::fs::write(&table, "a,b\n1,2\n").expect("written");
    let refused = run(&table);
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success(), "{told}");
    assert!(
        told.contains("is there already and is no table of games"),
        "{told}"
    );
    assert_eq!(std::fs::read_to_string(&table).expect("read"), "a,b\n1,2\n");
    #[cfg(unix)]
    {
        // A name that leads to the rules.
        let link = folder.path().join("link.csv");
        std::os::unix::fs::symlink(&rules, &link).expect("linked");
        assert!(!run(&link).status.success());
        assert_eq!(
            std::fs::read_to_string(&rules).expect("read"),
            "game my \"My\"\n"
        );
    }
}

#[test]
fn the_rows_of_all_parts_are_those_of_one_run() {
    let folder = tempfile::tempdir().expect("made");
    let rows = |name: &str, more: &[&str]| {
        let file = folder.path().join(name);
        let path = file.to_str().expect("UTF-8");
        let args = [DICE, "--games", "50", "--seed", "5", "--out", path];
        let output = sim(&[&args[..], more].concat());
        assert!(output.status.success(), "{output:?}");
        std::fs::read_to_string(&file).expect("written")
    };
    let whole = rows("all.csv", &[]);
    assert_eq!(whole.lines().count(), 51);
    let parts = ["1/3", "2/3", "3/3"];
    let parts = parts.map(|part| rows("part.csv", &["--shard", part, "--threads", "2"]));
    let head = whole.lines().take(1);
    let together = parts.iter().flat_map(|part| part.lines().skip(1));
    assert!(head.chain(together).eq(whole.lines()));
    insta::assert_snapshot!(whole.lines().take(4).collect::<Vec<_>>().join("\n"));
}

/// Counted over all 255 168 games of tic-tac-toe, each weighted by its probability under random play.
#[test]
fn shares_are_those_that_were_counted_out() {
    let found = figures(&[TIC_TAC_TOE, "--games", "20000", "--seed", "1"]);
    let expected = [
        (&found["win_intervals"]["x"], 737.0 / 1260.0),
        (&found["win_intervals"]["o"], 121.0 / 420.0),
        (&found["draw_interval"], 8.0 / 63.0),
    ];
    for (interval, share) in expected {
        let (low, high) = (interval[0].as_f64(), interval[1].as_f64());
        let (low, high) = low.zip(high).expect("numbers");
        assert!(low < share && share < high, "{share} in {found}");
        assert!(high - low < 0.02, "{found}");
    }
}

#[test]
fn a_game_that_several_win_counts_for_each_and_that_is_told() {
    let folder = tempfile::tempdir().expect("made");
    let path = folder.path().join("share.game");
    let game = "game share \"Share\"\nplayers a, b, c\nmove go \"{n}\" { n in 1..2; if n is 1 { win players \"all\" }; win me \"alone\" }\n\
                play { repeat each player { ask me: go } }\n";
    std::fs::write(&path, game).expect("written");
    let path = path.to_str().expect("UTF-8");
    let found = figures(&[path, "--games", "400", "--seed", "2"]);
    let shared = found["ends"]["all"].as_u64().expect("a number");
    assert!((150..250).contains(&shared), "{found}");
    assert_eq!(found["shared_wins"], shared);
    assert_eq!(found["wins"]["c"], shared);
    let twin = folder.path().join("twin.game");
    std::fs::copy(path, &twin).expect("written");
    let twin = twin.to_str().expect("UTF-8");
    let mut compare = Command::new(env!("CARGO_BIN_EXE_linstock"));
    let compare = compare.args(["compare", path, twin, "--games", "40", "--search", "0s"]);
    let told = compare.output().expect("ran");
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    assert!(
        told.contains("A game that several win together counts for each of them."),
        "{told}"
    );
}

#[test]
fn an_ending_in_a_loop_is_one_ending() {
    let folder = tempfile::tempdir().expect("made");
    let path = folder.path().join("loop.game");
    let game = "game loop \"Loop\"\nplayers a, b\nremember { shown = 0 }\nmove show \"{n}\" { n in 1..3; shown = n }\n\
                play { repeat each player { ask me: show; for n in 1..3 { if shown is n { win me \"shown\" } } } }\n";
    std::fs::write(&path, game).expect("written");
    let figures = figures(&[path.to_str().expect("UTF-8"), "--games", "90"]);
    assert_eq!(figures["ends_by_clause"].as_array().map(Vec::len), Some(1));
    assert_eq!(figures["ends"]["shown"], 90);
}

#[test]
fn the_report_is_for_people() {
    let output = sim(&[
        TIC_TAC_TOE,
        "--games",
        "500",
        "--seed",
        "1",
        "--max-plies",
        "8",
    ]);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let mut settings = insta::Settings::clone_current();
    settings.add_filter(
        r"in [0-9.]+ s on \d+ threads? \([\d ]+ a second\)",
        "in TIME",
    );
    settings.bind(|| insta::assert_snapshot!(text));
}

#[test]
fn a_wrong_call_says_what_to_write() {
    let first_line = |args: &[&str]| {
        let output = sim(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let text = String::from_utf8(output.stderr).expect("UTF-8");
        text.lines().next().unwrap_or_default().to_owned()
    };
    let calls: [&[&str]; 9] = [
        &[TIC_TAC_TOE, "--out", "games.xlsx"],
        &[TIC_TAC_TOE, "--games", "0"],
        &[TIC_TAC_TOE, "--games", "18446744073709551615"],
        &[TIC_TAC_TOE, "--time", "99999999years"],
        &[TIC_TAC_TOE, "--threads", "4097"],
        &[TIC_TAC_TOE, "--time", "soon"],
        &[TIC_TAC_TOE, "--shard", "5/4", "--games", "9", "--seed", "1"],
        &[TIC_TAC_TOE, "--shard", "1/4"],
        &[TIC_TAC_TOE, "--threads", "0"],
    ];
    let told: Vec<String> = calls.iter().map(|args| first_line(args)).collect();
    assert!(!Path::new("games.xlsx").exists());
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn a_fault_of_the_rules_is_told_with_the_game_that_shows_it() {
    let folder = tempfile::tempdir().expect("made");
    let text = "game race \"Race\"\nplayers x, o\nboard 3 x 1\npiece man \"m\"\n\
        remember { turns = 0 }\n\
        move go \"{there}\" { there in empty; turns = turns + 1; must turns < 300 \"it takes too long\" }\n\
        play { repeat each player { ask me: go } }\n";
    let file = folder.path().join("race.game");
    std::fs::write(&file, text).expect("written");
    let output = sim(&[file.to_str().expect("UTF-8"), "--games", "3", "--seed", "4"]);
    let told = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(
        told.contains(
            "3 of 3 games could not be played on; the first is game 1 of seed 4, after … "
        ),
        "{told}"
    );
    assert!(
        told.contains("it takes too long") && told.contains("race.game:6"),
        "{told}"
    );
    // The last line is a command that plays the same moves.
    let command = told
        .lines()
        .find_map(|line| line.trim().strip_prefix("`linstock moves "))
        .and_then(|line| line.strip_suffix("` shows it"));
    let (_, after) = command
        .and_then(|line| line.split_once(" --after "))
        .expect("a command");
    let again = Command::new(env!("CARGO_BIN_EXE_linstock"))
        .args(["moves", file.to_str().expect("UTF-8"), "--after"])
        .arg(after.trim_matches('\''))
        .output()
        .expect("begun");
    let again = String::from_utf8(again.stderr).expect("UTF-8");
    assert!(
        again.contains("move 300 of --after") && again.contains("it takes too long"),
        "{again}"
    );
}

/// Starts a simulation at a terminal. It writes a table, and its report goes to a file. Waits until the progress line shows
/// something: from the first such line on, the program listens to signals.
#[cfg(unix)]
fn started(args: &[&str], folder: &Path, progress: &str) -> Terminal {
    started_by(r#"exec "$0" "$@" >report"#, args, folder, progress)
}

#[cfg(unix)]
fn started_by(script: &str, args: &[&str], folder: &Path, progress: &str) -> Terminal {
    let args = [&["sim"], args, &["--out", "games.csv"]].concat();
    let mut terminal = Terminal::start_in(folder, &args, script);
    terminal.sees(progress);
    terminal
}

/// What the progress line shows once a game has ended: the number of games in a second.
#[cfg(unix)]
const A_GAME_HAS_ENDED: &str = "/s";

/// Returns a path that leads to the same place from any folder.
#[cfg(unix)]
fn whole(path: &str) -> String {
    std::fs::canonicalize(path)
        .expect("there")
        .display()
        .to_string()
}

/// The first Ctrl-C ends a run with the games that are done.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_run_with_what_is_done() {
    let folder = tempfile::tempdir().expect("made");
    let args = [&whole(DICE), "--time", "1h", "--seed", "5", "--json"];
    let terminal = started(&args, folder.path(), A_GAME_HAS_ENDED);
    terminal.signal("INT");
    let (told, status) = terminal.ended();
    assert!(matches!(status, WaitStatus::Exited(_, 0)), "{told}");
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("written");
    let found: Value = serde_json::from_str(&read("report")).expect("JSON");
    assert_eq!(found["stopped"], true);
    let rows = read("games.csv").lines().count() - 1;
    assert!(rows > 0, "{found}");
    assert_eq!(found["games"], rows);
}

/// A signal that ends the program leaves no unfinished table, and neither does the limit of a file's size.
#[cfg(unix)]
#[test]
fn no_unfinished_table_is_left() {
    use nix::sys::signal::Signal;

    let endless = [&whole(DICE), "--time", "1h", "--seed", "5"];
    // Some of these signals would leave a core dump in the folder.
    let script = r#"ulimit -c 0; exec "$0" "$@""#;
    let files = |folder: &Path| folder.read_dir().expect("listed").count();
    for signal in [
        Signal::SIGTERM,
        Signal::SIGHUP,
        Signal::SIGQUIT,
        Signal::SIGXCPU,
        Signal::SIGUSR1,
        Signal::SIGALRM,
    ] {
        // Under `nohup`, this process and its children ignore hang-ups, and in the background of a script SIGQUIT.
        if is_ignored(signal) {
            continue;
        }
        let folder = tempfile::tempdir().expect("made");
        let terminal = started_by(script, &endless, folder.path(), A_GAME_HAS_ENDED);
        terminal.signal(signal.as_str().trim_start_matches("SIG"));
        let (told, status) = terminal.ended();
        let WaitStatus::Signaled(_, by, _) = status else {
            panic!("{status:?}: {told}");
        };
        assert_eq!(by as i32, signal as i32);
        assert_eq!(files(folder.path()), 0, "{signal}");
    }
    let folder = tempfile::tempdir().expect("made");
    let script = r#"ulimit -f 64; exec "$0" sim "$@" --out games.csv"#;
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_linstock")])
        .arg(whole(DICE))
        .args(["--games", "100000", "--seed", "5"])
        .current_dir(folder.path())
        .output()
        .expect("ran");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("games.csv"), "{told}");
    assert_eq!(files(folder.path()), 0, "{told}");
}

/// Returns whether this process ignores a signal; `false` if the system does not tell.
#[cfg(unix)]
fn is_ignored(signal: nix::sys::signal::Signal) -> bool {
    // The bit of the first signal is the lowest.
    ignored_signals().is_some_and(|mask| mask & 1 << (signal as i32 - 1) != 0)
}

/// Returns the signals that this process ignores, if the system tells them, as Linux does.
#[cfg(unix)]
fn ignored_signals() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    u64::from_str_radix(mask?.trim(), 16).ok()
}

/// A program that was started by `nohup` goes on when its terminal is closed, and writes its table.
#[cfg(unix)]
#[test]
fn a_hang_up_that_is_ignored_ends_nothing() {
    // Where the system does not tell the program, it cannot know.
    if ignored_signals().is_none() {
        return;
    }
    let folder = tempfile::tempdir().expect("made");
    let script = r#"trap "" HUP; exec "$0" "$@""#;
    let args = [&whole(DICE), "--time", "1h", "--seed", "5"];
    let terminal = started_by(script, &args, folder.path(), A_GAME_HAS_ENDED);
    terminal.signal("HUP");
    // A program that ends at this signal has ended by then.
    std::thread::sleep(std::time::Duration::from_millis(300));
    terminal.signal("INT");
    let (told, status) = terminal.ended();
    assert!(matches!(status, WaitStatus::Exited(_, 0)), "{told}");
    assert!(folder.path().join("games.csv").exists());
}

/// Chance decides whether a game ends after many moves or never. The first game of seed 1 never ends, so it is in play whenever
/// another one has ended.
#[cfg(unix)]
const LONG_OR_ENDLESS: &str = "game long \"Long\"\nplayers a, b\nremember { side = 0; turns = 0 }\n\
    move toss \"{n}\" { n in 1..2; side = n }\nmove go \"go\" { turns = turns + side }\n\
    play { ask chance: toss; side = side - 1; repeat each player { ask me: go; if turns > 30000 { draw \"long\" } } }\n";

/// Neither one Ctrl-C nor the end of the time waits for the games in play, and the report says so.
#[cfg(unix)]
#[test]
fn a_run_does_not_wait_for_the_games_in_play() {
    let folder = tempfile::tempdir().expect("made");
    std::fs::write(folder.path().join("long.game"), LONG_OR_ENDLESS).expect("written");
    let endless = "./long.game --max-plies 1000000000 --threads 1 --seed 1";
    let endless: Vec<&str> = endless.split(' ').collect();
    let terminal = started(&endless, folder.path(), A_GAME_HAS_ENDED);
    terminal.signal("INT");
    assert_left_out(folder.path(), terminal);
    let timed = [&endless[..], &["--time", "8s"]].concat();
    let terminal = started(&timed, folder.path(), " games");
    assert_left_out(folder.path(), terminal);
}

/// Checks that a run ended, and told how many games it left out. How long it takes for that is tested in
/// `src/simulation/workers.rs`, and that each game makes at most one more move in `linstock-study`.
#[cfg(unix)]
fn assert_left_out(folder: &Path, terminal: Terminal) {
    let (told, status) = terminal.ended();
    assert!(matches!(status, WaitStatus::Exited(_, 0)), "{told}");
    let report = std::fs::read_to_string(folder.join("report")).expect("written");
    assert!(report.starts_with("Long: "), "{report}");
    assert!(told.contains("in play left out"), "{told}");
}
