//! The other attempts, apart from games from the start under the current rules: positions of the game's scenarios, other
//! values of options, variants. Each is loaded when its turn comes.

use crate::ruleset_loader::{self, Loaded, RulesetRequest};
use crate::scenarios;
use linstock_base::Sources;
use linstock_model::TagId;
use linstock_play::StartPosition;
use linstock_play::scenario::ScenarioRunner;
use linstock_play::scenario::open::{DrawnFile, GivenScenario};
use linstock_study::finding::Carriers;
use std::sync::Arc;

/// An attempt under other rules, or from a position.
pub(super) struct OtherAttempt {
    pub(super) loaded: Loaded,
    /// The clause in these rules.
    pub(super) tag: TagId,
    pub(super) given: Option<StartPosition>,
}

impl OtherAttempt {
    /// Returns whether the clause decides there only because an option is set.
    pub(super) fn is_option_alone(&self) -> bool {
        Carriers::of(&self.loaded.rules, self.tag).is_option_alone()
    }
}

/// A sort of other attempts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OtherSort {
    /// Positions of scenarios that name the clause.
    Naming,
    /// Positions of other scenarios.
    Given,
    /// Other values of options, and variants.
    Rules,
}

/// The source of an attempt.
pub(super) enum AttemptSource {
    /// The indices of a file and of a scenario in it.
    Scenario(usize, usize),
    Rules(RulesetRequest),
    /// An attempt that is open already, and was postponed.
    Opened(Box<OtherAttempt>),
}

/// The other attempts for a clause of a game.
pub(super) struct OtherAttempts<'a> {
    loaded: &'a Loaded,
    clause: &'a str,
    files: Vec<DrawnFile>,
    /// `None` if the rules do not work without the choices that were made.
    runner: Option<ScenarioRunner>,
}

impl<'a> OtherAttempts<'a> {
    /// Reads the scenarios of a game.
    pub(super) fn of(loaded: &'a Loaded, clause: &'a str) -> Self {
        let runner = ScenarioRunner::new(Sources::clone(&loaded.sources)).ok();
        let read = |(path, text): (String, String)| runner.as_ref()?.drawn_file((&path, text));
        let files = scenarios::files_of(&loaded.request.game);
        Self {
            loaded,
            clause,
            files: files.into_iter().filter_map(read).collect(),
            runner,
        }
    }

    /// Returns whether any scenario begins in a position.
    pub(super) fn has_positions(&self) -> bool {
        let mut files = self.files.iter();
        files.any(|file| !file.drawn(self.clause).is_empty())
    }

    /// Returns the sources of the attempts of a sort.
    pub(super) fn sources(&self, sort: OtherSort) -> Vec<AttemptSource> {
        if sort == OtherSort::Rules {
            let requests = other_requests(self.loaded).into_iter();
            return requests.map(AttemptSource::Rules).collect();
        }
        let files = self.files.iter().enumerate();
        let places = files.flat_map(|(number, file)| {
            let drawn = file.drawn(self.clause).into_iter();
            let wanted = drawn.filter(|(_, names)| *names == (sort == OtherSort::Naming));
            wanted.map(move |(at, _)| AttemptSource::Scenario(number, at))
        });
        places.collect()
    }

    /// Opens an attempt; `None` if nothing in its rules carries the clause.
    pub(super) fn open(&mut self, source: AttemptSource) -> Option<OtherAttempt> {
        let (loaded, given) = match source {
            AttemptSource::Opened(attempt) => return Some(*attempt),
            AttemptSource::Rules(request) => (ruleset_loader::load(&request).ok()?, None),
            AttemptSource::Scenario(number, at) => {
                let file = self.files.get(number)?;
                let scenario = self.runner.as_mut()?.open_drawn(file, at)?;
                (under(&scenario, self.loaded), Some(scenario.given))
            }
        };
        let tag = carried(&loaded, self.clause)?;
        Some(OtherAttempt { loaded, tag, given })
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
            names: Vec::new(),
        },
        ..loaded.clone()
    }
}

/// Finds a clause in rules, if something in them carries it.
fn carried(loaded: &Loaded, clause: &str) -> Option<TagId> {
    let tags = &loaded.rules.model().tags;
    let tag = TagId::find(tags, |tag| tag.eq_ignore_ascii_case(clause))?;
    (!Carriers::of(&loaded.rules, tag).is_empty()).then_some(tag)
}

/// Returns the game with each other value of an option, and with each other variant.
fn other_requests(loaded: &Loaded) -> Vec<RulesetRequest> {
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
    requests
}
