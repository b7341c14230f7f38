//! Changes of a ruleset, one place at a time, to see which of them no scenario notices.
//!
//! A change is an edit of a known place of the text (`edits.rs`). The changed rules are read, checked and compiled like any
//! others. If they are refused, or are the same rules, the change says nothing about the scenarios. Else the scenarios are run
//! on them, up to the first that fails.
//!
//! Nothing here touches the disk, or knows of threads: a [`MutationBench`] may be asked from several at once.

mod deciding_nothing;
mod edits;

use crate::base::{Diagnostics, FileId, Sources, Span};
use crate::check::Choices;
use crate::ir::Rules;
use crate::play::save::rules_hash;
use crate::play::scenario::{ReadScenarios, ScenarioRunner};
use crate::syntax::ast::ScenarioFile;
use crate::syntax::parse_scenarios;

/// A change of the rules: what stands at one place is replaced.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Mutant {
    /// What is replaced.
    pub(crate) span: Span,
    /// By what.
    pub(crate) text: String,
}

/// What becomes of changed rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MutantFate {
    /// The check refuses them.
    Refused,
    /// They are the same rules, under all choices that the scenarios make.
    Same,
    /// This scenario fails.
    Noticed(usize),
    /// All scenarios pass.
    Unnoticed,
}

/// Why the changes of a ruleset cannot be tried out.
#[derive(Clone, Debug)]
pub(crate) enum NotTestable {
    /// Its rules have mistakes.
    Rules(Diagnostics),
    /// A scenario fails as it is: its file and its title.
    Scenario(String, String),
    /// A scenario file has mistakes: its path.
    File(String),
}

/// A scenario file, read once for all changes.
#[derive(Clone, Debug)]
struct ScenarioFileText {
    text: String,
    tree: ScenarioFile,
}

/// A ruleset and its scenarios, to try changes out.
#[derive(Debug)]
pub(crate) struct MutationBench {
    sources: Sources,
    /// The identity that a scenario file has among the texts.
    scenario_file: FileId,
    files: Vec<ScenarioFileText>,
    /// Where each scenario stands: its file, and its place there.
    scenarios: Vec<(usize, usize)>,
    /// The choices that scenarios make, each with the hash of the rules under them.
    choices: Vec<(Choices, String)>,
    mutants: Vec<Mutant>,
}

impl MutationBench {
    /// Reads a ruleset and its scenario files (path and text), and finds all changes. Only texts in the folder of the first are
    /// changed: a base game that lies elsewhere has scenarios of its own.
    ///
    /// # Errors
    /// If the rules have mistakes, or a scenario does not pass as it is.
    pub(crate) fn new(sources: &Sources, files: &[(&str, &str)]) -> Result<Self, NotTestable> {
        let mut runner = ScenarioRunner::new(sources.clone()).map_err(NotTestable::Rules)?;
        let scenario_file = sources.clone().add("", "");
        let mut bench = Self {
            sources: sources.clone(),
            scenario_file,
            files: Vec::new(),
            scenarios: Vec::new(),
            choices: Vec::new(),
            mutants: Vec::new(),
        };
        for (path, text) in files {
            let (tree, found) = parse_scenarios(scenario_file, text);
            let Some(tree) = tree.filter(|_| !found.has_errors()) else {
                return Err(NotTestable::File((*path).to_owned()));
            };
            let at = bench.files.len();
            let places = (0..tree.scenarios.len()).map(|place| (at, place));
            bench.scenarios.extend(places);
            bench.files.push(ScenarioFileText {
                text: (*text).to_owned(),
                tree,
            });
        }
        for (at, (file, place)) in bench.scenarios.iter().enumerate() {
            if !bench.passes(&mut runner, at) {
                let title = &bench.files[*file].tree.scenarios[*place].title.value;
                let path = files[*file].0.to_owned();
                return Err(NotTestable::Scenario(path, title.clone()));
            }
        }
        let loaded: Vec<_> = runner.all_loaded().collect();
        let all: Vec<_> = loaded.iter().map(|(_, rules)| *rules).collect();
        bench.mutants = edits::find(sources, &all);
        let hashed = loaded
            .iter()
            .map(|(choices, rules)| (choices.clone(), rules_hash(rules)));
        bench.choices = hashed.collect();
        Ok(bench)
    }

    /// Returns the changes, in the order of their places.
    pub(crate) fn mutants(&self) -> &[Mutant] {
        &self.mutants
    }

    /// Returns how many scenarios there are.
    pub(crate) fn scenarios(&self) -> usize {
        self.scenarios.len()
    }

    /// Tries a change out. The scenarios are run in the order of `order`, which numbers them.
    pub(crate) fn try_out(&self, mutant: &Mutant, order: &[usize]) -> MutantFate {
        let changed = self.sources.replaced(mutant.span, &mutant.text);
        let Ok(mut runner) = ScenarioRunner::new(changed.clone()) else {
            return MutantFate::Refused;
        };
        for at in order {
            if !self.passes(&mut runner, *at) {
                return MutantFate::Noticed(*at);
            }
        }
        let is_same = |(choices, hash): &(Choices, String)| {
            Rules::load(&changed, choices).is_ok_and(|rules| rules_hash(&rules) == *hash)
        };
        if self.choices.iter().all(is_same) {
            MutantFate::Same
        } else {
            MutantFate::Unnoticed
        }
    }

    fn passes(&self, runner: &mut ScenarioRunner, at: usize) -> bool {
        let (file, place) = self.scenarios[at];
        let ScenarioFileText { text, tree } = &self.files[file];
        let read = ReadScenarios {
            file: self.scenario_file,
            tree,
            text,
        };
        runner.passes(read, &tree.scenarios[place])
    }
}
