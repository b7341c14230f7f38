//! Messages about games that the rules could not continue: after which moves they failed, why, and a command that plays
//! these moves again.

use crate::command_failure::CommandFailure;
use crate::ruleset_loader::Loaded;
use crate::simulation::fault_text;
use linstock_base::{grouped, plural};
use linstock_engine::vm::{Fault, Move};
use linstock_search::{FaultPlace, GameFault};
use linstock_study::last_moves::last_moves;
use linstock_study::simulation::{GameFailure, GameTally, Simulation};

/// The most moves in a command that plays them again.
const MOST_REPLAYED: usize = 400;

/// Says after which moves the rules failed, and why, with a command that plays these moves again: the end of a sentence, such as
/// "game 3 of seed 7 could not be played on, ".
pub(crate) fn after_which_moves(loaded: &Loaded, failed: &GameFault) -> String {
    let place = match (last_moves(&failed.moves), &failed.place) {
        (Some(last), FaultPlace::InGame) => format!("after {last}"),
        (None, FaultPlace::InGame) => "at its start".to_owned(),
        (last, FaultPlace::InThought(thought)) => {
            let at = last.map_or("at the start".to_owned(), |last| format!("after {last}"));
            match last_moves(thought) {
                Some(thought) => {
                    format!("{at}, while a computer player was thinking about {thought}")
                }
                None => format!("{at}, while a computer player was thinking"),
            }
        }
    };
    let replay = replayed(loaded, failed).unwrap_or_default();
    format!("{place}: {}{replay}", fault_text(loaded, &failed.fault))
}

/// Makes the fault of a game from its line of play. If a player was thinking, a line to the fault is looked for from there on.
pub(crate) fn game_fault(loaded: &Loaded, line: &[Move], failure: &GameFailure) -> GameFault {
    let fault = failure.fault.clone();
    match failure.is_thought {
        true => GameFault::in_thought(&loaded.rules, line, fault),
        false => GameFault::in_game(&loaded.rules, line, fault),
    }
}

/// Turns a fault that was met in thought into that of a game with the line that was tried, if it is known.
pub(crate) fn in_line(failed: GameFault) -> GameFault {
    match failed.place {
        FaultPlace::InThought(tried) if !tried.is_empty() => GameFault {
            moves: [failed.moves, tried].concat(),
            ..GameFault::from(failed.fault)
        },
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
    pub(crate) fn of_games(
        loaded: &Loaded,
        simulation: &Simulation<'_>,
        tally: &GameTally,
    ) -> Self {
        let Some((number, failure)) = &tally.failure else {
            return Self::default();
        };
        let line = simulation.line_to(*number, failure);
        let first = game_fault(loaded, &line, failure);
        Self::of(tally.failed, (*number, first))
    }

    /// Reports the games, if there are any: how many of all `games` they are, and the first one. `what` names a game, such as
    /// "test game", and `seed` is the seed of the games.
    ///
    /// # Errors
    /// The report.
    pub(crate) fn report(
        &self,
        loaded: &Loaded,
        what: &str,
        (games, seed): (u64, u64),
    ) -> Result<(), CommandFailure> {
        let told = self.message(loaded, what, (games, seed));
        told.map_or(Ok(()), |told| Err(CommandFailure::Failed(told)))
    }

    /// As [`FaultTally::report`]; returns the text of the report, if there are such games.
    pub(crate) fn message(
        &self,
        loaded: &Loaded,
        what: &str,
        (games, seed): (u64, u64),
    ) -> Option<String> {
        let (number, first) = self.first.as_ref()?;
        Some(format!(
            "{} of {} could not be played on; the first is game {} of seed {seed}, {}",
            grouped(self.count),
            plural(games, what),
            number + 1,
            after_which_moves(loaded, first)
        ))
    }
}

/// Says that the rules failed while all lines of play were searched. Such a fault comes without a line, so random games look for
/// one.
pub(crate) fn failed_search(loaded: &Loaded, fault: Fault) -> CommandFailure {
    let failed = in_line(GameFault::in_thought(&loaded.rules, &[], fault));
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
/// one is looked for.
pub(crate) fn failed_before(loaded: &Loaded, fault: Fault) -> CommandFailure {
    let failed = GameFault::in_thought(&loaded.rules, &[], fault);
    CommandFailure::Failed(format!(
        "{} could not be played on, {}",
        loaded.rules.title(),
        after_which_moves(loaded, &failed)
    ))
}

/// Returns the line with the command that plays all moves again; `None` if there are none, or too many.
fn replayed(loaded: &Loaded, failed: &GameFault) -> Option<String> {
    let (thought, what) = match &failed.place {
        FaultPlace::InThought(thought) if thought.is_empty() => (&[][..], "shows the position"),
        FaultPlace::InThought(thought) => (&thought[..], "shows it"),
        FaultPlace::InGame => (&[][..], "shows it"),
    };
    let moves: Vec<&str> = failed
        .moves
        .iter()
        .chain(thought)
        .map(String::as_str)
        .collect();
    if moves.is_empty() || moves.len() > MOST_REPLAYED {
        return None;
    }
    let (game, flags) = (&loaded.request.game, loaded.request.flags());
    let (game, after) = (in_shell(game), in_shell(&moves.join("; ")));
    Some(format!(
        "\n  `linstock moves {game}{flags} --after {after}` {what}"
    ))
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
