//! Examples from scenarios: which one shows a clause, and which moves they play.

use crate::base::Sources;
use crate::model::{GameOption, Model};
use crate::syntax::ast::{Expectation, Name, QuotedText, Scenario, Step, StepKind, Tag};
use crate::syntax::parse_scenarios;
use std::cmp::Reverse;

/// What scenarios show.
#[derive(Clone, Debug, Default)]
pub(super) struct Examples {
    shown: Vec<ShownScenario>,
}

/// A scenario that may serve as an example.
#[derive(Clone, Debug)]
struct ShownScenario {
    title: String,
    /// The options that it sets.
    options: Vec<(String, String)>,
    /// The name of its file.
    file: String,
    /// It is played under options of its own, or under several, or stands among those of variants.
    special: bool,
    /// It is about what is said before a move, or moves are refused in it, and none is played.
    only_talks: bool,
    /// The clauses that it is about.
    about: Vec<String>,
    /// The clauses of its refusals and results.
    named: Vec<String>,
    /// The moves that it plays.
    played: Vec<String>,
}

impl Examples {
    /// Reads scenario files; what cannot be read shows nothing.
    pub(super) fn read(model: &Model, files: &[(String, String)]) -> Self {
        let mut sources = Sources::new();
        let mut shown = Vec::new();
        for (path, text) in files {
            let file = sources.add(path.as_str(), text.as_str());
            let (tree, _) = parse_scenarios(file, text);
            let Some(tree) = tree.filter(|tree| tree.game.text == model.name) else {
                continue;
            };
            let name = path.rsplit('/').next().unwrap_or_default();
            let common = &tree.choices;
            let special = !common.options.is_empty()
                || !common.variants.is_empty()
                || tree
                    .scenarios
                    .iter()
                    .any(|s| !s.choices.variants.is_empty());
            shown.extend(
                tree.scenarios
                    .iter()
                    .map(|s| scenario(s, (name, special), &common.options)),
            );
        }
        Self { shown }
    }

    /// Returns title and file of the scenario that shows a clause best: one under the options as they are, first of all those on
    /// which the clause hangs (`deciding`); one that names the clause in its title; one in which something is played; one in the file
    /// with most that are about it; one that is about little else, and names the clause first.
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
        let fits = |s: &&ShownScenario| deciding.iter().all(|option| agrees(s, option));
        let otherwise = |s: &ShownScenario| others.iter().any(|option| !agrees(s, option));
        let about = |s: &&ShownScenario| s.about.iter().any(|t| t == tag);
        let named = |s: &&ShownScenario| s.named.iter().any(|t| t == tag);
        let all = || self.shown.iter().filter(fits);
        let in_title = |s: &ShownScenario| s.title.split([' ', ':', ',']).any(|word| word == tag);
        let is_first = |s: &ShownScenario| s.about.first().is_some_and(|first| first == tag);
        let best = |s: &&ShownScenario| {
            let beside = all().filter(|other| other.file == s.file).filter(about);
            let few = (Reverse(beside.count()), s.about.len(), !is_first(s));
            (otherwise(s), s.special, !in_title(s), s.only_talks, few)
        };
        let found = all().filter(about).min_by_key(best);
        let found = found.or_else(|| all().filter(named).min_by_key(best));
        found.map(|s| (s.title.as_str(), s.file.as_str()))
    }

    /// Returns the moves that scenarios play, each with the clauses that its scenario is about.
    pub(super) fn moves(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.shown.iter().flat_map(|s| {
            let played = s.played.iter();
            played.map(|text| (text.as_str(), s.about.as_slice()))
        })
    }
}

fn scenario(
    scenario: &Scenario,
    (file, special): (&str, bool),
    common: &[(Name, QuotedText)],
) -> ShownScenario {
    let texts = |tags: &[Tag]| tags.iter().map(|t| t.text.clone()).collect::<Vec<_>>();
    let own = &scenario.choices;
    let (mut named, mut played) = (Vec::new(), Vec::new());
    // What is set before anything is done holds for all that follows; what is set later begins the scenario anew.
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
            StepKind::Moves { .. }
            | StepKind::Odds { .. }
            | StepKind::AnyOutcomes(..)
            | StepKind::MoveCount { .. }
            | StepKind::Seen { .. }
            | StepKind::Warning(_)
            | StepKind::Set { .. } => {}
        }
    }
    let refused = |step: &Step| matches!(step.kind, StepKind::Refuse { .. });
    let warned = |step: &Step| matches!(step.kind, StepKind::Warning(_));
    let steps = || scenario.steps.iter();
    let only_talks = steps().any(warned) || played.is_empty() && steps().any(refused);
    let options = common.iter().chain(&own.options);
    let options = options.map(|(name, value)| (name.text.clone(), value.value.clone()));
    ShownScenario {
        options: options.chain(at_first).collect(),
        title: scenario.title.value.clone(),
        file: file.to_owned(),
        special: special || changed || !own.options.is_empty() || !own.variants.is_empty(),
        only_talks,
        about: texts(&scenario.tags),
        named,
        played,
    }
}
