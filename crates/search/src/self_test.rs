//! A short match between two searches, to choose one of them.

use crate::evaluation::Evaluation;
use crate::limit::SearchLimit;
use crate::match_game::{GameSeats, MatchGame};
use crate::player::{Player, Strategy};
use linstock_engine::vm::{Fault, Move, MoveList, Position};
use linstock_model::SeatId;
use linstock_play::Rules;
use std::sync::Arc;

/// Makes the limit of a move: a function that returns whether to stop.
pub type MoveLimit = fn() -> Box<dyn Fn() -> bool>;

/// The most plies of a game. One that is not over then is evaluated.
const MOST_PLIES: u32 = 200;
/// The number of random moves with which a game begins.
const OPENING: u32 = 2;

/// The result of a short match.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct SelfTestResult {
    /// The number of games.
    pub games: u32,
    /// The mean utility of the first search, from -1 to 1; 0 without a game.
    pub mean: f32,
    /// The 95 % interval of the mean.
    pub interval: [f32; 2],
}

impl SelfTestResult {
    /// Returns the result of games, from the sums of the utilities and of their squares.
    fn of_sums(games: u32, sum: f32, squares: f32) -> Self {
        // With the normal distribution. Without games, nothing is known.
        const WIDTH: f32 = 1.96;
        let count = games.max(1) as f32;
        let mean = sum / count;
        let variance = (squares / count - mean * mean).max(0.0);
        let half = match games {
            0 | 1 => 1.0,
            _ => WIDTH * (variance / (count - 1.0)).sqrt(),
        };
        Self {
            games,
            mean,
            interval: [(mean - half).max(-1.0), (mean + half).min(1.0)],
        }
    }

    /// Returns the result of the second search.
    #[must_use]
    pub fn of_second(self) -> Self {
        let [low, high] = self.interval;
        Self {
            mean: -self.mean,
            interval: [-high, -low],
            ..self
        }
    }
}

/// Plays games between two searches until `stop`; each has each seat in turn. If the rules fail, no game counts.
pub fn self_test(
    (rules, evaluation): (&Arc<Rules>, &Evaluation),
    strategies: [Strategy; 2],
    limit: MoveLimit,
    stop: &dyn Fn() -> bool,
) -> SelfTestResult {
    let (mut sum, mut squares, mut games) = (0.0, 0.0, 0_u32);
    let seats = u32::try_from(rules.players().len()).unwrap_or(1);
    while !stop() {
        let test = (rules, evaluation);
        match game_points(test, strategies, (games, games % seats), limit, stop) {
            Ok(Some(points)) => {
                sum += points;
                squares += points * points;
            }
            Ok(None) => break,
            Err(_) => return SelfTestResult::default(),
        }
        games += 1;
    }
    SelfTestResult::of_sums(games, sum, squares)
}

/// The players of a game, each in its seat.
struct TestedPlayers<'t> {
    players: Vec<Player>,
    limit: MoveLimit,
    stop: &'t dyn Fn() -> bool,
}

impl GameSeats for TestedPlayers<'_> {
    fn choose(&mut self, position: &Position, moves: &MoveList) -> Result<Option<Move>, Fault> {
        if (self.stop)() {
            return Ok(None);
        }
        let stop_move = (self.limit)();
        let limit = SearchLimit {
            iterations: u64::MAX,
            stop: &*stop_move,
        };
        let player = &mut self.players[moves.seat().index()];
        let thought = player.think(position, &limit)?;
        let best = thought.best().map(|best| best.mv);
        let nothing = || player.rules().nothing_to_choose(position);
        best.ok_or_else(nothing).map(Some)
    }
}

/// Plays a game, and returns the utility of the first strategy in its seat; `None` if it was stopped.
fn game_points(
    (rules, evaluation): (&Arc<Rules>, &Evaluation),
    strategies: [Strategy; 2],
    (number, own): (u32, u32),
    limit: MoveLimit,
    stop: &dyn Fn() -> bool,
) -> Result<Option<f32>, Fault> {
    let seats = rules.players().len();
    let own = own as usize;
    let player = |seat: usize| {
        let strategy = strategies[usize::from(seat != own)];
        Player::new(rules, strategy, (u64::from(number), evaluation))
    };
    let mut players = TestedPlayers {
        players: (0..seats).map(player).collect(),
        limit,
        stop,
    };
    let game = MatchGame {
        rules,
        seed: 0,
        number: u64::from(number) / seats as u64,
        opening: OPENING,
        most_plies: MOST_PLIES,
    };
    let own = SeatId(u8::try_from(own).unwrap_or(0));
    let points = game.play(&mut players)?.map(|played| {
        let estimate = || evaluation.utilities(rules, &played.position, &played.moves);
        played.utilities(seats).unwrap_or_else(estimate).of(own)
    });
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::SelfTestResult;

    #[test]
    fn an_interval_is_around_the_mean() {
        let result = SelfTestResult::of_sums(4, 2.0, 4.0);
        assert!((result.mean - 0.5).abs() < 1e-6);
        let half = 1.96 * (0.75_f32 / 3.0).sqrt();
        assert!((result.interval[0] - (0.5 - half)).abs() < 1e-6);
        assert_eq!(result.interval[1], 1.0);
        assert_eq!(result.of_second().interval[0], -1.0);
        assert_eq!(SelfTestResult::of_sums(0, 0.0, 0.0).interval, [-1.0, 1.0]);
    }
}
