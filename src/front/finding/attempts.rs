//! Under which options a line is looked for: as they are, then each other value of each option, and each variant. Before these, the
//! positions in which the game's scenarios begin are tried.

use crate::base::{Sources, Style};
use crate::check::Choices;
use crate::front::command_failure::CommandFailure;
use crate::front::progress::SearchProgress;
use crate::front::ruleset_loader::{self, Loaded, RulesetRequest};
use crate::front::scenarios;
use crate::front::shown::Shown;
use crate::front::simulation::fault_text;
use crate::model::TagId;
use crate::play::StartPosition;
use crate::play::scenario::open::GivenScenario;
use crate::play::scenario::{ScenarioRunner, condition};
use crate::study::finding::{Carriers, Finder, FoundLine, Goal, SearchGoal, StopSignal};
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
        let [named, given] =
            clause.map_or_else(Default::default, |clause| given_positions(&loaded, clause));
        let no_given = named.is_empty() && given.is_empty();
        let mut games = 0;
        if carried {
            let share = share_of_start(fixed || clause.is_none(), no_given);
            let deadline = begun + self.time.mul_f64(share);
            let found = self.look((&loaded, None), goal, deadline, &mut games)?;
            if found.is_some() {
                return Ok(Attempted {
                    loaded,
                    found,
                    games,
                });
            }
        }
        let other = clause.map_or_else(Vec::new, |clause| others(&loaded, clause));
        if !carried && other.is_empty() && no_given {
            let found = self.look((&loaded, None), goal, end, &mut games)?;
            return Ok(Attempted {
                loaded,
                found,
                games,
            });
        }
        // What is left of the time, in parts: the positions of scenarios that name the clause show it soonest.
        for (attempts, share) in [(named, 0.5), (given, 0.4), (other, 1.0)] {
            let now = Instant::now();
            let until = now + end.saturating_duration_since(now).mul_f64(share);
            if let Some(found) = self.each(attempts, until, &mut games)? {
                return Ok(found);
            }
        }
        Ok(Attempted {
            loaded,
            found: None,
            games,
        })
    }

    /// Looks for a line under each of some rules, for equally long.
    fn each(
        &self,
        attempts: Vec<OtherAttempt>,
        until: Instant,
        games: &mut u64,
    ) -> Result<Option<Attempted>, CommandFailure> {
        let mut left = u32::try_from(attempts.len()).unwrap_or(u32::MAX);
        for OtherAttempt { loaded, tag, given } in attempts {
            let now = Instant::now();
            let share = until.saturating_duration_since(now) / left.max(1);
            left = left.saturating_sub(1);
            let found = self.look((&loaded, given), Goal::Clause(tag), now + share, games)?;
            if found.is_some() {
                let games = *games;
                return Ok(Some(Attempted {
                    loaded,
                    found,
                    games,
                }));
            }
        }
        Ok(None)
    }

    /// Looks for a line under some rules, from the start of the game or from a position.
    fn look(
        &self,
        (loaded, given): (&Loaded, Option<StartPosition>),
        goal: Goal,
        deadline: Instant,
        games: &mut u64,
    ) -> Result<Option<FoundLine>, CommandFailure> {
        let condition = self.condition.map(|text| read(loaded, text)).transpose()?;
        let wanted = SearchGoal { goal, condition };
        let told = |fault| CommandFailure::Failed(fault_text(loaded, &fault));
        let rules = (&*loaded.rules, &*loaded.sources);
        let finder = Finder::new(rules, &wanted, self.seed, self.max_plies);
        let mut finder = match given {
            // A position in which no game can begin shows nothing.
            Some(given) => match finder.and_then(|finder| finder.beginning_at(given)) {
                Ok(finder) => finder,
                Err(_) => return Ok(None),
            },
            None => finder.map_err(told)?,
        };
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

impl StopSignal for SearchClock<'_> {
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

/// An attempt under other rules, or from a position.
struct OtherAttempt {
    loaded: Loaded,
    /// The clause, as these rules know it.
    tag: TagId,
    given: Option<StartPosition>,
}

/// Returns the positions in which scenarios of the game begin, if something in their rules carries the clause: those of the
/// scenarios that name it, and the others.
fn given_positions(loaded: &Loaded, clause: &str) -> [Vec<OtherAttempt>; 2] {
    let request = &loaded.request;
    let Ok(mut runner) = ScenarioRunner::new(Sources::clone(&loaded.sources)) else {
        return Default::default();
    };
    let mut given: Vec<GivenScenario> = Vec::new();
    for (path, text) in scenarios::files_of(&request.game) {
        given.extend(runner.all_given((&path, &text)));
    }
    let names = |scenario: &GivenScenario| {
        let mut named = scenario.clauses.iter();
        named.any(|tag| tag.eq_ignore_ascii_case(clause))
    };
    given.sort_by_key(|scenario| scenario.choices != request.choices);
    let mut known: Vec<Loaded> = vec![loaded.clone()];
    let mut attempts = <[Vec<OtherAttempt>; 2]>::default();
    for scenario in given {
        let place = usize::from(!names(&scenario));
        let Some(loaded) = under(scenario.choices, request, &mut known) else {
            continue;
        };
        if let Some(tag) = carried(&loaded, clause) {
            let given = Some(scenario.given);
            attempts[place].push(OtherAttempt { loaded, tag, given });
        }
    }
    attempts
}

/// Returns the rules of a game under some choices; each is loaded once.
fn under(choices: Choices, request: &RulesetRequest, known: &mut Vec<Loaded>) -> Option<Loaded> {
    if let Some(loaded) = known.iter().find(|one| one.request.choices == choices) {
        return Some(loaded.clone());
    }
    let game = request.game.clone();
    let loaded = ruleset_loader::load(&RulesetRequest { game, choices }).ok()?;
    known.push(loaded.clone());
    Some(loaded)
}

/// Finds a clause in rules in which something carries it.
fn carried(loaded: &Loaded, clause: &str) -> Option<TagId> {
    let tags = &loaded.rules.model().tags;
    let tag = TagId::find(tags, |tag| tag.eq_ignore_ascii_case(clause))?;
    (!Carriers::of(&loaded.rules, tag).is_empty()).then_some(tag)
}

/// Loads the rules under each other value of an option, and with each other variant, if something there carries the clause; those
/// where only the option itself does come last.
fn others(loaded: &Loaded, clause: &str) -> Vec<OtherAttempt> {
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

/// Returns which part of the time goes to games from the start, where no options, or no positions of scenarios, can be tried besides.
fn share_of_start(no_options: bool, no_positions: bool) -> f64 {
    match (no_options, no_positions) {
        (true, true) => 1.0,
        (true, false) | (false, true) => 0.6,
        (false, false) => 0.4,
    }
}
