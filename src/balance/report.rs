//! The figures of `linstock balance`.

use super::examples::{ExampleGames, examples};
use super::games::{GameKind, NumberedGame, Runner, last_moment};
use super::levels::GameLevel;
use super::plan::{Plan, STRONGER};
use crate::command_failure::CommandFailure;
use linstock_model::{RuleId, TagId};
use linstock_play::Rules;
use linstock_search::balance::{
    BalanceTally, Finding, PlayedGame, RuleTrial, SampleSums, Tension, findings, tension_of,
};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The strong games of another variant.
#[derive(Debug)]
pub(super) struct OtherSide {
    pub(super) variant: String,
    pub(super) tally: BalanceTally,
}

impl OtherSide {
    pub(super) fn of(variant: String, games: &[NumberedGame], seats: usize) -> Self {
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
    pub(super) time: Duration,
    pub(super) is_stopped: bool,
}

/// All games.
pub(super) struct BalanceGames {
    pub(super) random: Vec<NumberedGame>,
    pub(super) weak: Vec<NumberedGame>,
    pub(super) strong: Vec<NumberedGame>,
    pub(super) skill: Vec<NumberedGame>,
    /// The games without each rule that is tried.
    pub(super) without: Vec<NumberedGame>,
    /// The rules that are tried.
    pub(super) tried: Vec<RuleId>,
}

impl BalanceGames {
    /// Plays all games, and makes the plan for strong players in between.
    ///
    /// # Errors
    /// If the rules fail.
    fn play(runner: &Runner<'_>, plan: &mut Plan, until: Instant) -> Result<Self, CommandFailure> {
        let seats = runner.rules.players().len();
        let most = plan.most_games;
        let begin = Instant::now();
        let end = GameLevel::Random.end((begin, until));
        let mut random = runner.play(&plan.random(seats), most, (end, last_moment(end)))?;
        let random_tally = tally(&random, seats);
        plan.adapt(runner, &random_tally, until)?;
        let times = (Instant::now(), until);
        let play = |kind: &GameKind<'_>, most: u64| match plan.times.slot(kind.level, times) {
            None => Ok(Vec::new()),
            Some(times) => runner.play(kind, most, times),
        };
        let weak = play(&plan.weak(seats), most)?;
        let strong = play(&plan.strong(seats), most)?;
        if weak.is_empty() && strong.is_empty() {
            // Nobody else needs the time.
            let more = runner.play(&plan.random(seats), most, (until, last_moment(until)))?;
            random = if more.len() > random.len() {
                more
            } else {
                random
            };
        }
        let skill = play(&plan.skill(seats), most)?;
        let tried = rules_to_try(&random_tally);
        let without = match tried.is_empty() {
            true => Vec::new(),
            false => {
                let most = most.saturating_mul(tried.len() as u64);
                play(&plan.without(seats, &tried), most)?
            }
        };
        Ok(Self {
            random,
            weak,
            strong,
            skill,
            without,
            tried,
        })
    }
}

impl BalanceGames {
    /// Returns the games without the rule at an index, each with its number among these.
    pub(super) fn without_rule(&self, at: usize) -> impl Iterator<Item = (usize, &NumberedGame)> {
        let count = self.tried.len().max(1);
        let games = self.without.iter();
        let games = games.filter(move |played| played.number as usize % count == at);
        games.map(move |played| (played.number as usize / count, played))
    }
}

fn tally(games: &[NumberedGame], seats: usize) -> BalanceTally {
    let mut tally = BalanceTally::default();
    games
        .iter()
        .for_each(|played| tally.add(&played.game, seats));
    tally
}

impl<'r> BalanceReport<'r> {
    /// Plays all games.
    ///
    /// # Errors
    /// If the rules fail.
    pub(super) fn play(
        runner: &Runner<'r>,
        mut plan: Plan,
        until: Instant,
    ) -> Result<Self, CommandFailure> {
        let rules: &'r Rules = runner.rules;
        let seats = rules.players().len();
        let games = BalanceGames::play(runner, &mut plan, until)?;
        let strong = tally(&games.strong, seats);
        let mut skill = SampleSums::default();
        for game in &games.skill {
            skill.add(game.points_in_turn(seats));
        }
        let trials = trials(&games, (seats, &strong));
        let strong_games = games.strong.iter().map(|played| &played.game);
        let strong_games: Vec<&PlayedGame> = strong_games.collect();
        let tension = (seats == 2).then(|| tension_of(&strong_games));
        Ok(Self {
            rules,
            seed: runner.seed,
            plan,
            random: tally(&games.random, seats),
            weak: tally(&games.weak, seats),
            findings: findings(&strong.seats, &trials),
            strong,
            skill,
            examples: examples(rules, &games, tension.as_ref()),
            tension,
            trials,
            other: None,
            left_out: runner.left_out.load(Ordering::Relaxed),
            time: Duration::ZERO,
            is_stopped: false,
        })
    }

    /// Returns the number of games of a level.
    pub(super) fn games(&self, level: GameLevel) -> usize {
        let trials = self.trials.iter().map(|trial| trial.points.count as usize);
        match level {
            GameLevel::Random => self.random.games(),
            GameLevel::Weak => self.weak.games(),
            GameLevel::Strong => self.strong.games(),
            GameLevel::Skill => self.skill.count as usize,
            GameLevel::Without => trials.sum(),
        }
    }

    /// Returns the number of all games.
    pub(super) fn all_games(&self) -> usize {
        GameLevel::ALL.iter().map(|level| self.games(*level)).sum()
    }

    /// Returns the levels of which no game was played.
    pub(super) fn missing(&self) -> Vec<GameLevel> {
        let levels = GameLevel::ALL.into_iter();
        levels
            .filter(|level| self.games(*level) == 0)
            // Where players have the choice between moves of different rules, some rules are tried.
            .filter(|level| {
                *level != GameLevel::Without || self.random.games() == 0 || !self.trials.is_empty()
            })
            .collect()
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
        linstock_search::balance::elo_of(share.clamp(0.001, 0.999)) / doublings
    }
}

/// Returns the rules without which a player can do: those that had moves beside moves of others in random games.
fn rules_to_try(random: &BalanceTally) -> Vec<RuleId> {
    let uses = (0..).zip(&random.uses);
    let offered = uses.filter(|(_, used)| used.offered > 0);
    offered.map(|(rule, _)| RuleId(rule)).collect()
}

/// Sums up the games without each rule.
fn trials(games: &BalanceGames, (seats, strong): (usize, &BalanceTally)) -> Vec<RuleTrial> {
    let trial = |(at, rule): (usize, &RuleId)| {
        let mut points = SampleSums::default();
        for (own, game) in games.without_rule(at) {
            points.add(game.game.points(own % seats, seats));
        }
        RuleTrial {
            rule: *rule,
            points,
            used: strong.uses.get(rule.index()).copied().unwrap_or_default(),
        }
    };
    games.tried.iter().enumerate().map(trial).collect()
}

#[cfg(test)]
mod tests {
    use super::{BalanceGames, trials};
    use crate::balance::games::NumberedGame;
    use linstock_model::RuleId;
    use linstock_search::Utilities;
    use linstock_search::balance::{BalanceTally, PlayedGame};

    /// Makes a game that the first seat of two wins.
    fn won_by_first(number: u64) -> NumberedGame {
        NumberedGame {
            number,
            game: PlayedGame {
                utilities: Some(Utilities::of_first(1.0)),
                line: Vec::new(),
                choices: 9,
                judged: Vec::new(),
                uses: Vec::new(),
            },
        }
    }

    #[test]
    fn a_game_that_is_left_out_does_not_change_who_has_played_the_others() {
        let numbered = |numbers: &[u64]| {
            numbers
                .iter()
                .copied()
                .map(won_by_first)
                .collect::<Vec<_>>()
        };
        // The strong player has the first seat in games with even numbers.
        let games = numbered(&[0, 2, 4, 5]);
        let points = games.iter().map(|game| game.points_in_turn(2));
        assert_eq!(points.collect::<Vec<_>>(), [1.0, 1.0, 1.0, 0.0]);
        // Two rules take turns; then the seats do.
        let games = BalanceGames {
            random: Vec::new(),
            weak: Vec::new(),
            strong: Vec::new(),
            skill: Vec::new(),
            without: numbered(&[0, 2, 3, 5, 7, 9]),
            tried: vec![RuleId(0), RuleId(1)],
        };
        let tried = trials(&games, (2, &BalanceTally::default()));
        let means = tried
            .iter()
            .map(|trial| (trial.points.count, trial.points.mean()));
        assert_eq!(means.collect::<Vec<_>>(), [(2, 0.5), (4, 0.5)]);
    }
}
