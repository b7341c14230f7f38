//! The options under which a line is searched: the current ones, then each other value of each option, and each variant.
//! Before those, the search tries the positions of the game's scenarios.

use crate::command_failure::CommandFailure;
use crate::failed_game::{after_which_moves, game_fault, in_line, with_thought};
use crate::finding::other_attempts::{AttemptSource, OtherAttempt, OtherAttempts, OtherSort};
use crate::opponents::{GamePlayers, PlayerSpec};
use crate::progress::SearchProgress;
use crate::ruleset_loader::Loaded;
use crate::shown::Shown;
use crate::simulation::fault_text;
use linstock_base::Style;
use linstock_check::Choices;
use linstock_play::StartPosition;
use linstock_play::scenario::condition;
use linstock_study::finding::{Carriers, Finder, FoundLine, Goal, SearchGoal, StopSignal};
use linstock_study::simulation::GameFailure;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Settings that all attempts share.
pub(super) struct Attempts<'a> {
    pub(super) condition: Option<&'a str>,
    /// The players, if they do not choose at random.
    pub(super) player: Option<PlayerSpec>,
    pub(super) seed: u64,
    pub(super) max_plies: usize,
    pub(super) time: Duration,
    pub(super) stop: &'a AtomicBool,
}

/// Counts over all attempts.
struct AttemptCounts<'c> {
    games: &'c mut GameCounts,
    /// Some attempt had rules that can show the clause.
    is_tried: &'c mut bool,
}

/// The result of the attempts, with the rules of the last one.
pub(super) struct Attempted {
    pub(super) loaded: Loaded,
    pub(super) found: Option<FoundLine>,
    pub(super) games: GameCounts,
}

/// The games of all attempts.
#[derive(Clone, Default)]
pub(super) struct GameCounts {
    pub(super) all: u64,
    /// The games that a fault of the rules ended.
    pub(super) failed: u64,
    /// The message about the first of these faults: where it was, and what.
    pub(super) fault: Option<String>,
}

impl Attempts<'_> {
    /// Searches for a line under the current options; for a clause, also under others.
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
            _ => true,
        };
        let clause = clause.filter(|_| matches!(goal, Goal::Clause(_)));
        let fixed = loaded.rules.model().options.is_empty() && loaded.variants.is_empty();
        let mut others = clause.map(|clause| OtherAttempts::of(&loaded, clause));
        let no_given = !others.as_ref().is_some_and(OtherAttempts::has_positions);
        let mut games = GameCounts::default();
        if carried {
            let share = share_of_start(fixed || clause.is_none(), no_given);
            let deadline = begun + self.time.mul_f64(share);
            let found = self.look((&loaded, None), goal, deadline, &mut games)?;
            if found.is_some() {
                drop(others);
                return Ok(Attempted {
                    loaded,
                    found,
                    games,
                });
            }
        }
        // The shares of the remaining time. Positions of scenarios that name the clause are the most likely to show it.
        let mut is_tried = carried;
        for (sort, share) in [
            (OtherSort::Naming, 0.5),
            (OtherSort::Given, 0.4),
            (OtherSort::Rules, 1.0),
        ] {
            let Some(others) = &mut others else { break };
            let now = Instant::now();
            let until = now + end.saturating_duration_since(now).mul_f64(share);
            let mut counts = AttemptCounts {
                games: &mut games,
                is_tried: &mut is_tried,
            };
            if let Some(found) = self.each(others, (sort, until), &mut counts)? {
                return Ok(found);
            }
        }
        drop(others);
        let found = match is_tried {
            true => None,
            // Nothing in the rules is known to carry it, but a script may name it.
            false => self.look((&loaded, None), goal, end, &mut games)?,
        };
        Ok(Attempted {
            loaded,
            found,
            games,
        })
    }

    /// Searches for a line in each attempt of a sort, for equal times. Attempts where only an option decides come last.
    fn each(
        &self,
        others: &mut OtherAttempts<'_>,
        (sort, until): (OtherSort, Instant),
        counts: &mut AttemptCounts<'_>,
    ) -> Result<Option<Attempted>, CommandFailure> {
        let mut queue = VecDeque::from(others.sources(sort));
        while let Some(source) = queue.pop_front() {
            if self.stop.load(Ordering::Relaxed) || Instant::now() >= until {
                break;
            }
            let is_new = !matches!(source, AttemptSource::Opened(_));
            let Some(attempt) = others.open(source) else {
                continue;
            };
            *counts.is_tried = true;
            if is_new && attempt.is_option_alone() {
                queue.push_back(AttemptSource::Opened(Box::new(attempt)));
                continue;
            }
            let OtherAttempt { loaded, tag, given } = attempt;
            let left = u32::try_from(queue.len() + 1).unwrap_or(u32::MAX);
            let now = Instant::now();
            let deadline = now + until.saturating_duration_since(now) / left;
            let goal = Goal::Clause(tag);
            let found = self.look((&loaded, given), goal, deadline, counts.games)?;
            if found.is_some() {
                let games = counts.games.clone();
                return Ok(Some(Attempted {
                    loaded,
                    found,
                    games,
                }));
            }
        }
        Ok(None)
    }

    /// Searches for a line under some rules, from the start of the game or from a position.
    fn look(
        &self,
        (loaded, given): (&Loaded, Option<StartPosition>),
        goal: Goal,
        deadline: Instant,
        games: &mut GameCounts,
    ) -> Result<Option<FoundLine>, CommandFailure> {
        let condition = self.condition.map(|text| read(loaded, text)).transpose()?;
        let wanted = SearchGoal { goal, condition };
        let told = |fault| CommandFailure::Failed(fault_text(loaded, &fault));
        let rules = (&*loaded.rules, &*loaded.sources);
        let is_start = given.is_none();
        let finder = Finder::new(rules, &wanted, self.seed, self.max_plies);
        let mut finder = match given {
            // A position in which no game can begin shows nothing.
            Some(given) => match finder.and_then(|finder| finder.beginning_at(given)) {
                Ok(finder) => finder,
                Err(_) => return Ok(None),
            },
            None => finder.map_err(told)?,
        };
        // A position of a scenario is not the start of a game, of which a player would know nothing.
        if let Some(player) = self.player.filter(|_| is_start) {
            // The players are prepared in at most half of the time.
            let begun = Instant::now();
            let until = begun + deadline.saturating_duration_since(begun) / 2;
            let stop = || self.stop.load(Ordering::Relaxed) || Instant::now() >= until;
            let players = GamePlayers::new(loaded, player, self.seed, &stop)?;
            finder = finder.with_players(players.seated(None));
        }
        let now = Instant::now();
        let clock = SearchClock {
            begun: now,
            deadline: Mutex::new(deadline),
            stop: self.stop,
        };
        let found = finder.find(&clock).map_err(told)?;
        let failed = finder.failed();
        games.all += finder.games();
        games.failed += failed.games;
        if let Some(first) = failed.first.as_ref().filter(|_| games.fault.is_none()) {
            games.fault = Some(match is_start {
                true => self.first_fault(loaded, first),
                false => format!(
                    "from a position of a scenario: {}",
                    fault_text(loaded, &first.fault)
                ),
            });
        }
        Ok(found)
    }

    /// Says where the rules failed in a game from the start, and why.
    fn first_fault(&self, loaded: &Loaded, failure: &GameFailure) -> String {
        let stop = || self.stop.load(Ordering::Relaxed);
        let failed = game_fault(&failure.line, failure);
        let failed = with_thought(loaded, failed, &stop);
        // Without players, the search itself tries moves.
        let failed = match self.player {
            Some(_) => failed,
            None => in_line(failed),
        };
        after_which_moves(loaded, &failed)
    }
}

/// How long a line that was found early is shortened at least, if there is time.
const SHORTENING: Duration = Duration::from_secs(3);

/// The time of one attempt.
struct SearchClock<'a> {
    begun: Instant,
    deadline: Mutex<Instant>,
    stop: &'a AtomicBool,
}

impl SearchClock<'_> {
    fn deadline(&self) -> MutexGuard<'_, Instant> {
        self.deadline.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl StopSignal for SearchClock<'_> {
    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || Instant::now() >= *self.deadline()
    }

    fn is_time_for_games(&self) -> bool {
        let all = self.deadline().saturating_duration_since(self.begun);
        self.is_over() || self.begun.elapsed() >= all / 4
    }

    fn found(&self) {
        let now = Instant::now();
        // Continue for as long as the search has taken so far, and for a short time in any case.
        let again = now + SHORTENING.max(now - self.begun);
        let mut deadline = self.deadline();
        *deadline = (*deadline).min(again).max(now + SHORTENING / 4);
    }
}

/// Parses the condition.
fn read(
    loaded: &Loaded,
    text: &str,
) -> Result<linstock_model::Node<linstock_model::Truth>, CommandFailure> {
    let choices = Choices {
        variants: loaded.chosen.clone(),
        ..loaded.request.choices.clone()
    };
    let checked = (&choices, loaded.rules.model());
    let read = condition::read(&loaded.sources, checked, ("--where", text));
    read.map_err(|(found, sources)| {
        CommandFailure::Mistakes(Shown::rendered(&found, &sources, Style::Plain))
    })
}

/// Returns the share of the time for games from the start, if there are no other options, or no positions of scenarios, to try.
fn share_of_start(no_options: bool, no_positions: bool) -> f64 {
    match (no_options, no_positions) {
        (true, true) => 1.0,
        (true, false) | (false, true) => 0.6,
        (false, false) => 0.4,
    }
}
