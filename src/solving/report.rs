//! The report of `linstock solve`.

use super::replayed_line::ReplayedLine;
use super::strategies::SetStrategy;
use linstock_base::{grouped, plural};
use linstock_play::Rules;
use linstock_search::solve::{
    Counted, Ended, Equilibrium, OpenSolution, Regrets, TreeCounts, TreeError,
};
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
    fn player(&self, seat: usize) -> &str {
        let name = &self.rules.players()[seat];
        self.rules.model().title(name)
    }

    fn is_alone(&self) -> bool {
        self.rules.players().len() == 1
    }

    fn json(&self) -> Value {
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
    fn why(&self, ended: Ended) -> String {
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
        let positions = grouped(solution.positions);
        let _ = writeln!(
            text,
            "  {} in {:.1} s",
            match (solution.is_listed, solution.ended) {
                (true, _) => format!("all {positions} positions that can arise were listed"),
                (false, None) => format!("{positions} positions were searched"),
                (false, Some(_)) => format!("it got through {positions} positions"),
            },
            self.header.seconds
        );
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

fn name_of(ended: Ended) -> &'static str {
    match ended {
        Ended::Stopped => "time",
        Ended::Memory => "memory",
        Ended::Repetition => "repetition",
        Ended::History => "history",
    }
}

fn merge(report: &mut Value, parts: Value) {
    if let (Value::Object(report), Value::Object(parts)) = (report, parts) {
        report.extend(parts);
    }
}

/// The report about a game that hides something.
pub(super) struct HiddenReport<'r> {
    pub(super) header: SolveHeader<'r>,
    pub(super) counts: TreeCounts,
    pub(super) rounds: u32,
    pub(super) equilibrium: Equilibrium,
    pub(super) strategies: Vec<SetStrategy>,
}

impl HiddenReport<'_> {
    pub(super) fn text(&self) -> String {
        let header = &self.header;
        let Equilibrium {
            values,
            exploitability,
            ..
        } = &self.equilibrium;
        let title = header.rules.title();
        let value = values[0];
        let mut text = match header.counted {
            Counted::Points => format!(
                "{title}: with best play {} gets {value:+.6} points a game{}\n",
                header.player(0),
                if header.is_alone() {
                    ""
                } else {
                    ", compared with the average of both players"
                }
            ),
            Counted::Results => format!(
                "{title}: with best play the share of {} is {:.6} (a win counts 1{})\n",
                header.player(0),
                f64::midpoint(1.0, value),
                if header.is_alone() {
                    ""
                } else {
                    ", a draw 1/2"
                }
            ),
        };
        if let Some((low, high)) = Regrets::bounds_of(&self.equilibrium) {
            let shown = |value: f64| match header.counted {
                Counted::Points => value,
                Counted::Results => f64::midpoint(1.0, value),
            };
            let _ = writeln!(
                text,
                "  the true value is between {:.6} and {:.6}",
                shown(low),
                shown(high)
            );
        }
        let _ = writeln!(
            text,
            "  exploitability {exploitability:.6}: a player gains that on average by the best answer to these strategies"
        );
        let TreeCounts {
            chance,
            decisions,
            ends,
            information_sets,
        } = self.counts;
        let _ = writeln!(
            text,
            "  the tree has {} of chance, {} in {}, and {}; {} in {:.1} s",
            plural(chance, "node"),
            plural(decisions, "decision"),
            plural(information_sets, "information set"),
            plural(ends, "end"),
            plural(self.rounds, "round"),
            header.seconds
        );
        for strategy in &self.strategies {
            let _ = writeln!(text, "  {}", self.strategy(strategy));
        }
        if information_sets > self.strategies.len() {
            let left = information_sets - self.strategies.len();
            let _ = writeln!(
                text,
                "  … and {} (`--json` has them)",
                plural(left, "other information set")
            );
        }
        text
    }

    /// Returns a strategy in words.
    fn strategy(&self, strategy: &SetStrategy) -> String {
        let SetStrategy { words, shares } = strategy;
        let choices = words.choices.iter().zip(shares);
        let choices: Vec<String> = choices
            .map(|(choice, share)| format!("{choice} {:.1} %", share * 100.0))
            .collect();
        let seen = match words.seen.is_empty() {
            true => "at the start".to_owned(),
            false => words.seen.join("  "),
        };
        format!(
            "{} ({seen}): {}",
            self.header.player(words.seat.index()),
            choices.join(", ")
        )
    }

    pub(super) fn json(&self) -> String {
        let mut report = self.header.json();
        let strategies = self.strategies.iter().map(|SetStrategy { words, shares }| {
            json!({
                "player": self.header.player(words.seat.index()),
                "seen": words.seen,
                "choices": words.choices,
                "shares": shares,
            })
        });
        let strategies: Vec<Value> = strategies.collect();
        let parts = json!({
            "solved": true,
            "values": self.equilibrium.values,
            "best_answers": self.equilibrium.best_answers,
            "exploitability": self.equilibrium.exploitability,
            "rounds": self.rounds,
            "nodes": counts_json(self.counts),
            "strategies": strategies,
        });
        merge(&mut report, parts);
        format!("{report}\n")
    }
}

fn counts_json(counts: TreeCounts) -> Value {
    json!({
        "chance": counts.chance,
        "decisions": counts.decisions,
        "ends": counts.ends,
        "information_sets": counts.information_sets,
    })
}

/// Reports in words that a game that hides something has no tree.
pub(super) fn unsolved_text(header: &SolveHeader<'_>, error: &TreeError) -> String {
    let title = header.rules.title();
    match error {
        TreeError::Limit {
            is_memory,
            counts,
            longest,
        } => {
            let ended = if *is_memory {
                Ended::Memory
            } else {
                Ended::Stopped
            };
            format!(
                "{title} is not solved. Its tree is too large.\n  {}\n  so far it has {} decisions and {} ends; the longest line has {}\n",
                header.why(ended),
                grouped(counts.decisions),
                grouped(counts.ends),
                plural(*longest, "ply").replace("plys", "plies"),
            )
        }
        TreeError::UnequalChoices => format!(
            "{title} is not solved. Players who have seen the same have different moves, so information sets cannot be formed.\n"
        ),
        TreeError::Fault(fault) => format!("{title} is not solved. {fault}\n"),
    }
}

/// Reports as JSON that a game that hides something has no tree.
pub(super) fn unsolved_json(header: &SolveHeader<'_>, error: &TreeError) -> String {
    let mut report = header.json();
    let parts = match error {
        TreeError::Limit {
            is_memory, counts, ..
        } => json!({
            "solved": false,
            "ended_by": name_of(if *is_memory { Ended::Memory } else { Ended::Stopped }),
            "nodes": counts_json(*counts),
        }),
        TreeError::UnequalChoices | TreeError::Fault(_) => json!({
            "solved": false,
            "ended_by": "choices",
        }),
    };
    merge(&mut report, parts);
    format!("{report}\n")
}
