//! The report of `linstock solve` about a game that hides something.

use super::report::{SolveHeader, merge, name_of, time_taken};
use super::strategies::SetStrategy;
use linstock_base::{grouped, plural};
use linstock_search::solve::{Counted, Ended, Equilibrium, Regrets, TreeCounts, TreeError};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// The report about a game that hides something.
pub(super) struct HiddenReport<'r> {
    pub(super) header: SolveHeader<'r>,
    pub(super) counts: TreeCounts,
    /// How long it took to build the tree.
    pub(super) tree_seconds: f64,
    pub(super) rounds: u32,
    pub(super) equilibrium: Equilibrium,
    /// What ended the solver, if the strategies are not good enough.
    pub(super) ended: Option<Ended>,
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
            "  the tree has {} of chance, {} in {}, and {}; it was built in {}\n  the strategies were improved in {}, in {}",
            plural(chance, "node"),
            plural(decisions, "decision"),
            plural(information_sets, "information set"),
            plural(ends, "end"),
            time_taken(self.tree_seconds),
            plural(self.rounds, "round"),
            time_taken(header.seconds - self.tree_seconds)
        );
        if let Some(ended) = self.ended {
            let _ = writeln!(text, "  {}", header.why(ended));
        }
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
            "solved": self.ended.is_none(),
            "ended_by": self.ended.map(name_of),
            "values": self.equilibrium.values,
            "best_answers": self.equilibrium.best_answers,
            "exploitability": self.equilibrium.exploitability,
            "rounds": self.rounds,
            "tree_seconds": self.tree_seconds,
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
            let (ended, why) = match is_memory {
                true => (Ended::Memory, "Its tree is too large for the memory."),
                false => (Ended::Stopped, "Its tree is not complete."),
            };
            format!(
                "{title} is not solved. {why}\n  {}\n  so far it has {} decisions and {} ends; the longest line has {}\n",
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
