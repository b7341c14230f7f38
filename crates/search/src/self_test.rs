//! A short match between two searches, to choose one of them.

use crate::evaluation::Evaluation;
use crate::limit::SearchLimit;
use crate::player::{Player, Strategy};
use crate::random_play::RandomPlay;
use crate::utilities::Utilities;
use linstock_engine::vm::{Fault, MoveList, Turn};
use linstock_model::SeatId;
use linstock_play::Rules;
use std::sync::Arc;

/// Makes the limit of a move: a function that returns whether to stop.
pub type MoveLimit = fn() -> Box<dyn Fn() -> bool>;

/// The most plies of a game. One that is not over then is evaluated.
const MOST_PLIES: u32 = 200;
/// The number of random moves with which a game begins.
const OPENING: u32 = 2;

/// Plays games until `stop`, and returns the mean utility of the first strategy, which has each seat in turn; 0 if no game
/// was finished or the rules failed.
pub fn points_of(
    (rules, evaluation): (&Arc<Rules>, &Evaluation),
    strategies: [Strategy; 2],
    limit: MoveLimit,
    stop: &dyn Fn() -> bool,
) -> f32 {
    let (mut sum, mut games) = (0.0, 0_u32);
    let seats = u32::try_from(rules.players().len()).unwrap_or(1);
    while !stop() {
        let test = (rules, evaluation);
        match game_points(test, strategies, (games, games % seats), limit, stop) {
            Ok(Some(points)) => sum += points,
            Ok(None) => break,
            Err(_) => return 0.0,
        }
        games += 1;
    }
    sum / games.max(1) as f32
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
    let mut players: Vec<Player> = (0..seats)
        .map(|seat| {
            let strategy = strategies[usize::from(seat != own)];
            Player::new(rules, strategy, (u64::from(number), evaluation))
        })
        .collect();
    let opening = u64::from(number) / seats as u64;
    let mut random = RandomPlay::new(Arc::clone(rules), 0, opening);
    let mut moves = MoveList::default();
    let mut position = rules.start()?;
    rules.moves_into(&position, &mut moves)?;
    for ply in 0..MOST_PLIES {
        if position.over.is_some() {
            break;
        }
        if stop() {
            return Ok(None);
        }
        let is_chance = matches!(rules.turn(&position), Turn::Chance);
        let mv = if is_chance || ply < OPENING {
            random.pick(&position, &moves)?
        } else {
            let stop_move = limit();
            let limit = SearchLimit {
                iterations: u64::MAX,
                stop: &*stop_move,
            };
            let thought = players[moves.seat().index()].think(&position, &limit)?;
            let best = thought.best().map(|best| best.mv);
            best.ok_or_else(|| rules.nothing_to_choose(&position))?
        };
        rules.advance(&mut position, mv, &mut moves)?;
    }
    let utilities = match position.over {
        Some(end) => Utilities::of_end(end, seats),
        None => evaluation.utilities(rules, &position, &moves),
    };
    Ok(Some(utilities.of(SeatId(u8::try_from(own).unwrap_or(0)))))
}
