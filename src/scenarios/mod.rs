//! `linstock test`: runs scenarios, compares transcripts with the stored ones, reports coverage.

mod coverage_page;
mod fix;
mod mutants;
pub(super) mod open;
#[cfg(feature = "table")]
pub(super) mod outcomes;
mod review_page;
mod snapshots;
pub(super) mod suites;
mod tally;
mod test_args;

use crate::command_failure::CommandFailure;
use crate::command_report::CommandReport;
use crate::shown::one_line;
use crate::shown::style;
use crate::terminal::print;
use crate::text_table::table;
use crate::{replaced_files, watch_mode};
use coverage_page::CoveredRuleset;
use linstock_base::Style;
use linstock_base::plural;
use linstock_play::coverage::Coverage;
use linstock_play::scenario::{FileReport, ScenarioReport, ScenarioRunner};
use review_page::ReviewPage;
use snapshots::{ComparedTranscript, Mode, Transcripts};
use std::path::Path;
use std::process::ExitCode;
use suites::{Suite, TestFile};
use tally::Tally;
pub(super) use test_args::TestArgs;

/// Returns the paths and texts of a ruleset's scenario files; empty if they cannot be read.
pub(super) fn files_of(game: &str) -> Vec<(String, String)> {
    let found = suites::find(&[game.to_owned()]).unwrap_or_default();
    let files = found.into_iter().flatten().flat_map(|suite| suite.files);
    files.map(|file| (file.path, file.text)).collect()
}

/// What the requested page shows.
#[derive(Debug, Default)]
struct Pages {
    covered: Vec<CoveredRuleset>,
    review: ReviewPage,
}

/// Runs `linstock test`.
pub(super) fn run(args: &TestArgs) -> Result<ExitCode, CommandFailure> {
    if args.watch {
        return watch_mode::run(&args.paths, |report| test_all(args, report).map(drop));
    }
    if args.mutants {
        return mutants::run(args);
    }
    let mut report = CommandReport::printed(style(&std::io::stdout()));
    Ok(if test_all(args, &mut report)?.is_good() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Runs the scenarios of all requested rulesets.
fn test_all(args: &TestArgs, report: &mut CommandReport) -> Result<Tally, CommandFailure> {
    if args.draws() && args.coverage {
        let text = "--html writes one page: choose --coverage or --review";
        return Err(CommandFailure::Call(text.to_owned()));
    }
    let mut all = Tally::default();
    let mut pages = Pages::default();
    for suite in suites::requested(args)? {
        match suite {
            Ok(suite) => all.add(test(suite, (args, report), &mut pages)?),
            Err(trouble) => {
                report.refusal(trouble)?;
                all.broken = true;
            }
        }
    }
    if let Some(file) = &args.html {
        write_page(file, pages, args.draws())?;
    }
    report.is_broken |= all.broken;
    report.paragraph(all.total())?;
    if args.paths.is_empty() && !args.shipped {
        report.paragraph(
            "these are the rulesets of this folder; `linstock test --shipped` runs those that come with the program\n"
                .to_owned(),
        )?;
    }
    Ok(all)
}

/// Runs a new scenario file and stores its transcripts; returns a sentence with the next step.
pub(super) fn first_run(path: &Path) -> String {
    let file = one_line(path);
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

/// Stores the transcripts of a file if all its scenarios pass; returns whether they do.
fn store(suite: Suite) -> Result<bool, CommandFailure> {
    let Ok(mut bench) = suite.runner() else {
        return Ok(false);
    };
    let mut transcripts = Transcripts::new(suite.snapshots, Mode::Accept);
    let mut unseen = CommandReport::collected(Style::Plain);
    for file in &suite.files {
        let report = bench.run(&file.path, &file.text);
        let fine = |scenario: &ScenarioReport| scenario.found.is_empty();
        if !report.found.is_empty() || !report.scenarios.iter().all(fine) {
            return Ok(false);
        }
        for scenario in &report.scenarios {
            transcripts.compare((file, scenario), &mut unseen)?;
        }
    }
    Ok(true)
}

/// Runs the scenarios of a ruleset: first reports lines that do not hold, then compares transcripts.
fn test(
    mut suite: Suite,
    (args, report): (&TestArgs, &mut CommandReport),
    pages: &mut Pages,
) -> Result<Tally, CommandFailure> {
    let mut tally = Tally::default();
    if args.fix {
        fix::mend(&mut suite)?;
    }
    let mut bench = match suite.runner() {
        Ok(bench) => bench,
        Err(found) => {
            let mistakes = plural(found.errors(), "mistake");
            report.messages(&found, &suite.sources)?;
            report.gap()?;
            report.paragraph(format!("{}: {mistakes}\n", suite.name))?;
            tally.broken = true;
            return Ok(tally);
        }
    };
    if args.draws() {
        bench = bench.recording();
        pages.review.heading(&suite.name);
    } else if args.html.is_some() {
        bench = bench.counting_decisions();
    }
    let mut transcripts = Transcripts::new(suite.snapshots.clone(), args.mode());
    let mut held = Vec::new();
    for file in &suite.files {
        let ran = bench.run(&file.path, &file.text);
        if args.reasons {
            report.lines(&refusals(&ran))?;
        }
        if args.draws() {
            draw((file, &ran), &transcripts, &mut pages.review)?;
        }
        let scenarios = lines(&mut tally, &mut transcripts, (file, ran), report)?;
        held.extend(scenarios.into_iter().map(|scenario| (file, scenario)));
    }
    for (file, scenario) in &held {
        match transcripts.compare((file, scenario), report)? {
            ComparedTranscript::Same => {
                tally.passed += 1;
                report.passes(file.named(&scenario.title));
            }
            ComparedTranscript::Differs => tally.differ += 1,
            ComparedTranscript::New => tally.new += 1,
        }
    }
    let names = suite.files.iter().map(|file| file.stem.as_str());
    if suite.only.is_none() {
        transcripts.unreferenced((&names.collect::<Vec<_>>(), suite.whole), report)?;
    }
    report.paragraph(tally.of_suite(&suite.name))?;
    if args.coverage {
        tally.uncovered = report_coverage(&suite.name, (&bench, args.fail_under), report)?;
    }
    pages
        .covered
        .extend(bench.decisions().map(|decisions| CoveredRuleset {
            name: suite.name.clone(),
            sources: suite.sources.clone(),
            places: decisions.places(),
            clauses: bench.clause_hits(),
        }));
    Ok(tally)
}

/// Prints the coverage; returns 1 if it is below the required percentage.
fn report_coverage(
    name: &str,
    (bench, fail_under): (&ScenarioRunner, Option<u8>),
    report: &mut CommandReport,
) -> Result<usize, CommandFailure> {
    let coverage = bench.coverage();
    report.lines(&covered(name, &coverage))?;
    let request = fail_under.map_or(0, usize::from);
    let hit = coverage.per_cent();
    if hit >= request {
        return Ok(0);
    }
    report.paragraph(format!(
        "{name}: {hit} % are hit, and --fail-under wants {request} %: write scenarios for those that are not hit\n"
    ))?;
    Ok(1)
}

/// Adds the scenarios of a file to the page with pictures.
fn draw(
    (file, ran): (&TestFile, &FileReport),
    transcripts: &Transcripts,
    page: &mut ReviewPage,
) -> Result<(), CommandFailure> {
    page.file(&file.path, &ran.found, &ran.sources);
    for scenario in &ran.scenarios {
        let kept = transcripts.kept((file, scenario))?;
        page.scenario((&file.stem, scenario), &kept, &ran.sources);
    }
    Ok(())
}

/// Writes the page of a run.
fn write_page(file: &str, pages: Pages, draws: bool) -> Result<(), CommandFailure> {
    let page = match draws {
        true => pages.review.text(),
        false => coverage_page::page(&pages.covered),
    };
    replaced_files::write_page(Path::new(file), &page).map_err(CommandFailure::Failed)?;
    print(format!("written to {file}\n"))
}

/// Reports the mistakes in a file and the lines that do not hold; returns the scenarios whose lines all hold.
fn lines(
    tally: &mut Tally,
    transcripts: &mut Transcripts,
    (file, ran): (&TestFile, FileReport),
    report: &mut CommandReport,
) -> Result<Vec<ScenarioReport>, CommandFailure> {
    if !ran.found.is_empty() {
        report.messages(&ran.found, &ran.sources)?;
        report.gap()?;
        tally.broken |= ran.found.has_errors();
        // Some of the file's transcripts may belong to scenarios that cannot be parsed.
        transcripts.spare(&file.stem);
    }
    for title in &ran.not_run {
        tally.not_run += 1;
        report.not_run(file.named(title))?;
    }
    let mut held = Vec::new();
    for scenario in ran.scenarios {
        if scenario.found.is_empty() {
            held.push(scenario);
            continue;
        }
        tally.failed += 1;
        transcripts.refer(&file.stem, &scenario.slug);
        report.failed(file.named(&scenario.title), &scenario.found, &ran.sources)?;
    }
    Ok(held)
}

/// Lists the refusals in a file, each with its reason and its clauses.
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

/// Prints the coverage, sorted by clause.
fn covered(name: &str, coverage: &Coverage) -> String {
    let mut table = table(&["clauses", "what", "scenarios"]);
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
