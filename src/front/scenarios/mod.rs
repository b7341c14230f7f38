//! `linstock test`: runs scenarios, compares transcripts with the stored ones, reports coverage.

mod snapshots;
mod suites;

use crate::base::Style;
use crate::front::batch::plural;
use crate::front::cli::{CommandFailure, print, style};
use crate::front::rule_sheet;
use crate::front::shown::Shown;
use crate::play::coverage::Coverage;
use crate::play::scenario::{FileReport, ScenarioReport, ScenarioRunner};
use clap::Args;
use snapshots::{Mode, Transcripts};
use std::path::Path;
use std::process::ExitCode;
use suites::{Suite, TestFile};

/// What `linstock test` takes.
#[derive(Args, Debug)]
pub(super) struct TestArgs {
    /// Rulesets, folders of rulesets, or single scenario files; all shipped rulesets without any
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    /// Take the transcripts as they are now for right
    #[arg(long, conflicts_with = "review")]
    pub(crate) accept: bool,
    /// Show each transcript that differs, and ask
    #[arg(long)]
    pub(crate) review: bool,
    /// Print each refusal with the reason that is given
    #[arg(long)]
    pub(crate) reasons: bool,
    /// List the clauses and rules, and how many scenarios hit each
    #[arg(long)]
    pub(crate) coverage: bool,
    /// Fail if less than this many per cent of them were hit
    #[arg(long, value_name = "N", requires = "coverage", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub(crate) fail_under: Option<u8>,
}

/// The summary of a run.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    passed: usize,
    failed: usize,
    /// A failure outside scenarios: a file, a ruleset, too little coverage.
    broken: bool,
}

/// `linstock test`
pub(super) fn run(args: &TestArgs) -> Result<ExitCode, CommandFailure> {
    let found = suites::find(&args.paths)?;
    let mode = match (args.accept, args.review) {
        (true, _) => Mode::Accept,
        (_, true) => Mode::Review,
        _ => Mode::Compare,
    };
    let mut all = Tally::default();
    for suite in found {
        let suite = match suite {
            Ok(suite) => suite,
            Err(trouble) => {
                print(trouble.ended())?;
                all.broken = true;
                continue;
            }
        };
        let tally = test(suite, mode, args)?;
        all.passed += tally.passed;
        all.failed += tally.failed;
        all.broken |= tally.broken;
    }
    let unread = if all.broken {
        ", and there are mistakes in the files"
    } else {
        ""
    };
    print(format!(
        "{} passed, {} failed{unread}\n",
        all.passed, all.failed
    ))?;
    let good = all.failed == 0 && !all.broken;
    Ok(if good {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Runs a new scenario file and stores its transcripts; returns a sentence with the next step.
pub(super) fn first_run(path: &Path) -> String {
    let file = path.display();
    let Ok(suite) = suites::single(path) else {
        return "put it into the `scenarios` folder of its ruleset, where `linstock test` runs it"
            .to_owned();
    };
    match store(suite) {
        Ok(true) => format!("`linstock test {file}` runs it"),
        Ok(false) => format!("but it does not pass there; `linstock test {file}` says why"),
        Err(CommandFailure::Failed(text) | CommandFailure::Call(text)) => text,
        Err(CommandFailure::Mistakes(_)) => {
            format!("but the rules there have mistakes; `linstock test {file}` shows them")
        }
        Err(CommandFailure::Unread) => String::new(),
    }
}

/// Stores the transcripts of a file if all its scenarios pass; tells whether they do.
fn store(suite: Suite) -> Result<bool, CommandFailure> {
    let Ok(mut bench) = ScenarioRunner::new(suite.sources) else {
        return Ok(false);
    };
    let mut transcripts = Transcripts::new(suite.snapshots, Mode::Accept);
    for file in &suite.files {
        let report = bench.run(&file.path, &file.text);
        let fine = |scenario: &ScenarioReport| scenario.found.is_empty();
        if !report.found.is_empty() || !report.scenarios.iter().all(fine) {
            return Ok(false);
        }
        for scenario in &report.scenarios {
            transcripts.compare(file, scenario)?;
        }
    }
    Ok(true)
}

/// Runs the scenarios of a ruleset.
fn test(suite: Suite, mode: Mode, args: &TestArgs) -> Result<Tally, CommandFailure> {
    let colour = style(&std::io::stdout());
    let mut tally = Tally::default();
    let mut bench = match ScenarioRunner::new(suite.sources.clone()) {
        Ok(bench) => bench,
        Err(found) => {
            let mistakes = plural(found.errors(), "mistake");
            let text = Shown::rendered(&found, &suite.sources, colour);
            print(text.then(format!("\n{}: {mistakes}\n", suite.name)))?;
            tally.broken = true;
            return Ok(tally);
        }
    };
    let mut transcripts = Transcripts::new(suite.snapshots.clone(), mode);
    for file in &suite.files {
        let report = bench.run(&file.path, &file.text);
        if args.reasons {
            print(refusals(&report))?;
        }
        one_file(&mut tally, &mut transcripts, (file, &report), colour)?;
    }
    let names = suite
        .files
        .iter()
        .map(|file| file.stem.as_str())
        .collect::<Vec<_>>();
    transcripts.unreferenced(&names, suite.whole)?;
    print(summary(&suite.name, tally))?;
    if args.coverage {
        let coverage = bench.coverage();
        print(covered(&suite.name, &coverage))?;
        let request = args.fail_under.map_or(0, usize::from);
        if coverage.per_cent() < request {
            print(format!("{}: less than {request} % are hit\n", suite.name))?;
            tally.broken = true;
        }
    }
    Ok(tally)
}

fn one_file(
    tally: &mut Tally,
    transcripts: &mut Transcripts,
    (file, report): (&TestFile, &FileReport),
    colour: Style,
) -> Result<(), CommandFailure> {
    if !report.found.is_empty() {
        print(Shown::rendered(&report.found, &report.sources, colour).then("\n"))?;
        tally.broken |= report.found.has_errors();
        // Other transcripts of the file may belong to unreadable scenarios.
        transcripts.spare(&file.stem);
    }
    for scenario in &report.scenarios {
        if one_scenario(transcripts, (file, report), scenario, colour)? {
            tally.passed += 1;
        } else {
            tally.failed += 1;
        }
    }
    Ok(())
}

/// Prints the failures of a scenario; tells whether it passed.
fn one_scenario(
    transcripts: &mut Transcripts,
    (file, report): (&TestFile, &FileReport),
    scenario: &ScenarioReport,
    colour: Style,
) -> Result<bool, CommandFailure> {
    if !scenario.found.is_empty() {
        transcripts.refer(&file.stem, &scenario.slug);
        let text = Shown::rendered(&scenario.found, &report.sources, colour);
        let head = format!("{}: \"{}\" failed\n", file.path, scenario.title);
        print(Shown::from(head).then(text).then("\n"))?;
        return Ok(false);
    }
    transcripts.compare(file, scenario)
}

/// Lists the refusals of a file, each with its reason and its clauses.
fn refusals(report: &FileReport) -> String {
    let refused = |scenario: &ScenarioReport| {
        let lines = scenario.transcript.lines();
        let lines = lines.filter_map(|line| line.strip_prefix("not "));
        lines.map(|line| format!("  {line}\n")).collect::<String>()
    };
    let of_each = report.scenarios.iter().filter_map(|scenario| {
        let lines = refused(scenario);
        (!lines.is_empty()).then(|| format!("{}\n{lines}", scenario.title))
    });
    of_each.collect()
}

fn summary(name: &str, tally: Tally) -> String {
    let count = plural(tally.passed + tally.failed, "scenario");
    match (tally.passed, tally.failed, tally.broken) {
        (0, 0, false) => format!("{name}: no scenarios\n"),
        (_, 0, false) => format!("{name}: {count}, all pass\n"),
        (_, 0, true) => format!("{name}: {count} pass, but there are mistakes in the files\n"),
        (_, failed, _) => format!("{name}: {count}, {failed} failed\n"),
    }
}

/// Prints the coverage, sorted by clause.
fn covered(name: &str, coverage: &Coverage) -> String {
    let mut table = rule_sheet::table(&["clauses", "what", "scenarios"]);
    for row in &coverage.rows {
        let hits = match row.scenarios {
            0 => "NONE".to_owned(),
            n => n.to_string(),
        };
        table.add_row([row.clauses.clone(), row.what.clone(), hits]);
    }
    format!(
        "\n{}\n\n{name}: {} of {} hit, {} %\n",
        table.trim_fmt(),
        coverage.hit(),
        coverage.rows.len(),
        coverage.per_cent()
    )
}
