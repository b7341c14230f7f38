//! The campaign: inputs of all kinds, made at random from a seed, and what must hold of each.
//!
//! `cargo test` tries 500 inputs from a fixed seed. `tests/campaign/run` runs it for as long as one likes, keeps what it
//! finds, makes it small, and prints figures. README.md in this folder tells how to read them.

mod corpus;
mod edits;
mod figures;
mod games;
mod inputs;
mod lines;
mod play;
mod properties;
mod ready;

use figures::Figures;
use inputs::{Input, Kind};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Seek as _, Write as _};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How one run goes.
#[derive(Clone, Debug)]
struct Plan {
    /// The seed of all inputs.
    seed: u64,
    /// No input is begun after this time.
    time: Duration,
    /// The most inputs.
    most: usize,
    /// How many inputs of each kind follow each other, again and again.
    round: &'static [(Kind, usize)],
    /// An input with a request that takes longer is a finding.
    slow: Duration,
    /// An input that takes this long is never waited for: the process ends, and tells which it was.
    hung: Duration,
    /// Where findings and the input at hand are written.
    keep: Option<PathBuf>,
}

/// Why an input is a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Finding {
    /// What was broken, in a word or two; findings are counted by it.
    what: &'static str,
    /// The rest that helps to mend it.
    detail: String,
}

impl Finding {
    fn new(what: &'static str, detail: impl Into<String>) -> Self {
        Self {
            what,
            detail: detail.into(),
        }
    }
}

/// Makes inputs until the time is over, holds each against what must hold, and makes small what does not.
fn run(plan: &Plan) -> Figures {
    let begun = Instant::now();
    let mut runner = runner(plan.seed);
    let mut figures = Figures::default();
    let mut watch = Watch::begin(plan);
    let mut strategies = BTreeMap::new();
    for number in 0..plan.most {
        if begun.elapsed() > plan.time {
            break;
        }
        let kind = Kind::of(number, plan.round);
        let strategy = strategies
            .entry(kind)
            .or_insert_with(|| inputs::strategy(kind));
        let mut tree = strategy
            .new_tree(&mut runner)
            .expect("every strategy makes a value");
        let input = tree.current();
        watch.begins(&input);
        let since = Instant::now();
        let (result, took) = judged(plan, &input);
        figures.count(kind, &result, (took, since.elapsed()));
        if let Err(finding) = result {
            let (small, finding) = if figures.findings.contains_key(&(kind, finding.what)) {
                (input, finding)
            } else {
                smallest((plan, &mut watch), tree.as_mut(), input, finding)
            };
            figures.keep(plan, kind, &small, &finding);
        }
        watch.rests();
    }
    watch.ends();
    figures.time = begun.elapsed();
    figures
}

fn runner(seed: u64) -> TestRunner {
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..].copy_from_slice(&(!seed).to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::XorShift, &bytes);
    TestRunner::new_with_rng(Config::default(), rng)
}

/// Holds an input against what must hold, panics included; returns how long its longest request took.
fn judged(plan: &Plan, input: &Input) -> (Result<(), Finding>, Duration) {
    let before = on_a_core();
    let judge = std::panic::AssertUnwindSafe(|| properties::hold(input));
    let result = std::panic::catch_unwind(judge).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(Finding::new("panic", text.unwrap_or("a panic")))
    });
    let (what, took) = properties::longest();
    let slow = || Finding::new("slow", format!("{what} took {:.1} s", took.as_secs_f64()));
    let result = result.and_then(|()| {
        let busy = || before.zip(on_a_core()).map(|(before, now)| now - before);
        match took > plan.slow && busy().is_none_or(|busy| busy > plan.slow) {
            true => Err(slow()),
            false => Ok(()),
        }
    });
    let memory = plan.keep.is_some() && took > TIME_FOR_MEMORY;
    let result = result.and_then(|()| if memory { small_enough() } else { Ok(()) });
    (result, took)
}

/// How long this thread has run on a core, if the system tells: other programs may keep the machine busy, and that is no finding.
fn on_a_core() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = text.split(' ').next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

/// The most memory that the process may ever have had, in KB.
const MOST_MEMORY: u64 = 500_000;

/// To take that much memory takes longer than this.
const TIME_FOR_MEMORY: Duration = Duration::from_millis(20);

/// Fails if the process has had more memory than an input may take; then the peak is measured anew.
fn small_enough() -> Result<(), Finding> {
    let Ok(status) = std::fs::read_to_string("/proc/self/status") else {
        return Ok(());
    };
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak = peak.and_then(|peak| peak.trim().trim_end_matches(" kB").parse::<u64>().ok());
    match peak {
        Some(peak) if peak > MOST_MEMORY => {
            let _ = std::fs::write("/proc/self/clear_refs", "5");
            Err(Finding::new("memory", format!("the process had {peak} KB")))
        }
        _ => Ok(()),
    }
}

/// Shrinks an input as far as the finding stays the same, within a minute.
fn smallest(
    (plan, watch): (&Plan, &mut Watch),
    tree: &mut dyn ValueTree<Value = Input>,
    input: Input,
    finding: Finding,
) -> (Input, Finding) {
    let until = Instant::now() + Duration::from_secs(60).min(plan.time);
    let (mut small, mut found) = (input, finding);
    let mut simpler = tree.simplify();
    while simpler && Instant::now() < until {
        let input = tree.current();
        watch.begins(&input);
        simpler = match judged(plan, &input).0 {
            Err(other) if other.what == found.what => {
                (small, found) = (input, other);
                tree.simplify()
            }
            _ => tree.complicate(),
        };
    }
    // What the attempts counted was no input.
    properties::tallied();
    (small, found)
}

/// Knows the input at hand, so that one which never ends, or ends the process, can be told.
struct Watch {
    at_hand: Arc<Mutex<Option<(Instant, String)>>>,
    file: Option<(PathBuf, File)>,
}

impl Watch {
    fn begin(plan: &Plan) -> Self {
        let at_hand = Arc::new(Mutex::new(None::<(Instant, String)>));
        let (seen, hung) = (Arc::downgrade(&at_hand), plan.hung);
        std::thread::spawn(move || {
            while let Some(at_hand) = seen.upgrade() {
                if let Ok(guard) = at_hand.lock()
                    && let Some((since, text)) = guard.as_ref()
                    && since.elapsed() > hung
                {
                    eprintln!("an input does not come to an end:\n{text}");
                    std::process::abort();
                }
                drop(at_hand);
                std::thread::sleep(Duration::from_millis(500));
            }
        });
        let file = plan.keep.as_ref().map(|folder| {
            let path = folder.join(format!("at-hand-{}", plan.seed));
            let file = File::create(&path).expect("the folder can be written to");
            (path, file)
        });
        Self { at_hand, file }
    }

    fn begins(&mut self, input: &Input) {
        let text = input.text();
        if let Some((_, file)) = &mut self.file {
            // One file for all: to make and remove one takes longer than most inputs.
            let written = file
                .rewind()
                .and_then(|()| file.write_all(text.as_bytes()))
                .and_then(|()| file.set_len(text.len() as u64));
            written.expect("the input at hand can be written");
        }
        *self.at_hand.lock().expect("nobody panics with it") = Some((Instant::now(), text));
    }

    fn rests(&self) {
        *self.at_hand.lock().expect("nobody panics with it") = None;
    }

    fn ends(self) {
        if let Some((path, _)) = self.file {
            let _ = std::fs::remove_file(path);
        }
    }
}

/// The time is short and the machine may be busy, so that slowness is judged by the long run alone. The inputs are counted,
/// too, so that a faster machine tries the same ones.
#[test]
fn half_a_minute_of_the_campaign_finds_nothing() {
    let figures = run(&Plan {
        seed: 14,
        time: Duration::from_secs(30),
        most: 500,
        round: Kind::SHORT,
        slow: Duration::from_secs(60),
        hung: Duration::from_secs(300),
        keep: None,
    });
    println!("{figures}");
    assert!(figures.findings.is_empty(), "{figures}");
    assert!(figures.every_kind_came_through(), "{figures}");
}

/// What `tests/campaign/run` starts, once for each process: `LINSTOCK_CAMPAIGN` is `SEED SECONDS FOLDER`.
#[test]
#[ignore = "runs for as long as tests/campaign/run says"]
fn for_as_long_as_one_likes() {
    let given =
        std::env::var("LINSTOCK_CAMPAIGN").expect("LINSTOCK_CAMPAIGN=\"SEED SECONDS FOLDER\"");
    let given: Vec<&str> = given.splitn(3, ' ').collect();
    let [seed, seconds, folder] = given[..] else {
        panic!("LINSTOCK_CAMPAIGN=\"SEED SECONDS FOLDER\"");
    };
    // Findings are told once, small; the panics on the way there are not.
    std::panic::set_hook(Box::new(|_| {}));
    let figures = run(&Plan {
        seed: seed.parse().expect("a number"),
        time: Duration::from_secs(seconds.parse().expect("a number")),
        most: usize::MAX,
        round: Kind::LONG,
        slow: Duration::from_secs(2),
        hung: Duration::from_secs(60),
        keep: Some(PathBuf::from(folder)),
    });
    std::fs::write(format!("{folder}/figures-{seed}.json"), figures.json())
        .expect("figures can be written");
}

/// Checks every text of rules in the folder that `LINSTOCK_TEXTS` names, as `linstock check` does, and prints what each takes. It fails
/// if one takes over two seconds or 500 MB, so it is for optimised builds.
#[test]
#[ignore = "for texts that are made to last"]
fn no_text_of_a_folder_lasts() {
    let folder = std::env::var("LINSTOCK_TEXTS").expect("LINSTOCK_TEXTS=FOLDER");
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let mut long = Vec::new();
    for path in paths {
        let _ = std::fs::write("/proc/self/clear_refs", "5");
        let (since, begun) = (Instant::now(), on_a_core());
        let name = path.display().to_string();
        let told = properties::checked(&path);
        let busy = begun.zip(on_a_core()).map(|(begun, now)| now - begun);
        let (took, memory) = (busy.unwrap_or_else(|| since.elapsed()), small_enough());
        println!("{:6} ms {name}: {told}", took.as_millis());
        if took > Duration::from_secs(2) || memory.is_err() {
            long.push((name, took, memory));
        }
    }
    assert!(long.is_empty(), "{long:#?}");
}

/// Adds up what the processes of `tests/campaign/run` have written.
#[test]
#[ignore = "tests/campaign/run asks for it at its end"]
fn figures_of_all_runs() {
    let given =
        std::env::var("LINSTOCK_CAMPAIGN").expect("LINSTOCK_CAMPAIGN=\"SEED SECONDS FOLDER\"");
    let folder = given.splitn(3, ' ').nth(2).expect("a folder");
    println!("{}", figures::added_up(std::path::Path::new(folder)));
}
