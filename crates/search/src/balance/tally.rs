//! Sums over games of one kind.

use super::game::{PlayedGame, RuleUse};
use super::statistics::SampleSums;

/// Sums over games.
#[derive(Clone, Default, Debug)]
pub struct BalanceTally {
    /// The points of each seat.
    pub seats: Vec<SampleSums>,
    /// The games without a sole winner among those that ended: 1 for each, and 0 for each other.
    pub draws: SampleSums,
    /// The games that reached the limit of plies.
    pub unfinished: u64,
    /// The number of plies of each game.
    pub lengths: Vec<u32>,
    /// How each rule was used.
    pub uses: Vec<RuleUse>,
}

impl BalanceTally {
    /// Adds a game.
    pub fn add(&mut self, game: &PlayedGame, seats: usize) {
        self.seats.resize(seats, SampleSums::default());
        for (seat, sample) in self.seats.iter_mut().enumerate() {
            sample.add(game.points(seat, seats));
        }
        match &game.utilities {
            None => self.unfinished += 1,
            Some(utilities) => {
                let is_won = utilities.all().iter().any(|value| *value > 0.999);
                self.draws.add(if is_won { 0.0 } else { 1.0 });
            }
        }
        let plies = u32::try_from(game.line.len()).unwrap_or(u32::MAX);
        let place = self.lengths.partition_point(|length| *length <= plies);
        self.lengths.insert(place, plies);
        self.uses.resize(game.uses.len(), RuleUse::default());
        for (sum, of_game) in self.uses.iter_mut().zip(&game.uses) {
            sum.offered += of_game.offered;
            sum.chosen += of_game.chosen;
        }
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> usize {
        self.lengths.len()
    }

    /// Returns the length that a share of the games does not exceed.
    #[must_use]
    pub fn length_at(&self, share: f64) -> u32 {
        let last = self.lengths.len().saturating_sub(1);
        let at = (share * last as f64).round() as usize;
        self.lengths.get(at).copied().unwrap_or(0)
    }
}
