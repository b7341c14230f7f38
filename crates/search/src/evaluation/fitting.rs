//! Fits the weights of an evaluation to random games.

use super::goals::goals_of;
use super::{Evaluation, Gradients, ToMove};
use crate::random_play::RandomPlay;
use crate::utilities::Utilities;
use linstock_engine::vm::{Fault, MoveList, Position};
use linstock_play::Rules;
use std::sync::Arc;

/// How an evaluation is fitted. The result depends only on these numbers and the rules.
#[derive(Clone, Copy, Debug)]
pub struct FitSettings {
    /// The seed of the games.
    pub seed: u64,
    /// The number of plies of all games.
    pub plies: u32,
    /// The most plies of a game; one that is not over then counts as even.
    pub most_plies: u32,
    /// How often all positions are learned from.
    pub rounds: u32,
    /// The rate of learning.
    pub rate: f32,
}

impl Default for FitSettings {
    fn default() -> Self {
        Self {
            seed: 1,
            plies: 60_000,
            most_plies: 1_000,
            rounds: 4,
            rate: 0.02,
        }
    }
}

/// A position of a game, and how the game ended.
struct Sample {
    position: Position,
    to_move: Option<ToMove>,
    utilities: Utilities,
}

/// The fit uses every fourth position.
const ONE_OF: usize = 4;

/// Fits an evaluation to random games. If nobody wins in them, the weights follow from the goals that the rules name. `stop` ends
/// the games early.
///
/// # Errors
/// If the rules fail at the start.
pub fn fit(
    rules: &Arc<Rules>,
    settings: FitSettings,
    stop: &dyn Fn() -> bool,
) -> Result<Evaluation, Fault> {
    let goals = goals_of(rules.model());
    let Some(samples) = samples(rules, settings, (!goals.is_empty(), stop))? else {
        let plies = settings.plies / 2;
        return Evaluation::of_goals((rules, &goals), (settings.seed, plies), stop);
    };
    let mut evaluation = Evaluation::even(rules);
    let mut gradients = Gradients::of(&evaluation, rules);
    for _ in 0..settings.rounds {
        for sample in &samples {
            let truth = (sample.to_move, &sample.utilities);
            let pace = (settings.rate, &mut gradients);
            evaluation.learn((rules, &sample.position), truth, pace);
        }
    }
    Ok(evaluation)
}

/// A quarter of the plies shows whether random games have enough winners to learn from.
const FIRST_PART: u32 = 4;
/// Random games have enough winners if at least one game in twenty has one.
const GAMES_OF_WINNER: u64 = 20;

/// Plays random games, and returns some of their positions; `None` if they must have winners, and hardly any of them has one.
fn samples(
    rules: &Arc<Rules>,
    settings: FitSettings,
    (needs_winners, stop): (bool, &dyn Fn() -> bool),
) -> Result<Option<Vec<Sample>>, Fault> {
    let start = rules.start()?;
    let mut samples = Vec::new();
    let (mut plies, mut game, mut decided) = (0, 0, 0_u64);
    let (mut moves, mut listed) = (MoveList::default(), MoveList::default());
    while plies < settings.plies && !stop() {
        let mut random = RandomPlay::new(Arc::clone(rules), settings.seed, game);
        let mut position = start.clone();
        rules.moves_into(&position, &mut moves)?;
        let mut seen = Vec::new();
        let mut length = 0;
        while position.over.is_none() && length < settings.most_plies {
            if random.index(ONE_OF) == Some(0) {
                let to_move = match moves.drawn() {
                    Some(_) => {
                        rules.moves_into(&position, &mut listed)?;
                        ToMove::of(rules, &position, &listed)
                    }
                    None => ToMove::of(rules, &position, &moves),
                };
                seen.push((position.without_history(), to_move));
            }
            let Ok(mv) = random.pick(&position, &moves) else {
                break;
            };
            if random.advance((&mut position, mv), &mut moves).is_err() {
                break;
            }
            length += 1;
        }
        let seats = rules.players().len();
        let utilities = match position.over {
            Some(end) => Utilities::of_end(end, seats),
            None => Utilities::even(seats),
        };
        decided += u64::from(utilities != Utilities::even(seats));
        samples.extend(seen.into_iter().map(|(position, to_move)| Sample {
            position,
            to_move,
            utilities: utilities.clone(),
        }));
        (plies, game) = (plies + length.max(1), game + 1);
        let is_first_part = plies >= settings.plies / FIRST_PART;
        if needs_winners && is_first_part && decided * GAMES_OF_WINNER < game {
            return Ok(None);
        }
    }
    Ok(Some(samples))
}
