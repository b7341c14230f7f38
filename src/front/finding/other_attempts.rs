//! What is tried besides games from the start under the rules as they are: positions in which scenarios of the game begin, other
//! values of options, variants. Each is loaded when it is its turn.

use crate::base::Sources;
use crate::front::ruleset_loader::{self, Loaded, RulesetRequest};
use crate::front::scenarios;
use crate::model::TagId;
use crate::play::StartPosition;
use crate::play::scenario::ScenarioRunner;
use crate::play::scenario::open::GivenScenario;
use crate::study::finding::Carriers;
use std::sync::Arc;

/// An attempt under other rules, or from a position.
pub(super) struct OtherAttempt {
    pub(super) loaded: Loaded,
    /// The clause, as these rules know it.
    pub(super) tag: TagId,
    pub(super) given: Option<StartPosition>,
}

/// The scenarios of a game, of which some begin in a position that is drawn.
pub(super) struct GivenPositions<'a> {
    loaded: &'a Loaded,
    clause: &'a str,
    /// The paths and texts of their files.
    files: Vec<(String, String)>,
    /// None where the rules do not do without the choices that were made.
    runner: Option<ScenarioRunner>,
}

impl<'a> GivenPositions<'a> {
    /// Finds the scenarios of a game.
    pub(super) fn of(loaded: &'a Loaded, clause: &'a str) -> Self {
        Self {
            loaded,
            clause,
            files: scenarios::files_of(&loaded.request.game),
            runner: ScenarioRunner::new(Sources::clone(&loaded.sources)).ok(),
        }
    }

    /// Tells whether any scenario begins in a position.
    pub(super) fn are_any(&mut self) -> bool {
        let mut any = false;
        self.opened(&mut |_| {
            any = true;
            false
        });
        any
    }

    /// Returns the positions of the scenarios that name the clause, or of the others, where something in their rules carries it.
    pub(super) fn attempts(&mut self, naming: bool) -> Vec<OtherAttempt> {
        let Self { loaded, clause, .. } = *self;
        let mut given = self.opened(&mut |clauses| {
            let mut named = clauses.iter();
            named.any(|tag| tag.eq_ignore_ascii_case(clause)) == naming
        });
        given.sort_by_key(|scenario| scenario.choices != loaded.request.choices);
        let attempts = given.into_iter().filter_map(|scenario| {
            let loaded = under(&scenario, loaded);
            let tag = carried(&loaded, clause)?;
            let given = Some(scenario.given);
            Some(OtherAttempt { loaded, tag, given })
        });
        attempts.collect()
    }

    fn opened(&mut self, is_wanted: &mut dyn FnMut(&[String]) -> bool) -> Vec<GivenScenario> {
        let mut given = Vec::new();
        for (path, text) in &self.files {
            let runner = self.runner.iter_mut();
            given.extend(runner.flat_map(|runner| runner.all_given((path, text), is_wanted)));
        }
        given
    }
}

/// Returns a game under the choices of a scenario.
fn under(scenario: &GivenScenario, loaded: &Loaded) -> Loaded {
    let choices = scenario.choices.clone();
    Loaded {
        rules: Arc::clone(&scenario.rules),
        chosen: choices.variants.clone(),
        request: RulesetRequest {
            game: loaded.request.game.clone(),
            choices,
        },
        ..loaded.clone()
    }
}

/// Finds a clause in rules in which something carries it.
fn carried(loaded: &Loaded, clause: &str) -> Option<TagId> {
    let tags = &loaded.rules.model().tags;
    let tag = TagId::find(tags, |tag| tag.eq_ignore_ascii_case(clause))?;
    (!Carriers::of(&loaded.rules, tag).is_empty()).then_some(tag)
}

/// Loads the rules under each other value of an option, and with each other variant, if something there carries the clause; those
/// where only the option itself does come last.
pub(super) fn other_rules(loaded: &Loaded, clause: &str) -> Vec<OtherAttempt> {
    let request = &loaded.request;
    let mut requests: Vec<RulesetRequest> = Vec::new();
    for option in &loaded.rules.model().options {
        let set = |value: &String| {
            let mut other = request.clone();
            let options = &mut other.choices.options;
            options.retain(|(name, _)| *name != option.name);
            options.push((option.name.clone(), value.clone()));
            other
        };
        let values = option.samples.iter();
        let values = values.filter(|value| **value != option.value);
        requests.extend(values.map(set));
    }
    for variant in &loaded.variants {
        if !loaded.chosen.contains(variant) {
            let mut other = request.clone();
            other.choices.variants.push(variant.clone());
            requests.push(other);
        }
    }
    let loaded = requests.iter().filter_map(|request| {
        let loaded = ruleset_loader::load(request).ok()?;
        let tag = carried(&loaded, clause)?;
        let given = None;
        Some(OtherAttempt { loaded, tag, given })
    });
    let mut found: Vec<_> = loaded.collect();
    found.sort_by_cached_key(|one| Carriers::of(&one.loaded.rules, one.tag).is_option_alone());
    found
}
