//! What sums over games show for certain.

use super::game::RuleUse;
use super::statistics::{Interval, SampleSums, adjusted};
use linstock_model::RuleId;

/// Games in which one player may not use a rule, against equal players who may.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RuleTrial {
    /// The rule.
    pub rule: RuleId,
    /// The points of the player without the rule.
    pub points: SampleSums,
    /// How strong players use the rule.
    pub used: RuleUse,
}

/// A fault in the balance of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Finding {
    /// Strong players do not score equally in this seat, with what they score.
    Seat(usize, Interval),
    /// Nobody needs this rule: strong players hardly use it, and score as well without it.
    DeadRule(RuleId, Interval),
    /// A player without this rule loses most games, and the players who may use it nearly always do.
    DominantRule(RuleId, Interval),
    /// Players score better if they do not use this rule.
    HarmfulRule(RuleId, Interval),
}

/// The rate of false findings.
const RATE: f64 = 0.05;
/// A score that differs by less makes no difference.
const MARGIN: f64 = 0.1;
/// A rule that is used less often where it could be is hardly used.
const HARDLY: f64 = 0.02;
/// A rule that is used more often where it could be leaves no choice.
const NEARLY_ALWAYS: f64 = 0.9;
/// The decisions that are needed to judge how often a rule is used.
const DECISIONS: u64 = 50;

/// Returns the findings: from the points of each seat under strong play, and the trials without each rule. Of all findings, at most
/// one in twenty is false on average.
#[must_use]
pub fn findings(seats: &[SampleSums], trials: &[RuleTrial]) -> Vec<Finding> {
    let even = 1.0 / seats.len().max(1) as f64;
    // With two seats, one says all about the other.
    let tested = match seats.len() {
        1 => 0,
        2 => 1,
        count => count,
    };
    let of_seats = seats[..tested]
        .iter()
        .map(|sample| sample.differs_from(even));
    let of_trials = trials.iter().flat_map(|trial| {
        let margin = MARGIN * 2.0 * even;
        let dead = trial.points.within(even, margin);
        [trial.points.differs_from(even), dead]
    });
    let probabilities: Vec<f64> = of_seats.chain(of_trials).collect();
    let adjusted = adjusted(&probabilities);
    let mut findings = Vec::new();
    for (seat, sample) in seats[..tested].iter().enumerate() {
        if adjusted[seat] <= RATE {
            findings.push(Finding::Seat(seat, sample.share()));
        }
    }
    for (number, trial) in trials.iter().enumerate() {
        let at = tested + 2 * number;
        let share = trial.used.chosen as f64 / trial.used.offered.max(1) as f64;
        let is_offered = trial.used.offered >= DECISIONS;
        let (points, rule) = (trial.points.share(), trial.rule);
        if adjusted[at] <= RATE && points.mean > even && is_offered {
            findings.push(Finding::HarmfulRule(rule, points));
        } else if adjusted[at] <= RATE
            && points.mean < even / 2.0
            && share >= NEARLY_ALWAYS
            && is_offered
        {
            findings.push(Finding::DominantRule(rule, points));
        } else if adjusted[at + 1] <= RATE && share <= HARDLY && is_offered {
            findings.push(Finding::DeadRule(rule, points));
        }
    }
    findings
}
