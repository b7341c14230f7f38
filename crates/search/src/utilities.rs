//! Utilities: what the end of a game is worth to each seat.

use linstock_engine::vm::GameEnd;
use linstock_model::SeatId;
use smallvec::SmallVec;

/// What a position is worth to each seat: from -1 (it loses) to 1 (it alone wins). The sum over all seats is 0, unless the
/// game has one seat.
#[derive(Clone, PartialEq, Debug)]
pub struct Utilities(SmallVec<[f32; 4]>);

impl Utilities {
    /// Returns the utilities of a draw: 0 for each seat.
    #[must_use]
    pub fn even(seats: usize) -> Self {
        Self(SmallVec::from_elem(0.0, seats))
    }

    /// Returns the utilities of an ended game. Winners share what the losers lose: of four seats, a sole winner has 1
    /// and each loser -1/3. Without winners each seat has 0.
    #[must_use]
    pub fn of_end(end: GameEnd, seats: usize) -> Self {
        let winners = end.winners.count_ones() as f32;
        let others = seats.saturating_sub(1).max(1) as f32;
        if winners == 0.0 {
            return match seats {
                1 => Self(SmallVec::from_elem(-1.0, 1)),
                _ => Self::even(seats),
            };
        }
        let won = match seats {
            1 => 1.0,
            _ => (seats as f32 - winners) / winners / others,
        };
        let of = |seat: usize| match end.winners >> seat & 1 {
            1 => won,
            _ => -1.0 / others,
        };
        match winners as usize == seats && seats > 1 {
            true => Self::even(seats),
            false => Self((0..seats).map(of).collect()),
        }
    }

    /// Makes the utilities of two seats from that of the first.
    #[must_use]
    pub fn of_first(value: f32) -> Self {
        Self(SmallVec::from_slice(&[value, -value]))
    }

    /// Returns a mixture of these utilities and others, of which `share` are the others.
    #[must_use]
    pub(crate) fn mixed_with(&self, other: &Self, share: f32) -> Self {
        let pairs = self.0.iter().zip(&other.0);
        Self(
            pairs
                .map(|(own, other)| own + share * (other - own))
                .collect(),
        )
    }

    /// Returns the utility of a seat.
    #[must_use]
    pub fn of(&self, seat: SeatId) -> f32 {
        self.0[seat.index()]
    }

    /// Returns the utilities in seat order.
    #[must_use]
    pub fn all(&self) -> &[f32] {
        &self.0
    }

    /// Returns the utilities in seat order, as mutable.
    pub(crate) fn all_mut(&mut self) -> &mut [f32] {
        &mut self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(winners: u64, seats: usize) -> Vec<f32> {
        Utilities::of_end(GameEnd { end: 0, winners }, seats)
            .0
            .to_vec()
    }

    #[test]
    fn winners_share_what_the_others_lose() {
        assert_eq!(of(0b01, 2), [1.0, -1.0]);
        assert_eq!(of(0b10, 2), [-1.0, 1.0]);
        assert_eq!(of(0b11, 2), [0.0, 0.0]);
        assert_eq!(of(0b00, 2), [0.0, 0.0]);
        assert_eq!(of(0b0100, 4), [-1.0 / 3.0, -1.0 / 3.0, 1.0, -1.0 / 3.0]);
        let shared = of(0b0011, 4);
        assert_eq!(shared[0], 1.0 / 3.0);
        assert!(shared.iter().sum::<f32>().abs() < 1e-6);
        assert_eq!(of(1, 1), [1.0]);
        assert_eq!(of(0, 1), [-1.0]);
    }
}
