//! Examples from scenarios: the scenario that shows a clause, and the moves that scenarios play.

use linstock_base::{CheckFuel, Sources};
use linstock_model::{GameOption, Model};
use linstock_syntax::ast::{
    Expectation, RulesFile, Scenario, ScenarioChoices, Step, StepKind, Tag,
};
use linstock_syntax::parse_scenarios;
use std::cmp::Reverse;

/// The sources of examples.
#[derive(Clone, Debug, Default)]
pub struct ExampleFiles {
    /// The paths and texts of scenario files.
    pub scenarios: Vec<(String, String)>,
    /// The chosen variants.
    pub variants: Vec<String>,
}

/// The examples in scenarios.
#[derive(Clone, Debug, Default)]
pub(super) struct Examples {
    shown: Vec<ShownScenario>,
    /// The variants that are played, with their texts.
    laid: Vec<(String, String)>,
}

/// A scenario that may serve as an example.
#[derive(Clone, Debug)]
struct ShownScenario {
    title: String,
    /// The options that it sets.
    options: Vec<(String, String)>,
    /// The variants under which it is played.
    variants: Vec<String>,
    /// The name of its file.
    file: String,
    /// It is in a file for scenarios of variants.
    among_variants: bool,
    /// It sets options of its own, or is played under several.
    special: bool,
    /// It only checks warnings or refused moves, and plays no move.
    only_talks: bool,
    /// The clauses that it is about.
    about: Vec<String>,
    /// The clauses of its refusals and results.
    named: Vec<String>,
    /// The moves that it plays.
    played: Vec<String>,
}

impl Examples {
    /// Reads scenario files. Files that cannot be parsed give no examples.
    pub(super) fn read(model: &Model, rules: &Sources, files: &ExampleFiles) -> Self {
        let names = RulesNames::of(model, rules);
        let mut sources = Sources::new();
        let mut shown = Vec::new();
        for (path, text) in &files.scenarios {
            let file = sources.add(path.as_str(), text.as_str());
            let (tree, _) = parse_scenarios(file, text);
            let Some(tree) = tree.filter(|tree| names.lineage.contains(&tree.game.text)) else {
                continue;
            };
            let common = &tree.choices;
            let has_variants = |s: &Scenario| !s.choices.variants.is_empty();
            let about = FileOfScenarios {
                name: path.rsplit('/').next().unwrap_or_default(),
                choices: common,
                among_variants: !common.variants.is_empty()
                    || tree.scenarios.iter().any(has_variants),
                of: names.is_variant(&tree.game.text).then_some(&tree.game.text),
            };
            shown.extend(tree.scenarios.iter().map(|s| scenario(s, &about)));
        }
        let chosen = match files.variants.as_slice() {
            [] => std::slice::from_ref(&model.name),
            some => some,
        };
        let laid = names.variants.into_iter();
        let laid = laid.filter(|(name, _)| chosen.contains(name));
        Self {
            shown,
            laid: laid.collect(),
        }
    }

    /// Returns the title and the file of the best scenario for a clause.
    ///
    /// It must agree with the options that decide the clause (`deciding`). With variants, it must be played under them; a
    /// scenario without variants is accepted if the variants do not name the clause. Among these, the best one also
    /// agrees with the other options, names the clause in its title, plays a move, is in the file with most scenarios
    /// about the clause, is about few other clauses, and names the clause first.
    pub(super) fn of_clause(
        &self,
        tag: &str,
        (deciding, others): (&[&GameOption], &[&GameOption]),
    ) -> Option<(&str, &str)> {
        let agrees = |s: &ShownScenario, option: &GameOption| {
            let mut set = s.options.iter().rev();
            let own = set.find(|(name, _)| *name == option.name);
            *own.map_or(&option.default, |(_, value)| value) == option.value
        };
        let is_changed = self.laid.iter().any(|(_, text)| speaks_of(text, tag));
        let may_be = |s: &ShownScenario| {
            self.laid.is_empty() || self.is_played(s) || s.variants.is_empty() && !is_changed
        };
        let fits =
            |s: &&ShownScenario| may_be(s) && deciding.iter().all(|option| agrees(s, option));
        let otherwise = |s: &ShownScenario| others.iter().any(|option| !agrees(s, option));
        let about = |s: &&ShownScenario| s.about.iter().any(|t| t == tag);
        let named = |s: &&ShownScenario| s.named.iter().any(|t| t == tag);
        let all = || self.shown.iter().filter(fits);
        let in_title = |s: &ShownScenario| s.title.split([' ', ':', ',']).any(|word| word == tag);
        let is_first = |s: &ShownScenario| s.about.first().is_some_and(|first| first == tag);
        let best = |s: &&ShownScenario| {
            let beside = all().filter(|other| other.file == s.file).filter(about);
            let few = (Reverse(beside.count()), s.about.len(), !is_first(s));
            let elsewhere = self.laid.is_empty() && s.among_variants;
            let set = (otherwise(s), !self.is_played(s), s.special || elsewhere);
            (set, !in_title(s), s.only_talks, few)
        };
        let found = all().filter(about).min_by_key(best);
        let found = found.or_else(|| all().filter(named).min_by_key(best));
        found.map(|s| (s.title.as_str(), s.file.as_str()))
    }

    /// Returns whether a scenario is played under exactly the chosen variants.
    fn is_played(&self, scenario: &ShownScenario) -> bool {
        let played = &scenario.variants;
        let is_laid = |name: &String| self.laid.iter().any(|(laid, _)| laid == name);
        self.laid.iter().all(|(name, _)| played.contains(name)) && played.iter().all(is_laid)
    }

    /// Returns the moves that scenarios play, each with the clauses of its scenario. Scenarios under exactly the chosen
    /// variants come first.
    pub(super) fn moves(&self) -> impl Iterator<Item = (&str, &[String])> {
        let mut shown: Vec<_> = self.shown.iter().collect();
        shown.sort_by_key(|s| !self.is_played(s));
        shown.into_iter().flat_map(|s| {
            let played = s.played.iter();
            played.map(|text| (text.as_str(), s.about.as_slice()))
        })
    }
}

/// The names of the rules that are played.
struct RulesNames {
    /// The game or variant that is played, then those that it is based on.
    lineage: Vec<String>,
    /// The variants among the texts, each with its text.
    variants: Vec<(String, String)>,
}

impl RulesNames {
    fn of(model: &Model, rules: &Sources) -> Self {
        let (files, _) = linstock_check::read(rules, &CheckFuel::default());
        let variants = files.iter().filter_map(|file| match file {
            RulesFile::Variant(one) => Some(one),
            RulesFile::Game(_) => None,
        });
        let base = |name: &String| {
            let mut known = variants.clone();
            known
                .find(|one| one.name.text == *name)
                .map(|one| one.of.text.clone())
        };
        let lineage = std::iter::successors(Some(model.name.clone()), base);
        let text = |file| rules.get(file).text.clone();
        Self {
            // A cycle of variants is an error that was already reported.
            lineage: lineage.take(files.len() + 1).collect(),
            variants: variants
                .clone()
                .map(|one| (one.name.text.clone(), text(one.name.span.file)))
                .collect(),
        }
    }

    fn is_variant(&self, name: &str) -> bool {
        self.variants.iter().any(|(known, _)| known == name)
    }
}

/// Returns whether a text names a clause.
fn speaks_of(text: &str, tag: &str) -> bool {
    let in_tag = |c: char| c.is_alphanumeric() || c == '-';
    text.split(|c| !in_tag(c)).any(|word| word == tag)
}

/// The properties that all scenarios of a file share.
struct FileOfScenarios<'f> {
    name: &'f str,
    choices: &'f ScenarioChoices,
    among_variants: bool,
    /// The variant of the scenarios, if it is played as a game.
    of: Option<&'f String>,
}

fn scenario(scenario: &Scenario, file: &FileOfScenarios<'_>) -> ShownScenario {
    let texts = |tags: &[Tag]| tags.iter().map(|t| t.text.clone()).collect::<Vec<_>>();
    let own = &scenario.choices;
    let (mut named, mut played) = (Vec::new(), Vec::new());
    // Options that are set before any other step apply to the whole scenario. Options that are set later begin it anew.
    let set = |step: &Step| match &step.kind {
        StepKind::Set { option, value } => Some((option.text.clone(), value.value.clone())),
        _ => None,
    };
    let changed = scenario.steps.iter().any(|step| set(step).is_some());
    let at_first: Vec<_> = scenario.steps.iter().map_while(set).collect();
    for step in &scenario.steps {
        match &step.kind {
            StepKind::Play { texts, .. } => played.extend(texts.iter().map(|t| t.value.clone())),
            StepKind::Refuse { because, .. } => named.extend(texts(because)),
            StepKind::Expect(expectations) => {
                for expectation in expectations {
                    if let Expectation::Wins { because, .. } | Expectation::Drawn { because } =
                        expectation
                    {
                        named.extend(texts(because));
                    }
                }
            }
            _ => {}
        }
    }
    let refused = |step: &Step| matches!(step.kind, StepKind::Refuse { .. });
    let warned = |step: &Step| matches!(step.kind, StepKind::Warning(_));
    let steps = || scenario.steps.iter();
    let only_talks = steps().any(warned) || played.is_empty() && steps().any(refused);
    let common = file.choices;
    let options = common.options.iter().chain(&own.options);
    let options = options.map(|(name, value)| (name.text.clone(), value.value.clone()));
    let variants = common.variants.iter().chain(&own.variants);
    let variants = variants
        .map(|name| name.text.clone())
        .chain(file.of.cloned());
    ShownScenario {
        options: options.chain(at_first).collect(),
        variants: variants.collect(),
        title: scenario.title.value.clone(),
        file: file.name.to_owned(),
        among_variants: file.among_variants,
        special: changed || !common.options.is_empty() || !own.options.is_empty(),
        only_talks,
        about: texts(&scenario.tags),
        named,
        played,
    }
}
