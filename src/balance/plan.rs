//! Which games are played: by whom, and for how long.

use super::BalanceArgs;
use super::games::{GameKind, Runner};
use super::levels::{GameLevel, GameTimes};
use crate::command_failure::CommandFailure;
use crate::opponents::{PlayerSpec, best_search};
use linstock_engine::vm::{Fault, MoveList};
use linstock_model::RuleId;
use linstock_play::Rules;
use linstock_search::balance::{BalancePlayer, BalanceTally};
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
/// The iterations of strong players with which the time of a game is measured. Weaker players would say nothing about the game.
const MEASURED: u64 = 128;
/// How often the iterations may be doubled.
const MOST_DOUBLINGS: f64 = 7.0;
/// The time of a game is measured for at most this part of the time.
const MEASURED_PART: u32 = 10;

/// The players of all games.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub(super) strategy: Strategy,
    /// The iterations of strong players.
    pub(super) iterations: u64,
    /// The number of random moves at the start: without chance, games would be alike otherwise.
    pub(super) opening: u32,
    pub(super) most_games: u64,
    judge: Option<BalancePlayer>,
    pub(super) times: GameTimes,
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
    /// Chooses the search by a short test, unless the user has named one.
    ///
    /// # Errors
    /// If the rules fail.
    pub(super) fn of(runner: &Runner<'_>, args: &BalanceArgs) -> Result<Self, CommandFailure> {
        let rules = runner.rules;
        let stop = || runner.is_stopped();
        let test = TEST_TIME.min(args.time / TEST_PART);
        let strategy = match args.player {
            Some(player) => player.under(rules).strategy,
            None => best_search((rules, &runner.evaluation), test, &stop).strategy,
        };
        Ok(Self {
            strategy,
            iterations: args.iterations().unwrap_or(MEASURED),
            opening: opening(rules, strategy).map_err(|fault| runner.failed(fault))?,
            most_games: args.games.get(),
            judge: None,
            times: GameTimes {
                strong: Duration::ZERO,
                is_fixed: args.iterations().is_some(),
                seats: rules.players().len(),
                threads: runner.threads,
            },
        })
    }

    /// Chooses the iterations by the time of a game, and a judge. Games between random players show how long games are.
    ///
    /// # Errors
    /// If the rules fail.
    pub(super) fn adapt(
        &mut self,
        runner: &Runner<'_>,
        random: &BalanceTally,
        until: Instant,
    ) -> Result<(), CommandFailure> {
        let seats = runner.rules.players().len();
        let measured = Self {
            iterations: self.iterations.min(MEASURED),
            ..*self
        };
        let left = until.saturating_duration_since(Instant::now());
        // Without random games nothing is known about the length: then a game has at least this number of moves.
        let choices = (random.choices.mean() - f64::from(self.opening)).max(1.0);
        let until = Instant::now() + left / MEASURED_PART;
        let game = runner.measure(&measured.strong(seats), (choices, until))?;
        if !self.times.is_fixed {
            let seconds = game.as_secs_f64() / runner.threads.max(1) as f64;
            let budget = left.as_secs_f64() * GameLevel::Strong.part();
            let more = budget / WANTED_GAMES / seconds.max(1e-6) / 2.0;
            let doublings = more.max(1e-3).log2().floor().clamp(0.0, MOST_DOUBLINGS);
            self.iterations = (MEASURED as f64 * doublings.exp2()) as u64;
        }
        let more = self.iterations as f64 / measured.iterations as f64;
        let seconds = game.as_secs_f64() * more;
        self.times.strong = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        // Another search judges: the same one would agree with the players.
        if seats == 2 {
            self.judge = Some(BalancePlayer {
                strategy: match self.strategy {
                    Strategy::AlphaBeta | Strategy::BestFirst => Strategy::Tree,
                    _ if runner.rules.hides_something() => Strategy::Tree,
                    _ => Strategy::AlphaBeta,
                },
                iterations: (self.iterations / 2).max(16),
                without: None,
            });
        }
        Ok(())
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

    fn equal<'k>(&self, level: GameLevel, seats: usize, contestant: BalancePlayer) -> GameKind<'k> {
        GameKind {
            level,
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
        self.equal(GameLevel::Random, seats, contestant)
    }

    /// Games between weak players.
    pub(super) fn weak<'k>(&self, seats: usize) -> GameKind<'k> {
        self.equal(
            GameLevel::Weak,
            seats,
            self.contestant(self.weak_iterations()),
        )
    }

    /// Games between strong players.
    pub(super) fn strong<'k>(&self, seats: usize) -> GameKind<'k> {
        GameKind {
            judge: self.judge,
            ..self.equal(GameLevel::Strong, seats, self.contestant(self.iterations))
        }
    }

    /// Games of one strong player against weak ones, who has each seat in turn in games that begin alike.
    pub(super) fn skill<'k>(&self, seats: usize) -> GameKind<'k> {
        let (weak, strong) = (
            self.contestant(self.weak_iterations()),
            self.contestant(self.iterations),
        );
        GameKind {
            level: GameLevel::Skill,
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
            level: GameLevel::Without,
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
