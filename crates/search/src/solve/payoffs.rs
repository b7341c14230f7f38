//! What the end of a game counts for each seat when it is solved.

use crate::utilities::Utilities;
use linstock_engine::vm::{GameEnd, Position};
use linstock_play::Rules;
use smallvec::SmallVec;

/// What players try to get.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    /// To win: the payoffs are the [`Utilities`].
    Results,
    /// Points: the payoff of a seat is its score minus the average score of all seats.
    Points,
}

/// The payoff of each seat.
pub(super) type Payoffs = SmallVec<[f64; 2]>;

/// Returns the payoffs of an end; the sum of all is 0, unless the game has one seat.
pub(super) fn payoffs_of(
    counted: Counted,
    (end, scores): (GameEnd, &[i64]),
    seats: usize,
) -> Payoffs {
    match counted {
        Counted::Results => {
            let utilities = Utilities::of_end(end, seats);
            utilities
                .all()
                .iter()
                .map(|value| f64::from(*value))
                .collect()
        }
        Counted::Points if seats == 1 => scores.iter().map(|score| *score as f64).collect(),
        Counted::Points => {
            let sum: f64 = scores.iter().map(|score| *score as f64).sum();
            let average = sum / seats as f64;
            scores.iter().map(|score| *score as f64 - average).collect()
        }
    }
}

/// Returns the payoff of the first seat at the end of a game; `None` while the game goes on.
pub(super) fn payoff_of_first(counted: Counted, rules: &Rules, position: &Position) -> Option<f64> {
    let end = position.over?;
    let scores = match counted {
        Counted::Results => Vec::new(),
        Counted::Points => rules.scores(position),
    };
    Some(payoffs_of(counted, (end, &scores), rules.players().len())[0])
}
