//! Scenarios: tests of a ruleset, as data. A scenario has a start, moves, and expectations.
//!
//! The runner takes a ruleset's texts and scenario files, and returns the failures and a transcript of each scenario.
//!
//! It does no disk access.

mod begin;
mod choose;
pub mod condition;
mod expect;
mod gone;
mod lists;
mod moves_in_hints;
mod moves_there;
pub mod open;
mod recorded;
mod run;
mod seen;
pub mod snapshot;
mod transcript;
mod warned;

pub(crate) use moves_there::PlayedAt;
pub use recorded::ScenarioStep;
pub use run::FailedPosition;

use crate::Rules;
use crate::coverage::{Coverage, Hits};
use crate::decisions::RuleDecisions;
use linstock_base::{CheckFuel, Diagnostic, Diagnostics, FileId, Sources, Span, similar};
use linstock_check::Choices;
use linstock_model::Model;
use linstock_syntax::ast::{Name, RulesFile, Scenario, ScenarioFile, Tag};
use linstock_syntax::parse_scenarios;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// Runs scenarios of a ruleset and counts their coverage.
#[derive(Clone, Debug)]
pub struct ScenarioRunner {
    sources: Arc<Sources>,
    files: Arc<Vec<RulesFile>>,
    /// The diagnostics of the parser.
    read: Diagnostics,
    base: Arc<Rules>,
    /// The compiled rules for each set of choices that a scenario made.
    loaded: Vec<(Choices, Arc<Rules>)>,
    /// The titles of the scenarios so far, each with its file.
    titles: BTreeMap<String, String>,
    hits: Hits,
    /// The results of the conditions, if they are counted.
    decisions: Option<RuleDecisions>,
    /// The variant whose scenarios are run, if only some are.
    only: Option<String>,
    /// Whether the steps of scenarios are recorded.
    is_recording: bool,
    /// The choices of the current scenario so far, by their numbers: 0 is the default, the others are those of `loaded`.
    chosen: Vec<usize>,
}

/// A parsed scenario file.
#[derive(Clone, Copy)]
pub struct ReadScenarios<'t> {
    /// Its number among the sources.
    pub file: FileId,
    /// Its syntax tree.
    pub tree: &'t ScenarioFile,
    /// Its text.
    pub text: &'t str,
}

/// The result of a scenario file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FileReport {
    /// The texts of the ruleset and of the file, into which the diagnostics point.
    pub sources: Sources,
    /// The diagnostics of the file outside its scenarios.
    pub found: Diagnostics,
    /// Its scenarios in order, without those that were not run.
    pub scenarios: Vec<ScenarioReport>,
    /// The titles of the scenarios that were not run, because a line of theirs, or of the head of the file, cannot be
    /// parsed.
    pub not_run: Vec<String>,
}

/// The result of a scenario.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ScenarioReport {
    /// Its title.
    pub title: String,
    /// The title as a file name.
    pub slug: String,
    /// The lines that failed; empty if the scenario passed.
    pub found: Diagnostics,
    /// The transcript.
    pub transcript: String,
    /// The corrections of its lists that do not hold.
    pub fixes: Vec<Fix>,
    /// The position at the first line that failed; `None` if the scenario passed or could not begin.
    pub failed_at: Option<FailedPosition>,
    /// What each line did, with pictures; empty unless the runner is [`ScenarioRunner::recording`].
    pub steps: Vec<ScenarioStep>,
}

/// A correction of a list in a scenario.
#[derive(Clone, Debug)]
pub struct Fix {
    /// The place of the list.
    pub span: Span,
    /// The text that would hold in its place.
    pub text: String,
}

impl ScenarioReport {
    /// Returns the name of its snapshot. `file_stem` is the file name without its extension.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let mut runner = linstock::ScenarioRunner::new(sources.clone()).expect("no mistakes");
    /// let file = "for tic-tac-toe\n\nscenario \"a start\"\nplay b2\nexpect b2 is x mark\n";
    /// let report = runner.run("start.scn", file);
    /// assert_eq!(report.scenarios[0].snapshot_name("start"), "start__a-start");
    /// ```
    #[must_use]
    pub fn snapshot_name(&self, file_stem: &str) -> String {
        snapshot::name(file_stem, &self.slug)
    }
}

impl FileReport {
    /// Returns whether all scenarios of the file passed.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let mut runner = linstock::ScenarioRunner::new(sources.clone()).expect("no mistakes");
    /// let file = "for tic-tac-toe\n\nscenario \"a start\"\nplay b2\nexpect b2 is x mark\n";
    /// assert!(runner.run("start.scn", file).passed());
    /// assert!(!runner.run("again.scn", file).passed(), "a title is given once");
    /// ```
    #[must_use]
    pub fn passed(&self) -> bool {
        self.found.is_empty() && self.scenarios.iter().all(|s| s.found.is_empty())
    }
}

impl ScenarioRunner {
    /// Loads a ruleset from its texts. The first text is its root.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let runner = linstock::ScenarioRunner::new(sources).expect("no mistakes");
    /// assert_eq!(runner.coverage().hit(), 0);
    /// ```
    ///
    /// # Errors
    /// All its errors.
    pub fn new(sources: Sources) -> Result<Self, Diagnostics> {
        let fuel = Rc::new(CheckFuel::default());
        let (files, read) = linstock_check::read(&sources, &fuel);
        let how = (&Choices::default(), &fuel);
        let (base, found) = Rules::check_read((&sources, &files), read.clone(), how);
        let base = Arc::new(base.ok_or(found)?);
        let mut hits = Hits::default();
        hits.knows(&base);
        Ok(Self {
            sources: Arc::new(sources),
            files: Arc::new(files),
            read,
            base,
            loaded: Vec::new(),
            titles: BTreeMap::new(),
            hits,
            decisions: None,
            only: None,
            is_recording: false,
            chosen: Vec::new(),
        })
    }

    /// Restricts the runner to the scenarios that choose a variant.
    #[must_use]
    pub fn of_variant(mut self, variant: &str) -> Self {
        self.only = Some(variant.to_owned());
        self
    }

    /// Returns whether a scenario is one of those to run.
    fn runs(&self, file: &ScenarioFile, scenario: &Scenario) -> bool {
        let mut chosen = file
            .choices
            .variants
            .iter()
            .chain(&scenario.choices.variants);
        self.only
            .as_ref()
            .is_none_or(|only| chosen.any(|variant| variant.text == *only))
    }

    /// Makes the runner record the steps of scenarios, with pictures.
    #[must_use]
    pub fn recording(mut self) -> Self {
        self.is_recording = true;
        self
    }

    /// Makes the runner count the results of the rules' conditions.
    #[must_use]
    pub fn counting_decisions(mut self) -> Self {
        let mut decisions = RuleDecisions::default();
        decisions.knows(&self.base);
        self.decisions = Some(decisions);
        self
    }

    /// Returns the counted results of the rules' conditions, if any.
    #[must_use]
    pub fn decisions(&self) -> Option<&RuleDecisions> {
        self.decisions.as_ref()
    }

    /// Runs one scenario of a parsed file, and returns whether it passes.
    pub fn passes(&mut self, file: ReadScenarios<'_>, scenario: &Scenario) -> bool {
        let report = self.scenario(file, scenario);
        report.found.is_empty()
    }

    /// Returns the choices of the scenarios so far, each with its rules. The default comes first.
    pub fn all_loaded(&self) -> impl Iterator<Item = (Choices, &Rules)> {
        let loaded = self.loaded.iter();
        let loaded = loaded.map(|(choices, rules)| (choices.clone(), &**rules));
        std::iter::once((Choices::default(), &*self.base)).chain(loaded)
    }

    /// Returns the number of scenarios in which each clause decided something.
    #[must_use]
    pub fn clause_hits(&self) -> BTreeMap<String, usize> {
        self.hits.clauses()
    }

    /// Returns the checked game under its default options.
    #[must_use]
    pub fn model(&self) -> &Model {
        self.base.model()
    }

    /// Returns the coverage so far.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let mut runner = linstock::ScenarioRunner::new(sources.clone()).expect("no mistakes");
    /// let file = "for tic-tac-toe\n\nscenario \"a start\"\nplay b2\nexpect b2 is x mark\n";
    /// runner.run("start.scn", file);
    /// assert!(runner.coverage().hit() > 0);
    /// ```
    #[must_use]
    pub fn coverage(&self) -> Coverage {
        self.hits.coverage(&self.sources)
    }

    /// Runs every scenario of a file.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let mut runner = linstock::ScenarioRunner::new(sources.clone()).expect("no mistakes");
    /// let file = "for tic-tac-toe\n\nscenario \"a start\"\nplay b2\nexpect b2 is x mark\n";
    /// let report = runner.run("start.scn", file);
    /// assert!(report.passed());
    /// ```
    pub fn run(&mut self, path: &str, text: &str) -> FileReport {
        let mut sources = Sources::clone(&self.sources);
        let file = sources.add(path, text);
        let (tree, mut found) = parse_scenarios(file, text);
        let (mut scenarios, mut not_run) = (Vec::new(), Vec::new());
        if let Some(tree) = &tree {
            let read = ReadScenarios { file, tree, text };
            if tree.game.text == self.model().name {
                let chosen = tree.scenarios.iter().filter(|one| self.runs(tree, one));
                let chosen: Vec<_> = chosen.collect();
                for scenario in chosen {
                    found.extend(self.again(scenario, path));
                    if scenario.is_in_part {
                        not_run.push(scenario.title.value.clone());
                    } else {
                        scenarios.push(self.scenario(read, scenario));
                    }
                }
            } else {
                found.push(self.other_game(tree));
            }
        }
        FileReport {
            sources,
            found,
            scenarios,
            not_run,
        }
    }

    fn scenario(&mut self, file: ReadScenarios<'_>, scenario: &Scenario) -> ScenarioReport {
        self.hits.begin();
        self.chosen.clear();
        let ran = run::run(self, file, scenario);
        ScenarioReport {
            title: scenario.title.value.clone(),
            slug: snapshot::slug(&scenario.title.value),
            found: ran.found,
            transcript: ran.log,
            fixes: ran.fixes,
            failed_at: ran.failed_at,
            steps: ran.steps,
        }
    }

    fn other_game(&self, tree: &ScenarioFile) -> Diagnostic {
        let (own, other) = (&self.model().name, &tree.game.text);
        let message =
            format!("these scenarios are for `{other}`, but this is the ruleset of `{own}`");
        Diagnostic::error("E1034", tree.game.span, message)
            .label("another game")
            .hint(if self.is_variant(other) {
                format!("write `for {own}`, and below it `variant {other}`")
            } else {
                format!(
                    "write `for {own}`, or move the file to the folder `scenarios` of `{other}`"
                )
            })
    }

    fn is_variant(&self, name: &str) -> bool {
        let mut files = self.files.iter();
        files.any(|file| matches!(file, RulesFile::Variant(variant) if variant.name.text == name))
    }

    /// Reports a title that an earlier scenario has, since both transcripts would go into the same file.
    fn again(&mut self, scenario: &Scenario, path: &str) -> Option<Diagnostic> {
        if scenario.is_in_part && scenario.title.value.is_empty() {
            // The title could not be parsed, which was reported.
            return None;
        }
        let slug = snapshot::slug(&scenario.title.value);
        let earlier = self.titles.insert(slug, path.to_owned())?;
        let message = format!("there is already a scenario with this title, in `{earlier}`");
        Some(
            Diagnostic::error("E1035", scenario.title.span, message).hint(
                "give each scenario a title that differs from others in its first 150 letters",
            ),
        )
    }

    /// Returns the rules compiled under some choices.
    ///
    /// # Errors
    /// All errors of the rules under these choices.
    pub fn rules(&mut self, choices: &Choices) -> Result<Arc<Rules>, Diagnostics> {
        if *choices == Choices::default() {
            self.chose(0);
            return Ok(Arc::clone(&self.base));
        }
        if let Some(at) = self.loaded.iter().position(|(c, _)| c == choices) {
            self.chose(at + 1);
            return Ok(Arc::clone(&self.loaded[at].1));
        }
        let texts = (&*self.sources, self.files.as_slice());
        let how = (choices, &Rc::default());
        let (rules, found) = Rules::check_read(texts, self.read.clone(), how);
        let rules = Arc::new(rules.ok_or(found)?);
        self.hits.knows(&rules);
        if let Some(decisions) = &mut self.decisions {
            decisions.knows(&rules);
        }
        self.loaded.push((choices.clone(), Arc::clone(&rules)));
        self.chose(self.loaded.len());
        Ok(rules)
    }

    fn chose(&mut self, number: usize) {
        if !self.chosen.contains(&number) {
            self.chosen.push(number);
        }
    }

    /// Returns the choices of the last scenario, by their numbers in [`Self::all_loaded`].
    #[must_use]
    pub fn numbers_chosen(&self) -> &[usize] {
        &self.chosen
    }
}

/// Reports an unknown name.
fn unknown(what: &str, name: &Name, known: &[String]) -> Diagnostic {
    let names = known.iter().map(String::as_str);
    no_such(what, (&name.text, name.span))
        .maybe_did_you_mean(similar(&name.text, names))
        .hint(format!("there are: {}", known.join(", ")))
}

fn no_such(what: &str, (name, span): (&str, Span)) -> Diagnostic {
    Diagnostic::error("E1036", span, format!("there is no {what} `{name}`"))
}

/// Reports a clause that the ruleset does not list.
fn unlisted(model: &Model, tag: &Tag) -> Option<Diagnostic> {
    if model.tags.contains(&tag.text) {
        return None;
    }
    let names = model.tags.iter().map(String::as_str);
    Some(
        Diagnostic::error(
            "E1037",
            tag.span,
            format!("no clause `{}` is listed", tag.text),
        )
        .maybe_did_you_mean_at(tag.text_span(), similar(&tag.text, names))
        .hint("`linstock rules` lists the clauses of a ruleset"),
    )
}
