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
mod turns;
mod watch;

use figures::Figures;
use inputs::{CampaignInput, Kind};
use proptest::strategy::{BoxedStrategy, Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use turns::{TurnOrder, Turns};
use watch::{TIME_FOR_MEMORY, Watch, measure_memory_anew, on_a_core, peak_of_memory, small_enough};

/// How one run goes.
#[derive(Clone, Debug)]
struct Plan {
    /// The seed of all inputs.
    seed: u64,
    /// No input is begun after this time.
    time: Duration,
    /// The most inputs.
    most: usize,
    /// How the kinds of inputs take turns.
    order: TurnOrder,
    /// An input with a request that takes longer is a finding.
    slow: Duration,
    /// An input that takes this long is never waited for: the process ends, and tells which it was.
    hung: Duration,
    /// Where findings and the current input are written.
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
    let mut makers = BTreeMap::new();
    let mut figures = Figures::default();
    let mut watch = Watch::begin(plan);
    let mut turns = Turns::new(plan.order);
    let mut at_work = None;
    for _ in 0..plan.most {
        if begun.elapsed() > plan.time {
            break;
        }
        let (kind, anew) = turns.next(&figures);
        if anew {
            turn_ends(plan, at_work, &mut figures);
            at_work = Some(kind);
        }
        let maker = makers
            .entry(kind)
            .or_insert_with(|| Maker::new(plan.seed, kind));
        one_input(plan, maker, (&mut figures, &mut watch));
    }
    turn_ends(plan, at_work, &mut figures);
    watch.ends();
    figures.time = begun.elapsed();
    figures.write(plan);
    figures
}

/// Notes the memory that the kind at work took, and writes the figures now and then: whatever ends the process, they are there.
fn turn_ends(plan: &Plan, at_work: Option<Kind>, figures: &mut Figures) {
    if let Some(kind) = at_work {
        figures.note_memory(kind, peak_of_memory());
    }
    measure_memory_anew();
    figures.write(plan);
}

/// Makes the inputs of one kind, always the same of the same seed.
struct Maker {
    kind: Kind,
    runner: TestRunner,
    strategy: BoxedStrategy<CampaignInput>,
}

impl Maker {
    fn new(seed: u64, kind: Kind) -> Self {
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        bytes[8..].copy_from_slice(&(!seed ^ kind as u64).to_le_bytes());
        let rng = TestRng::from_seed(RngAlgorithm::XorShift, &bytes);
        Self {
            kind,
            runner: TestRunner::new_with_rng(Config::default(), rng),
            strategy: inputs::strategy(kind),
        }
    }
}

fn one_input(plan: &Plan, maker: &mut Maker, (figures, watch): (&mut Figures, &mut Watch)) {
    let (kind, since, begun) = (maker.kind, Instant::now(), on_a_core());
    let mut tree = maker
        .strategy
        .new_tree(&mut maker.runner)
        .expect("every strategy makes a value");
    let input = tree.current();
    watch.begins(&input);
    let (result, took) = judged(plan, &input);
    let all = begun.zip(on_a_core()).map(|(begun, now)| now - begun);
    figures.count(
        kind,
        &result,
        (took, all.unwrap_or_else(|| since.elapsed())),
    );
    figures.count_faults(plan, &input);
    if let Err(finding) = result {
        let (small, finding) = if figures.findings.contains_key(&(kind, finding.what)) {
            (input, finding)
        } else {
            smallest((plan, watch), tree.as_mut(), input, finding)
        };
        figures.keep(plan, kind, &small, &finding);
    }
    watch.rests();
}

/// Holds an input against what must hold, panics included; returns how long its longest request took.
fn judged(plan: &Plan, input: &CampaignInput) -> (Result<(), Finding>, Duration) {
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

/// Shrinks an input as far as the finding stays the same, within a minute.
fn smallest(
    (plan, watch): (&Plan, &mut Watch),
    tree: &mut dyn ValueTree<Value = CampaignInput>,
    input: CampaignInput,
    finding: Finding,
) -> (CampaignInput, Finding) {
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
    properties::untold_faults();
    (small, found)
}

/// The time is short and the machine may be busy, so that slowness is judged by the long run alone. The inputs are counted,
/// too, so that a faster machine tries the same ones; a busy one is given twenty times as long to get to each kind.
#[test]
fn half_a_minute_of_the_campaign_finds_nothing() {
    let figures = run(&Plan {
        seed: 14,
        time: Duration::from_secs(600),
        most: 500,
        order: TurnOrder::Rounds(Kind::SHORT),
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
    // Only the smallest form of a finding is printed, not the panics on the way to it.
    std::panic::set_hook(Box::new(|_| {}));
    run(&Plan {
        seed: seed.parse().expect("a number"),
        time: Duration::from_secs(seconds.parse().expect("a number")),
        most: usize::MAX,
        order: TurnOrder::Shares,
        slow: Duration::from_secs(2),
        hung: Duration::from_secs(60),
        keep: Some(PathBuf::from(folder)),
    });
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
        measure_memory_anew();
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
    let total = figures::added_up(std::path::Path::new(folder));
    std::fs::write(format!("{folder}/total.txt"), &total).expect("figures can be written");
    println!("{total}");
}
