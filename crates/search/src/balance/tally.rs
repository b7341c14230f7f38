//! Sums over games of one kind.

use super::game::{PlayedGame, RuleUse};
use super::statistics::SampleSums;

/// The lengths of games, in order.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct GameLengths(Vec<u32>);

impl GameLengths {
    /// Adds a length.
    pub fn add(&mut self, length: u32) {
        let place = self.0.partition_point(|other| *other <= length);
        self.0.insert(place, length);
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> usize {
        self.0.len()
    }

    /// Returns the length that a share of the games does not exceed; 0 without games.
    #[must_use]
    pub fn at(&self, share: f64) -> u32 {
        let last = self.0.len().saturating_sub(1);
        let at = (share * last as f64).round() as usize;
        self.0.get(at).copied().unwrap_or(0)
    }

    /// Returns the mean length; 0 without games.
    #[must_use]
    pub fn mean(&self) -> f64 {
        let sum: f64 = self.0.iter().map(|length| f64::from(*length)).sum();
        sum / self.0.len().max(1) as f64
    }
}

/// Sums over games.
#[derive(Clone, Default, Debug)]
pub struct BalanceTally {
    /// The points of each seat.
    pub seats: Vec<SampleSums>,
    /// The games without a sole winner among those that ended: 1 for each, and 0 for each other.
    pub draws: SampleSums,
    /// The games that reached the limit of plies.
    pub unfinished: u64,
    /// How many moves and outcomes of chance the games have.
    pub plies: GameLengths,
    /// How many moves of players the games have.
    pub choices: GameLengths,
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
        self.plies
            .add(u32::try_from(game.line.len()).unwrap_or(u32::MAX));
        self.choices.add(game.choices);
        self.uses.resize(game.uses.len(), RuleUse::default());
        for (sum, of_game) in self.uses.iter_mut().zip(&game.uses) {
            sum.offered += of_game.offered;
            sum.chosen += of_game.chosen;
        }
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> usize {
        self.plies.games()
    }
}

#[cfg(test)]
mod tests {
    use super::GameLengths;

    #[test]
    fn lengths_have_a_mean_and_quantiles() {
        let mut lengths = GameLengths::default();
        assert_eq!((lengths.at(0.5), lengths.mean()), (0, 0.0));
        for length in [9, 5, 7, 30, 9] {
            lengths.add(length);
        }
        let quantiles = [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| lengths.at(share));
        assert_eq!(quantiles, [5, 7, 9, 9, 30]);
        assert_eq!((lengths.games(), lengths.mean()), (5, 12.0));
    }
}
