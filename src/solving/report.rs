//! The report of `linstock solve` about a game that hides nothing, and what every report names.

use super::replayed_line::ReplayedLine;
use linstock_base::plural;
use linstock_play::Rules;
use linstock_search::solve::{Counted, Ended, OpenSolution};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::time::Duration;

/// What every report names.
pub(super) struct SolveHeader<'r> {
    pub(super) rules: &'r Rules,
    pub(super) counted: Counted,
    pub(super) seconds: f64,
    /// The limits that were set: the time, and the memory in MiB.
    pub(super) time: Duration,
    pub(super) memory: usize,
}

impl SolveHeader<'_> {
    pub(super) fn player(&self, seat: usize) -> &str {
        let name = &self.rules.players()[seat];
        self.rules.model().title(name)
    }

    pub(super) fn is_alone(&self) -> bool {
        self.rules.players().len() == 1
    }

    pub(super) fn json(&self) -> Value {
        let names: Vec<&str> = (0..self.rules.players().len())
            .map(|seat| self.player(seat))
            .collect();
        json!({
            "game": self.rules.name(),
            "title": self.rules.title(),
            "players": names,
            "counted": match self.counted {
                Counted::Results => "results",
                Counted::Points => "points",
            },
            "seconds": self.seconds,
        })
    }

    /// Returns a sentence that says what ended a solver.
    pub(super) fn why(&self, ended: Ended) -> String {
        match ended {
            Ended::Stopped if self.seconds >= self.time.as_secs_f64() => {
                let time = humantime::format_duration(self.time);
                format!("The time of {time} was over; `--time` sets another limit.")
            }
            Ended::Stopped => "You stopped it.".to_owned(),
            Ended::Memory => format!(
                "The memory of {} MiB was used up; `--memory` sets another limit.",
                self.memory
            ),
            Ended::Repetition => {
                "Positions can repeat, and no proof takes every repetition into account.".to_owned()
            }
            Ended::History => {
                "What its rules say about repeated positions is beyond the solvers of this program."
                    .to_owned()
            }
        }
    }
}

/// The report about a game that hides nothing.
pub(super) struct OpenReport<'r> {
    pub(super) header: SolveHeader<'r>,
    pub(super) solution: OpenSolution,
    pub(super) replayed: ReplayedLine,
    /// The difference between the bounds at which the value counts as known.
    pub(super) error: f64,
}

impl OpenReport<'_> {
    pub(super) fn text(&self) -> String {
        let title = self.header.rules.title();
        let mut text = match self.solution.value(self.error) {
            Some(value) => format!("{title}: {}\n", self.verdict(value)),
            None => format!("{title} is not solved. {}\n", self.bounds()),
        };
        let solution = &self.solution;
        if let Some(ended) = solution.ended {
            let _ = writeln!(text, "  {}", self.header.why(ended));
        }
        let positions = plural(solution.positions, "position");
        let found = match (solution.is_listed, solution.ended) {
            // Nothing was tried.
            (_, Some(_)) if solution.positions == 0 => None,
            (true, _) => Some(format!("all {positions} that can arise were listed")),
            (false, _) => Some(format!("it searched {positions}")),
        };
        if let Some(found) = found {
            let _ = writeln!(text, "  {found} in {}", time_taken(self.header.seconds));
        }
        self.add_line(&mut text);
        text
    }

    /// Returns the value in a sentence.
    fn verdict(&self, value: f64) -> String {
        let header = &self.header;
        if self.header.counted == Counted::Points {
            return match header.is_alone() {
                true => format!("with best play {} gets {value:.4} points", header.player(0)),
                false => format!(
                    "with best play {} gets {:.4} points more than {}",
                    header.player(0),
                    value * 2.0,
                    header.player(1)
                ),
            };
        }
        if header.rules.has_chance() {
            return format!(
                "with best play the share of {} is {:.6} (a win counts 1{})",
                header.player(0),
                f64::midpoint(1.0, value),
                if header.is_alone() {
                    ""
                } else {
                    ", a draw 1/2"
                }
            );
        }
        let winner = match value {
            value if value > 0.0 => 0,
            value if value < 0.0 && header.is_alone() => {
                return format!("{} cannot win", header.player(0));
            }
            value if value < 0.0 => 1,
            _ if self.solution.can_repeat => {
                return "neither player can force a win".to_owned();
            }
            _ => return "both players can force a draw".to_owned(),
        };
        let within = match self.solution.plies {
            Some(plies) => format!(", within {}", plural(plies, "move")),
            None => String::new(),
        };
        format!("{} can force a win{within}", header.player(winner))
    }

    /// Returns what is known about a value that is not known.
    fn bounds(&self) -> String {
        let OpenSolution { low, high, .. } = self.solution;
        let first = self.header.player(0);
        let is_exact = !self.header.rules.has_chance() && self.header.counted == Counted::Results;
        match (low, high) {
            (_, 0.0) if is_exact => format!("{first} cannot force a win."),
            (0.0, _) if is_exact => format!("{first} can force at least a draw."),
            (low, high) if low.is_finite() && high.is_finite() && !is_exact => {
                let share = |value: f64| match self.header.counted {
                    Counted::Results => f64::midpoint(1.0, value),
                    Counted::Points => value,
                };
                let what = match self.header.counted {
                    Counted::Results => "share of the points",
                    Counted::Points => "gain over the average",
                };
                format!(
                    "The {what} of {first} is between {:.6} and {:.6}.",
                    share(low),
                    share(high)
                )
            }
            _ => "Nothing is proven about its value.".to_owned(),
        }
    }

    fn add_line(&self, text: &mut String) {
        let moves = &self.replayed.moves;
        if moves.is_empty() {
            return;
        }
        let about = match self.header.rules.has_chance() {
            true => "best play, with the likeliest outcomes of chance",
            false => "best play",
        };
        let _ = writeln!(text, "  {about}: {}", moves.join("  "));
        let end = match &self.replayed.result {
            Some(result) => result.clone(),
            None if self.solution.line_repeats => {
                "from here the same positions come again".to_owned()
            }
            None => "the line is not complete".to_owned(),
        };
        let _ = writeln!(text, "  after {}: {end}", plural(moves.len(), "move"));
        let _ = writeln!(
            text,
            "  the reference evaluator played the line again, and {}",
            match self.replayed.is_exact {
                true => "listed the same moves at each position",
                false => "each move was legal",
            }
        );
    }

    pub(super) fn json(&self) -> String {
        let solution = &self.solution;
        let mut report = self.header.json();
        let finite = |value: f64| value.is_finite().then_some(value);
        let parts = json!({
            "solved": solution.value(self.error).is_some(),
            "value": [finite(solution.low), finite(solution.high)],
            "positions": solution.positions,
            "all_positions": solution.is_listed,
            "can_repeat": solution.can_repeat,
            "plies": solution.plies,
            "line": self.replayed.moves,
            "line_repeats": solution.line_repeats,
            "result": self.replayed.result,
            "ended_by": solution.ended.map(name_of),
        });
        merge(&mut report, parts);
        format!("{report}\n")
    }
}

/// Returns a time for people.
pub(super) fn time_taken(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 0.05 => "less than 0.1 s".to_owned(),
        seconds => format!("{seconds:.1} s"),
    }
}

/// Returns the name of what ended a solver, for JSON.
pub(super) fn name_of(ended: Ended) -> &'static str {
    match ended {
        Ended::Stopped => "time",
        Ended::Memory => "memory",
        Ended::Repetition => "repetition",
        Ended::History => "history",
    }
}

/// Adds parts to a report.
pub(super) fn merge(report: &mut Value, parts: Value) {
    if let (Value::Object(report), Value::Object(parts)) = (report, parts) {
        report.extend(parts);
    }
}
