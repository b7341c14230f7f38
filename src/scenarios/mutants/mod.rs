//! `linstock test --mutants`: changes the rules one place at a time, and reports the changes that no scenario notices.

mod listed;
mod report;
mod threads;

use crate::command_failure::CommandFailure;
use crate::interrupts::stop_at_interrupt;
use crate::scenarios::suites::{self, Suite};
use crate::scenarios::test_args::TestArgs;
use crate::shown::Shown;
use crate::shown::style;
use crate::terminal::print;
use linstock_base::render_edit;
use linstock_study::mutation::{MutationBench, NotTestable};
use listed::{EditLines, ListedEdits};
use report::{MutantReport, Unnoticed};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Tries the changes of each ruleset.
pub(super) fn run(args: &TestArgs) -> Result<ExitCode, CommandFailure> {
    let mut is_good = true;
    // From here on Ctrl-C ends the run with the results so far.
    let stop: Arc<AtomicBool> = Arc::default();
    stop_at_interrupt(&stop);
    for suite in suites::requested(args)? {
        match suite {
            Ok(suite) if stop.load(Ordering::Relaxed) => {
                if !args.json {
                    print(report::not_begun(&suite.name))?;
                }
                is_good &= args.fail_over.is_none();
            }
            Ok(suite) => is_good &= try_out(&suite, args, &stop)?,
            Err(trouble) => {
                print(trouble.ended())?;
                is_good = false;
            }
        }
    }
    Ok(if is_good {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Tries the changes of one ruleset; returns whether enough of them are noticed.
fn try_out(suite: &Suite, args: &TestArgs, stop: &AtomicBool) -> Result<bool, CommandFailure> {
    let files = suite.files.iter();
    let files: Vec<_> = files.map(|f| (f.path.as_str(), f.text.as_str())).collect();
    let bench = MutationBench::new(&suite.sources, &files);
    let mut bench = bench.map_err(|why| not_testable(suite, why))?;
    // Line numbers refer to one text; a variant is tested in its own text only.
    let own = suite
        .own_file()
        .filter(|_| args.lines.is_some() || suite.only.is_some());
    if let Some(file) = own {
        bench.only_of(file);
    }
    if let Some(lines) = &args.lines {
        bench.only_in(lines);
        if bench.mutants().is_empty() && !args.json {
            let (first, last) = (lines.start(), lines.end());
            return Err(CommandFailure::Failed(format!(
                "nothing can be changed in lines {first}..{last} of `{}`",
                suite.name
            )));
        }
    }
    let mut listed = ListedEdits::read(&suite.unnoticed).map_err(|line| {
        let path = &suite.unnoticed_path;
        CommandFailure::Failed(format!(
            "{path}, line {line}: this is no list of changes: write the lines that go with `-` before them, the lines that come \
             with `+`, and below them the reason why no scenario notices it"
        ))
    })?;
    let fates = threads::try_out_all(&bench, args.threads.threads(), stop)?;
    let mut report = MutantReport::of(&suite.name, &fates);
    for (mutant, fate) in bench.mutants().iter().zip(&fates) {
        if fate.is_some_and(report::lives_on) {
            let lines = EditLines::of(&suite.sources, mutant);
            let reason = listed.take(&lines);
            report.unnoticed.push(Unnoticed {
                mutant,
                lines,
                reason,
            });
        }
    }
    // A partial run cannot tell which listed changes are stale.
    if report.is_complete() && own.is_none() {
        report.stale = listed.left();
    }
    if args.json {
        print(Shown::json(&report.json(&suite.sources)))?;
    } else {
        for one in &report.unnoticed {
            print(unnoticed_change(suite, one))?;
        }
        print(report.sums(&suite.unnoticed_path))?;
    }
    let most = args.fail_over.map_or(100, usize::from);
    let is_within = report.is_within(most);
    if !is_within && !args.json {
        print(report.too_many(most))?;
    }
    // The untried changes could exceed the limit.
    Ok(is_within && (report.is_complete() || args.fail_over.is_none()))
}

/// Shows a change in its place.
fn unnoticed_change(suite: &Suite, one: &Unnoticed<'_>) -> Shown {
    let title = match &one.reason {
        Some(reason) => format!("no scenario notices this change, and none needs to: {reason}"),
        None => "no scenario notices this change".to_owned(),
    };
    let edit = (one.mutant.span, one.mutant.text.as_str());
    let draw = |style| render_edit((&title, &suite.sources), edit, style);
    let plain = draw(linstock_base::Style::Plain);
    let colour = style(&std::io::stdout());
    let shown = Shown::coloured(&plain, draw(colour)).then("\n");
    // If no line is removed, the drawing shows only one line, but the list needs both.
    if one.lines.is_among(&plain) {
        return shown;
    }
    shown.then(one.lines.written()).then("\n")
}

fn not_testable(suite: &Suite, why: NotTestable) -> CommandFailure {
    match why {
        NotTestable::Rules(found) => {
            let colour = style(&std::io::stderr());
            CommandFailure::Mistakes(Shown::rendered(&found, &suite.sources, colour))
        }
        NotTestable::File(path) => CommandFailure::Failed(format!(
            "`{path}` has mistakes; `linstock test {}` shows them",
            suite.name
        )),
        NotTestable::Scenario(path, title) => CommandFailure::Failed(format!(
            "{path}: \"{title}\" fails as it is, so that it can notice nothing; `linstock test {}` says why",
            suite.name
        )),
    }
}
