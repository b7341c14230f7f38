//! Which games are played: by whom, and for how long.

use super::BalanceArgs;
use super::games::{GameKind, Runner};
use crate::command_failure::CommandFailure;
use crate::opponents::{PlayerSpec, best_search};
use linstock_engine::vm::{Fault, MoveList};
use linstock_model::RuleId;
use linstock_play::Rules;
use linstock_search::balance::BalancePlayer;
use linstock_search::{RandomPlay, Strategy};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long two searches are compared: at most this, and at most this part of the time.
const TEST_TIME: Duration = Duration::from_secs(1);
const TEST_PART: u32 = 20;
/// The number of games of each kind that the time should allow.
const WANTED_GAMES: f64 = 400.0;
/// The number of openings that games of a search without random numbers need.
const WANTED_OPENINGS: f64 = 10_000.0;
/// The most random moves of each player at the start.
const MOST_OPENING: u32 = 4;
/// An opening is at most this part of a random game.
const OPENING_PART: u32 = 4;
/// Strong players have this many times the iterations of weak ones.
pub(super) const STRONGER: u64 = 8;
/// The parts of the time: random, weak, strong play; weak against strong; play without a rule.
const RANDOM: f64 = 0.05;
const WEAK: f64 = 0.15;
const STRONG: f64 = 0.35;
const SKILL: f64 = 0.15;

/// The players of all games.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub(super) strategy: Strategy,
    /// The iterations of strong players.
    pub(super) iterations: u64,
    /// The number of random moves at the start: without chance, games would be alike otherwise.
    pub(super) opening: u32,
    pub(super) most_games: u64,
    begin: Instant,
    judge: Option<BalancePlayer>,
}

/// Returns the number of random moves at the start, the same for each player. Without chance, games would be alike otherwise: where
/// the search does the same in each game, there must be many more openings than games. But an opening is only a small part of a
/// game.
///
/// # Errors
/// If the rules fail.
fn opening(rules: &Arc<Rules>, strategy: Strategy) -> Result<u32, Fault> {
    let seats = u32::try_from(rules.players().len()).unwrap_or(2);
    if rules.has_chance() {
        return Ok(0);
    }
    if !strategy.repeats_itself() {
        return Ok(seats);
    }
    let mut random = RandomPlay::new(Arc::clone(rules), 0, 0);
    let (mut position, mut moves) = (rules.start()?, MoveList::default());
    rules.moves_into(&position, &mut moves)?;
    let (mut plies, mut wanted, mut openings) = (0, 0, 1.0);
    while position.over.is_none() && plies < wanted.max(MOST_OPENING * seats) * OPENING_PART {
        if openings < WANTED_OPENINGS {
            wanted += 1;
            openings *= moves.len() as f64;
        }
        let mv = random.pick(&position, &moves)?;
        rules.advance(&mut position, mv, &mut moves)?;
        plies += 1;
    }
    let most = (plies / OPENING_PART).min(MOST_OPENING * seats);
    Ok(wanted.min(most).next_multiple_of(seats).max(seats))
}

impl Plan {
    /// Chooses the search by a short test, and the iterations by the time of a game.
    ///
    /// # Errors
    /// If the rules fail.
    pub(super) fn of(
        runner: &Runner<'_>,
        args: &BalanceArgs,
        (begin, until): (Instant, Instant),
    ) -> Result<Self, CommandFailure> {
        let rules = runner.rules;
        let stop = || runner.is_stopped();
        let test = TEST_TIME.min(args.time / TEST_PART);
        let strategy = best_search((rules, &runner.evaluation), test, &stop).strategy;
        let seats = rules.players().len();
        let mut plan = Self {
            strategy,
            iterations: args.iterations.unwrap_or(128),
            opening: opening(rules, strategy).map_err(|fault| runner.failed(fault))?,
            most_games: args.games.get(),
            begin,
            judge: None,
        };
        if args.iterations.is_none() {
            let time = Instant::now();
            let games = runner.play(&plan.strong(seats), runner.threads as u64, until)?;
            let seconds = time.elapsed().as_secs_f64() / games.len().max(1) as f64;
            let budget = until.saturating_duration_since(begin).as_secs_f64() * STRONG;
            let more = budget / WANTED_GAMES / seconds.max(1e-6) / 2.0;
            // Weaker players would say nothing about the game.
            let doublings = more.max(1e-3).log2().floor().clamp(0.0, 7.0);
            plan.iterations = (128.0 * doublings.exp2()) as u64;
        }
        // Another search judges: the same one would agree with the players.
        if seats == 2 {
            plan.judge = Some(BalancePlayer {
                strategy: match strategy {
                    Strategy::AlphaBeta | Strategy::BestFirst => Strategy::Tree,
                    _ if rules.hides_something() => Strategy::Tree,
                    _ => Strategy::AlphaBeta,
                },
                iterations: (plan.iterations / 2).max(16),
                without: None,
            });
        }
        Ok(plan)
    }

    /// Returns the iterations of weak players.
    pub(super) fn weak_iterations(&self) -> u64 {
        (self.iterations / STRONGER).max(1)
    }

    /// Names the players with a number of iterations, as in `linstock match`.
    pub(super) fn named(&self, iterations: u64) -> String {
        PlayerSpec::of_search(self.strategy, iterations).to_string()
    }

    fn contestant(&self, iterations: u64) -> BalancePlayer {
        BalancePlayer {
            strategy: self.strategy,
            iterations,
            without: None,
        }
    }

    fn equal<'k>(
        &self,
        name: &'static str,
        seats: usize,
        contestant: BalancePlayer,
    ) -> GameKind<'k> {
        GameKind {
            name,
            contestants: Box::new(move |_| vec![contestant; seats]),
            alike: 1,
            opening: self.opening,
            judge: None,
        }
    }

    /// Games between players who choose at random.
    pub(super) fn random<'k>(&self, seats: usize) -> GameKind<'k> {
        let contestant = BalancePlayer {
            strategy: Strategy::Random,
            ..self.contestant(1)
        };
        self.equal("random game", seats, contestant)
    }

    /// Games between weak players.
    pub(super) fn weak<'k>(&self, seats: usize) -> GameKind<'k> {
        self.equal("weak game", seats, self.contestant(self.weak_iterations()))
    }

    /// Games between strong players.
    pub(super) fn strong<'k>(&self, seats: usize) -> GameKind<'k> {
        GameKind {
            judge: self.judge,
            ..self.equal("strong game", seats, self.contestant(self.iterations))
        }
    }

    /// Games of one strong player against weak ones, who has each seat in turn in games that begin alike.
    pub(super) fn skill<'k>(&self, seats: usize) -> GameKind<'k> {
        let (weak, strong) = (
            self.contestant(self.weak_iterations()),
            self.contestant(self.iterations),
        );
        GameKind {
            name: "game of a strong player against weak ones, number",
            contestants: Box::new(move |number| {
                let mut contestants = vec![weak; seats];
                contestants[number as usize % seats] = strong;
                contestants
            }),
            alike: seats as u64,
            opening: self.opening,
            judge: None,
        }
    }

    /// Games of one weak player without a rule against equal ones with it. The rules take turns.
    pub(super) fn without<'k>(&self, seats: usize, rules: &'k [RuleId]) -> GameKind<'k> {
        let weak = self.contestant(self.weak_iterations());
        let count = rules.len().max(1);
        GameKind {
            name: "game without a rule, number",
            contestants: Box::new(move |number| {
                let mut contestants = vec![weak; seats];
                let seat = number as usize / count % seats;
                contestants[seat].without = rules.get(number as usize % count).copied();
                contestants
            }),
            alike: (seats * count) as u64,
            opening: self.opening,
            judge: None,
        }
    }

    /// Returns when each kind of game ends, in the order random, weak, strong, skill.
    pub(super) fn ends(&self, until: Instant) -> [Instant; 4] {
        let now = Instant::now().max(self.begin);
        let left = until.saturating_duration_since(now);
        let mut share = 0.0;
        [RANDOM, WEAK, STRONG, SKILL].map(|part| {
            share += part;
            now + left.mul_f64(share)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::opening;
    use linstock_base::Sources;
    use linstock_check::Choices;
    use linstock_play::Rules;
    use linstock_search::Strategy;
    use std::sync::Arc;

    #[test]
    fn openings_are_many_and_short() {
        let of = |path: &str| {
            let text = std::fs::read_to_string(path).expect("readable");
            let sources = Sources::from([("game.game", text.as_str())]);
            Arc::new(Rules::load(&sources, &Choices::default()).expect("no mistakes"))
        };
        let cannon = of("rulesets/cannon/cannon.game");
        // Cannon begins with 8 moves for each Town: two moves would give 64 openings.
        let moves = opening(&cannon, Strategy::AlphaBeta).expect("it plays");
        assert!((4..=6).contains(&moves), "{moves}");
        assert_eq!(opening(&cannon, Strategy::Tree), Ok(2));
        let small = of("examples/tic-tac-toe/tic-tac-toe.game");
        assert_eq!(opening(&small, Strategy::AlphaBeta), Ok(2));
        let pig = of("rulesets/pig/pig.game");
        assert_eq!(opening(&pig, Strategy::AlphaBeta), Ok(0));
    }
}
