//! Under which options a line is looked for: as they are, then each other value of each option, and each variant.

use crate::base::Style;
use crate::check::Choices;
use crate::front::cli::CommandFailure;
use crate::front::progress::SearchProgress;
use crate::front::ruleset_loader::{self, Loaded, RulesetRequest};
use crate::front::shown::Shown;
use crate::front::simulation::fault_text;
use crate::model::TagId;
use crate::play::finding::{Carriers, Finder, FoundLine, Goal, Patience, Wanted};
use crate::play::scenario::condition;
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What all attempts have in common.
pub(super) struct Attempts<'a> {
    pub(super) condition: Option<&'a str>,
    pub(super) seed: u64,
    pub(super) max_plies: usize,
    pub(super) time: Duration,
    pub(super) stop: &'a AtomicBool,
}

/// What came of the attempts: the rules of the last one.
pub(super) struct Attempted {
    pub(super) loaded: Loaded,
    pub(super) found: Option<FoundLine>,
    pub(super) games: u64,
}

impl Attempts<'_> {
    /// Looks for a line under the options as they are; for a clause also under others.
    pub(super) fn make(
        &self,
        loaded: Loaded,
        goal: Goal,
        clause: Option<&str>,
    ) -> Result<Attempted, CommandFailure> {
        let begun = Instant::now();
        let _shown = SearchProgress::begin("a line of play", self.time);
        let end = begun + self.time;
        let carried = match goal {
            Goal::Clause(tag) => !Carriers::of(&loaded.rules, tag).is_empty(),
            Goal::Draw | Goal::LosingMove | Goal::Position | Goal::Longest => true,
        };
        let clause = clause.filter(|_| matches!(goal, Goal::Clause(_)));
        let fixed = loaded.rules.model().options.is_empty() && loaded.variants.is_empty();
        let mut games = 0;
        if carried {
            let share = match fixed || clause.is_none() {
                true => self.time,
                false => self.time.mul_f64(0.6),
            };
            let found = self.look(&loaded, goal, begun + share, &mut games)?;
            if found.is_some() {
                return Ok(Attempted {
                    loaded,
                    found,
                    games,
                });
            }
        }
        let other = clause.map_or_else(Vec::new, |clause| others(&loaded, clause));
        if !carried && other.is_empty() {
            let found = self.look(&loaded, goal, end, &mut games)?;
            return Ok(Attempted {
                loaded,
                found,
                games,
            });
        }
        let mut left = u32::try_from(other.len()).unwrap_or(u32::MAX);
        for (loaded, tag) in other {
            let now = Instant::now();
            let share = end.saturating_duration_since(now) / left.max(1);
            left = left.saturating_sub(1);
            let found = self.look(&loaded, Goal::Clause(tag), now + share, &mut games)?;
            if found.is_some() {
                return Ok(Attempted {
                    loaded,
                    found,
                    games,
                });
            }
        }
        Ok(Attempted {
            loaded,
            found: None,
            games,
        })
    }

    /// Looks for a line under some rules.
    fn look(
        &self,
        loaded: &Loaded,
        goal: Goal,
        deadline: Instant,
        games: &mut u64,
    ) -> Result<Option<FoundLine>, CommandFailure> {
        let condition = self.condition.map(|text| read(loaded, text)).transpose()?;
        let wanted = Wanted { goal, condition };
        let told = |fault| CommandFailure::Failed(fault_text(loaded, &fault));
        let rules = (&*loaded.rules, &*loaded.sources);
        let finder = Finder::new(rules, &wanted, self.seed, self.max_plies);
        let mut finder = finder.map_err(told)?;
        let now = Instant::now();
        let clock = SearchClock {
            begun: now,
            deadline: Cell::new(deadline),
            stop: self.stop,
        };
        let found = finder.find(&clock).map_err(told)?;
        *games += finder.games();
        Ok(found)
    }
}

/// A line that was found soon is made shorter for so long at least, if there is time.
const SHORTENING: Duration = Duration::from_secs(3);

/// The time of one attempt.
struct SearchClock<'a> {
    begun: Instant,
    deadline: Cell<Instant>,
    stop: &'a AtomicBool,
}

impl Patience for SearchClock<'_> {
    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || Instant::now() >= self.deadline.get()
    }

    fn found(&self) {
        let now = Instant::now();
        // As long again as it took to find it; a little in any case.
        let again = now + SHORTENING.max(now - self.begun);
        let until = self.deadline.get().min(again).max(now + SHORTENING / 4);
        self.deadline.set(until);
    }
}

/// Reads the condition.
fn read(
    loaded: &Loaded,
    text: &str,
) -> Result<crate::model::Node<crate::model::Truth>, CommandFailure> {
    let choices = Choices {
        variants: loaded.chosen.clone(),
        ..loaded.request.choices.clone()
    };
    condition::read(&loaded.sources, &choices, ("--where", text)).map_err(|(found, sources)| {
        CommandFailure::Mistakes(Shown::rendered(&found, &sources, Style::Plain))
    })
}

/// Loads the rules under each other value of an option, and with each other variant, if something there carries the clause; those
/// where only the option itself does come last.
fn others(loaded: &Loaded, clause: &str) -> Vec<(Loaded, TagId)> {
    let request = &loaded.request;
    let mut requests: Vec<RulesetRequest> = Vec::new();
    for option in &loaded.rules.model().options {
        let set = |value: &String| {
            let mut other = request.clone();
            other
                .choices
                .options
                .retain(|(name, _)| *name != option.name);
            other
                .choices
                .options
                .push((option.name.clone(), value.clone()));
            other
        };
        let values = option
            .samples
            .iter()
            .filter(|value| **value != option.value);
        requests.extend(values.map(set));
    }
    for variant in &loaded.variants {
        if !loaded.chosen.contains(variant) {
            let mut other = request.clone();
            other.choices.variants.push(variant.clone());
            requests.push(other);
        }
    }
    let mut found: Vec<(Loaded, TagId, bool)> = requests
        .iter()
        .filter_map(|request| {
            let loaded = ruleset_loader::load(request).ok()?;
            let model = loaded.rules.model();
            let tag = TagId::find(&model.tags, |tag| tag.eq_ignore_ascii_case(clause))?;
            let carriers = Carriers::of(&loaded.rules, tag);
            let option = carriers.is_option_alone();
            (!carriers.is_empty()).then_some((loaded, tag, option))
        })
        .collect();
    found.sort_by_key(|(.., option)| *option);
    found
        .into_iter()
        .map(|(loaded, tag, _)| (loaded, tag))
        .collect()
}
