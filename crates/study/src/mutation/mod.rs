//! Mutation testing of rulesets: changes one place at a time, to see which changes no scenario notices.
//!
//! A mutation is an edit of one place of the text (`edits.rs`). The mutated rules are parsed, checked and compiled like any
//! others. If the check refuses them, or they are equivalent to the original, the mutant says nothing about the scenarios.
//! Otherwise, the scenarios run on them up to the first that fails, beginning with those in which the mutated place decides
//! something (`scenario_places.rs`). A scenario whose options give the same rules as before passes as before, so it does not run.
//!
//! Nothing here touches the disk or uses threads; several threads may use one [`MutationBench`].

mod edits;
mod equivalent_mutants;
mod mutant;
mod scenario_places;

pub use mutant::Mutant;

use crate::mutation::scenario_places::ScenarioPlaces;
use linstock_base::{Diagnostics, FileId, Sources};
use linstock_check::Choices;
use linstock_play::save::rules_hash;
use linstock_play::scenario::{ReadScenarios, ScenarioRunner};
use linstock_syntax::ast::{ScenarioFile, StepKind};
use linstock_syntax::parse_scenarios;
use std::cmp::Reverse;
use std::ops::RangeInclusive;

/// The fate of mutated rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MutantFate {
    /// The check refuses them.
    Refused,
    /// They are equivalent to the original, under all choices of options that the scenarios make.
    Same,
    /// This scenario fails.
    Noticed(usize),
    /// All scenarios pass.
    Unnoticed,
}

/// Why a ruleset cannot be mutation tested.
#[derive(Clone, Debug)]
pub enum NotTestable {
    /// Its rules have mistakes.
    Rules(Diagnostics),
    /// A scenario fails without a mutation: its file and its title.
    Scenario(String, String),
    /// A scenario file has mistakes: its path.
    File(String),
}

/// A scenario file, parsed once for all mutants.
#[derive(Clone, Debug)]
struct ScenarioFileText {
    text: String,
    tree: ScenarioFile,
}

/// A scenario of the bench.
#[derive(Clone, Debug)]
struct BenchScenario {
    /// Its file.
    file: usize,
    /// Its place there.
    place: usize,
    /// The choices of options that it makes, by index in the bench.
    choices: Vec<usize>,
    /// It expects texts that the hash of the rules does not cover.
    hears_warnings: bool,
}

/// A ruleset and its scenarios, to try mutants.
#[derive(Debug)]
pub struct MutationBench {
    sources: Sources,
    /// The file id of all scenario files.
    scenario_file: FileId,
    files: Vec<ScenarioFileText>,
    scenarios: Vec<BenchScenario>,
    /// The scenarios in which each place of the rules decides something.
    places: ScenarioPlaces,
    /// The choices of options that scenarios make, each with the hash of the rules under them.
    choices: Vec<(Choices, String)>,
    mutants: Vec<Mutant>,
}

impl MutationBench {
    /// Parses a ruleset and its scenario files (path and text), and finds all mutants. Mutates only texts in the folder of the
    /// first one: a base game in another folder has its own scenarios.
    ///
    /// # Errors
    /// If the rules have mistakes, or a scenario fails without a mutation.
    pub fn new(sources: &Sources, files: &[(&str, &str)]) -> Result<Self, NotTestable> {
        let runner = ScenarioRunner::new(sources.clone()).map_err(NotTestable::Rules)?;
        let mut runner = runner.counting_decisions();
        let scenario_file = sources.clone().add("", "");
        let mut bench = Self {
            sources: sources.clone(),
            scenario_file,
            files: Vec::new(),
            scenarios: Vec::new(),
            places: ScenarioPlaces::default(),
            choices: Vec::new(),
            mutants: Vec::new(),
        };
        for (path, text) in files {
            let (tree, found) = parse_scenarios(scenario_file, text);
            let Some(tree) = tree.filter(|_| !found.has_errors()) else {
                return Err(NotTestable::File((*path).to_owned()));
            };
            bench.add_file(tree, text);
        }
        for at in 0..bench.scenarios.len() {
            if !bench.passes(&mut runner, at) {
                let BenchScenario { file, place, .. } = bench.scenarios[at];
                let title = &bench.files[file].tree.scenarios[place].title.value;
                let path = files[file].0.to_owned();
                return Err(NotTestable::Scenario(path, title.clone()));
            }
            bench.scenarios[at].choices = runner.numbers_chosen().to_vec();
            bench.places.add(at, &runner);
        }
        let loaded: Vec<_> = runner.all_loaded().collect();
        let all: Vec<_> = loaded.iter().map(|(_, rules)| *rules).collect();
        bench.mutants = edits::find(sources, &all);
        let hashed = loaded
            .iter()
            .map(|(choices, rules)| (choices.clone(), rules_hash(rules).to_owned()));
        bench.choices = hashed.collect();
        Ok(bench)
    }

    fn add_file(&mut self, tree: ScenarioFile, text: &str) {
        let file = self.files.len();
        let scenarios = tree.scenarios.iter().enumerate();
        self.scenarios
            .extend(scenarios.map(|(place, scenario)| BenchScenario {
                file,
                place,
                choices: Vec::new(),
                hears_warnings: {
                    let mut steps = scenario.steps.iter();
                    steps.any(|step| matches!(step.kind, StepKind::Warning(_)))
                },
            }));
        self.files.push(ScenarioFileText {
            text: text.to_owned(),
            tree,
        });
    }

    /// Keeps only the mutants of a text.
    pub fn only_of(&mut self, file: FileId) {
        self.mutants.retain(|mutant| mutant.span.file == file);
    }

    /// Keeps only the mutants of some lines.
    pub fn only_in(&mut self, lines: &RangeInclusive<usize>) {
        let sources = &self.sources;
        self.mutants.retain(|mutant| {
            let (line, _) = sources.line_column(mutant.span);
            lines.contains(&line)
        });
    }

    /// Returns the mutants, in the order of their places.
    #[must_use]
    pub fn mutants(&self) -> &[Mutant] {
        &self.mutants
    }

    /// Returns the number of scenarios.
    #[must_use]
    pub fn scenarios(&self) -> usize {
        self.scenarios.len()
    }

    /// Tries a mutant. Among scenarios that are equally near to the mutated place, those with the most noticed mutants run first:
    /// `noticed` has this number for each scenario.
    #[must_use]
    pub fn try_out(&self, mutant: &Mutant, noticed: &[usize]) -> MutantFate {
        let changed = self.sources.replaced(mutant.span, &mutant.text);
        let Ok(runner) = ScenarioRunner::new(changed) else {
            return MutantFate::Refused;
        };
        let mut changed = ChangedRules {
            bench: self,
            runner,
            same: vec![None; self.choices.len()],
        };
        for at in self.order(mutant, noticed) {
            if !changed.passes(at) {
                return MutantFate::Noticed(at);
            }
        }
        if (0..self.choices.len()).all(|choices| changed.is_same(choices)) {
            MutantFate::Same
        } else {
            MutantFate::Unnoticed
        }
    }

    /// Returns the indices of the scenarios, in decreasing probability of noticing a mutant.
    fn order(&self, mutant: &Mutant, noticed: &[usize]) -> Vec<usize> {
        let near = self.places.nearest(mutant.span);
        let mut order: Vec<_> = (0..self.scenarios.len()).collect();
        // Rules under other than the default options need another compilation.
        order.sort_by_key(|&at| {
            let is_default = self.scenarios[at].choices == [0];
            let count = noticed.get(at).copied().unwrap_or_default();
            (near(at), Reverse(is_default), Reverse(count), at)
        });
        order
    }

    fn passes(&self, runner: &mut ScenarioRunner, at: usize) -> bool {
        let BenchScenario { file, place, .. } = self.scenarios[at];
        let ScenarioFileText { text, tree } = &self.files[file];
        let read = ReadScenarios {
            file: self.scenario_file,
            tree,
            text,
        };
        runner.passes(read, &tree.scenarios[place])
    }
}

/// Mutated rules, and what is known of them.
struct ChangedRules<'b> {
    bench: &'b MutationBench,
    runner: ScenarioRunner,
    /// Are they equivalent to the original, under each choice of options? `None` if unknown.
    same: Vec<Option<bool>>,
}

impl ChangedRules<'_> {
    fn passes(&mut self, at: usize) -> bool {
        let scenario = &self.bench.scenarios[at];
        let is_same = !scenario.hears_warnings
            && scenario
                .choices
                .iter()
                .all(|&choices| self.is_same(choices));
        is_same || self.bench.passes(&mut self.runner, at)
    }

    /// Returns whether they are equivalent to the original under some choice of options.
    fn is_same(&mut self, number: usize) -> bool {
        if let Some(known) = self.same[number] {
            return known;
        }
        let (choices, hash) = &self.bench.choices[number];
        let rules = self.runner.rules(choices);
        let same = rules.is_ok_and(|rules| rules_hash(&rules) == hash);
        self.same[number] = Some(same);
        same
    }
}

#[cfg(test)]
mod tests {
    use super::{Mutant, MutantFate, MutationBench};
    use linstock_base::Sources;
    use linstock_base::Span;

    const GAME: &str = "game x \"X\"\nplayers ann, bob\nboard 3 x 3\npiece man \"m\"\n\
        options { many no | yes \"two\" }\nmove put \"{t}\" { t in empty and row 1 if many else empty and row 2\n \
        warn \"full\" when count man >= 2\n man: box -> t }\nplay { repeat { each player { ask me: put } } }\n";

    fn tried(words: &str, instead: &str, scenarios: &str) -> MutantFate {
        let sources = Sources::from([("x.game", GAME)]);
        let (file, _) = sources.iter().next().expect("one file");
        let start = GAME.rfind(words).expect("they stand there");
        let bench = MutationBench::new(&sources, &[("s.scn", scenarios)]).expect("they pass");
        let mutant = Mutant {
            span: Span::new(file, start, start + words.len()),
            text: instead.to_owned(),
        };
        bench.try_out(&mutant, &[])
    }

    const BOTH: &str = "for x\n\nscenario \"one\"\nplay a2; b2\n\nscenario \"two\"\nplay c2\n\n\
        scenario \"three\"\nset many yes\nplay a1\n\nscenario \"four\"\nplay a2; b2\nwarning of c2\n";

    #[test]
    fn a_scenario_whose_choices_make_other_rules_notices_and_is_told_by_its_number() {
        // The other scenarios use the unchanged rules.
        assert_eq!(tried("row 1", "row 3", BOTH), MutantFate::Noticed(2));
        assert_eq!(tried("row 2", "row 3", BOTH), MutantFate::Noticed(0));
        let plain = BOTH.split("scenario \"three\"").next().expect("two");
        assert_eq!(tried("row 1", "row 3", plain), MutantFate::Same);
    }

    #[test]
    fn a_warning_is_heard_though_the_rules_are_the_same() {
        assert_eq!(tried(">= 2", ">= 3", BOTH), MutantFate::Noticed(3));
        let deaf = BOTH.split("scenario \"four\"").next().expect("three");
        assert_eq!(tried(">= 2", ">= 3", deaf), MutantFate::Same);
    }
}
