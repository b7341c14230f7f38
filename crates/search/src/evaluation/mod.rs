//! Evaluation: an estimate of the result from a position alone, without search.
//!
//! Each seat has an account: the sum of the weights of its pieces on their points, of the values that the game remembers, of
//! the cards in zones, and of its score so far. The estimate for a seat compares its account with those of the others.
//! The weights are fitted to games of the ruleset itself ([`fit`]), so an evaluation knows nothing but the rules.

mod features;
mod fitting;

pub use fitting::{FitSettings, fit};

use crate::utilities::Utilities;
use features::Features;
use linstock_engine::vm::Position;
use linstock_play::Rules;
use smallvec::SmallVec;

/// A fitted evaluation of one ruleset.
#[derive(Clone, Debug)]
pub struct Evaluation {
    features: Features,
    /// The weight of each feature; see [`Features`].
    weights: Vec<f32>,
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

    /// Returns the estimated utilities of a position.
    #[must_use]
    pub fn utilities(&self, rules: &Rules, position: &Position) -> Utilities {
        utilities_of(&self.accounts(rules, position))
    }

    fn accounts(&self, rules: &Rules, position: &Position) -> Accounts {
        let mut accounts = Accounts::from_elem(0.0, self.features.seats());
        self.features.each(rules, position, |feature| {
            accounts[feature.seat] += self.weights[feature.weight] * feature.value;
        });
        accounts
    }

    /// Changes the weights so that the estimate comes closer to the true utilities. `steps` are the squared gradients of
    /// each weight so far (J. Duchi, E. Hazan, Y. Singer, "Adaptive subgradient methods", 2011).
    fn learn(
        &mut self,
        (rules, position): (&Rules, &Position),
        truth: &Utilities,
        (rate, steps): (f32, &mut [f32]),
    ) {
        let estimate = utilities_of(&self.accounts(rules, position));
        let pulls = pulls(&estimate, truth);
        let Self { features, weights } = self;
        features.each(rules, position, |feature| {
            let gradient = pulls[feature.seat] * feature.value;
            let step = &mut steps[feature.weight];
            *step += gradient * gradient;
            weights[feature.weight] += rate * gradient / (step.sqrt() + 1e-3);
        });
    }
}

/// Returns the utilities that follow from accounts: each seat's lead over the average of the others, between -1 and 1.
fn utilities_of(accounts: &Accounts) -> Utilities {
    let seats = accounts.len();
    let others = seats.saturating_sub(1).max(1) as f32;
    let sum: f32 = accounts.iter().sum();
    let mut utilities = Utilities::even(seats);
    for (utility, account) in utilities.all_mut().iter_mut().zip(accounts) {
        let lead = account - (sum - account) / others;
        *utility = lead.tanh() / others.max(1.0);
    }
    if seats == 2 {
        return Utilities::of_first(utilities.all()[0]);
    }
    utilities
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
            (truth - estimate) * (1.0 - squashed * squashed)
        })
        .collect();
    let sum: f32 = errors.iter().sum();
    errors
        .iter()
        .map(|error| error - (sum - error) / others)
        .collect()
}
