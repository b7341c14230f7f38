//! The results of a ruleset's scenarios as data, for the designer's page: each failure with its place and a picture.

use crate::command_failure::CommandFailure;
use crate::scenarios::suites;
use linstock_base::{Diagnostics, Sources, Style};
use linstock_play::scenario::{FailedPosition, FileReport};
use linstock_play::{Observation, Viewer};
use serde::Serialize;
use std::path::Path;

/// The result of a scenario, or of a file that cannot be read as a whole.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ScenarioOutcome {
    /// The path of its file.
    pub(crate) file: String,
    /// Its title; empty if the file itself has mistakes.
    pub(crate) title: String,
    pub(crate) passed: bool,
    /// What failed; empty if it passed.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) report: String,
    /// The line of the first failure in its file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<usize>,
    /// The board at the first line that failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) picture: Option<String>,
}

/// Runs all scenarios of the ruleset in a folder.
///
/// # Errors
/// Why they cannot be run, in a sentence.
pub(crate) fn outcomes(folder: &Path) -> Result<Vec<ScenarioOutcome>, String> {
    let found = suites::find(&[folder.to_string_lossy().into_owned()]);
    let found = found.map_err(|failure| match failure {
        CommandFailure::Failed(text) | CommandFailure::Call(text) => text,
        CommandFailure::Mistakes(text) => text.as_str().to_owned(),
        CommandFailure::Unread => String::new(),
    })?;
    let mut outcomes = Vec::new();
    for suite in found.into_iter().flatten() {
        let runner = suite.runner();
        let mut runner = runner.map_err(|found| found.render(&suite.sources, Style::Plain))?;
        for file in &suite.files {
            outcomes.extend(of_file(&file.path, runner.run(&file.path, &file.text)));
        }
    }
    Ok(outcomes)
}

fn of_file(path: &str, report: FileReport) -> Vec<ScenarioOutcome> {
    let outcome = |title: &str, found: &Diagnostics| ScenarioOutcome {
        file: path.to_owned(),
        title: title.to_owned(),
        passed: found.is_empty(),
        report: found.render(&report.sources, Style::Plain),
        line: line_in(path, found, &report.sources),
        picture: None,
    };
    let mut outcomes = Vec::new();
    if !report.found.is_empty() {
        outcomes.push(outcome("", &report.found));
    }
    for scenario in &report.scenarios {
        let mut one = outcome(&scenario.title, &scenario.found);
        one.picture = scenario.failed_at.as_ref().and_then(picture);
        outcomes.push(one);
    }
    outcomes
}

/// Returns the line of the first diagnostic in a file.
fn line_in(path: &str, found: &Diagnostics, sources: &Sources) -> Option<usize> {
    let spans = found.iter().filter_map(|one| one.span);
    let mut here = spans.filter(|span| sources.get(span.file).path == path);
    here.next().map(|span| sources.line_column(span).0)
}

/// Draws the board with rings around the points that differ; everything that is hidden is shown.
fn picture(failed: &FailedPosition) -> Option<String> {
    let view = Observation::new(&failed.session, Viewer::Table);
    let mut board = view.drawing()?;
    failed.differing.iter().for_each(|point| board.ring(*point));
    Some(board.svg(failed.session.rules().title()))
}
