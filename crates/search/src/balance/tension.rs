//! Tension: how the share that a player can expect changes during a game.
//!
//! A judge rates the positions, as a spectator who sees everything. Its values are fitted to results by isotonic regression (M. Ayer and others, 1955) on some games, and
//! the tension is measured on others.

use super::game::PlayedGame;
use super::statistics::SampleSums;

/// The share of the points that the first seat gets after each value of the judge: values with their shares, both rising.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Calibration(Vec<(f64, f64)>);

/// A run of values that have one share.
#[derive(Clone, Copy, Debug)]
struct ValueBlock {
    values: f64,
    shares: f64,
    count: f64,
}

impl Calibration {
    /// Fits shares to values and results of the first seat.
    #[must_use]
    pub fn fit(points: &[(f64, f64)]) -> Self {
        let mut points = points.to_vec();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut blocks: Vec<ValueBlock> = Vec::new();
        for (value, share) in points {
            let mut block = ValueBlock {
                values: value,
                shares: share,
                count: 1.0,
            };
            // Blocks are joined until their shares rise.
            while let Some(last) = blocks.last()
                && last.shares / last.count >= block.shares / block.count
            {
                block.values += last.values;
                block.shares += last.shares;
                block.count += last.count;
                blocks.pop();
            }
            blocks.push(block);
        }
        let mean = |block: &ValueBlock| (block.values / block.count, block.shares / block.count);
        Self(blocks.iter().map(mean).collect())
    }

    /// Returns the share for a value, between those of its neighbours.
    #[must_use]
    pub fn share(&self, value: f64) -> f64 {
        let next = self.0.partition_point(|(known, _)| *known < value);
        match (
            next.checked_sub(1).and_then(|before| self.0.get(before)),
            self.0.get(next),
        ) {
            (None, None) => 0.5,
            (Some((_, share)), None) | (None, Some((_, share))) => *share,
            (Some((low, low_share)), Some((high, high_share))) => {
                let part = (value - low) / (high - low).max(1e-12);
                low_share + part * (high_share - low_share)
            }
        }
    }
}

/// What the games of one kind show.
#[derive(Clone, Default, Debug)]
pub struct Tension {
    /// How often the lead changes in a game.
    pub lead_changes: SampleSums,
    /// How far behind the winner was, on average over the game: the mean of what the winner's share lacked to one half.
    pub drama: SampleSums,
    /// The games whose winner once could expect no more than a quarter: 1 for each, and 0 for each other.
    pub come_backs: SampleSums,
    /// The squared error of the expected shares: 0.25 for a judge that knows nothing.
    pub error: SampleSums,
    /// The number of the game with the most changes of the lead, among the given ones.
    pub example: Option<(usize, u32)>,
}

/// A lead is a share that is at least this far from one half.
const LEAD: f64 = 0.05;
/// At this share a player is nearly lost.
const NEARLY_LOST: f64 = 0.25;

/// Measures the tension of games for two: the judge is fitted to the games with even numbers, and the tension is measured on
/// the others.
#[must_use]
pub fn tension_of(games: &[&PlayedGame]) -> Tension {
    let ended = || {
        games
            .iter()
            .enumerate()
            .filter(|(_, game)| game.utilities.is_some())
    };
    let points = ended()
        .filter(|(number, _)| number.is_multiple_of(2))
        .flat_map(|(_, game)| {
            let result = game.points(0, 2);
            game.judged
                .iter()
                .map(move |value| (f64::from(*value), result))
        });
    let calibration = Calibration::fit(&points.collect::<Vec<_>>());
    let mut tension = Tension::default();
    for (number, game) in ended().filter(|(number, _)| !number.is_multiple_of(2)) {
        let result = game.points(0, 2);
        let shares = game
            .judged
            .iter()
            .map(|value| calibration.share(f64::from(*value)));
        let shares: Vec<f64> = shares.collect();
        if shares.is_empty() {
            continue;
        }
        for share in &shares {
            tension.error.add((share - result) * (share - result));
        }
        let changes = lead_changes(&shares);
        tension.lead_changes.add(f64::from(changes));
        if tension.example.is_none_or(|(_, most)| changes > most) {
            tension.example = Some((number, changes));
        }
        let of_winner = |share: f64| if result > 0.5 { share } else { 1.0 - share };
        if result != 0.5 {
            let behind = shares
                .iter()
                .map(|share| (0.5 - of_winner(*share)).max(0.0));
            tension.drama.add(behind.sum::<f64>() / shares.len() as f64);
            let least = shares
                .iter()
                .map(|share| of_winner(*share))
                .fold(1.0, f64::min);
            tension
                .come_backs
                .add(if least <= NEARLY_LOST { 1.0 } else { 0.0 });
        }
    }
    tension
}

/// Counts how often another player takes the lead.
fn lead_changes(shares: &[f64]) -> u32 {
    let leads = shares.iter().filter(|share| (**share - 0.5).abs() >= LEAD);
    let leads: Vec<bool> = leads.map(|share| *share > 0.5).collect();
    let changes = leads.windows(2).filter(|pair| pair[0] != pair[1]).count();
    u32::try_from(changes).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::{Calibration, lead_changes};

    #[test]
    fn a_calibration_rises() {
        let points = [
            (-1.0, 0.0),
            (-0.5, 1.0),
            (-0.4, 0.0),
            (0.2, 1.0),
            (0.9, 1.0),
        ];
        let fitted = Calibration::fit(&points);
        assert_eq!(fitted.share(-1.0), 0.0);
        assert_eq!(fitted.share(-0.45), 0.5);
        assert_eq!(fitted.share(5.0), 1.0);
        let shares: Vec<f64> = (-10..=10)
            .map(|tenth| fitted.share(f64::from(tenth) / 10.0))
            .collect();
        assert!(shares.is_sorted(), "{shares:?}");
    }

    #[test]
    fn the_lead_changes_only_with_a_clear_lead() {
        assert_eq!(lead_changes(&[0.5, 0.6, 0.48, 0.7, 0.3, 0.52, 0.2, 0.9]), 2);
    }
}
