//! The scenarios in which a place of the rules decides something.

use linstock_base::Span;
use linstock_play::decisions::DecidedPlace;
use linstock_play::scenario::ScenarioRunner;
use std::collections::{BTreeMap, BTreeSet};

/// The places of the rules at which scenarios decide something.
#[derive(Debug, Default)]
pub(super) struct ScenarioPlaces {
    /// The number of decisions at each place so far.
    counted: BTreeMap<Span, u64>,
    /// The scenarios that decide something at each place.
    scenarios: BTreeMap<Span, BTreeSet<usize>>,
}

impl ScenarioPlaces {
    /// Adds the last scenario of a runner that counts decisions.
    pub(super) fn add(&mut self, scenario: usize, runner: &ScenarioRunner) {
        let Some(decisions) = runner.decisions() else {
            return;
        };
        for (span, decided) in decisions.places() {
            let now = times(decided);
            let before = self.counted.insert(span, now).unwrap_or_default();
            if now > before {
                self.scenarios.entry(span).or_default().insert(scenario);
            }
        }
    }

    /// Returns the distance of a scenario from a place: the length of the shortest text around or within the place in which the
    /// scenario decides something.
    pub(super) fn nearest(&self, place: Span) -> impl Fn(usize) -> usize {
        let mut near: BTreeMap<usize, usize> = BTreeMap::new();
        for (span, scenarios) in &self.scenarios {
            if span.file == place.file && (is_within(place, *span) || is_within(*span, place)) {
                for scenario in scenarios {
                    let shortest = near.entry(*scenario).or_insert(usize::MAX);
                    *shortest = span.range().len().min(*shortest);
                }
            }
        }
        move |scenario| near.get(&scenario).copied().unwrap_or(usize::MAX)
    }
}

fn times(decided: DecidedPlace) -> u64 {
    match decided {
        DecidedPlace::Condition(counted) => counted.held + counted.failed,
        DecidedPlace::Statement(times) => times,
    }
}

fn is_within(inner: Span, outer: Span) -> bool {
    let (inner, outer) = (inner.range(), outer.range());
    outer.start <= inner.start && inner.end <= outer.end
}
