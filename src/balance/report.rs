//! The figures of `linstock balance`.

use super::games::Runner;
use super::plan::{Plan, STRONGER};
use super::sentences::{ReportSentence, sentences};
use crate::command_failure::CommandFailure;
use linstock_base::plural;
use linstock_model::{RuleId, TagId};
use linstock_play::Rules;
use linstock_search::balance::{
    BalanceTally, Finding, Interval, PlayedGame, RuleTrial, SampleSums, Tension, findings,
    tension_of,
};
use linstock_search::texts_of_line;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// A game to look at.
#[derive(Clone, Debug)]
pub(super) struct ExampleGame {
    /// The kind of its players, and its number among their games.
    pub(super) kind: &'static str,
    pub(super) number: usize,
    /// Its moves and outcomes of chance.
    pub(super) moves: Vec<String>,
}

/// The strong games of another variant.
#[derive(Debug)]
pub(super) struct OtherSide {
    pub(super) variant: String,
    pub(super) tally: BalanceTally,
}

impl OtherSide {
    pub(super) fn of(variant: String, games: &[PlayedGame], seats: usize) -> Self {
        Self {
            variant,
            tally: tally(games, seats),
        }
    }
}

/// All figures.
pub(super) struct BalanceReport<'r> {
    pub(super) rules: &'r Rules,
    pub(super) seed: u64,
    pub(super) plan: Plan,
    pub(super) random: BalanceTally,
    pub(super) weak: BalanceTally,
    pub(super) strong: BalanceTally,
    /// The points of a strong player against weak ones.
    pub(super) skill: SampleSums,
    pub(super) tension: Option<Tension>,
    pub(super) trials: Vec<RuleTrial>,
    pub(super) findings: Vec<Finding>,
    pub(super) examples: ExampleGames,
    pub(super) other: Option<OtherSide>,
    pub(super) left_out: u64,
    pub(super) seconds: f64,
    pub(super) is_stopped: bool,
}

/// Games to look at.
#[derive(Clone, Default, Debug)]
pub(super) struct ExampleGames {
    /// The shortest strong game that the first player wins.
    pub(super) first_wins: Option<ExampleGame>,
    /// A strong game of median length.
    pub(super) usual: Option<ExampleGame>,
    /// The strong game with the most changes of the lead.
    pub(super) tense: Option<ExampleGame>,
    /// A game of a strong player who lost against a weak one.
    pub(super) upset: Option<ExampleGame>,
    /// For each trial: a game that the player without the rule has lost, or else won.
    pub(super) trials: Vec<Option<ExampleGame>>,
}

fn tally(games: &[PlayedGame], seats: usize) -> BalanceTally {
    let mut tally = BalanceTally::default();
    games.iter().for_each(|game| tally.add(game, seats));
    tally
}

impl<'r> BalanceReport<'r> {
    /// Plays all games.
    ///
    /// # Errors
    /// If the rules fail.
    pub(super) fn play(
        runner: &Runner<'r>,
        plan: Plan,
        until: Instant,
    ) -> Result<Self, CommandFailure> {
        let rules: &'r Rules = runner.rules;
        let seats = rules.players().len();
        let most = plan.most_games;
        let [random_ends, weak_ends, strong_ends, skill_ends] = plan.ends(until);
        let random = tally(&runner.play(&plan.random(seats), most, random_ends)?, seats);
        let weak = tally(&runner.play(&plan.weak(seats), most, weak_ends)?, seats);
        let strong_games = runner.play(&plan.strong(seats), most, strong_ends)?;
        let strong = tally(&strong_games, seats);
        let skill_games = runner.play(&plan.skill(seats), most, skill_ends)?;
        let mut skill = SampleSums::default();
        for (number, game) in skill_games.iter().enumerate() {
            skill.add(game.points(number % seats, seats));
        }
        let tried = rules_to_try(&random);
        let trial_games = match tried.is_empty() {
            true => Vec::new(),
            false => {
                let games = most.saturating_mul(tried.len() as u64);
                runner.play(&plan.without(seats, &tried), games, until)?
            }
        };
        let trials = trials(&tried, &trial_games, (seats, &strong));
        let tension = (seats == 2).then(|| tension_of(&strong_games));
        let mut examples = examples(rules, &strong_games, tension.as_ref());
        let lost = |(number, game): &(usize, &PlayedGame)| {
            game.points(number % seats, seats) < 0.5 / seats as f64
        };
        let upset = skill_games.iter().enumerate().find(lost);
        examples.upset = upset.and_then(|found| example(rules, "strong against weak", found));
        examples.trials = trial_examples(rules, &trial_games, (tried.len(), seats));
        Ok(Self {
            rules,
            seed: runner.seed,
            plan,
            random,
            weak,
            findings: findings(&strong.seats, &trials),
            strong,
            skill,
            tension,
            trials,
            examples,
            other: None,
            left_out: runner.left_out.load(Ordering::Relaxed),
            seconds: 0.0,
            is_stopped: false,
        })
    }

    /// Returns the title of a seat's player.
    pub(super) fn player(&self, seat: usize) -> &str {
        self.rules.model().title(&self.rules.players()[seat])
    }

    /// Returns a rule of moves with its clauses.
    pub(super) fn rule(&self, rule: RuleId) -> String {
        let model = self.rules.model();
        let Some(mv) = model.moves.iter().find(|mv| mv.rule == rule) else {
            return String::new();
        };
        let tags = mv.tags.iter();
        let tags: Vec<&str> = tags.map(|tag: &TagId| model.tag(*tag)).collect();
        match tags.is_empty() {
            true => format!("`{}`", mv.name),
            false => format!("`{}` ({})", mv.name, tags.join(", ")),
        }
    }

    /// Returns how many Elo points a doubling of the iterations is worth.
    pub(super) fn elo(&self, share: f64) -> f64 {
        let doublings = (STRONGER as f64).log2();
        // Rounded, so that there is no "-0".
        (linstock_search::balance::elo_of(share.clamp(0.001, 0.999)) / doublings).round() + 0.0
    }

    /// Writes the report for people.
    pub(super) fn text(&self) -> String {
        let mut text = format!(
            "{}: {} in {:.0} s (seed {})\n  strong players: {}; weak players: {}\n",
            self.rules.title(),
            plural(self.games(), "game"),
            self.seconds,
            self.seed,
            self.plan.named(self.plan.iterations),
            self.plan.named(self.plan.weak_iterations()),
        );
        for ReportSentence {
            topic,
            text: said,
            example,
        } in sentences(self)
        {
            let _ = writeln!(text, "{topic}: {said}");
            if let Some(example) = example {
                let _ = writeln!(text, "    {}", shortened(example));
            }
        }
        if self.left_out > 0 {
            let _ = writeln!(
                text,
                "{} took too long and {} left out; the figures miss long games",
                plural(self.left_out, "game"),
                if self.left_out == 1 { "is" } else { "are" }
            );
        }
        if self.is_stopped {
            text.push_str(&self.missing());
        }
        text
    }

    /// Says what a run that was stopped lacks.
    fn missing(&self) -> String {
        let kinds = [
            (self.random.games(), "random games"),
            (self.weak.games(), "weak games"),
            (self.strong.games(), "strong games"),
            (
                self.skill.count as usize,
                "games of strong players against weak ones",
            ),
            (
                self.trials
                    .iter()
                    .map(|trial| trial.points.count as usize)
                    .sum(),
                "games without a rule",
            ),
        ];
        let missing = kinds.iter().filter(|(games, _)| *games == 0);
        let missing: Vec<&str> = missing.map(|(_, kind)| *kind).collect();
        let missing = match missing.is_empty() {
            true => String::new(),
            false => format!(" These are missing: {}.", missing.join(", ")),
        };
        format!("You stopped it before all games were played.{missing}\n")
    }

    fn games(&self) -> usize {
        let trials = self.trials.iter().map(|trial| trial.points.count);
        let others = trials.sum::<u64>() + self.skill.count;
        self.random.games() + self.weak.games() + self.strong.games() + others as usize
    }

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
                "lead_changes": interval(tension.lead_changes.interval()),
                "drama": interval(tension.drama.interval()),
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
                    "players": example.kind,
                    "number": example.number,
                    "moves": example.moves,
                })),
            })
        });
        let said: Vec<Value> = said.collect();
        let report = json!({
            "game": self.rules.name(),
            "seed": self.seed,
            "seconds": self.seconds,
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
            "left_out": self.left_out,
            "stopped": self.is_stopped,
            "sentences": said,
        });
        format!("{report}\n")
    }
}

fn interval(interval: Interval) -> Value {
    json!({ "mean": interval.mean, "low": interval.low, "high": interval.high })
}

fn tally_json(tally: &BalanceTally) -> Value {
    let seats: Vec<Value> = tally
        .seats
        .iter()
        .map(|sample| interval(sample.share()))
        .collect();
    let plies = [0.1, 0.25, 0.5, 0.75, 0.9].map(|share| tally.length_at(share));
    json!({
        "games": tally.games(),
        "seats": seats,
        "draws": interval(tally.draws.share()),
        "unfinished": tally.unfinished,
        "plies": plies,
    })
}

/// Returns the rules without which a player can do: those that had moves beside moves of others in random games.
fn rules_to_try(random: &BalanceTally) -> Vec<RuleId> {
    let uses = (0..).zip(&random.uses);
    let offered = uses.filter(|(_, used)| used.offered > 0);
    offered.map(|(rule, _)| RuleId(rule)).collect()
}

/// Sums up the games without each rule.
fn trials(
    tried: &[RuleId],
    games: &[PlayedGame],
    (seats, strong): (usize, &BalanceTally),
) -> Vec<RuleTrial> {
    let trial = |(at, rule): (usize, &RuleId)| {
        let mut points = SampleSums::default();
        for (number, game) in games.iter().enumerate().skip(at).step_by(tried.len()) {
            points.add(game.points(number / tried.len() % seats, seats));
        }
        RuleTrial {
            rule: *rule,
            points,
            used: strong.uses.get(rule.index()).copied().unwrap_or_default(),
        }
    };
    tried.iter().enumerate().map(trial).collect()
}

/// Writes a game as an example.
fn example(
    rules: &Rules,
    kind: &'static str,
    (number, game): (usize, &PlayedGame),
) -> Option<ExampleGame> {
    Some(ExampleGame {
        kind,
        number,
        moves: texts_of_line(rules, &game.line),
    })
}

fn examples(rules: &Rules, games: &[PlayedGame], tension: Option<&Tension>) -> ExampleGames {
    let numbered = || games.iter().enumerate();
    let won = numbered().filter(|(_, game)| game.points(0, rules.players().len()) > 0.99);
    let first_wins = won.min_by_key(|(_, game)| game.line.len());
    let mut by_length: Vec<(usize, &PlayedGame)> = numbered().collect();
    by_length.sort_by_key(|(_, game)| game.line.len());
    let usual = by_length.get(by_length.len() / 2).copied();
    let tense = tension.and_then(|tension| tension.example);
    let tense = tense.and_then(|(number, _)| games.get(number).map(|game| (number, game)));
    let strong = |found: Option<(usize, &PlayedGame)>| {
        found.and_then(|found| example(rules, "strong", found))
    };
    ExampleGames {
        first_wins: strong(first_wins),
        usual: strong(usual),
        tense: strong(tense),
        ..ExampleGames::default()
    }
}

fn trial_examples(
    rules: &Rules,
    games: &[PlayedGame],
    (tried, seats): (usize, usize),
) -> Vec<Option<ExampleGame>> {
    let of = |at: usize| {
        let mut own = games.iter().enumerate().skip(at).step_by(tried.max(1));
        let first = own.clone().next();
        let lost = own.find(|(number, game)| game.points(number / tried % seats, seats) < 0.01);
        lost.or(first)
            .and_then(|found| example(rules, "without a rule", found))
    };
    (0..tried).map(of).collect()
}

/// Writes the first moves of an example.
fn shortened(example: &ExampleGame) -> String {
    const SHOWN: usize = 14;
    let moves = &example.moves[..example.moves.len().min(SHOWN)];
    let more = match example.moves.len() > SHOWN {
        true => format!("  … ({} moves)", example.moves.len()),
        false => String::new(),
    };
    format!(
        "game {} ({}): {}{more}",
        example.number + 1,
        example.kind,
        moves.join("  ")
    )
}
