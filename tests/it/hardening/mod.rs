//! The program under strain: rules that last, damaged saves, odd bytes, outputs that nobody reads, signals, limits of the system.
//!
//! Inputs are made from a seed, and each is given to the program as its users give it. `cargo test` tries a few of each kind;
//! `tests/campaign/run --hardening --minutes 20` goes on for as long as one likes, and prints figures.

mod figures;
mod made;
mod program;

use figures::{Figures, Outcome};
use made::Numbers;
use program::{Ended, Run, Workplace};
use std::fs;
use std::time::{Duration, Instant, SystemTime};

/// What must hold of each run.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    time: Duration,
    /// In kilobytes.
    memory: u64,
}

/// A kind of strain: its name, and one trial of it.
type Kind = (&'static str, fn(&mut Trial<'_>) -> Result<(), String>);

const KINDS: [Kind; 9] = [
    ("dear texts", dear_texts),
    ("nested rules", nested_rules),
    ("long lines", long_lines),
    ("typed bytes", typed_bytes),
    ("damaged saves", damaged_saves),
    ("formatted texts", formatted_texts),
    ("lost output", lost_output),
    ("signals", signals),
    ("limits of the system", limits),
];

/// One trial: runs of the program in a folder of its own.
struct Trial<'t> {
    numbers: &'t mut Numbers,
    place: Workplace,
    bounds: Bounds,
    /// The longest run, and the most memory of one.
    took: Duration,
    memory: u64,
}

impl Trial<'_> {
    /// Runs the program, and checks what holds of every run: it ends in time, small enough, without a panic.
    fn run(&mut self, run: &Run<'_>) -> Result<Ended, String> {
        let ended = self.place.run(run, self.bounds.time * 6);
        self.took = self.took.max(ended.took);
        self.memory = self.memory.max(ended.memory);
        let told = || format!("{:?}: {}", run.args, ended.brief());
        if ended.took > self.bounds.time || ended.is_killed {
            return Err(format!(
                "slow: {:.1} s: {}",
                ended.took.as_secs_f64(),
                told()
            ));
        }
        if ended.memory > self.bounds.memory {
            return Err(format!("large: {} KB: {}", ended.memory, told()));
        }
        if ended.told.contains("panicked at") || ended.told.contains("a defect of this program") {
            return Err(format!("panic: {}", told()));
        }
        Ok(ended)
    }

    /// Runs the program, which must end with one of some exit codes.
    fn run_to(&mut self, run: &Run<'_>, codes: &[i32]) -> Result<Ended, String> {
        let ended = self.run(run)?;
        match ended.code.is_some_and(|code| codes.contains(&code)) {
            true => Ok(ended),
            false => Err(format!("exit: {:?}: {}", run.args, ended.brief())),
        }
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        self.place.write(name, text.as_ref());
    }
}

fn dear_texts(trial: &mut Trial<'_>) -> Result<(), String> {
    let (text, condition) = made::dear_game(trial.numbers);
    trial.write("x/x.game", text);
    let scenario = format!("for x\n\nscenario \"s\"\nplay a1\nexpect {condition}\n");
    trial.write("x/scenarios/s.scn", scenario);
    let view = "{\"cmd\":\"new\",\"game\":\"./x\"}\n{\"cmd\":\"view\"}\n{\"cmd\":\"play\",\"move\":\"a1\"}\n";
    let typed = "a1\ny\nwhy b1\nwhy not over\nexplain\nview\n";
    for run in [
        Run::of(&["check", "./x"]),
        Run::of(&["play", "./x"]).typing(typed),
        Run::of(&["engine"]).typing(view),
        Run::of(&["rules", "./x"]),
        Run::of(&["test", "./x"]),
        Run::of(&["sim", "./x", "--games", "3", "--max-plies", "20"]),
        Run::of(&["find", "./x", "--time", "1s", "--where", &condition]),
    ] {
        trial.run_to(&run, &[0, 1])?;
    }
    Ok(())
}

fn nested_rules(trial: &mut Trial<'_>) -> Result<(), String> {
    let text = made::nested_game(trial.numbers);
    trial.write("x/x.game", text);
    for args in [
        &["check", "./x"][..],
        &["rules", "./x"],
        &["rules", "./x", "--full"],
    ] {
        trial.run_to(&Run::of(args), &[0, 1])?;
    }
    Ok(())
}

fn long_lines(trial: &mut Trial<'_>) -> Result<(), String> {
    let line = made::long_line(trial.numbers);
    trial.write("x/x.game", format!("{}{line}\n", made::GAME));
    trial.write(
        "x/scenarios/s.scn",
        format!("for x\n\nscenario \"s\"\nplay {line}\n"),
    );
    trial.write("long.save", &line);
    for run in [
        Run::of(&["check", "./x"]),
        Run::of(&["fmt", "--check", "./x"]),
        Run::of(&["test", "./x"]),
        Run::of(&["play", "cannon"]).typing(&format!("{line}\nload long.save\nb10\n")),
        Run::of(&["engine"]).typing(&format!("{line}\n{{\"cmd\":\"games\"}}\n")),
        Run::of(&[
            "moves",
            "cannon",
            "--after",
            &line[..made::ARGUMENT.min(line.len())],
        ]),
        Run::of(&["lsp"]).typing(&made::editor_session(&line)),
    ] {
        trial.run_to(&run, &[0, 1, 2])?;
    }
    Ok(())
}

fn typed_bytes(trial: &mut Trial<'_>) -> Result<(), String> {
    let bytes = made::typed_bytes(trial.numbers);
    for args in [
        &["play", "kuhn-poker", "--hot-seat", "--seed", "1"][..],
        &["play", "cannon", "--seed", "1"],
        &["engine"],
        &["lsp"],
    ] {
        let ended = trial.run_to(&Run::of(args).typing_bytes(&bytes), &[0, 1])?;
        if ended.out.contains(&0x1b) {
            return Err(format!("escape: {args:?} prints an escape sequence"));
        }
    }
    Ok(())
}

fn damaged_saves(trial: &mut Trial<'_>) -> Result<(), String> {
    for moves in ["b10\nb1\n", "b10\nb1\nc10\n"] {
        let saving = format!("{moves}save game-{}.save\n", moves.len());
        trial.run_to(
            &Run::of(&["play", "cannon", "--seed", "3"]).typing(&saving),
            &[0],
        )?;
    }
    let folder = trial.place.games();
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let mut files = Vec::new();
    for (name, save) in [("older", "game-7.save"), ("newer", "game-11.save")] {
        let bytes = fs::read(trial.place.path(save)).map_err(|error| format!("{save}: {error}"))?;
        let path = folder.join(format!("cannon-{name}.save"));
        fs::write(&path, &bytes).map_err(|error| error.to_string())?;
        let played = b"{\"folder\":\"/\",\"hot_seat\":false}";
        fs::write(path.with_extension("played"), played).map_err(|error| error.to_string())?;
        files.push((path, bytes));
    }
    // Some systems store times in whole seconds, so the order of the two files would be unknown.
    let earlier = SystemTime::now() - Duration::from_secs(60);
    let older = fs::File::options().write(true).open(&files[0].0);
    let aged = older.and_then(|older| older.set_modified(earlier));
    aged.map_err(|error| error.to_string())?;
    let (path, whole) = &files[1];
    let damaged = made::damaged(trial.numbers, whole);
    fs::write(path, &damaged).map_err(|error| error.to_string())?;
    let ended = trial.run(&Run::of(&["play", "--resume"]))?;
    let names = ended.told.contains("damaged") && ended.told.contains("cannon-newer.save");
    // Blanks at the end of a save are no damage.
    let is_whole = damaged.trim_ascii() == whole.trim_ascii();
    match (ended.code, is_whole) {
        (Some(0), true) => Ok(()),
        (Some(1), false) if names => Ok(()),
        _ => Err(format!("damage: {}", ended.brief())),
    }
}

fn formatted_texts(trial: &mut Trial<'_>) -> Result<(), String> {
    let text = made::spoilt_text(trial.numbers);
    trial.write("x/x.game", &text);
    let meaning = |trial: &mut Trial<'_>| {
        let counted = trial.run_to(
            &Run::of(&["perft", "./x/x.game", "--depth", "2"]),
            &[0, 1, 2],
        )?;
        Ok::<_, String>((counted.code, counted.out))
    };
    let before = meaning(trial)?;
    let written = trial.run_to(&Run::of(&["fmt", "x/x.game"]), &[0, 1])?;
    if written.code == Some(1) {
        return Ok(());
    }
    trial.run_to(&Run::of(&["fmt", "--check", "x/x.game"]), &[0])?;
    match meaning(trial)? == before {
        true => Ok(()),
        false => Err(format!("meaning: `fmt` changes it: {text:?}")),
    }
}

fn lost_output(trial: &mut Trial<'_>) -> Result<(), String> {
    trial.write("x/x.game", made::GAME);
    let commands: [&[&str]; 8] = [
        &["check", "./x"],
        &["rules", "cannon"],
        &["list"],
        &["moves", "cannon"],
        &["perft", "cannon", "--depth", "2"],
        &["sim", "./x", "--games", "20"],
        &["play", "cannon"],
        &["help", "through"],
    ];
    let args = commands[trial.numbers.below(commands.len())];
    let ended = trial.run(&Run::of(args).unread())?;
    if ended.code == Some(0) {
        return Err(format!("success: {args:?} with output that nobody reads"));
    }
    if cfg!(target_os = "linux") {
        trial.run_to(&Run::of(args).full(), &[1])?;
    }
    Ok(())
}

fn signals(trial: &mut Trial<'_>) -> Result<(), String> {
    trial.write("x/x.game", made::GAME);
    fs::create_dir_all(trial.place.path("out")).map_err(|error| error.to_string())?;
    let name = ["TERM", "HUP", "QUIT", "INT"][trial.numbers.below(4)];
    let table = ["out/o.csv", "out/o.jsonl"][trial.numbers.below(2)];
    let delay = Duration::from_millis(trial.numbers.below(400) as u64);
    if program::is_ignored(name) {
        return Ok(());
    }
    let args = [
        "sim",
        "./x",
        "--games",
        "100000000",
        "--threads",
        "1",
        "--out",
        table,
    ];
    let ended = trial.run(&Run::of(&args).signalled(name, delay))?;
    let left: Vec<String> = trial.place.listed("out");
    let is_unfinished = |name: &String| name.starts_with(".linstock-");
    if left.iter().any(is_unfinished) {
        return Err(format!(
            "left: after SIG{name}: {left:?}: {}",
            ended.brief()
        ));
    }
    Ok(())
}

fn limits(trial: &mut Trial<'_>) -> Result<(), String> {
    trial.write("x/x.game", made::GAME);
    let limit = match trial.numbers.below(3) {
        0 => format!("ulimit -n {}", 8 + trial.numbers.below(6)),
        1 => format!("ulimit -f {}", trial.numbers.below(40)),
        _ => format!("ulimit -u {}", 1 + trial.numbers.below(4)),
    };
    let commands: [&[&str]; 6] = [
        &["check", "./x"],
        &["sim", "./x", "--games", "200", "--out", "o.csv"],
        &["rules", "./x", "--html", "r.html"],
        &["test", "./x"],
        &["find", "./x", "--draw", "--time", "1s"],
        &["play", "./x"],
    ];
    let args = commands[trial.numbers.below(commands.len())];
    trial.run_to(&Run::of(args).under(&limit).typing("a1\n"), &[0, 1])?;
    let left = trial.place.listed("");
    match left.iter().any(|name| name.starts_with(".linstock-")) {
        true => Err(format!("left: under `{limit}`: {left:?}")),
        false => Ok(()),
    }
}

/// Tries the kinds in turn, or only the named one, until the time or the number of rounds is over.
fn strain(
    (seed, only): (u64, Option<&str>),
    (time, rounds): (Duration, usize),
    bounds: Bounds,
) -> Figures {
    let (begun, mut figures) = (Instant::now(), Figures::default());
    let is_tried = |kind: &str| only.is_none_or(|only| only == kind);
    for round in 0..rounds {
        let kinds = KINDS.iter().enumerate();
        for (number, (kind, trial_of)) in kinds.filter(|(_, (kind, _))| is_tried(kind)) {
            if begun.elapsed() > time {
                return figures;
            }
            let input = seed * 1_000_000 + (round * KINDS.len() + number) as u64;
            let mut numbers = Numbers::of(input);
            let mut trial = Trial {
                numbers: &mut numbers,
                place: Workplace::new(),
                bounds,
                took: Duration::ZERO,
                memory: 0,
            };
            let done = trial_of(&mut trial);
            let outcome = Outcome {
                input,
                failure: done.err(),
                took: trial.took,
                memory: trial.memory,
            };
            figures.add(kind, outcome);
        }
    }
    figures
}

/// A few inputs of each kind. The builds of tests are slow and the machine may be busy, so the time is judged by the long run.
#[test]
fn a_few_inputs_of_each_kind_do_no_harm() {
    let bounds = Bounds {
        time: Duration::from_secs(90),
        memory: 1 << 20,
    };
    let figures = strain((1, None), (Duration::from_secs(60), 4), bounds);
    println!("{figures}");
    assert!(figures.failures().is_empty(), "{figures}");
}

/// What `tests/campaign/run --hardening` starts: `LINSTOCK_CAMPAIGN` is `SEED SECONDS`, or `SEED SECONDS KIND`.
#[test]
#[ignore = "runs for as long as tests/campaign/run says"]
fn for_as_long_as_one_likes() {
    let given = std::env::var("LINSTOCK_CAMPAIGN").expect("LINSTOCK_CAMPAIGN=\"SEED SECONDS\"");
    let (seed, given) = given.split_once(' ').expect("two numbers");
    let (seconds, only) = given.split_once(' ').unwrap_or((given, ""));
    let number = |text: &str| text.parse::<u64>().expect("a number");
    let (seed, seconds) = (number(seed), number(seconds));
    let only = Some(only).filter(|kind| !kind.is_empty());
    let bounds = Bounds {
        time: Duration::from_secs(10),
        memory: 500_000,
    };
    let time = Duration::from_secs(seconds);
    let figures = strain((seed, only), (time, usize::MAX), bounds);
    println!("{figures}");
    assert!(figures.failures().is_empty(), "{figures}");
}
