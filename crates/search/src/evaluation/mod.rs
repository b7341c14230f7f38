//! Evaluation: an estimate of the result from a position alone, without search.
//!
//! Each seat has an account: the sum of the weights of its pieces on their points, of the values that the game remembers, of
//! the cards in zones, and of its score so far. The estimate for a seat compares its account with those of the others.
//! The weights are fitted to random games of the ruleset itself ([`fit`]), or learned in games of the evaluation against
//! itself ([`crate::Trainer`]), so an evaluation knows nothing but the rules.

mod features;
mod fitting;
mod goals;
mod lines;
mod progress;

pub(crate) use features::ToMove;
pub use fitting::{FitSettings, fit};

use crate::utilities::Utilities;
use features::{Features, PieceMask};
use goals::PieceGoal;
use linstock_engine::ir::bits;
use linstock_engine::vm::{Fault, MoveList, Position};
use linstock_play::Rules;
use progress::{PlayedSteps, weights_of_goals};
use smallvec::SmallVec;
use std::sync::Arc;

/// A fitted evaluation of one ruleset.
#[derive(Clone, Debug)]
pub struct Evaluation {
    pub(crate) features: Features,
    /// The weight of each feature; see [`Features`].
    pub(crate) weights: Vec<f32>,
}

/// The account of each seat.
type Accounts = SmallVec<[f32; 4]>;

impl Evaluation {
    /// Makes an evaluation that rates every position as even.
    #[must_use]
    pub fn even(rules: &Rules) -> Self {
        let features = Features::of(rules);
        let weights = vec![0.0; features.len()];
        Self { features, weights }
    }

    /// Makes an evaluation by goals of the players: the nearer their pieces are to where the rules let a player win, the better. How pieces
    /// move is seen in random games of a number of plies.
    ///
    /// # Errors
    /// If the rules fail at the start.
    fn of_goals(
        (rules, goals): (&Arc<Rules>, &[PieceGoal]),
        (seed, plies): (u64, u32),
        stop: &dyn Fn() -> bool,
    ) -> Result<Self, Fault> {
        let mut evaluation = Self::even(rules);
        let masks = evaluation.features.pieces();
        let steps = PlayedSteps::of_random_games(rules, (masks, seed), (plies, stop))?;
        let start = rules.start()?;
        let count = |mask: &PieceMask| bits(&start.words[mask.words.clone()]).count();
        let counts: Vec<usize> = masks.iter().map(count).collect();
        let points = rules.layout.points;
        let board = rules.model().board.as_ref();
        let tables = weights_of_goals((goals, &steps), (masks, board), (points, &counts));
        for (mask, table) in masks.iter().zip(tables) {
            evaluation.weights[mask.weight..mask.weight + points].copy_from_slice(&table);
        }
        Ok(evaluation)
    }

    /// Returns the weights in named groups, such as those of a kind of piece on each point, to store them.
    pub fn weights(&self) -> impl Iterator<Item = (&str, &[f32])> {
        let groups = self.features.groups();
        groups.map(|(name, range)| (name, &self.weights[range]))
    }

    /// Makes an evaluation from stored groups of weights: `stored` returns the weights of a name. A group that the rules do
    /// not have, or whose size differs, is left out: the rules may have changed. Also returns whether all groups fit.
    #[must_use]
    pub fn with_weights(rules: &Rules, stored: impl Fn(&str) -> Option<Vec<f32>>) -> (Self, bool) {
        let Self {
            features,
            mut weights,
        } = Self::even(rules);
        let mut fits = true;
        for (name, range) in features.groups() {
            match stored(name) {
                Some(known) if known.len() == range.len() => {
                    weights[range].copy_from_slice(&known);
                }
                _ => fits = false,
            }
        }
        (Self { features, weights }, fits)
    }

    /// Returns the estimated utilities of a position with its legal moves.
    #[must_use]
    pub fn utilities(&self, rules: &Rules, position: &Position, moves: &MoveList) -> Utilities {
        let to_move = ToMove::of(rules, position, moves);
        self.estimate((rules, position), to_move)
    }

    /// Returns the estimated utilities of a position.
    pub(crate) fn estimate(
        &self,
        (rules, position): (&Rules, &Position),
        to_move: Option<ToMove>,
    ) -> Utilities {
        let mut accounts = Accounts::from_elem(0.0, self.features.seats());
        self.features.each((rules, position), to_move, |feature| {
            accounts[feature.seat] += self.weights[feature.weight] * feature.value;
        });
        utilities_of(&accounts)
    }

    /// Changes the weights so that the estimate comes closer to the true utilities (J. Duchi, E. Hazan, Y. Singer, "Adaptive subgradient
    /// methods", 2011). The weights of lines, of which many count in each position, learn as much together as one other weight. The weights
    /// of a kind of piece also learn together, for all points and owners: so a few games teach what a piece is worth.
    pub(crate) fn learn(
        &mut self,
        (rules, position): (&Rules, &Position),
        (to_move, truth): (Option<ToMove>, &Utilities),
        (rate, gradients): (f32, &mut Gradients),
    ) {
        let estimate = self.estimate((rules, position), to_move);
        let pulls = pulls(&estimate, truth);
        let Self { features, weights } = self;
        let (first_of_lines, lines) = features.of_lines();
        let rate_of_lines = LINES * rate / lines.max(1) as f32;
        features.each((rules, position), to_move, |feature| {
            let gradient = pulls[feature.seat] * feature.value;
            let rate = match feature.weight < first_of_lines {
                true => rate,
                false => rate_of_lines,
            };
            weights[feature.weight] +=
                rate * adapted(gradient, &mut gradients.of_weights[feature.weight]);
        });
        for (kind, squares) in gradients.of_kinds.iter_mut().enumerate() {
            let masks = || {
                features
                    .pieces()
                    .iter()
                    .filter(move |mask| mask.kind.index() == kind)
            };
            let count = |mask: &PieceMask| bits(&position.words[mask.words.clone()]).count() as f32;
            let gradient: f32 = masks().map(|mask| pulls[mask.owner] * count(mask)).sum();
            if gradient == 0.0 {
                continue;
            }
            let change = rate * adapted(gradient, squares);
            for mask in masks() {
                let of_points = &mut weights[mask.weight..mask.weight + rules.layout.points];
                of_points.iter_mut().for_each(|weight| *weight += change);
            }
        }
    }
}

/// The sums of the squared gradients so far.
#[derive(Clone, Debug)]
pub(crate) struct Gradients {
    /// Of each weight.
    of_weights: Vec<f32>,
    /// Of each kind of piece, whose weights also learn together.
    of_kinds: Vec<f32>,
}

impl Gradients {
    pub(crate) fn of(evaluation: &Evaluation, rules: &Rules) -> Self {
        Self {
            of_weights: vec![0.0; evaluation.weights.len()],
            of_kinds: vec![0.0; rules.model().kinds.len()],
        }
    }
}

/// Returns the step that follows from a gradient: it is small if the gradients before it were large. Adds the square of the gradient to
/// theirs.
fn adapted(gradient: f32, squares: &mut f32) -> f32 {
    *squares += gradient * gradient;
    gradient / (squares.sqrt() + 1e-3)
}

/// How much faster all lines together learn than another weight.
const LINES: f32 = 25.0;

/// Returns the utilities that follow from accounts: each seat's lead over the average of the others, between -1 and 1.
fn utilities_of(accounts: &Accounts) -> Utilities {
    let seats = accounts.len();
    let others = seats.saturating_sub(1).max(1) as f32;
    let sum: f32 = accounts.iter().sum();
    let mut utilities = Utilities::even(seats);
    for (utility, account) in utilities.all_mut().iter_mut().zip(accounts) {
        let lead = account - (sum - account) / others;
        *utility = squashed(lead) / others;
    }
    if seats == 2 {
        return Utilities::of_first(utilities.all()[0]);
    }
    utilities
}

/// Returns a number between -1 and 1 that grows with a lead. Unlike the hyperbolic tangent, it is the same on every machine.
fn squashed(lead: f32) -> f32 {
    lead / (1.0 + lead * lead).sqrt()
}

/// Returns how far each account should move: the gradient of half the squared error.
fn pulls(estimate: &Utilities, truth: &Utilities) -> Accounts {
    let seats = estimate.all().len();
    let others = seats.saturating_sub(1).max(1) as f32;
    let errors: Accounts = estimate
        .all()
        .iter()
        .zip(truth.all())
        .map(|(estimate, truth)| {
            let squashed = estimate * others;
            (truth - estimate) * (1.0 - squashed * squashed).max(0.0)
        })
        .collect();
    let sum: f32 = errors.iter().sum();
    errors
        .iter()
        .map(|error| error - (sum - error) / others)
        .collect()
}
