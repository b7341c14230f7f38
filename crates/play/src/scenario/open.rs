//! The start position of a scenario, for a game that continues from there.

use crate::Rules;
use crate::StartPosition;
use crate::scenario::run::Stage;
use crate::scenario::{ReadScenarios, ScenarioRunner, no_such, snapshot};
use linstock_base::{Diagnostic, Diagnostics, FileId, Sources, Span, did_you_mean};
use linstock_check::Choices;
use linstock_syntax::ast::{Scenario, ScenarioFile, StepKind};
use linstock_syntax::parse_scenarios;
use std::sync::Arc;

/// The start of a scenario, and its choices.
#[derive(Clone, Debug)]
pub struct OpenedScenario {
    /// Its variants, options and players.
    pub choices: Choices,
    /// Its `given`; `None` if it begins at the start of the game.
    pub given: Option<StartPosition>,
}

/// A scenario file, for its scenarios that begin with `given`.
#[derive(Clone, Debug)]
pub struct DrawnFile {
    file: FileId,
    text: String,
    tree: ScenarioFile,
}

impl DrawnFile {
    /// Returns the indexes of the scenarios that begin with `given`; those without options and variants come first. Each
    /// has a flag: does its title or one of its refusals name the clause?
    #[must_use]
    pub fn drawn(&self, clause: &str) -> Vec<(usize, bool)> {
        let scenarios = self.tree.scenarios.iter().enumerate();
        let drawn = scenarios.filter(|(_, one)| one.given.is_some() && !one.is_in_part);
        let mut drawn: Vec<_> = drawn.collect();
        drawn.sort_by_key(|(_, one)| {
            let all = [&self.tree.choices, &one.choices];
            all.iter()
                .any(|choices| !(choices.options.is_empty() && choices.variants.is_empty()))
        });
        let names = |scenario| {
            let clauses = clauses(scenario);
            clauses.iter().any(|tag| tag.eq_ignore_ascii_case(clause))
        };
        drawn.iter().map(|(at, one)| (*at, names(one))).collect()
    }
}

/// A scenario that begins with `given`.
#[derive(Clone, Debug)]
pub struct GivenScenario {
    /// The rules under its choices.
    pub rules: Arc<Rules>,
    /// Its variants, options and players.
    pub choices: Choices,
    /// Its start position.
    pub given: StartPosition,
}

/// Why a scenario cannot be opened, with the texts into which the diagnostics point.
#[derive(Clone, Debug)]
pub struct CannotOpen {
    /// The diagnostics.
    pub found: Diagnostics,
    /// The texts of the ruleset and of the file.
    pub sources: Sources,
}

impl ScenarioRunner {
    /// Finds a scenario by its title, and returns its start position. Does not run its steps.
    ///
    /// # Errors
    /// If the file has no such scenario, or it cannot begin.
    pub fn open(
        &mut self,
        (path, text): (&str, &str),
        title: &str,
    ) -> Result<OpenedScenario, Box<CannotOpen>> {
        let mut sources = Sources::clone(&self.sources);
        let file = sources.add(path, text);
        let opened = self.opened((file, text), title);
        opened.map_err(|found| Box::new(CannotOpen { found, sources }))
    }

    /// Parses a scenario file of the game, for the scenarios that begin with `given`. Returns `None` if it cannot be
    /// parsed.
    #[must_use]
    pub fn drawn_file(&self, (path, text): (&str, String)) -> Option<DrawnFile> {
        let file = Sources::clone(&self.sources).add(path, text.clone());
        let (tree, _) = parse_scenarios(file, &text);
        let tree = tree.filter(|tree| tree.game.text == self.model().name)?;
        Some(DrawnFile { file, text, tree })
    }

    /// Opens a scenario of a file that begins with `given`. Returns `None` if it has errors.
    pub fn open_drawn(&mut self, drawn: &DrawnFile, at: usize) -> Option<GivenScenario> {
        let DrawnFile { file, text, tree } = drawn;
        let file = *file;
        let opened = self.opened_of(ReadScenarios { file, tree, text }, tree.scenarios.get(at)?);
        let opened = opened.ok()?;
        Some(GivenScenario {
            rules: self.rules(&opened.choices).ok()?,
            choices: opened.choices,
            given: opened.given?,
        })
    }

    fn opened(
        &mut self,
        (file, text): (FileId, &str),
        title: &str,
    ) -> Result<OpenedScenario, Diagnostics> {
        let (tree, found) = parse_scenarios(file, text);
        let tree = tree.ok_or_else(|| found.clone())?;
        if tree.game.text != self.model().name {
            return Err(self.other_game(&tree).into());
        }
        let scenario = find(&tree, title).ok_or_else(|| unknown_title(file, &tree, title))?;
        // Errors in other scenarios are ignored.
        let next = tree.scenarios.iter().map(|s| s.span.start);
        let end = next.filter(|start| *start > scenario.span.start).min();
        let lines = scenario.span.start..end.unwrap_or(u32::MAX);
        let own = |d: &&Diagnostic| d.span.is_none_or(|span| lines.contains(&span.start));
        let own: Diagnostics = found.iter().filter(own).cloned().collect();
        if own.has_errors() {
            return Err(own);
        }
        let tree = &tree;
        self.opened_of(ReadScenarios { file, tree, text }, scenario)
    }

    fn opened_of(
        &mut self,
        read: ReadScenarios<'_>,
        scenario: &Scenario,
    ) -> Result<OpenedScenario, Diagnostics> {
        let bare = Scenario {
            steps: Vec::new(),
            ..scenario.clone()
        };
        begun(self, read, &bare)
    }
}

/// Begins a scenario, and returns its choices and its start position.
fn begun(
    bench: &mut ScenarioRunner,
    file: ReadScenarios<'_>,
    scenario: &Scenario,
) -> Result<OpenedScenario, Diagnostics> {
    let mut stage = Stage::of(bench, file, scenario);
    if stage.found.has_errors() {
        return Err(stage.found);
    }
    stage.start(file.file, scenario);
    match stage.session {
        Some(session) if !stage.found.has_errors() => Ok(OpenedScenario {
            choices: stage.choices,
            given: session.given().cloned(),
        }),
        _ => Err(stage.found),
    }
}

/// Returns the clauses in the title and the refusals of a scenario.
fn clauses(scenario: &Scenario) -> Vec<String> {
    let refusals = scenario.steps.iter().flat_map(|step| match &step.kind {
        StepKind::Refuse { because, .. } => because.as_slice(),
        _ => &[],
    });
    let tags = scenario.tags.iter().chain(refusals);
    tags.map(|tag| tag.text.clone()).collect()
}

/// Finds a scenario by its title, ignoring case and punctuation.
fn find<'t>(tree: &'t ScenarioFile, title: &str) -> Option<&'t Scenario> {
    let wanted = snapshot::slug(title);
    let mut all = tree.scenarios.iter();
    all.find(|scenario| snapshot::slug(&scenario.title.value) == wanted)
}

fn unknown_title(file: FileId, tree: &ScenarioFile, title: &str) -> Diagnostics {
    let titles: Vec<&str> = tree
        .scenarios
        .iter()
        .map(|scenario| scenario.title.value.as_str())
        .collect();
    let all = titles
        .iter()
        .map(|title| format!("\"{title}\""))
        .collect::<Vec<_>>()
        .join(", ");
    no_such("scenario", (title, Span::new(file, 0, 0)))
        .maybe_hint(did_you_mean(title, titles.iter().copied()))
        .hint(format!("its scenarios are: {all}"))
        .into()
}
