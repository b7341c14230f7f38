//! Messages about games that the rules could not continue: after which moves they failed, why, and a command that plays
//! these moves again.

use crate::command_failure::CommandFailure;
use crate::opponents::Stopwatch;
use crate::ruleset_loader::Loaded;
use crate::simulation::fault_text;
use linstock_base::{grouped, plural};
use linstock_engine::vm::{Fault, Move};
use linstock_search::{FaultPlace, GameFault, texts_of_line};
use linstock_study::last_moves::last_moves;
use linstock_study::simulation::{GameFailure, GameTally, Simulation};
use std::time::Duration;

/// The most moves in a command that plays them again.
const MOST_REPLAYED: usize = 400;

/// The processor time in which the moves are looked for that a computer player was thinking about. The user waits for this after the games.
const LONGEST_SEARCH: Duration = Duration::from_secs(1);

/// Says after which moves the rules failed, and why, with a command that plays these moves again: the end of a sentence, such as
/// "game 3 of seed 7 could not be played on, ".
pub(crate) fn after_which_moves(loaded: &Loaded, failed: &GameFault) -> String {
    let (played, thought) = texts(loaded, failed);
    let place = match (last_moves(&played), &failed.place) {
        (Some(last), FaultPlace::InGame) => format!("after {last}"),
        (None, FaultPlace::InGame) => "at its start".to_owned(),
        (last, FaultPlace::InThought(_)) => {
            let at = last.map_or("at the start".to_owned(), |last| format!("after {last}"));
            match last_moves(&thought) {
                Some(thought) => {
                    format!("{at}, while a computer player was thinking about {thought}")
                }
                None => format!("{at}, while a computer player was thinking"),
            }
        }
    };
    let is_thought = matches!(failed.place, FaultPlace::InThought(_));
    let what = match is_thought && thought.is_empty() {
        true => "shows the position",
        false => "shows it",
    };
    let moves = [played, thought].concat();
    let replay =
        replayed(loaded, &moves).map_or(String::new(), |command| format!("\n  {command} {what}"));
    format!("{place}: {}{replay}", fault_text(loaded, &failed.fault))
}

/// Returns the texts of the moves of a game that failed, and of those that a player was thinking about.
fn texts(loaded: &Loaded, failed: &GameFault) -> (Vec<String>, Vec<String>) {
    let mut line = failed.line.clone();
    if let FaultPlace::InThought(thought) = &failed.place {
        line.extend(thought);
    }
    let mut played = texts_of_line(&loaded.rules, &line);
    let thought = played.split_off(failed.line.len().min(played.len()));
    (played, thought)
}

/// Looks for the moves that a player was thinking about when the rules failed, if it was thinking: for a short time, and not after `stop`.
pub(crate) fn with_thought(
    loaded: &Loaded,
    failed: GameFault,
    stop: &dyn Fn() -> bool,
) -> GameFault {
    // Processor time, so that other work on the machine does not change which moves are found.
    let clock = Stopwatch::of_processor();
    failed.with_thought(&loaded.rules, &|| {
        stop() || clock.elapsed() >= LONGEST_SEARCH
    })
}

/// Makes the fault of a game from its line of play.
pub(crate) fn game_fault(line: &[Move], failure: &GameFailure) -> GameFault {
    let fault = failure.fault.clone();
    match failure.is_thought {
        true => GameFault::in_thought(line, fault),
        false => GameFault::in_game(line, fault),
    }
}

/// Turns a fault that was met in thought into that of a game with the line that was tried, if it is known.
pub(crate) fn in_line(failed: GameFault) -> GameFault {
    match &failed.place {
        FaultPlace::InThought(tried) if !tried.is_empty() => {
            GameFault::in_game(&[&failed.line[..], tried].concat(), failed.fault)
        }
        _ => failed,
    }
}

/// The games of a run that the rules could not continue.
#[derive(Clone, Default, Debug)]
pub(crate) struct FaultTally {
    pub(crate) count: u64,
    /// The first of them: its number, from 0, and the fault.
    first: Option<(u64, GameFault)>,
}

impl FaultTally {
    /// Makes the record of a number of failed games from the first of them.
    pub(crate) fn of(count: u64, first: (u64, GameFault)) -> Self {
        Self {
            count,
            first: Some(first),
        }
    }

    /// Adds a game.
    pub(crate) fn add(&mut self, number: u64, fault: GameFault) {
        self.merge(Self::of(1, (number, fault)));
    }

    /// Adds other games.
    pub(crate) fn merge(&mut self, other: Self) {
        self.count += other.count;
        let both = self.first.take().into_iter().chain(other.first);
        self.first = both.min_by_key(|(number, _)| *number);
    }

    /// Makes it of the games of a simulation.
    pub(crate) fn of_games(simulation: &Simulation<'_>, tally: &GameTally) -> Self {
        let Some((number, failure)) = &tally.failure else {
            return Self::default();
        };
        let line = simulation.line_to(*number, failure);
        let first = game_fault(&line, failure);
        Self::of(tally.failed, (*number, first))
    }

    /// Reports the games, if there are any: how many of all `games` they are, and the first one. `what` names a game, such as
    /// "test game", and `seed` is the seed of the games. If a player was thinking in the first one, the moves are looked for until `stop`.
    ///
    /// # Errors
    /// The report.
    pub(crate) fn report(
        self,
        loaded: &Loaded,
        what: &str,
        (games, seed): (u64, u64),
        stop: &dyn Fn() -> bool,
    ) -> Result<(), CommandFailure> {
        let told = self.message(loaded, what, (games, seed), stop);
        told.map_or(Ok(()), |told| Err(CommandFailure::Failed(told)))
    }

    /// As [`FaultTally::report`]; returns the text of the report, if there are such games.
    pub(crate) fn message(
        self,
        loaded: &Loaded,
        what: &str,
        (games, seed): (u64, u64),
        stop: &dyn Fn() -> bool,
    ) -> Option<String> {
        let (number, first) = self.first?;
        let first = with_thought(loaded, first, stop);
        Some(format!(
            "{} of {} could not be played on; the first is game {} of seed {seed}, {}",
            grouped(self.count),
            plural(games, what),
            number + 1,
            after_which_moves(loaded, &first)
        ))
    }
}

/// Says that the rules failed while all lines of play were searched. Such a fault comes without a line, so random games look for
/// one, until `stop`.
pub(crate) fn failed_search(
    loaded: &Loaded,
    fault: Fault,
    stop: &dyn Fn() -> bool,
) -> CommandFailure {
    let failed = with_thought(loaded, GameFault::in_thought(&[], fault), stop);
    let failed = in_line(failed);
    CommandFailure::Failed(match failed.place {
        FaultPlace::InGame => {
            let title = loaded.rules.title();
            format!(
                "the rules of {title} fail {}",
                after_which_moves(loaded, &failed)
            )
        }
        FaultPlace::InThought(_) => fault_text(loaded, &failed.fault),
    })
}

/// Says that games could not be played, for a reason that is not in the rules.
pub(crate) fn defect(loaded: &Loaded, fault: &Fault) -> CommandFailure {
    CommandFailure::Failed(fault_text(loaded, fault))
}

/// Says that the rules failed before the first game, while computer players were prepared. Such a fault comes without a line of play, so
/// one is looked for, until `stop`.
pub(crate) fn failed_before(
    loaded: &Loaded,
    fault: Fault,
    stop: &dyn Fn() -> bool,
) -> CommandFailure {
    let failed = with_thought(loaded, GameFault::in_thought(&[], fault), stop);
    CommandFailure::Failed(format!(
        "{} could not be played on, {}",
        loaded.rules.title(),
        after_which_moves(loaded, &failed)
    ))
}

/// Returns a command that plays moves again; `None` if there are none, or too many.
fn replayed(loaded: &Loaded, moves: &[String]) -> Option<String> {
    if moves.is_empty() || moves.len() > MOST_REPLAYED {
        return None;
    }
    let (game, flags) = (&loaded.request.game, loaded.request.flags());
    let (game, after) = (in_shell(game), in_shell(&moves.join("; ")));
    Some(format!("`linstock moves {game}{flags} --after {after}`"))
}

/// Writes a word of a command as a shell reads it.
fn in_shell(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "./_-+=:,@%".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::in_shell;

    #[test]
    fn a_shell_reads_a_word_as_it_was() {
        for (word, written) in [
            ("./games/five", "./games/five"),
            ("a1; b2", "'a1; b2'"),
            ("it's", r"'it'\''s'"),
            ("", "''"),
        ] {
            assert_eq!(in_shell(word), written);
        }
    }
}
