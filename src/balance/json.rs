//! The report as JSON.

use super::levels::GameLevel;
use super::plan::STRONGER;
use super::report::BalanceReport;
use super::sentences::sentences;
use super::tension_answer::{DRAMA, LEAD_CHANGES};
use linstock_search::balance::{BalanceTally, GameLengths, Interval, SampleSums};
use serde_json::{Value, json};
use std::ops::RangeInclusive;

impl BalanceReport<'_> {
    /// Writes the report as JSON.
    pub(super) fn json(&self) -> String {
        let trials = self.trials.iter().map(|trial| {
            json!({
                "rule": self.rule(trial.rule),
                "games": trial.points.count,
                "share": interval(trial.points.share()),
                "offered": trial.used.offered,
                "chosen": trial.used.chosen,
            })
        });
        let trials: Vec<Value> = trials.collect();
        let tension = self.tension.as_ref().map(|tension| {
            json!({
                "games": tension.lead_changes.count,
                "lead_changes": mean_json(&tension.lead_changes, LEAD_CHANGES),
                "drama": mean_json(&tension.drama, DRAMA),
                "come_backs": interval(tension.come_backs.share()),
                "judge_error": tension.error.mean(),
            })
        });
        let said = sentences(self);
        let said = said.iter().map(|sentence| {
            json!({
                "topic": sentence.topic,
                "text": sentence.text,
                "game": sentence.example.map(|example| json!({
                    "players": example.level.players(),
                    "number": example.number,
                    "why": example.why,
                    "moves": example.moves,
                })),
            })
        });
        let said: Vec<Value> = said.collect();
        let report = json!({
            "game": self.rules.name(),
            "seed": self.seed,
            "seconds": self.time.as_secs_f64(),
            "players": {
                "strong": self.plan.named(self.plan.iterations),
                "weak": self.plan.named(self.plan.weak_iterations()),
            },
            "random": tally_json(&self.random),
            "weak": tally_json(&self.weak),
            "strong": tally_json(&self.strong),
            "skill": {
                "games": self.skill.count,
                "share": interval(self.skill.share()),
                "times": STRONGER,
            },
            "tension": tension,
            "without": trials,
            "against": self.other.as_ref().map(|other| json!({
                "variant": other.variant,
                "strong": tally_json(&other.tally),
            })),
            "opening": self.plan.opening,
            "left_out": self.left_out,
            "missing": self.missing().into_iter().map(GameLevel::players).collect::<Vec<_>>(),
            "stopped": self.is_stopped,
            "sentences": said,
        });
        format!("{report}\n")
    }
}

fn interval(interval: Interval) -> Value {
    json!({ "mean": interval.mean, "low": interval.low, "high": interval.high })
}

/// Writes a mean with its interval, which is null if all numbers are equal.
fn mean_json(sample: &SampleSums, bounds: RangeInclusive<f64>) -> Value {
    let mean = sample.mean_within(bounds);
    let (low, high) = mean.map(|mean| (mean.low, mean.high)).unzip();
    json!({ "mean": sample.mean(), "low": low, "high": high })
}

fn tally_json(tally: &BalanceTally) -> Value {
    let seats: Vec<Value> = tally
        .seats
        .iter()
        .map(|sample| interval(sample.share()))
        .collect();
    let lengths =
        |lengths: &GameLengths| [0.1, 0.25, 0.5, 0.75, 0.9].map(|share| lengths.at(share));
    json!({
        "games": tally.games(),
        "seats": seats,
        "draws": interval(tally.draws.share()),
        "unfinished": tally.unfinished,
        "plies": lengths(&tally.plies),
        "moves": lengths(&tally.choices),
    })
}
